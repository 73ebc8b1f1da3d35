"""Published figures of what stands beside linking: clusters of mentions (neleval) and relations (BC5CDR)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ontoeval as oe

#: neleval's names of the measures.
MEASURES = {
    "b_cubed": "b_cubed",
    "b_cubed_plus": "b_cubed_plus",
    "mention_ceaf": "ceaf_m",
    "entity_ceaf": "ceaf_e",
    "muc": "muc",
    "pairwise": "pairwise",
}
RUNS = {
    "hpo_gsc_plus": "dict_baseline.tsv",
    "bc5cdr_sample": "dnorm_baseline.tsv",
    "ncbi_disease": "lookup_baseline.tsv",
}


def documents(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Mentions by document of neleval's format, whose ends are inclusive."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, start, end, concept = line.split("\t")[:4]
        found.setdefault(name, []).append({"start": int(start), "end": int(end) + 1, "id": concept})
    return found


@pytest.fixture(scope="module", params=RUNS)
def folder(request, reference_data):
    return reference_data / request.param


@pytest.fixture(scope="module")
def samples(folder):
    gold, run = documents(folder / "gold.tsv"), documents(folder / RUNS[folder.name])
    everything = {name: gold.get(name, []) for name in gold.keys() | run.keys()}  # documents of the run only count
    gold_rows, run_rows = (
        [{"id": name, "mentions": found} for name, found in side.items()] for side in (everything, run)
    )
    return oe.compile(gold_rows, run_rows)


@pytest.fixture(scope="module")
def published(folder):
    """Precision, recall and F1 by measure: `neleval evaluate -m all -f tab`, neleval 3.1.1."""
    lines = (folder / "neleval_reference.tab").read_text().splitlines()
    return {line.split("\t")[-1]: [float(cell) for cell in line.split("\t")[4:7]] for line in lines[1:]}


@pytest.mark.parametrize("theirs", MEASURES)
def test_clusterings_are_neleval_s_to_three_decimals(samples, published, theirs):
    names = [f'clustering_{part}(measure="{MEASURES[theirs]}", scope="all")' for part in ("precision", "recall", "f1")]
    values = [result.value for result in oe.evaluate(samples, names, intervals=False)]
    assert [round(value, 3) for value in values] == published[theirs]


def test_chemical_induced_disease_relations(reference_data):
    """Official evaluator of BC5CDR 0.0.3, relation CID: 90 / 533 / 33, F .241287 (bc5cdr_sample/SOURCE.md)."""
    folder = reference_data / "bc5cdr_sample" / "data"
    samples = oe.compile(folder / "gold" / "CDR_sample.gold.PubTator", folder / "test" / "CDR_sample.test.CID.PubTator")
    report = oe.evaluate(samples, ["relation_f1", "relation_precision", "relation_recall"], intervals=False)
    assert {name: report["relation_f1"].sums[name] for name in ("tp", "fp", "fn")} == {"tp": 90, "fp": 533, "fn": 33}
    assert [round(result.value, 6) for result in report] == [0.241287, 0.144462, 0.731707]
