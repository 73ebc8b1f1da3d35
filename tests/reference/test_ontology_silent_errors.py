"""The ten silent wrong answers of other loaders on real files (``spec/ontology.md`` §2.1), none of which is ours."""

from pathlib import Path

import pytest

from ontoeval.errors import FormatMismatch
from ontoeval.ontology import Ontology, load


@pytest.fixture(scope="module")
def folder(reference_data: Path) -> Path:
    return reference_data / "ontologies"


def counts(path: Path) -> tuple[int, int, int]:
    found = load(path).counts
    return found["declared"], found["subclass_asserted"], found["extra_from_intersection_union"]


def test_1_an_html_page_is_not_an_empty_ontology(folder):
    with pytest.raises(FormatMismatch, match="HTML page"):
        load(folder / "awk" / "html_instead.owl")


def test_2_turtle_is_read_whatever_it_holds(folder):
    assert counts(folder / "awk" / "langs.ttl") == (4, 0, 0)
    assert counts(folder / "awk" / "huge_literal.ttl") == (1, 0, 0)


@pytest.mark.parametrize(
    ("file", "expected"), [("wine.rdf", (74, 15, 64)), ("food.owl", (63, 35, 26)), ("ssn.owl", (11, 7, 0))]
)
def test_3_rdf_xml_in_the_style_of_owl_1_has_its_classes_and_edges(folder, file, expected):
    assert counts(folder / file) == expected


def test_4_obsolete_terms_are_kept_and_so_are_their_edges(folder, reference_data):
    hpo = load(reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz")
    assert (hpo.counts["classes_total"], hpo.counts["deprecated"]) == (19484, 450)
    assert load(folder / "hp-go_import.obo").counts["classes_total"] == 2443
    assert load(folder / "pato.obo").counts["classes_total"] == 2661


def test_5_dangling_references_do_not_become_concepts_of_the_file(folder):
    assert load(folder / "uo.obo").counts["classes_total"] == 378
    basic = load(folder / "awk" / "basic.obo")
    assert [x for x in basic.ids if not basic.declared(x)] == ["EX:99"]  # the parent of a term: kept, and flagged
    assert "ontology.undeclared" in {finding.id for finding in basic.warnings}


def test_6_skos_concepts_are_concepts(folder):
    thesaurus = load(folder / "UAT.rdf")
    assert (len(thesaurus), thesaurus.counts["subclass_asserted"]) == (2372, 2645)
    assert len(load(folder / "awk" / "skos.ttl")) == 8


def test_7_rdfs_classes_are_concepts(folder):
    assert counts(folder / "awk" / "rdfs_only.ttl") == (2, 2, 0)
    for suffix in ("ttl", "nq", "jsonld"):
        assert load(folder / f"schemaorg-30.0.{suffix}").counts["declared"] == 1010


def test_8_old_ids_are_one_table_of_aliases_in_every_format(folder):
    obo, owl = load(folder / "go-nucleus.obo"), load(folder / "go-nucleus.owl")
    assert len(obo) == len(owl) == 176
    assert {x: obo.resolve(x).id for x in obo.aliases} == {x: owl.resolve(x).id for x in owl.aliases}
    assert len(obo.aliases) == 28


def test_9_two_published_files_of_one_release_have_two_fingerprints(folder):
    owl, turtle = load(folder / "schemaorg-30.0.owl"), load(folder / "schemaorg-30.0.ttl")
    assert (owl.counts["declared"], turtle.counts["declared"]) == (937, 1010)
    assert owl.fingerprint != turtle.fingerprint


def test_10_repeated_statements_count_once(folder):
    pizza: Ontology = load(folder / "pizza.owl")
    assert pizza.counts["subclass_asserted"] == 84
    assert load(folder / "schemaorg-30.0.owl").counts["subclass_asserted"] == 997
