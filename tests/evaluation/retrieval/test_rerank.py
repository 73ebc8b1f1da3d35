"""Gain of a reranker on identical candidates: figures by hand, and sets that differ."""

from __future__ import annotations

import math

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError, RecordError

GOLD = [{"id": f"q{number}", "docs": ["g"]} for number in range(40)]


def rows(before: list[str], after: list[str], n: int = 40) -> list[dict]:
    return [{"id": f"q{number}", "candidates": before, "retrieved": after} for number in range(n)]


def test_gain_by_hand():
    """g from rank 3 to 1: nDCG 1 - 1/log2(4) = .5, reciprocal rank 1 - 1/3, precision@1 1."""
    found = oe.retrieval.rerank_gain(GOLD, rows(["a", "b", "g", "c"], ["g", "a", "b", "c"]))
    delta = {change.metric: change.paired.delta for change in found.comparison.changes}
    assert delta == {
        "ndcg@10": pytest.approx(0.5),
        "reciprocal_rank@10": pytest.approx(2 / 3),
        "precision@1": pytest.approx(1.0),
    }
    assert found.comparison["ndcg@10"].verdict == "better"
    assert (found.n_compared, found.differing) == (40, [])


def test_gain_at_the_depth_of_the_application():
    """At depth 2 the reranker never saw g, at rank 3 of the log."""
    run = rows(["a", "b", "g", "c"], ["b", "a"])
    assert oe.retrieval.rerank_gain(GOLD, run, depth=2).comparison["ndcg@10"].paired.delta == 0.0
    with pytest.raises(RecordError, match="40 questions were not reranked"):
        oe.retrieval.rerank_gain(GOLD, run)


def test_candidates_are_cut_by_their_scores():
    run = [{"id": row["id"], "candidates": {"a": 0.1, "g": 0.9, "b": 0.5}, "retrieved": ["b", "g"]} for row in GOLD]
    found = oe.retrieval.rerank_gain(GOLD, run, depth=2, metrics=["reciprocal_rank@2"])
    assert found.comparison["reciprocal_rank@2"].paired.delta == -0.5


def test_differing_sets_are_listed_or_left_out():
    run = rows(["a", "g"], ["g", "a"])
    run[3]["retrieved"] = ["g", "new"]
    run[5]["retrieved"] = ["g"]
    run[7]["candidates"] = None
    with pytest.raises(RecordError) as error:
        oe.retrieval.rerank_gain(GOLD, run)
    assert error.value.total == 3
    found = oe.retrieval.rerank_gain(GOLD, run, differing="leave out")
    assert [finding.got for finding in found.differing] == [
        "1 hits are no candidates: new",
        "1 candidates are lost: a",
        "no candidates",
    ]
    assert found.n_compared == found.comparison.n_common == 37


def test_hits_cut_off_below_the_last_rank_of_the_metrics_may_be_absent():
    run = rows(["a", "b", "g"], ["g", "a"])
    found = oe.retrieval.rerank_gain(GOLD, run, metrics=["ndcg@2"])
    assert found.comparison["ndcg@2"].paired.delta == 1.0
    with pytest.raises(RecordError):
        oe.retrieval.rerank_gain(GOLD, run, metrics=["ndcg@3"])
    with pytest.raises(RecordError):
        oe.retrieval.rerank_gain(GOLD, run, metrics=["ndcg"])


def test_failed_run_counts_on_both_sides():
    """39 questions gain 1, one has no run: 39 / 40."""
    found = oe.retrieval.rerank_gain(GOLD, rows(["a", "g"], ["g", "a"], 39), metrics=["precision@1"])
    assert found.comparison["precision@1"].paired.delta == pytest.approx(0.975)


def test_interval_holds_the_gain():
    """Half of the questions gain 1 - 1/log2(3)."""
    run = [
        {"id": f"q{n}", "candidates": ["a", "g"], "retrieved": ["g", "a"] if n % 2 else ["a", "g"]} for n in range(40)
    ]
    paired = oe.retrieval.rerank_gain(GOLD, run, metrics=["ndcg@10"]).comparison["ndcg@10"].paired
    gain = (1 - 1 / math.log2(3)) / 2
    assert paired.delta == pytest.approx(gain)
    assert 0 < paired.interval.low < gain < paired.interval.high


def test_what_cannot_be_used():
    run = rows(["a"], ["a"])
    with pytest.raises(BadParameter, match=r"does not look at run.retrieved"):
        oe.retrieval.rerank_gain(GOLD, run, metrics=['ndcg(of="contexts")'])
    with pytest.raises(BadParameter, match=r"does not look at run.retrieved"):
        oe.retrieval.rerank_gain(GOLD, run, metrics=["linking_f1"])
    with pytest.raises(BadParameter, match="depth=0"):
        oe.retrieval.rerank_gain(GOLD, run, depth=0)
    with pytest.raises(BadParameter, match="differing="):
        oe.retrieval.rerank_gain(GOLD, run, differing="ignore")
    with pytest.raises(InputError, match="no question has the same hits"):
        oe.retrieval.rerank_gain(GOLD, rows(["a"], ["b"]), differing="leave out")
