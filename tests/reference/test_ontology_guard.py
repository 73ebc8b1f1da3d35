"""Checks, diffs and their impact on real ontologies; figures from data/ontologies and spec/ontology.md §5.2."""

import json
import shutil
import time

import numpy as np
import pytest

import ontoeval as oe
from ontoeval.errors import OntoevalError, OntologyError
from ontoeval.ontology import inside
from ontoeval.ontology.exports import FORMATS, render
from ontoeval.ontology.exports.graphml import read_graphml

needs_java = pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java: reasoning was not tested")


@pytest.fixture(scope="module")
def ontologies(reference_data):
    return reference_data / "ontologies"


@pytest.fixture(scope="module")
def hpo(reference_data):
    return reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz"


@pytest.fixture(scope="module")
def schema_org(ontologies):
    return oe.ontology.diff(ontologies / "schemaorg-29.0.owl", ontologies / "schemaorg-30.0.owl")


def test_schema_org_29_to_30_changes_what_the_specification_counts(schema_org):
    counts = schema_org.counts()
    assert counts["added"] == 15
    assert len({change.concept for change in schema_org.of("DIF07")}) == 12
    assert counts["DIF09"] == 20
    assert counts["DIF08"] == 7
    assert [counts[code] for code in ("DIF01", "DIF02", "DIF03", "DIF04", "DIF05", "DIF06")] == [0] * 6
    labels = {change.label for change in schema_org.of("DIF13")}
    assert labels == {"EducationalOccupationalCredential"}


def test_schema_org_without_a_virtual_root_moves_a_similarity_by_two_thirds(schema_org):
    """The specification's .667: without a virtual root, concepts below different roots have similarity 0."""
    values = []
    for onto in (schema_org.old, schema_org.new):
        mass, other = "https://schema.org/Mass", "https://schema.org/Intangible"
        codes = onto.encode([mass, other])
        _, deepest = onto.hierarchy.common(codes[:1], codes[1:], onto.hierarchy.depth)
        shared = max(float(deepest[0]), 0.0)
        values.append(2 * shared / (onto.depth(mass) + onto.depth(other)))
    assert values == [pytest.approx(2 / 3), 0.0]


def test_schema_org_moves_similarities_though_nothing_is_removed(schema_org):
    """1.6 % of all pairs; the specification counts 53 of 4,000 random ones (1.3 %)."""
    old, new = schema_org.old, schema_org.new
    names = np.array(sorted(set(old.ids) & set(new.ids)))
    first, second = np.repeat(names, len(names)).tolist(), np.tile(names, len(names)).tolist()
    before = old.similarities(old.encode(first), old.encode(second))["wu_palmer"]
    after = new.similarities(new.encode(first), new.encode(second))["wu_palmer"]
    moved = np.abs(after - before)
    assert (moved > 0).mean() == pytest.approx(0.0156, abs=0.0001)
    assert moved.max() == pytest.approx(11 / 21)  # 18/21 → 7/21, with a virtual root above the roots
    touched = {change.concept for change in schema_org.of("DIF08", "DIF09")}
    for place in np.flatnonzero(moved).tolist():
        assert {first[place], second[place]} & touched


def test_every_moved_similarity_of_schema_org_is_attributed(schema_org):
    rows = [
        {"id": f"q{n}", "gold": {"concepts": [one]}, "run": {"concepts": [other]}}
        for n, one in enumerate(schema_org.old.ids)
        for other in ["https://schema.org/CreativeWork"]
    ]
    found = oe.impact(schema_org, rows, metrics=["wu_palmer", "hierarchical_f1"])
    for metric in found.metrics:
        assert metric.items
        assert all(cause.startswith("DIF07 https://schema.org/") for item in metric.items for cause in item.causes)
        assert sum(share.effect for share in metric.shares) == pytest.approx(metric.delta, abs=1e-3)
    moved = {
        row["id"] for row in rows if row["gold"]["concepts"][0] in {c.concept for c in schema_org.of("DIF09", "DIF08")}
    }
    assert moved <= set(found.affected)


def test_go_nucleus_loses_one_id_and_renames_one(ontologies):
    diff = oe.ontology.diff(ontologies / "go-nucleus.obo", ontologies / "go-nucleus-modified.obo")
    assert [(change.concept, change.label) for change in diff.of("DIF01")] == [
        ("GO:0033673", "negative regulation of kinase activity")
    ]
    relabelled = diff.of("DIF04", "DIF05", "DIF06")
    assert [(change.code, change.concept, change.label) for change in relabelled] == [
        ("DIF04", "GO:0003824", "catalytic activity")
    ]
    assert 'is called "enzyme activity" now' in relabelled[0].got
    assert [len(diff.of(code)) for code in ("DIF02", "DIF03", "DIF07", "DIF08", "DIF09", "DIF11")] == [0] * 6
    rows = [{"id": concept, "gold": {"concepts": [concept.replace(":", "_")]}} for concept in diff.old.ids]
    found = oe.impact(diff, rows)
    assert {(effect.code, effect.use.row) for effect in found.effects} == {
        ("EVL01", "GO:0033673"), ("EVL03", "GO:0003824"),
    }  # fmt: skip


@pytest.mark.parametrize("other", ["go-nucleus.ttl", "go-nucleus.obo", "go-nucleus.ofn"])
def test_formats_of_one_release_have_no_changes(ontologies, other):
    if other.endswith(".ofn"):
        pytest.importorskip("pyhornedowl")
    diff = oe.ontology.diff(ontologies / "go-nucleus.owl", ontologies / other)
    assert [change for change in diff.changes if change.code != "DIF14"] == []


