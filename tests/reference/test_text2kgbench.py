"""Text2KGBench, Vicuna-13B: every published cell, gold against itself, and what the published scores do not show."""

import csv
import time

import pytest

import ontoeval as oe
from ontoeval.evaluation.tables import table
from ontoeval.evaluation.tables.triple_text2kgbench import OFFICIAL, rows

#: Data set, split, answers, and what the benchmark's configuration lists twice.
CONFIGURATIONS = {
    "wikidata": ("wikidata_tekgen", "test", "llm_responses", ()),
    "wikidata, unseen": ("wikidata_tekgen", "unseen", "unseen/llm_responses", ()),
    "dbpedia": ("dbpedia_webnlg", "test", "llm_responses", ("1_university",)),
}


def compiled(reference_data, name):
    data, split, answers, _ = CONFIGURATIONS[name]
    folder = reference_data / "text2kgbench" / data
    form = f'text2kgbench(split="{split}")'
    return oe.compile(oe.read(folder, folder / "baselines" / "Vicuna-13B" / answers, gold_format=form))


@pytest.fixture(scope="module")
def tables(reference_data):
    """The table of each configuration, and the CPU seconds that reading and scoring all of them took."""
    start = time.process_time()
    found = {name: rows(compiled(reference_data, name), twice=rest[-1]) for name, rest in CONFIGURATIONS.items()}
    return found, time.process_time() - start


@pytest.fixture(scope="module")
def published(reference_data):
    with (reference_data / "text2kgbench" / "reference.tsv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_published_cell(tables, published, name):
    """As the script prints them, with two decimals."""
    data, split, *_ = CONFIGURATIONS[name]
    ours = {(row["ontology"], row["type"]): row for row in tables[0][name]}
    wanted = [row for row in published if (row["dataset"], row["split"]) == (data, split)]
    assert len(wanted) == {"wikidata": 21, "wikidata, unseen": 11, "dbpedia": 21}[name]
    for row in wanted:
        mine = ours[row["ontology"], row["row_type"]]
        cells = {column: f"{mine[column]:.2f}" for column in OFFICIAL}
        assert cells == {column: row[column] for column in OFFICIAL}, row["ontology"]


def test_without_punkt_one_cell_differs(reference_data, monkeypatch, published):
    """19_film's OH, which the specification of the benchmark's reproduction names."""
    monkeypatch.setitem(__import__("sys").modules, "punkt", None)
    found = {name: rows(compiled(reference_data, name), twice=rest[-1]) for name, rest in CONFIGURATIONS.items()}
    differing = set()
    for name, (data, split, *_) in CONFIGURATIONS.items():
        ours = {(row["ontology"], row["type"]): row for row in found[name]}
        for row in published:
            if (row["dataset"], row["split"]) == (data, split):
                mine = ours[row["ontology"], row["row_type"]]
                differing |= {
                    (row["ontology"], column, row[column], f"{mine[column]:.2f}")
                    for column in OFFICIAL
                    if f"{mine[column]:.2f}" != row[column]
                }
    assert differing == {("19_film", "OH", "0.19", "0.20")}


@pytest.mark.parametrize(
    ("name", "precision", "recall", "f1"),
    [("wikidata", 0.143, 0.302, 0.194), ("dbpedia", 0.151, 0.275, 0.195)],
)
def test_nothing_filtered_over_all_triples(tables, name, precision, recall, f1):
    """Figures of an independent script that compares part by part and drops nothing."""
    whole = tables[0][name][-1]
    assert (round(whole["precision"], 3), round(whole["recall"], 3), round(whole["f1"], 3)) == (precision, recall, f1)


def test_missing_answers_are_counted(tables):
    """9_nature lacks 134 of 474 answers, 10_culture 3 of 159: official OC and RH of 9_nature do not add up to 1."""
    found = {row["ontology"]: row for row in tables[0]["wikidata"] if row["type"] == "all_test_cases"}
    assert [(found[name]["sentences"], found[name]["answered"]) for name in ("9_nature", "10_culture")] == [
        (474, 340),
        (159, 156),
    ]
    assert found["9_nature"]["OC"] + found["9_nature"]["RH"] == pytest.approx(340 / 474)


@pytest.mark.parametrize(("name", "official", "conformance"), [("wikidata", 0.375, 0.403), ("dbpedia", 1.0, 1.0)])
def test_gold_against_itself(reference_data, name, official, conformance):
    """Upstream .375 and .403 on wikidata, since relations with spaces never match; 1 here."""
    gold, run = [], []
    for sample in compiled(reference_data, name).samples:
        gold.append({"id": sample.id, "query": sample.query, "triples": sample.gold.triples, "tags": sample.tags})
        gold[-1]["vocabulary"] = sample.vocabulary
        run.append({"id": sample.id, "triples": sample.gold.triples})
    whole = table("triple_text2kgbench", oe.compile(gold, run))[-1]
    assert (round(whole["F1"], 3), round(whole["OC"], 3)) == (official, conformance)
    assert whole["precision"] == whole["recall"] == whole["f1"] == whole["f1_macro"] == 1.0


def test_dbpedia_ontology_in_owl_checks_what_the_labels_cannot(reference_data):
    """With the ontology as OWL, its labels are the vocabulary; types are not emitted, so kinds are hardly known."""
    folder = reference_data / "text2kgbench" / "dbpedia_webnlg"
    gold, run = (next(folder.rglob(name)) for name in ("ont_19_film_ground_truth.jsonl", "19_film_*responses.jsonl"))
    samples = oe.compile(oe.read(gold, run), ontology=oe.load(folder / "ontologies" / "owl" / "ont_19_film.ttl"))
    names = ['triple_conformance(check="predicate")', 'triple_check_coverage(check="domain")', "triple_conformance"]
    found = oe.evaluate(samples, names, intervals=False)
    by_json = {row["ontology"]: row for row in rows(compiled(reference_data, "dbpedia"))}["19_film"]
    assert found[names[0]].value == pytest.approx(by_json["conformance"])
    assert found[names[1]].value < 0.05
