"""Typed spans (SemEval 2013): a worked table, nervaluate where it is defined, and what it leaves to chance."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.views.typed_spans import TypedSpans

SCHEMES = ("strict", "exact", "partial", "type")
THEIRS = {"strict": "strict", "exact": "exact", "partial": "partial", "type": "ent_type"}


def rows(documents: list[list[tuple[int, int, str]]]) -> list[dict[str, Any]]:
    return [
        {"id": str(n), "mentions": [{"start": start, "end": end, "type": kind} for start, end, kind in spans]}
        for n, spans in enumerate(documents)
    ]


def counts(gold: Any, run: Any, scheme: str) -> list[int]:
    """COR, INC, PAR, MIS, SPU."""
    found = oe.compile(rows(gold), rows(run)).view(TypedSpans).counts(scheme)  # type: ignore[arg-type]
    return [int(getattr(found, name).sum()) for name in ("correct", "incorrect", "partial", "missing", "spurious")]


def by_nervaluate(gold: Any, run: Any, scheme: str) -> list[int]:
    from nervaluate.entities import Entity
    from nervaluate.evaluator import (
        EntityTypeEvaluation,
        ExactEvaluation,
        PartialEvaluation,
        StrictEvaluation,
    )

    strategies = {"strict": StrictEvaluation, "exact": ExactEvaluation, "partial": PartialEvaluation}
    strategy = (strategies | {"ent_type": EntityTypeEvaluation})[THEIRS[scheme]]()
    total = [0] * 5
    for mine, theirs in zip(gold, run, strict=True):
        sides = [[Entity(kind, start, end - 1) for start, end, kind in side] for side in (mine, theirs)]
        result, _ = strategy.evaluate(*sides, ["A", "B", "C"])
        found = (result.correct, result.incorrect, result.partial, result.missed, result.spurious)
        total = [known + more for known, more in zip(total, found, strict=True)]
    return total


@pytest.mark.parametrize(
    ("scheme", "expected", "precision", "recall"),
    [
        ("strict", [1, 4, 0, 1, 1], 1 / 6, 1 / 6),
        ("exact", [2, 3, 0, 1, 1], 2 / 6, 2 / 6),
        ("partial", [2, 0, 3, 1, 1], 3.5 / 6, 3.5 / 6),
        ("type", [3, 2, 0, 1, 1], 3 / 6, 3 / 6),
    ],
)
def test_worked_table(scheme, expected, precision, recall):
    """Every case of the definition of SemEval 2013, task 9.1, counted by hand.

    Gold and run: the same; another type; a spurious one; a missed one; two overlaps with the right type, one with
    another.
    """
    gold = [[(0, 5, "drug"), (10, 15, "drug"), (30, 35, "drug"), (40, 45, "brand"), (50, 55, "drug"), (60, 65, "drug")]]
    run = [
        [(0, 5, "drug"), (10, 15, "brand"), (20, 25, "drug"), (40, 49, "brand"), (52, 55, "drug"), (60, 63, "group")]
    ]
    assert counts(gold, run, scheme) == expected
    report = oe.evaluate(
        oe.compile(rows(gold), rows(run)), [f'span_{part}(scheme="{scheme}")' for part in ("precision", "recall", "f1")]
    )
    assert [result.value for result in report] == pytest.approx([precision, recall, precision])


def lonely_documents(seed: int) -> tuple[Any, Any]:
    """Documents in which no span overlaps two of the other side."""
    chance = random.Random(seed)
    gold, run = [], []
    for _ in range(10):
        mine, theirs = [], []
        for place in range(8):
            start = 20 * place
            if chance.random() < 0.8:
                mine.append((start + 4, start + 9, chance.choice("ABC")))
            if chance.random() < 0.8:
                first = start + chance.choice([4, 4, 2, 6, 11])
                theirs.append((first, first + chance.choice([5, 5, 3]), chance.choice("ABC")))
        chance.shuffle(theirs)
        gold.append(mine)
        run.append(theirs)
    return gold, run


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("seed", range(10))
def test_nervaluate_counts_the_same_where_no_span_overlaps_two(scheme, seed):
    pytest.importorskip("nervaluate")
    gold, run = lonely_documents(seed)
    assert counts(gold, run, scheme) == by_nervaluate(gold, run, scheme)


def test_pairing_that_nervaluate_leaves_to_the_order():
    """The wrong type comes first and takes the only gold span; the right one is then spurious (nervaluate 1.2.1)."""
    pytest.importorskip("nervaluate")
    gold, run = [[(0, 9, "A")]], [[(0, 3, "B"), (4, 9, "A")]]
    turned = [run[0][::-1]]
    assert by_nervaluate(gold, run, "type") == [0, 1, 0, 0, 1]
    assert by_nervaluate(gold, turned, "type") == [1, 0, 0, 0, 1]
    assert counts(gold, run, "type") == counts(gold, turned, "type") == [1, 0, 0, 0, 1]


span = st.builds(
    lambda start, length, kind: (start, start + length, kind),
    st.integers(0, 12),
    st.integers(1, 6),
    st.sampled_from("AB"),
)
document = st.lists(span, max_size=6, unique=True)


@given(gold=document, run=document)
def test_counts_are_never_less_than_what_a_greedy_pairing_gets(gold, run):
    pytest.importorskip("nervaluate")
    for scheme, halves in (("strict", 0), ("exact", 0), ("partial", 0.5), ("type", 0)):
        ours, theirs = counts([gold], [run], scheme), by_nervaluate([gold], [run], scheme)
        assert ours[0] + halves * ours[2] >= theirs[0] + halves * theirs[2]
        assert ours[0] + ours[1] + ours[2] + ours[4] == len(run)
        assert ours[0] + ours[1] + ours[2] + ours[3] == len(gold)


@given(gold=document, run=document, more=span, chance=st.randoms(use_true_random=False))
def test_order_never_matters_and_far_away_spans_never_raise_precision(gold, run, more, chance):
    far = (more[0] + 100, more[1] + 100, more[2])
    for scheme in SCHEMES:
        before = counts([gold], [run], scheme)
        assert counts([chance.sample(gold, len(gold))], [chance.sample(run, len(run))], scheme) == before
        after = counts([gold], [[*run, far]], scheme)
        assert after == [*before[:4], before[4] + 1]


@given(gold=document)
def test_gold_against_itself_is_correct(gold):
    spans = {(start, end) for start, end, _ in gold}
    for scheme in ("strict", "exact", "partial", "type"):
        found = counts([gold], [gold], scheme)
        assert found[0] == len(gold) >= len(spans)
        assert sum(found) == len(gold)


def test_types_of_one_span_are_two_entities_whatever_their_concepts():
    gold = [[(0, 5, "gene"), (0, 5, "protein")]]
    assert counts(gold, [[(0, 5, "protein")]], "strict") == [1, 0, 0, 1, 0]


def test_mean_over_types_takes_the_type_of_gold():
    """drug: one of one is right; brand: one is right, one was taken for a drug, so P = R = 1/2."""
    gold, run = (
        rows([[(0, 5, "drug"), (10, 15, "brand"), (20, 25, "brand")]]),
        rows([[(0, 5, "drug"), (10, 15, "brand"), (20, 25, "drug")]]),
    )
    assert oe.score('span_f1(average="macro:type")', gold, run).value == 0.75


def test_optional_spans_count_in_neither_direction():
    optional = {"start": 0, "end": 5, "type": "A", "optional": True}
    gold = [{"id": "q", "mentions": [optional, {"start": 10, "end": 15, "type": "A"}]}]
    found = [{"id": "q", "mentions": [{"start": 0, "end": 5, "type": "B"}, {"start": 10, "end": 15, "type": "A"}]}]
    missed = [{"id": "q", "mentions": [{"start": 10, "end": 15, "type": "A"}]}]
    assert oe.score("span_f1", gold, found).value == oe.score("span_f1", gold, missed).value == 1.0
