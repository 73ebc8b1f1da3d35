"""Published figures and other tools: GSC+ with a dictionary linker and a fuzzy one, and ir_measures."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import ontoeval as oe
from ontoeval.ontology.relation import Relation
from ontoeval.views.concepts import ConceptMentions

FIELDS = {"id": "doc_id", "query": "text", "tags.split": "split"}


@pytest.fixture(scope="module")
def hpo(reference_data):
    return oe.load(reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz")


@pytest.fixture(scope="module")
def dictionary(reference_data, hpo):
    folder = reference_data / "hpo_gsc_plus"
    return oe.compile(folder / "gold.jsonl", folder / "dict_baseline.jsonl", fields=FIELDS)


@pytest.mark.parametrize(
    ("metric", "tp", "fp", "fn"),
    [
        ("linking_f1", 1052, 177, 1070),  # neleval 3.1.1 strong_link_match
        ("mention_f1", 1119, 110, 1003),  # neleval 3.1.1 strong_mention_match
        ('linking_f1(level="document")', 721, 90, 712),  # neleval 3.1.1 entity_match
    ],
)
def test_dictionary_linker_on_gsc(dictionary, metric, tp, fp, fn):
    """hpo_gsc_plus/neleval_reference.tab (neleval evaluate -m all)."""
    result = oe.evaluate(dictionary, [metric], intervals=False)[metric]
    assert {name: result.sums[name] for name in ("tp", "fp", "fn")} == {"tp": tp, "fp": fp, "fn": fn}
    assert result.value == pytest.approx(2 * tp / (2 * tp + fp + fn), abs=1e-12)
    assert result.n_samples == 228


def test_dictionary_linker_precision_and_recall(dictionary):
    report = oe.evaluate(dictionary, ["linking_precision", "linking_recall", "linking_f1"], intervals=False)
    assert [round(result.value, 3) for result in report] == [0.856, 0.496, 0.628]


@pytest.fixture(scope="module")
def fuzzy(reference_data, hpo):
    """Gold spans of the test split with the concept that fuzzy matching gives: n = 1949 (issue 2)."""
    folder = reference_data / "hpo_gsc_plus"
    samples = oe.read(
        folder / "gold.jsonl", folder / "fuzzy_disambiguation.jsonl", fields=FIELDS, where={"split": "test"}
    )
    return oe.compile(samples, ontology=hpo)


def test_fuzzy_linker_relations(fuzzy):
    """Issue 2; hpo_gsc_plus/hierarchy_reference.txt has the same but for aliases of one concept, exact here."""
    near = ("exact", "parent", "child", "ancestor", "descendant", "sibling")
    pairs = fuzzy.view(ConceptMentions).pairs
    labels = [Relation(number).label for number in pairs.relation]
    assert Counter(label if label in near else "other" for label in labels) == {
        "exact": 1348,
        "parent": 49,
        "child": 48,
        "ancestor": 19,
        "descendant": 57,
        "sibling": 51,
        "other": 377,
    }
    assert len(labels) == 1949


def test_fuzzy_linker_hierarchical_scores(fuzzy):
    """hpo_gsc_plus/hierarchy_reference.txt: micro hP .8572, hR .8677, hF .8624 (root included)."""
    result = oe.evaluate(fuzzy, ["hierarchical_f1"], intervals=False)["hierarchical_f1"]
    assert (round(result.sums["precision"], 4), round(result.sums["recall"], 4)) == (0.8572, 0.8677)
    assert round(result.value, 4) == 0.8624


def random_runs(seed: int) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Graded qrels and runs with ties, documents that nobody judged, empty and missing queries."""
    chance = random.Random(seed)
    qrels, runs = {}, {}
    docs = [f"d{number}" for number in range(30)]
    for query in range(chance.randint(1, 6)):
        judged = chance.sample(docs, chance.randint(1, 15))
        qrels[f"q{query}"] = {doc: chance.choice([0, 0, 1, 1, 2, 3]) for doc in judged}
        qrels[f"q{query}"][judged[0]] = 1  # a query without relevant documents is undefined here, 0 there
        if chance.random() < 0.85:
            ranked = chance.sample(docs, chance.randint(1, 25))
            runs[f"q{query}"] = {doc: chance.randrange(6) / 4 for doc in ranked}  # exact in single precision
    return qrels, runs


@pytest.mark.parametrize("batch", range(4))
def test_retrieval_measures_agree_with_trec_eval(batch):
    """ir_measures 0.4.3 with pytrec_eval-terrier 0.5.11, on 200 runs; a missing query counts 0 in both."""
    ir_measures = pytest.importorskip("ir_measures")
    from ir_measures import RR, R, nDCG

    theirs = {'ndcg(gain="linear", ties="trec")': nDCG, 'ndcg(gain="linear", ties="trec")@5': nDCG @ 5}
    theirs |= {f'recall(ties="trec")@{k}': R @ k for k in (1, 5, 20)}
    theirs |= {f'recall(rel=2.0, ties="trec")@{k}': R(rel=2) @ k for k in (5,)}
    theirs |= {'reciprocal_rank(ties="trec")': RR, 'reciprocal_rank(rel=2.0, ties="trec")': RR(rel=2)}
    provider = ir_measures.pytrec_eval
    compared = 0
    for seed in range(batch * 50, batch * 50 + 50):
        qrels, runs = random_runs(seed)
        report = oe.evaluate(oe.compile(qrels, runs or None), list(theirs), intervals=False) if runs else None
        if report is None:
            continue
        for name, measure in theirs.items():
            expected = {metric.query_id: metric.value for metric in provider.iter_calc([measure], qrels, runs)}
            for item in report.items(name):
                if item["status"] == "undefined":  # rel=2 and no document of grade 2
                    assert "rel=2" in name
                    assert expected.get(item["id"], 0) == 0
                    continue
                assert item["value"] == pytest.approx(expected.get(item["id"], 0.0), abs=1e-9), (seed, name, item)
                compared += 1
    assert compared > 1000


def test_whole_values_agree_with_trec_eval():
    """The mean runs over all queries of the qrels."""
    ir_measures = pytest.importorskip("ir_measures")
    from ir_measures import RR, R, nDCG

    qrels, runs = random_runs(1000)
    qrels |= {f"x{n}": {"d1": 1} for n in range(3)}
    ours = oe.evaluate(
        oe.compile(qrels, runs),
        ['ndcg(gain="linear", ties="trec")', 'recall(ties="trec")@5', 'reciprocal_rank(ties="trec")'],
    )
    theirs = ir_measures.pytrec_eval.calc_aggregate([nDCG, R @ 5, RR], qrels, runs)
    assert [result.value for result in ours] == pytest.approx([theirs[nDCG], theirs[R @ 5], theirs[RR]], abs=1e-9)


def test_random_runs_have_ties_holes_and_missing_queries():
    everything = [random_runs(seed) for seed in range(200)]
    assert sum(len(runs) < len(qrels) for qrels, runs in everything) > 50
    tied = sum(len(set(scores.values())) < len(scores) for _, runs in everything for scores in runs.values())
    assert tied > 300
    assert np.mean([doc in qrels[query] for qrels, runs in everything for query in runs for doc in runs[query]]) < 0.5
