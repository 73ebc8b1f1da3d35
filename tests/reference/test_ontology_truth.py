"""Every row of the truth table of published and hand-made ontologies: equal, or refused as stated.

The table was made with two independent RDF parsers and a line parser (``spec/ontology.md`` §0 and §3 of the project's
reference data); nothing in it was computed by the code under test.
"""

import csv
from pathlib import Path

import pytest

from ontoeval.errors import EmptyOntology, FormatMismatch, ParseError, SecurityError
from ontoeval.ontology import Ontology, load

pytest.importorskip("pyhornedowl", reason="OWL/XML and functional syntax need the extra owl")

NOT_COUNTS = {"file", "kind", "expect", "verified", "loaders", "notes"}
TABLE = Path("ontologies") / "truth.tsv"
ELSEWHERE = {"hp.obo": Path("hpo_obo") / "hp-2025-01-16.obo.gz"}

#: What must be refused, and with which error.
REFUSED = {
    "bomb.owl": SecurityError,
    "xxe.owl": SecurityError,
    "broken.ttl": ParseError,
    "cp1252.ttl": ParseError,
    "cp1252_undeclared.owl": ParseError,
    "empty.ttl": EmptyOntology,
    "html_instead.owl": FormatMismatch,
    "truncated.owl": ParseError,
    "truncated.ttl": ParseError,
}
#: Files in an encoding that they do not say: read once the caller names it.
ENCODED = {"cp1252.obo": "cp1252"}
#: Cells of the table that are wrong: column, and what is right.
#: turtle_named.owl: the table says that one class has no label; both have one (``rdfs:label "A"`` and ``"B"``).
#: The three OBO Graphs files: the table's own reader counted nodes without a type as classes. These are
#: ``go#systematic_synonym`` (a synonym type), ``rdfs:isDefinedBy`` and ``go-test#syngo_official_label``, which no edge
#: and no definition uses; pronto, in the same rows, does not count them either (204, 42 and 11).
WRONG_CELLS = {
    "turtle_named.owl": {"missing_label": 0},
    "go-nucleus.json": {"classes_total": 204, "declared": 204, "roots_asserted_only": 4, "roots": 4},
    "ro-base.json": {
        "classes_total": 42, "declared": 42, "roots_asserted_only": 26, "roots": 26, "missing_label": 23,
    },
    "obographs-nucleus.json": {"classes_total": 11, "declared": 11, "roots_asserted_only": 1, "roots": 1},
}  # fmt: skip


def path_of(data: Path, file: str) -> Path:
    if file in ELSEWHERE:
        return data / ELSEWHERE[file]
    made = data / "ontologies" / "awk" / file
    return made if made.exists() else data / "ontologies" / file


@pytest.fixture(scope="module")
def rows(reference_data: Path) -> dict[str, dict[str, str]]:
    with (reference_data / TABLE).open(encoding="utf-8") as stream:
        return {row["file"]: row for row in csv.DictReader(stream, delimiter="\t")}


def test_every_row_is_equal_or_refused_as_stated(reference_data, rows):
    assert len(rows) == 99
    different: dict[str, object] = {}
    for file, row in rows.items():
        path = path_of(reference_data, file)
        if file in REFUSED:
            with pytest.raises(REFUSED[file]):
                load(path)
            continue
        assert row["expect"] == "read", file
        counts = load(path, encoding=ENCODED.get(file)).counts
        expected = {column: int(text) for column, text in row.items() if column not in NOT_COUNTS and text}
        expected |= WRONG_CELLS.get(file, {})
        fields = {
            column: (expected[column], counts[column]) for column in expected if expected[column] != counts[column]
        }
        if fields:
            different[file] = fields
    assert different == {}, "file: {column: (table, ontoeval)}"


def test_what_is_refused_is_what_the_table_refuses(rows):
    assert {file for file, row in rows.items() if row["expect"] == "refuse"} == set(REFUSED)


def test_known_wrong_cells_are_still_those(rows):
    """A mended table must be taken over: every exception differs from what the table says."""
    for file, cells in WRONG_CELLS.items():
        assert all(int(rows[file][column]) != value for column, value in cells.items()), file


def test_files_with_an_encoding_of_their_own_are_read_once_it_is_named(reference_data):
    for file in ("cp1252.ttl", "cp1252_undeclared.owl"):
        onto = load(path_of(reference_data, file), encoding="cp1252")
        assert (onto.counts["classes_total"], onto.counts["subclass_total"]) == (2, 1)
    assert load(path_of(reference_data, "cp1252.obo"), encoding="cp1252").counts["classes_total"] == 1


def test_an_empty_file_is_an_ontology_when_that_is_allowed(reference_data):
    assert len(load(path_of(reference_data, "empty.ttl"), allow_empty=True)) == 0


# ---- one ontology in five formats --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def nucleus(reference_data: Path) -> dict[str, Ontology]:
    folder = reference_data / "ontologies"
    return {suffix: load(folder / f"go-nucleus.{suffix}") for suffix in ("obo", "owl", "ttl", "ofn", "json")}


def hierarchy(onto: Ontology) -> set[tuple[str, str]]:
    return {(a, b) for a, b, data in onto.graph.edges(data=True) if "subclass" in data["relations"]}


def related(onto: Ontology) -> set[tuple[str, str, str]]:
    return {(a, name, b) for a in onto.ids for name, others in onto.related(a).items() for b in others}


@pytest.mark.parametrize("suffix", ["owl", "ttl", "ofn"])
def test_owl_turtle_functional_syntax_and_obo_give_one_graph(nucleus, suffix):
    obo, other = nucleus["obo"], nucleus[suffix]
    assert obo.counts["classes_total"] == 176
    assert other.counts["classes_total"] == 204  # the 28 alternative ids are deprecated classes there
    assert other.ids == obo.ids
    assert other.roots == obo.roots
    assert hierarchy(other) == hierarchy(obo)
    assert other.hierarchy.parents.tolist() == obo.hierarchy.parents.tolist()
    assert [other.label(x) for x in other.ids] == [obo.label(x) for x in obo.ids]
    assert [set(other.synonyms(x)) for x in other.ids] == [set(obo.synonyms(x)) for x in obo.ids]
    assert [other.definition(x) for x in other.ids] == [obo.definition(x) for x in obo.ids]
    assert aliases(other) == aliases(obo)


def aliases(onto: Ontology) -> dict[str, str]:
    return {alias: onto.resolve(alias).id for alias in onto.aliases}


def test_obo_has_relations_that_the_owl_files_do_not_state(nucleus):
    """The OBO file says four things that the OWL files leave out (119 relationships there, 115 restrictions)."""
    more = related(nucleus["obo"]) - related(nucleus["owl"])
    assert related(nucleus["owl"]) <= related(nucleus["obo"])
    assert related(nucleus["ttl"]) == related(nucleus["ofn"]) == related(nucleus["owl"])
    assert len(more) == 4, sorted(more)


def test_obo_graphs_json_lacks_fourteen_of_the_fifty_genus_edges(nucleus):
    """OBO Graphs keeps only definitions of the form genus and differentia, one per class."""
    obo, json = nucleus["obo"], nucleus["json"]
    assert json.ids == obo.ids
    assert json.counts["extra_from_intersection_union"] == 36
    assert hierarchy(json) <= hierarchy(obo)
    assert aliases(json) == aliases(obo)
    assert [json.label(x) for x in json.ids] == [obo.label(x) for x in obo.ids]
    assert obo.counts["extra_from_intersection_union"] - json.counts["extra_from_intersection_union"] == 14