def test_hpo_is_checked_and_compared_in_seconds(hpo):
    start = time.monotonic()
    report = oe.ontology.check(hpo, scope=["HP:"])
    onto = report.ontology
    found = {finding.id for finding in report.findings}
    assert found == {"ONT110", "ONT203", "ONT306"}
    assert len([f for f in report.findings if f.id == "ONT306"]) == 2585
    assert [f.severity for f in report.findings if f.id not in ("ONT306", "ONT110")] == ["warning"] * 4
    smaller = "\n[Term]".join(stanza for stanza in _text(hpo).split("\n[Term]") if "\nid: HP:0002373\n" not in stanza)
    diff = oe.ontology.diff(onto, oe.load(smaller.encode()))
    assert "HP:0002373" in {change.concept for change in diff.of("DIF01")}
    assert time.monotonic() - start < 60  # about 6 s on an idle machine


def _text(path):
    import gzip

    return gzip.decompress(path.read_bytes()).decode()


def test_gold_of_the_hpo_corpus_against_a_release_without_seizures(reference_data, hpo):
    rows = [json.loads(line) for line in (reference_data / "hpo_gsc_plus" / "gold.jsonl").read_text().splitlines()]
    old = oe.load(hpo)
    smaller = "\n[Term]".join(s for s in _text(hpo).split("\n[Term]") if "\nid: HP:0001250\n" not in s)
    golden = [{"id": str(n), "gold": {"concepts": [m.get("id") for m in _mentions(row)]}} for n, row in enumerate(rows)]
    found = oe.impact(oe.ontology.diff(old, oe.load(smaller.encode())), golden)
    wanted = {
        row["id"] for row in golden if any(c and old.resolve(c).id == "HP:0001250" for c in row["gold"]["concepts"])
    }
    assert {effect.use.row for effect in found.effects if effect.code == "EVL01"} == wanted


def _mentions(row):
    gold = row.get("gold", row)
    return gold.get("mentions") or gold.get("annotations") or gold.get("concepts") or []


def test_pizza_teaches_contradictions_and_is_caught_without_a_reasoner(ontologies):
    report = oe.ontology.check(ontologies / "pizza.owl", only=["ONT401"])
    assert ["CheeseyVegetableTopping" in finding.subjects[0] for finding in report.findings] == [True]


@needs_java
@pytest.mark.parametrize(
    ("file", "unsatisfiable"),
    [
        ("pizza.owl", ["CheeseyVegetableTopping", "IceCream"]),  # what the Protégé tutorial says of them
        ("uvula_unsat.ofn", ["UBERON:0010235"]),  # uvular muscle, in an example file of ROBOT
    ],
)
def test_hermit_finds_the_contradictions_that_these_files_teach(ontologies, file, unsatisfiable):
    pytest.importorskip("owlready2", reason="owlready2 (extra owl) is not installed: reasoning was not tested")
    if file.endswith(".ofn"):
        pytest.importorskip("pyhornedowl", reason="functional syntax needs py-horned-owl (extra owl)")
    report = oe.ontology.check(ontologies / file, only=["ONT402"], reasoner=True)
    assert report.skipped == {}
    names = sorted(finding.subjects[0].rpartition("#")[2] for finding in report.findings)
    assert names == unsatisfiable


def test_the_thesaurus_of_astronomy(ontologies):
    report = oe.ontology.check(ontologies / "UAT.rdf")
    assert {f.id for f in report.findings if f.severity == "error"} == {"ONT305", "SKOS03"}


def test_every_file_of_the_collection_is_checked_or_refused_in_words(ontologies):
    files = [path for path in sorted([*ontologies.iterdir(), *(ontologies / "awk").iterdir()]) if path.is_file()]
    checked = 0
    refused = []
    for path in files:
        try:
            report = oe.ontology.check(path)
        except OntoevalError as error:
            refused.append((path.name, str(error)))
            continue
        checked += 1
        assert all(finding.where and finding.got for finding in report.findings), path.name
        assert not set(report.passed) & (set(report.skipped) | {finding.id for finding in report.findings}), path.name
    assert all(words for _, words in refused)
    assert checked > 60


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("name", ["schemaorg-30.0.owl", "pizza.owl", "go-nucleus.obo", "UAT.rdf", "wine.rdf"])
def test_real_ontologies_come_back_from_every_format(ontologies, name, format_, tmp_path):
    onto = oe.load(ontologies / name)
    text, _ = render(onto, format_)
    if format_ == "graphml":
        (tmp_path / "x.graphml").write_text(text, encoding="utf-8")
        again = oe.load(read_graphml(tmp_path / "x.graphml"), edges_point="to_parent")
    else:
        again = oe.load(text.encode())
    assert set(again.ids) == set(onto.ids)
    for concept in onto.ids:
        same = onto.parents(concept) == again.parents(concept)
        assert same or (format_ == "skos" and onto.equivalents(concept)), concept
        assert (again.label(concept) or "").strip() == (onto.label(concept) or "").strip()
        assert onto.deprecated(concept) == again.deprecated(concept)
    if format_ in ("turtle", "obographs"):
        assert set(inside.edges(again)) == set(inside.edges(onto))
        assert again.aliases == onto.aliases


def test_a_web_page_is_no_ontology(ontologies):
    with pytest.raises(OntologyError):
        oe.ontology.check(ontologies / "awk" / "html_instead.owl")
