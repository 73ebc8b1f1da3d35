"""Advice from verdicts on the tutorial set, and win rates at equal lengths."""

from pathlib import Path

import numpy as np
import pytest

import ontoeval as oe
from ontoeval.evaluation.advice_answers import RULES, answers
from ontoeval.evaluation.length_control import length_controlled_win_rate
from ontoeval.evaluation.tables import table
from ontoeval.views.judged import Pairs

JUDGED = Path(__file__).parents[2] / "fixtures" / "tutorial" / "judged.jsonl"


@pytest.fixture(scope="module")
def samples():
    return oe.compile(oe.read(JUDGED))


def test_each_planted_fault_is_laid_to_its_stage(samples):
    found = {row["stage"]: row["ids"] for row in answers(samples)}
    assert found == {
        "retrieval": ["retrieval-miss"],
        "rerank": ["ranking"],
        "grounding": ["hallucination", "ranking"],
        "answer": ["drift"],
    }


def test_advice_names_its_evidence(samples):
    rerank = next(row for row in answers(samples) if row["stage"] == "rerank")
    assert rerank["evidence"] == (
        "1 of 6 questions with low context_precision and high context_recall; "
        "there on average context_precision 0.33; context_recall 1.00."
    )
    assert "Rerank" in rerank["action"]


def test_without_verdicts_there_is_no_such_advice():
    rows = [{"id": "q", "gold": {"answers": ["a"]}, "run": {"answer": "a"}}]
    assert list(answers(oe.compile(rows))) == []
    assert len(RULES) == 4


def test_unsupported_claims_are_listed_with_their_failure(samples):
    rows = [(row["id"], row["failure"]) for row in table("claim_failures", samples) if row["repetition"] == 0]
    assert rows == [("hallucination", "fabrication"), ("ranking", "fabrication")]


def test_rejected_entities_are_listed():
    found = [{"text": "Oslo", "how": "absent"}, {"text": "Bergen", "how": "literal"}]
    rows = [{"id": "q", "run": {"answer": "Oslo, Bergen"}, "annotations": {"entity_grounding": found}}]
    assert table("rejected_entities", oe.compile(rows)) == [{"id": "q", "entity": "Oslo", "concept": None}]


def pairs(chance, n, *, level, slope):
    """Pairs that are won with log-odds level + slope * tanh of the difference in length."""
    rows = []
    for number in range(n):
        extra = int(chance.integers(-20, 21))
        won = chance.random() < 1 / (1 + np.exp(-(level + slope * np.tanh(extra / 12))))
        first, second = ("first", "second") if won else ("second", "first")
        orders = [{"first": "answer", "winner": first}, {"first": "other", "winner": second}]
        run = {"answer": "word " * (30 + extra), "other_answer": "word " * 30}
        rows.append({"id": str(number), "run": run, "annotations": {"preference": [{"fields": {"orders": orders}}]}})
    return oe.compile(rows)


def test_a_judge_that_likes_length_only_leaves_one_half_at_equal_lengths():
    control = length_controlled_win_rate(pairs(np.random.default_rng(0), 2000, level=0.0, slope=2.0).view(Pairs))
    assert control.controlled == pytest.approx(0.5, abs=0.04)
    assert control.effect == pytest.approx(2.0, abs=0.35)


def test_a_better_answer_keeps_its_win_rate_at_equal_lengths():
    """Log-odds 1 are .731."""
    control = length_controlled_win_rate(pairs(np.random.default_rng(1), 2000, level=1.0, slope=0.0).view(Pairs))
    assert control.controlled == pytest.approx(0.731, abs=0.04)
    assert control.win_rate == pytest.approx(0.731, abs=0.04)


def test_few_pairs_are_not_controlled():
    compiled = pairs(np.random.default_rng(2), 5, level=0.0, slope=0.0)
    (row,) = table("preferences", compiled)
    assert row["length_controlled_win_rate"] is None
    assert row["reason"] == "fewer than 20 pairs"
    assert row["first_place_wins"] + row["second_place_wins"] == 10


def test_a_judge_that_always_prefers_one_side_is_finite():
    control = length_controlled_win_rate(pairs(np.random.default_rng(3), 50, level=50.0, slope=0.0).view(Pairs))
    assert control.win_rate == 1.0
    assert 0.99 < control.controlled < 1.0
