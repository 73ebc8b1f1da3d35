"""Retrieval metrics on examples worked by hand."""

from __future__ import annotations

import math

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError

#: Four relevant documents, two judged irrelevant, one junk; the ranking finds a, c and d, and two that nobody judged.
GOLD = {"q": {"a": 3, "b": 1, "c": 2, "d": 1, "x": 0, "y": 0, "z": -1}}
RUN = {"q": ["x", "a", "u", "c", "z", "d", "v"]}


def value(name, gold=GOLD, run=RUN, **more):
    return oe.score(name, gold, run, **more).value


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("precision@4", 2 / 4),
        ("precision@10", 3 / 10),  # a short list is divided by k all the same
        ("precision", 3 / 7),
        ("precision(rel=2.0)@4", 2 / 4),
        ("precision(rel=3.0)@4", 1 / 4),
        ("recall@4", 2 / 4),
        ("recall", 3 / 4),
        ("recall(rel=2.0)", 2 / 2),
        ("f_score@4", 1 / 2),  # P = R = 1/2
        ("f_score", 6 / 11),  # P 3/7, R 3/4: 2 · 9/28 / (33/28)
        ("f_score(beta=2.0)", 15 / 23),  # 5 · 9/28 / (12/7 + 3/4) = 45/28 / (69/28)
        ("success@1", 0),
        ("success@2", 1),
        ("success(rel=3.0)@2", 1),
        ("reciprocal_rank", 1 / 2),
        ("reciprocal_rank(rel=2.0)@1", 0),
        ("average_precision", (1 / 2 + 2 / 4 + 3 / 6) / 4),
        ("average_precision@4", (1 / 2 + 2 / 4) / 4),
        ("r_precision", 2 / 4),
        ("r_precision(rel=2.0)", 1 / 2),  # a among the first two
        # Irrelevant and judged: x, y, z. Before a and c stands x, before d also z: 3 - (1 + 1 + 2) / min(3, 4).
        ("bpref", (3 - 4 / 3) / 4),
        # z is unjudged there: before each stands x only, of two.
        ('bpref(convention="trec_eval")', (3 - 3 / 2) / 4),
        ("judged@3", 2 / 3),
        ("judged", 5 / 7),
        ("judged@20", 5 / 7),
        ("rank_biased_precision(persistence=0.5)", 0.5 * (2**-1 + 2**-3 + 2**-5)),
        ("rank_biased_precision(persistence=0.5)@4", 0.5 * (2**-1 + 2**-3)),
        ("rank_biased_precision(persistence=0.5, rel=2.0)", 0.5 * (2**-1 + 2**-3)),
        ("rank_biased_precision(persistence=0.5, max_grade=3.0)", 0.5 * (1 * 2**-1 + 2 / 3 * 2**-3 + 1 / 3 * 2**-5)),
        # 7/8 at rank 2, 1/8 · 3/8 at rank 4, 1/8 · 5/8 · 1/8 at rank 6.
        ("expected_reciprocal_rank(max_grade=3.0)", 7 / 16 + 3 / 256 + 5 / 3072),
        ("expected_reciprocal_rank(max_grade=3.0)@2", 7 / 16),
        ("expected_reciprocal_rank(max_grade=1.0)", 1 / 4 + 1 / 16 + 1 / 48),  # a grade above the highest counts as it
        # Gains 7, 3, 1 at ranks 2, 4, 6; best 7, 3, 1, 1 at ranks 1 to 4.
        (
            "ndcg",
            (7 / math.log2(3) + 3 / math.log2(5) + 1 / math.log2(7)) / (7 + 3 / math.log2(3) + 0.5 + 1 / math.log2(5)),
        ),
        ("ndcg@2", (7 / math.log2(3)) / (7 + 3 / math.log2(3))),
        ('ndcg(gain="linear")@2', (3 / math.log2(3)) / (3 + 2 / math.log2(3))),
        ("ndcg(gain={1: 1, 2: 1, 3: 10})@2", (10 / math.log2(3)) / (10 + 1 / math.log2(3))),
    ],
)
def test_worked_example(name, expected):
    assert value(name) == pytest.approx(expected, abs=1e-12)


def test_perfect_rankings_are_exactly_one():
    gold = {"q": {"a": 3, "b": 0.5, "c": 2, "d": 1, "x": 0}}
    run = {"q": ["a", "c", "d", "b"]}
    for name in ("ndcg", "average_precision", "bpref", "r_precision", "f_score", "recall", "precision"):
        for ties in ("given", "trec", "expected"):
            assert value(f'{name}(ties="{ties}")', gold, run) == 1.0, name


