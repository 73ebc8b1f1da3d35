"""Blame for excluded questions: the worked examples of the issue, awkward trees, and shares beyond exact ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.predicates.reading import parse
from ontoeval.views.filter_rules import FilterRules
from ontoeval.views.filters import Filters
from ontoeval.views.filters import blame as blames
from ontoeval.views.filters.blame import blame
from ontoeval.views.filters.conditions import MOST_SETS, Relaxations, Threshold, conditions, minimal

FILTER = {"p1": "yes", "p2": "yes", "p3": "yes"}
#: For each question the predicates that each of its gold documents fails.
W2 = {"qA": ["1"], "qB": ["12"], "qC": ["1", "2"], "qD": ["12", "3"], "qE": ["", "1", "2"]}


def corpus(questions):
    return [
        {"id": f"{name}{place}", **{f"p{digit}": "no" if digit in fails else "yes" for digit in "123"}}
        for name, documents in questions.items()
        for place, fails in enumerate(documents)
    ]


def view(questions):
    gold = [{"id": name, "docs": [f"{name}{place}" for place in range(len(docs))]} for name, docs in questions.items()]
    run = [{"id": name, "predicates": FILTER} for name in questions]
    return oe.compile(gold, run, docs=corpus(questions)).view(Filters)


def names(bits):
    return {f"p{number + 1}" for number in range(3) if bits >> number & 1}


#: From the issue: minimal relaxations, solo, leave-one-out, Shapley values.
EXPECTED = {
    "qA": ([{"p1"}], {"p1"}, {"p1"}, (1, 0, 0)),
    "qB": ([{"p1", "p2"}], {"p1", "p2"}, set(), (1 / 2, 1 / 2, 0)),
    "qC": ([{"p1"}, {"p2"}], set(), {"p1", "p2"}, (1 / 2, 1 / 2, 0)),
    "qD": ([{"p3"}, {"p1", "p2"}], set(), {"p3"}, (1 / 6, 1 / 6, 2 / 3)),
}


def test_worked_example_of_blame():
    filters = view(W2)
    found = {list(W2)[sample]: one for sample, one in filters.blames.items()}
    assert found.keys() == EXPECTED.keys()  # qE keeps a document
    for name, (relaxations, solo, rescues, shares) in EXPECTED.items():
        mine = dict(found[name].shares)
        assert [names(one) for one in found[name].relaxations] == relaxations, name
        assert (names(found[name].solo), names(found[name].rescues)) == (solo, rescues), name
        assert [mine.get(number, 0) for number in range(3)] == pytest.approx(shares), name
    totals = [sum(dict(one.shares).get(number, 0) for one in found.values()) for number in range(3)]
    assert totals == pytest.approx([13 / 6, 7 / 6, 2 / 3])
    assert sum(totals) == pytest.approx(4)


def test_documents_name_the_conditions_that_keep_them_out():
    filters = view(W2)
    assert [(doc.state, doc.fails) for doc in filters.gold(3)] == [("excluded", (0, 1)), ("excluded", (2,))]
    assert [(doc.state, doc.fails) for doc in filters.gold(4)] == [
        ("survives", ()),
        ("excluded", (0,)),
        ("excluded", (1,)),
    ]


def relaxed(native, document):
    """The smallest relaxations of a filter for one document, in words."""
    docs = [{"id": "d", **document}]
    rows = [{"id": "q", "gold": {"docs": ["d"]}, "run": {"predicates": native}}]
    filters = oe.compile(rows, docs=docs).view(Filters)
    if not filters.blames:
        return None
    texts = [str(condition) for condition in filters.conditions(0)]
    return [[text for number, text in enumerate(texts) if one >> number & 1] for one in filters.blames[0].relaxations]


def test_an_or_needs_one_of_its_parts_relaxed():
    tree = {"and": [{"kind": "a"}, {"or": [{"lang": "en"}, {"year": 2020}]}]}
    assert relaxed(tree, {"kind": "a", "lang": "de", "year": 1999}) == [["lang = 'en'"], ["year = 2020"]]
    assert relaxed(tree, {"kind": "b", "lang": "de", "year": 1999}) == [
        ["kind = 'a'", "lang = 'en'"],
        ["kind = 'a'", "year = 2020"],
    ]
    assert relaxed(tree, {"kind": "b", "lang": "en", "year": 1999}) == [["kind = 'a'"]]
    assert relaxed(tree, {"kind": "a", "lang": "en"}) is None


def test_negations_stand_at_the_conditions():
    both = {"not": {"and": [{"lang": "en"}, {"year": 2020}]}}
    assert relaxed(both, {"lang": "en", "year": 2020}) == [["not (lang = 'en')"], ["not (year = 2020)"]]
    either = {"not": {"or": [{"lang": "en"}, {"year": 2020}]}}
    assert relaxed(either, {"lang": "en", "year": 2020}) == [["not (lang = 'en')", "not (year = 2020)"]]
    assert relaxed({"not": {"not": {"lang": "en"}}}, {"lang": "de"}) == [["lang = 'en'"]]


def test_min_should_lacks_what_is_missing():
    three = {"min_should": [{"a": 1}, {"b": 1}, {"c": 1}], "least": 2}
    assert relaxed(three, {"a": 1}) == [["b = 1"], ["c = 1"]]
    assert relaxed(three, {}) == [["a = 1", "b = 1"], ["a = 1", "c = 1"], ["b = 1", "c = 1"]]
    assert relaxed({"not": three}, {"a": 1, "b": 1}) == [["not (a = 1)"], ["not (b = 1)"]]


def test_part_that_nothing_can_pass_is_a_condition_itself():
    assert relaxed({"and": [{"a": 1}, {"or": []}]}, {"a": 1}) == [["any of ()"]]
    assert relaxed({"not": {"and": []}}, {"a": 1}) == [["not (everything)"]]
    assert relaxed({"min_should": [{"a": 1}], "least": 2}, {"a": 1}) == [["at least 2 of (a = 1)"]]


def test_relaxing_a_mandatory_condition_is_no_way_out():
    docs = [{"id": "d1", "acl": "staff", "lang": "en"}, {"id": "d2", "acl": "all", "lang": "de"}]
    rows = [
        {"id": "q1", "gold": {"docs": ["d1"]}, "run": {"predicates": {"acl": "all", "lang": "de"}}},
        {"id": "q2", "gold": {"docs": ["d1", "d2"]}, "run": {"predicates": {"acl": "all", "lang": "en"}}},
    ]
    filters = oe.compile(rows, docs=docs, filters=FilterRules(mandatory=("acl",))).view(Filters)
    assert [[doc.state for doc in filters.gold(sample)] for sample in (0, 1)] == [
        ["ineligible"],
        ["ineligible", "excluded"],
    ]
    assert filters.scored.tolist() == [False, True]
    (one,) = filters.blames.values()
    assert [str(condition) for condition in filters.conditions(1)] == ["lang = 'en'"]
    assert (one.relaxations, one.shares) == ((1,), ((0, 1.0),))


def test_shares_beyond_exact_ones_are_drawn_and_add_up():
    """Three groups of six conditions, each of which lets another document pass: 18 players, 1/18 each by symmetry."""
    threshold = Threshold(18, tuple(range(18)))
    groups = [sum(1 << number for number in range(start, start + 6)) for start in (0, 6, 12)]
    everything = (1 << 18) - 1
    found = blame(threshold, tuple(everything & ~group for group in groups))
    assert sum(share for _, share in found.shares) == pytest.approx(1)
    assert [share for _, share in found.shares] == pytest.approx([1 / 18] * 18, abs=0.02)  # 2,000 draws: 4 sd
    assert blame.__wrapped__(threshold, tuple(everything & ~group for group in groups)) == found


def test_one_document_shares_evenly_however_many_conditions_it_fails():
    found = blame(Threshold(40, tuple(range(40))), (0,))
    assert found.shares == tuple((number, 1 / 40) for number in range(40))


def test_too_many_relaxations_are_cut_and_said_to_be():
    """Ten "or" of ten conditions each: 10^10 smallest sets; each condition has the same share."""
    native = {"and": [{"or": [{f"f{one}{other}": 1} for other in range(10)]} for one in range(10)]}
    threshold, found = conditions(parse(native), empty_or=False, expand=lambda leaf: leaf)
    assert len(found) == 100
    relaxations = Relaxations(threshold, 0)
    assert not relaxations.complete
    assert len(relaxations.sets) <= MOST_SETS
    one = blame(threshold, (0,))
    assert (one.complete, one.solo, one.rescues) == (False, 0, 0)
    assert sum(share for _, share in one.shares) == pytest.approx(1)
    assert max(share for _, share in one.shares) < 0.03


def one_by_one(threshold, held, draws):
    """Leave-one-out, conditions that exclude alone, and drawn shares by their definitions."""
    width = blames._width(threshold)
    everything = (1 << width) - 1

    def passes(relaxed):
        return any(threshold.holds(one | relaxed) for one in held)

    players = [player for player in range(width) if not all(one >> player & 1 for one in held)]
    counts = dict.fromkeys(players, 0)
    chance = np.random.default_rng(0)
    for _ in range(draws):
        relaxed = 0
        for player in chance.permutation(players).tolist():
            relaxed |= 1 << player
            if passes(relaxed):
                counts[player] += 1
                break
    rescues = [player for player in players if passes(1 << player)]
    solo = [player for player in players if not passes(everything & ~(1 << player))]
    return rescues, solo, {player: count / draws for player, count in counts.items() if count}


@st.composite
def thresholds(draw):
    """Trees over twelve conditions, each in one place, two levels deep."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=12).filter(lambda sizes: sum(sizes) <= 12))
    parts, begin = [], 0
    for size in sizes:
        numbers = tuple(range(begin, begin + size))
        parts.append(Threshold(draw(st.integers(1, size)), numbers) if size > 1 else begin)
        begin += size
    return Threshold(draw(st.integers(1, len(parts))), tuple(parts))


