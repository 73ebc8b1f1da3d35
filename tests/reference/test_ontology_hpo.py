"""The human phenotype ontology, release 2025-01-16, with the HPO GSC+ corpus and a fuzzy string matcher as the run.

Expected values: hpo_gsc_plus/hierarchy_reference.txt (computed with independent code) and the loader's truth table.
"""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from ontoeval.ontology import Ontology, Relation, load


@pytest.fixture(scope="module")
def hpo(reference_data: Path) -> Ontology:
    return load(reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz")


@pytest.fixture(scope="module")
def pairs(reference_data: Path, hpo: Ontology):
    folder = reference_data / "hpo_gsc_plus"

    def mentions(name: str) -> dict[str, list[dict]]:
        rows = map(json.loads, (folder / name).read_text(encoding="utf-8").splitlines())
        return {row["doc_id"]: row["mentions"] for row in rows if row["split"] == "test"}

    gold, run = mentions("gold.jsonl"), mentions("fuzzy_disambiguation.jsonl")
    ids = [(g["id"], r["id"]) for doc in run for g, r in zip(gold[doc], run[doc], strict=True)]
    return hpo.encode([g for g, _ in ids]), hpo.encode([r for _, r in ids])


def names(numbers: np.ndarray) -> Counter:
    return Counter(Relation(number).label for number in numbers)


def test_concepts_and_old_ids(hpo):
    assert hpo.counts["classes_total"] == 19484
    assert hpo.counts["subclass_asserted"] == 23392
    assert hpo.counts["deprecated"] == 450
    assert hpo.counts["alt_ids"] == 3832
    assert hpo.roots == ("HP:0000001",)
    assert hpo.label("HP:0001250") == "Seizure"
    assert hpo.resolve("HP:0004715").id == "HP:0000003"  # alt_id of multicystic kidney dysplasia
    assert hpo.resolve("http://purl.obolibrary.org/obo/HP_0000057").id == "HP:0008665"  # replaced_by


def test_relations_from_the_root_of_the_ontology(hpo, pairs):
    found = names(hpo.relations(*pairs))
    other = found.pop("cousin") + found.pop("same_branch")
    assert found == {"exact": 1348, "parent": 49, "child": 48, "ancestor": 19, "descendant": 57, "sibling": 51}
    assert other == 377


def test_relations_below_phenotypic_abnormality(hpo, pairs):
    found = names(hpo.relations(*pairs, roots=["HP:0000118"]))
    assert (found["cousin"], found["same_branch"], found["unrelated"]) == (4, 143, 230)
    assert found["sibling"] == 51


def test_hierarchical_overlap(hpo, pairs):
    indptr = np.arange(len(pairs[0]) + 1)
    both, n_pred, n_gold = hpo.hierarchy.set_overlap(indptr, pairs[0], indptr, pairs[1])
    assert (both.sum(), n_pred.sum(), n_gold.sum()) == (16887, 19701, 19462)


# ---- the same corpus, annotated in 2017 and re-issued with today's ids ---------------------------------------------


@pytest.fixture(scope="module")
def original(reference_data: Path) -> list[tuple[str, str, str]]:
    """(document, text, id) of the 2017 annotations."""
    rows = []
    for path in sorted((reference_data / "hpo_gsc_plus_original" / "Annotations").iterdir()):
        for line in path.read_text(encoding="utf-8").splitlines():
            _, rest = line.split("\t", 1)
            concept, text = rest.split(" | ", 1)
            rows.append((path.name, text.strip(), concept.strip()))
    return rows


def test_313_of_2773_gold_ids_of_2017_are_not_live_today(hpo, original):
    statuses = Counter(hpo.resolve(concept).status for _, _, concept in original)
    assert len(original) == 2773
    assert statuses["live"] == 2460
    assert sum(statuses.values()) - statuses["live"] == 313
    # HP:0002744 only suggests another term (``consider``), but that term claims it as its alt_id: an alias too.
    assert statuses == {"live": 2460, "alias": 312, "replaced": 1}


def test_resolution_makes_both_issues_of_the_corpus_agree(reference_data, hpo, original):
    today = {}
    for line in (reference_data / "hpo_gsc_plus" / "gold.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for mention in row["mentions"]:
            text = row["text"][mention["start"] : mention["end"]]
            today.setdefault((row["doc_id"], text), mention["id"])
    pairs = [(concept, today[doc, text]) for doc, text, concept in original if (doc, text) in today]
    assert len(pairs) == 2149
    assert sum(old.replace("_", ":") == new for old, new in pairs) == 1930
    assert sum(hpo.resolve(old).id == hpo.resolve(new).id for old, new in pairs) == 2149