def test_contexts_by_id():
    """Ragas 0.4: (Σ precision at relevant ranks) / (relevant given + 1e-10), or the share of the ids."""
    gold = [{"id": "q", "docs": {"a": 1, "b": 1, "c": 2, "x": 0}}]
    run = [{"id": "q", "contexts": ["x", "a", "c", "u"], "retrieved": ["a"]}]
    exact = (1 / 2 + 2 / 3) / 2
    assert value("context_precision_ids", gold, run) == pytest.approx(exact, abs=1e-15)
    assert value('context_precision_ids(convention="ragas")', gold, run) == pytest.approx(
        7 / 6 / 2.0000000001, abs=1e-15
    )
    assert value('context_precision_ids(convention="ragas_ids")', gold, run) == 0.5
    assert value("context_recall_ids", gold, run) == 2 / 3
    assert value("context_recall_ids(rel=2.0)", gold, run) == 1.0
    perfect = {"q": ["a"]}
    assert value("context_precision_ids", perfect, perfect) == 1.0
    assert value('context_precision_ids(convention="ragas")', perfect, perfect) == 0.9999999999
    assert value("context_precision_ids", perfect, {"q": []}) == 0.0
    assert value('context_precision_ids(convention="ragas")', perfect, {"q": []}) == 0.0
    assert value('context_precision_ids(convention="ragas_ids")', perfect, {"q": []}) is None  # NaN there


def test_questions_without_relevant_documents_count_by_convention():
    gold = {"p": {"a": 1}, "zero": {"a": 0}, "none": {}, "lost": {"a": 1}}
    run = {"p": ["a"], "zero": ["a"], "none": ["a"], "lost": None}
    for name in ("recall", "precision", "success", "reciprocal_rank", "average_precision", "r_precision", "f_score"):
        assert value(name, gold, run) == 0.5, name  # p and lost
        assert value(f'{name}(convention="trec_eval")', gold, run) == 0.5, name  # p and zero
        assert value(f'{name}(convention="ir_measures")', gold, run) == 0.25, name
    assert value("ndcg", gold, run) == 0.5
    assert value('ndcg(convention="trec_eval")', gold, run) == 0.5
    assert value('ndcg(convention="ir_measures")', gold, run) == 0.25
    assert value('ndcg(convention="gdeval")', gold, run) == 1.0  # p
    assert value('expected_reciprocal_rank(convention="gdeval")', gold, run) == 1 / 16
    assert value("judged", gold, run) == 0.5  # p and zero are judged, none and lost are not
    result = oe.score('recall(convention="trec_eval")', gold, run)
    assert (result.n_samples, result.n_ok, result.n_missing, result.n_undefined) == (4, 2, 0, 2)


def test_scores_that_differ_by_less_than_single_precision_are_tied_in_trec_eval():
    gold, run = {"q": ["a"]}, {"q": {"a": 1.00000001, "b": 1.0}}
    assert value("reciprocal_rank", gold, run) == 1.0
    assert value('reciprocal_rank(ties="trec")', gold, run) == 1.0
    assert value('reciprocal_rank(convention="trec_eval")', gold, run) == 0.5


def test_a_convention_fixes_its_rules():
    assert oe.score('ndcg(convention="trec_eval")@5', GOLD, RUN).metric == 'ndcg(convention="trec_eval")@5'
    for fixed in ('ties="given"', 'gain="exp2"', 'average="micro"'):
        with pytest.raises(BadParameter, match="fixes"):
            value(f'ndcg(convention="trec_eval", {fixed})')


def test_gains_must_make_sense():
    with pytest.raises(BadParameter, match="do not fall"):
        value("ndcg(gain={1: 2, 2: 1, 3: 3})")
    with pytest.raises(InputError, match="grade 3 has no gain"):
        value("ndcg(gain={1: 1, 2: 2})")
    assert oe.score("ndcg(gain={1: 1, 2: 2, 3: 3})", GOLD, RUN).value == value('ndcg(gain="linear")')


def test_every_list_of_the_run_can_be_scored():
    gold = {"q": ["a"]}
    for name in ("f_score", "r_precision", "bpref", "judged", "rank_biased_precision", "expected_reciprocal_rank"):
        for of in ("candidates", "contexts"):
            assert value(f'{name}(of="{of}")', gold, {"q": ["a"]}) == value(name, gold, {"q": ["a"]}), name


def test_judged_is_undefined_for_an_empty_list():
    result = oe.score("judged", {"q": ["a"], "p": ["a"], "r": ["a"]}, {"q": [], "p": ["a", "x"], "r": None})
    assert (result.value, result.n_undefined, result.n_missing) == (0.25, 1, 1)


def test_a_question_without_a_row_counts_as_0_by_ragas_ids_and_an_empty_list_is_undefined():
    gold = [{"id": "a", "docs": ["d1"]}, {"id": "b", "docs": ["d2"]}, {"id": "c", "docs": ["d3"]}]
    run = [{"id": "a", "contexts": ["d1"]}, {"id": "c", "contexts": []}]
    found = oe.score('context_precision_ids(convention="ragas_ids")', gold, run)
    assert (found.value, found.n_ok, found.n_missing, found.n_undefined) == (0.5, 1, 1, 1)
