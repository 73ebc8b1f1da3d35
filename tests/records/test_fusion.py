"""Fusion of rankings: published figures, figures by hand, and what must not change anything."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontoeval.errors import BadParameter, RecordError, UsageError
from ontoeval.records.fusion import normalized, reciprocal_ranks, weighted_scores
from ontoeval.records.transform import fuse

DENSE = ["d3", "d7", "d1", "d4", "d2", "d9", "d10"]
SPARSE = ["d2", "d3", "d8", "d1", "d11", "d4", "d6"]

documents = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


def rounded(fused: dict[str, float], digits: int = 5) -> dict[str, float]:
    return {doc: round(score, digits) for doc, score in fused.items()}


def test_reciprocal_ranks_of_the_handbook():
    """spec/core.md 4: d3 .03252, d2 .03178, d1 .03150, d4 .03078, d7 .01613."""
    fused = rounded(reciprocal_ranks([DENSE, SPARSE]))
    assert list(fused.items())[:5] == [
        ("d3", 0.03252),
        ("d2", 0.03178),
        ("d1", 0.0315),
        ("d4", 0.03078),
        ("d7", 0.01613),
    ]


def test_document_of_one_ranking_gets_nothing_from_the_other():
    """1 / 63 = .015873."""
    assert round(reciprocal_ranks([DENSE, SPARSE])["d8"], 6) == 0.015873


def test_weights_of_reciprocal_ranks():
    """2 / 61 and 1 / 61: by hand .032787, .016393."""
    assert rounded(reciprocal_ranks([["a"], ["b"]], weights=[2, 1]), 6) == {"a": 0.032787, "b": 0.016393}


@given(st.lists(documents, min_size=2, max_size=4), st.randoms())
def test_order_of_the_rankings_does_not_matter(rankings, chance):
    shuffled = chance.sample(rankings, len(rankings))
    assert list(reciprocal_ranks(shuffled).items()) == list(reciprocal_ranks(rankings).items())


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.integers(-1000, 1000), min_size=1),
    st.dictionaries(st.sampled_from("abcdefgh"), st.integers(-1000, 1000), min_size=1),
)
def test_change_of_scores_that_keeps_their_order_changes_nothing_by_ranks(dense, sparse):
    """Cubes and doubles of whole numbers keep order and ties exactly."""
    plain = fuse({"q": dense}, {"q": sparse}).rankings["q"]
    changed = fuse(
        {"q": {doc: score**3 for doc, score in dense.items()}}, {"q": {doc: 2 * s + 7 for doc, s in sparse.items()}}
    ).rankings["q"]
    assert list(changed.items()) == list(plain.items())


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("min_max", {"a": 1.0, "b": 0.5, "c": 0.0}),
        ("sum", {"a": 0.666667, "b": 0.333333, "c": 0.0}),
        ("z_score", {"a": 1.224745, "b": 0.0, "c": -1.224745}),  # sqrt(3/2)
    ],
)
def test_normalization_by_hand(how, expected):
    assert rounded(normalized({"a": 9.0, "b": 5.0, "c": 1.0}, how), 6) == expected


@pytest.mark.parametrize(("how", "value"), [("min_max", 1.0), ("sum", 0.5), ("z_score", 0.0)])
def test_equal_scores_are_no_division_by_zero(how, value):
    assert normalized({"a": 3.0, "b": 3.0}, how) == {"a": value, "b": value}
    assert normalized({}, how) == {}


def test_missing_document_after_z_scores():
    """d is in one ranking only. Lowest: (-1.224745 + 1) / 2; zero: (0 + 1) / 2, which puts it above b."""
    dense, sparse = {"a": 9.0, "b": 5.0, "c": 1.0}, {"d": 2.0, "b": 1.0}
    lowest = weighted_scores([dense, sparse], normalize="z_score")
    zero = weighted_scores([dense, sparse], normalize="z_score", missing="zero")
    assert round(lowest["d"], 6) == -0.112372
    assert zero["d"] == 0.5
    assert (zero["b"], lowest["b"]) == (-0.5, -0.5)


def test_all_weight_on_one_ranking_keeps_its_order():
    fused = weighted_scores([{"a": 0.1, "b": 0.9}, {"a": 7.0, "c": 8.0}], [1, 0])
    assert list(fused) == ["b", "a", "c"]  # a and c both have 0, and c is in no ranking that counts


def test_ties_fall_by_best_rank_then_by_id():
    assert list(reciprocal_ranks([["b"], ["a"]])) == ["a", "b"]
    assert list(weighted_scores([{"z": 1.0, "y": 0.0, "x": 0.0}])) == ["z", "y", "x"]


@pytest.mark.parametrize(
    "call",
    [
        lambda: reciprocal_ranks([["a"]], k=0),
        lambda: reciprocal_ranks([["a"]], k=float("nan")),
        lambda: reciprocal_ranks([["a"], ["b"]], weights=[1]),
        lambda: reciprocal_ranks([["a"]], weights=[-1]),
        lambda: weighted_scores([{"a": 1.0}], [0]),
        lambda: weighted_scores([{"a": 1.0}], normalize="max"),
        lambda: weighted_scores([{"a": 1.0}], missing="mean"),
        lambda: fuse({"q": ["a"]}, {"q": ["b"]}, method="borda"),
        lambda: fuse({"q": ["a"]}, {"q": ["b"]}, depth=0),
    ],
)
def test_parameters_that_mean_nothing_are_refused(call):
    with pytest.raises(BadParameter, match=r"is not allowed|weights for"):
        call()


def test_one_run_is_nothing_to_fuse():
    with pytest.raises(UsageError, match="1 run to fuse"):
        fuse({"q": ["a"]})


def test_question_that_a_run_lacks_is_fused_of_the_others_and_counted():
    found = fuse({"q1": ["a"], "q2": ["b"]}, {"q1": ["a"]})
    assert rounded(found.rankings["q2"], 6) == {"b": 0.016393}
    (finding,) = found.findings
    assert (finding.id, finding.where, finding.count) == ("fusion.missing", "run 2", 1)
    assert "q2" in finding.got


def test_hit_that_a_ranking_holds_twice():
    with pytest.raises(RecordError, match="hit 'a' is ranked twice"):
        fuse({"q": ["a", "b", "a"]}, {"q": ["b"]})
    found = fuse({"q": ["a", "b", "a"]}, {"q": ["b"]}, duplicates="first")
    assert rounded(found.rankings["q"], 6) == {"b": 0.032522, "a": 0.016393}  # 1/62 + 1/61, 1/61
    assert [finding.id for finding in found.findings] == ["ranking.duplicate"]


def test_every_ranking_without_scores_is_listed():
    with pytest.raises(RecordError) as error:
        fuse({"q1": ["a"], "q2": ["a"]}, {"q1": {"a": 1}, "q2": {"a": 1}}, method="weighted")
    assert error.value.total == 2
    assert "method='rrf'" in str(error.value)


def test_scores_that_are_not_finite_are_refused(tmp_path):
    run = tmp_path / "run.jsonl"
    run.write_text('{"id": "q", "retrieved": {"a": NaN}}\n')
    with pytest.raises(RecordError, match=r"run.jsonl:1 run.retrieved"):
        fuse(run, {"q": ["a"]})


def test_hits_keep_what_was_written_beside_their_score(tmp_path):
    run = tmp_path / "run.jsonl"
    hit = {"id": "a#1", "doc": "a", "text": "t", "score": 3.0}
    run.write_text(json.dumps({"id": "q", "retrieved": [hit]}) + "\n")
    (row,) = fuse(run, {"q": ["a#1", "b"]}, depth=1).rows()
    (only,) = row["retrieved"]
    assert round(only.pop("score"), 6) == 0.032787  # 2 / 61
    assert only == {"id": "a#1", "doc": "a", "text": "t"}
