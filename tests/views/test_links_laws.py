"""Laws of alignment, on random mentions with every awkward case, and against slow truths."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.views.links import Links
from ontoeval.views.links import overlaps as overlaps_module
from ontoeval.views.links.keys import packed
from ontoeval.views.links.overlaps import overlapping, touched

TEXT = "one two three four"
OPTIONS: list[dict[str, Any]] = [
    {},
    {"match": "word"},
    {"match": "weak"},
    {"match": "iou", "iou": 0.3},
    {"typed": True},
    {"given": True},
    {"resolve": False},
    {"scope": "in_kb"},
    {"scope": "nil"},
    {"scope": "gold_in_kb", "match": "weak"},
    {"spans_only": True},
    {"spans_only": True, "match": "weak"},
    {"level": "document"},
    {"level": "document", "typed": True, "given": True},
]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=str)

ids = st.sampled_from(["A", "B", "C", "HP:0001", "HP_0001", None, "NIL"])


@st.composite
def mention(draw, *, gold=True):
    start = draw(st.integers(0, 12))
    row = {"start": start, "end": start + draw(st.integers(1, 6)), "id": draw(ids)}
    if draw(st.booleans()):
        row["type"] = draw(st.sampled_from(["x", "y"]))
    if gold and draw(st.integers(0, 3)) == 0:
        row |= {
            "ids": draw(st.lists(st.sampled_from("ABC"), max_size=3)),
            "combine": draw(st.sampled_from(["any", "all"])),
        }
    if gold and draw(st.integers(0, 3)) == 0:
        row["optional"] = True
    return row


golds = st.lists(mention(), max_size=7)
runs = st.lists(mention(gold=False), max_size=7)


def view(gold, run, spans=None) -> Links:
    row = {"id": "q", "query": TEXT, "mentions": gold} | ({"spans": spans} if spans else {})
    return oe.compile([row], [{"id": "q", "mentions": run}], measure="linking_f1").view(Links)


def counts(aligned) -> tuple[int, int, int]:
    return int(aligned.correct.sum()), int(aligned.spurious.sum()), int(aligned.missed.sum())


@every_option
@settings(deadline=None, max_examples=40)
@given(gold=golds, run=runs, data=st.data())
def test_order_of_the_mentions_never_matters(options, gold, run, data):
    expected = counts(view(gold, run).align(**options))
    other = view(data.draw(st.permutations(gold)), data.draw(st.permutations(run)))
    assert counts(other.align(**options)) == expected


@every_option
@settings(deadline=None, max_examples=40)
@given(gold=golds)
def test_gold_against_itself_is_perfect(options, gold):
    correct, spurious, missed = counts(view(gold, gold).align(**options))
    assert (spurious, missed) == (0, 0)
    plain = [row for row in gold if not row.get("optional")]
    assert correct > 0 or not plain or options.get("scope", "all") != "all" or options.get("level") == "document"


@every_option
@settings(deadline=None, max_examples=40)
@given(gold=golds, run=runs)
def test_a_wrong_link_never_raises_precision_and_a_right_count_never_falls(options, gold, run):
    correct, spurious, missed = counts(view(gold, run).align(**options))
    wrong = {"start": 17, "end": 18, "id": "Z"}
    more = counts(view(gold, [*run, wrong]).align(**options))
    known = 0 if options.get("scope") == "nil" or options.get("given") else 1
    assert more == (correct, spurious + known, missed)


@every_option
@settings(deadline=None, max_examples=40)
@given(gold=golds, run=runs)
def test_every_mention_is_counted_once(options, gold, run):
    """Without optional mentions and excuses, correct + missed is all gold and correct + spurious all predicted."""
    gold = [{name: value for name, value in row.items() if name != "optional"} for row in gold]
    whole = view(gold, run)
    nothing = counts(view(gold, []).align(**options))
    correct, spurious, missed = counts(whole.align(**options))
    assert correct + missed == nothing[2]
    if not options.get("given") and options.get("scope") != "gold_in_kb":
        assert correct + spurious == counts(view([], run).align(**options))[1]


@settings(deadline=None, max_examples=150)
@given(gold=st.lists(mention(), max_size=5), run=st.lists(mention(gold=False), max_size=5), linked=st.booleans())
def test_weak_match_is_as_good_as_trying_everything(gold, run, linked):
    links = view(gold, run)
    aligned = links.align(match="weak", spans_only=not linked)
    assert counts(aligned)[0] == _most(links, linked)


@settings(deadline=None, max_examples=100)
@given(gold=st.lists(mention(), max_size=5), run=st.lists(mention(gold=False), max_size=5), linked=st.booleans())
def test_groups_too_large_for_preferences_have_as_many_pairs(gold, run, linked):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(overlaps_module, "_LARGE", 0)
        links = view(gold, run)
        assert counts(links.align(match="weak", spans_only=not linked))[0] == _most(links, linked)


def test_a_hundred_thousand_mentions_that_all_hang_together():
    """Each overlaps the one before and the one after it."""
    n = 100_000
    gold = [{"start": at, "end": at + 15, "id": "A"} for at in range(0, 10 * n, 10)]
    run = [{"start": at + 3, "end": at + 18, "id": "A"} for at in range(0, 10 * n, 10)]
    links = oe.compile([{"id": "q", "mentions": gold}], [{"id": "q", "mentions": run}], measure="linking_f1").view(
        Links
    )
    assert counts(links.align(match="weak")) == counts(links.align(match="weak", spans_only=True)) == (n, 0, 0)


def _most(links: Links, linked: bool) -> int:
    """The largest number of pairs with gold mentions that are not optional, found by trying all assignments."""
    gold, predicted = links.gold, links.predicted

    def fits(left: int, right: int) -> bool:
        if not (gold.start[left] < predicted.end[right] and predicted.start[right] < gold.end[left]):
            return False
        if not linked:
            return True
        if left in gold.parts:
            return False
        return predicted.code[right] in {gold.code[left], *gold.others.get(left, ())}

    required = [place for place in range(len(gold)) if not gold.optional[place]]
    places: list[int | None] = [*range(len(predicted)), *[None] * len(required)]
    return max(
        sum(right is not None and fits(left, right) for left, right in zip(required, chosen, strict=False))
        for chosen in itertools.permutations(places, len(required))
    )


spans = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9), st.integers(1, 5)), max_size=12)


def _bounds(rows):
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 1] + table[:, 2]


@given(left=spans, right=spans)
def test_overlaps_are_those_of_the_definition(left, right):
    expected = [
        [i, j]
        for i, (group, start, length) in enumerate(left)
        for j, (other, begin, size) in enumerate(right)
        if group == other and start < begin + size and begin < start + length
    ]
    assert overlapping(_bounds(left), _bounds(right)).tolist() == expected
    assert np.flatnonzero(touched(_bounds(left), _bounds(right))).tolist() == sorted({i for i, _ in expected})


@given(rows=st.lists(st.tuples(st.integers(-(2**53), 2**53), st.integers(0, 2**53), st.integers(-3, 3)), max_size=20))
def test_packed_rows_keep_their_order(rows):
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    keys = packed(list(table.T)).tolist()
    for (left, mine), (right, theirs) in itertools.combinations(zip(rows, keys, strict=True), 2):
        assert (left < right) == (mine < theirs)
        assert (left == right) == (mine == theirs)


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_quick_reading_says_the_same_as_careful_reading(data):
    """The same mentions, read at once and by pydantic (which a rare field in the batch calls for)."""
    from ontoeval.records.mentions import COLUMNS, RARE, Mentions
    from ontoeval.records.model import Mention

    assert set(Mention.__annotations__) == COLUMNS | RARE
    rows = data.draw(st.lists(st.lists(mention(gold=False), max_size=4), min_size=1, max_size=4))
    samples = [{"id": str(place), "gold": {"mentions": row}} for place, row in enumerate(rows)]
    odd = {"id": "odd", "gold": {"mentions": [{"start": 0, "end": 1, "id": "A", "optional": True}]}}

    def read(given):
        found = [value for batch in oe.compile(given).samples.batches() for value in batch.column("gold.mentions")]
        assert all(isinstance(value, Mentions) for value in found)
        return [value.columns for value in found]

    assert read(samples) == read([*samples, odd])[:-1]
