"""Published figures of linking on GSC+: candidates, spans, ids before and after resolution."""

from __future__ import annotations

import pytest

import ontoeval as oe

FIELDS = {"id": "doc_id", "query": "text", "tags.split": "split"}


@pytest.fixture(scope="module")
def fuzzy(reference_data):
    """Gold spans of the test split with ten fuzzy candidates each: 1949 mentions."""
    folder = reference_data / "hpo_gsc_plus"
    return oe.compile(
        oe.read(folder / "gold.jsonl", folder / "fuzzy_disambiguation.jsonl", fields=FIELDS, where={"split": "test"}),
        ontology=oe.load(reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz"),
    )


@pytest.fixture(scope="module")
def dictionary(reference_data):
    folder = reference_data / "hpo_gsc_plus"
    return oe.compile(folder / "gold.jsonl", folder / "dict_baseline.jsonl", fields=FIELDS)


@pytest.mark.parametrize(("k", "expected"), [(1, 0.6916), (2, 0.7173), (3, 0.7322), (5, 0.7553), (10, 0.7978)])
def test_candidate_recall_of_fuzzy_matching(fuzzy, k, expected):
    """hpo_gsc_plus/hierarchy_reference.txt; equal scores rank in the order of the file."""
    result = oe.evaluate(fuzzy, [f"candidate_recall@{k}"], intervals=False)[f"candidate_recall@{k}"]
    assert round(result.value, 4) == expected
    assert result.sums["den"] == 1949


def test_accuracies_and_ceiling_of_fuzzy_matching(fuzzy):
    """1348 of 1949 first candidates are right, 1555 of 1949 mentions have a right one among ten."""
    names = ["in_kb_accuracy", "disambiguation_accuracy", "linking_f1", "candidate_ceiling@10", "mention_f1"]
    values = [result.value for result in oe.evaluate(fuzzy, names, intervals=False)]
    assert values[:3] == [pytest.approx(1348 / 1949)] * 3
    assert values[3] == pytest.approx(0.7978, abs=5e-5)
    assert values[4] == 1.0


def test_candidates_near_the_gold_concept_are_more(fuzzy):
    """Of the 601 wrong first candidates 49 are parents and 48 children (hierarchy_reference.txt): one edge away."""
    name = "candidate_recall(within=1)@1"
    result = oe.evaluate(fuzzy, [name], intervals=False)[name]
    assert result.sums["num"] == 1348 + 49 + 48


def test_spans_of_a_dictionary_linker(dictionary):
    """hpo_gsc_plus/neleval_reference.tab, strong_mention_match: P 1119 / 1229, R 1119 / 2122."""
    names = ["mention_precision", "mention_recall", "disambiguation_accuracy"]
    values = [result.value for result in oe.evaluate(dictionary, names, intervals=False)]
    assert values == [pytest.approx(1119 / 1229), pytest.approx(1119 / 2122), pytest.approx(1052 / 1119)]


def test_averages_over_documents(dictionary):
    """neleval's macro average over documents: P .768, R .480, F .570; it gives 0 where a document has no prediction."""
    names = [f'linking_{part}(convention="neleval", average="macro")' for part in ("precision", "recall", "f1")]
    values = [round(result.value, 3) for result in oe.evaluate(dictionary, names, intervals=False)]
    assert values == [0.768, 0.480, 0.570]


def test_weak_match_finds_more_than_strong_match(dictionary):
    """No published figure: each kind of match allows all pairs of the one before it."""
    names = ["mention_f1", 'mention_f1(match="iou", iou=0.8)', 'mention_f1(match="iou")', 'mention_f1(match="weak")']
    found = [result.sums["tp"] for result in oe.evaluate(dictionary, names, intervals=False)]
    assert found == sorted(found)
    assert found[0] == 1119
    assert found[-1] > 1119