@given(thresholds(), st.lists(st.integers(0, (1 << 12) - 1), min_size=1, max_size=3))
def test_what_is_found_at_once_is_what_is_found_one_by_one(threshold, held):
    held = tuple(sorted({one for one in held if not threshold.holds(one)}))
    assume(held)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blames, "DRAWS", 7)
        patch.setattr(blames, "_BLOCK", 30)  # two or three permutations at once
        found = blames._searched(threshold, held, ())
    rescues, solo, shares = one_by_one(threshold, held, 7)
    assert (bits(found.rescues), bits(found.solo), dict(found.shares)) == (rescues, solo, shares)


def bits(mask):
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def test_a_large_filter_is_asked_about_each_condition_once(monkeypatch):
    """300 conditions, whose sets are too many to list: not once per condition and permutation."""
    asked = []
    holds = Threshold.holds
    monkeypatch.setattr(Threshold, "holds", lambda self, held: asked.append(self) or holds(self, held))
    pairs = tuple(Threshold(1, (2 * number, 2 * number + 1)) for number in range(150))
    found = blame.__wrapped__(Threshold(150, pairs), (0, 1))
    assert not found.complete
    assert len(asked) <= 2 * 300
    assert sum(share for _, share in found.shares) == pytest.approx(1)


def test_minimal_sets_contain_no_other():
    assert minimal([0b111, 0b011, 0b100, 0b011]) == (0b100, 0b011)
