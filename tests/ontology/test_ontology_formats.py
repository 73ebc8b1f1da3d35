"""Formats beside OBO and RDF: OBO Graphs, OWL/XML, functional syntax, tables, path lists, other libraries' graphs."""

import gzip
import json
import sys

import networkx as nx
import pytest
import rdflib

from ontoeval.errors import BadParameter, FormatMismatch, MissingExtra, ParseError
from ontoeval.ontology import Ontology, load

EX = "http://ex.org/o#"
TURTLE = """@prefix : <http://ex.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://ex.org/o> a owl:Ontology ; owl:versionIRI <http://ex.org/o/1> .
:A a owl:Class ; rdfs:label "animal" .
:B a owl:Class ; rdfs:label "cat" ; rdfs:subClassOf :A , [ a owl:Restriction ; owl:onProperty :eats ;
    owl:someValuesFrom :C ] .
:C a owl:Class ; rdfs:label "mouse" ; rdfs:subClassOf :A ; owl:disjointWith :B .
:D a owl:Class ; owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :B [ a owl:Restriction ;
    owl:onProperty :eats ; owl:someValuesFrom :A ] ) ] .
:eats a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :A ; rdfs:range :A .
"""
FUNCTIONAL = """Prefix(:=<http://ex.org/o#>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://ex.org/o> <http://ex.org/o/1>
Declaration(Class(:A)) Declaration(Class(:B)) Declaration(Class(:C)) Declaration(Class(:D))
Declaration(ObjectProperty(:eats))
AnnotationAssertion(rdfs:label :A "animal")
AnnotationAssertion(rdfs:label :B "cat")
AnnotationAssertion(rdfs:label :C "mouse")
SubClassOf(:B :A)
SubClassOf(:B ObjectSomeValuesFrom(:eats :C))
SubClassOf(:C :A)
DisjointClasses(:B :C)
EquivalentClasses(:D ObjectIntersectionOf(:B ObjectSomeValuesFrom(:eats :A)))
FunctionalObjectProperty(:eats)
ObjectPropertyDomain(:eats :A)
ObjectPropertyRange(:eats :A)
)
"""
GRAPHS = {
    "graphs": [
        {
            "id": "http://ex.org/o",
            "meta": {"version": "http://ex.org/o/1"},
            "nodes": [
                {"id": EX + "A", "type": "CLASS", "lbl": "animal"},
                {"id": EX + "B", "type": "CLASS", "lbl": "cat"},
                {"id": EX + "C", "type": "CLASS", "lbl": "mouse"},
                {"id": EX + "D", "type": "CLASS"},
                {"id": EX + "eats", "type": "PROPERTY", "propertyType": "OBJECT"},
                {"id": EX + "a_synonym_type", "lbl": "no concept"},
            ],
            "edges": [
                {"sub": EX + "B", "pred": "is_a", "obj": EX + "A"},
                {"sub": EX + "C", "pred": "is_a", "obj": EX + "A"},
                {"sub": EX + "B", "pred": EX + "eats", "obj": EX + "C"},
            ],
            "logicalDefinitionAxioms": [
                {
                    "definedClassId": EX + "D",
                    "genusIds": [EX + "B"],
                    "restrictions": [{"propertyId": EX + "eats", "fillerId": EX + "A"}],
                }
            ],
            "domainRangeAxioms": [
                {"predicateId": EX + "eats", "domainClassIds": [EX + "A"], "rangeClassIds": [EX + "A"]}
            ],
        }
    ]
}


def edges(onto: Ontology) -> dict[tuple[str, str], frozenset[str]]:
    return {(a, b): data["relations"] for a, b, data in onto.graph.edges(data=True)}


def check_animals(onto: Ontology) -> None:
    assert onto.ids == load(TURTLE.encode()).ids
    assert edges(onto) == edges(load(TURTLE.encode()))
    assert [onto.label(EX + x) for x in "ABCD"] == ["animal", "cat", "mouse", None]
    assert onto.version == "http://ex.org/o/1"
    eats = onto.properties[EX + "eats"]
    assert (eats.kind, eats.domains, eats.ranges) == ("object", ((EX + "A",),), ((EX + "A",),))


def owl_xml() -> bytes:
    pyhornedowl = pytest.importorskip("pyhornedowl")
    text = pyhornedowl.open_ontology_from_string(FUNCTIONAL, serialization="ofn").save_to_string("owx")
    return text.encode()


# ---- OWL/XML and functional syntax -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["functional", "owlxml"])
@pytest.mark.parametrize("packed", [False, True])
def test_owl_xml_and_functional_syntax_give_the_graph_of_the_turtle_file(form, packed):
    pytest.importorskip("pyhornedowl")
    data = FUNCTIONAL.encode() if form == "functional" else owl_xml()
    onto = load(gzip.compress(data) if packed else data)
    check_animals(onto)
    assert onto.properties[EX + "eats"].characteristics == {"functional"}
    assert onto.disjoint(EX + "D", EX + "C")


def test_the_prefixes_of_functional_syntax_resolve_curies():
    pytest.importorskip("pyhornedowl")
    data = FUNCTIONAL.replace("Prefix(:=", "Prefix(ex:=").replace(" :", " ex:").replace("(:", "(ex:").encode()
    assert load(data).resolve("ex:B").id == EX + "B"


@pytest.mark.parametrize("cut", [200, 500, len(FUNCTIONAL) - 3])
def test_functional_syntax_that_is_cut_off_is_refused(cut):
    pytest.importorskip("pyhornedowl")
    with pytest.raises(ParseError, match="cut off"):
        load(FUNCTIONAL[:cut].encode())


def test_owl_xml_that_is_cut_off_is_refused():
    with pytest.raises(ParseError, match="cut off"):
        load(owl_xml()[:-40])


def test_without_py_horned_owl_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyhornedowl", None)
    with pytest.raises(
        MissingExtra, match=r"functional syntax needs py-horned-owl.*pip install 'ontoeval\[owl\]'"
    ) as found:
        load(FUNCTIONAL.encode())
    assert str(found.value).count("\n") == 0


# ---- OBO Graphs --------------------------------------------------------------------------------------------------


def test_obo_graphs_json_gives_the_graph_of_the_turtle_file():
    onto = load(json.dumps(GRAPHS).encode())
    check_animals(onto)
    assert load(gzip.compress(json.dumps(GRAPHS).encode())).fingerprint == onto.fingerprint


def test_names_old_ids_and_short_names_in_obo_graphs():
    purl = "http://purl.obolibrary.org/obo/"
    reason, replaced, consider = purl + "IAO_0000231", purl + "IAO_0100001", "#consider"
    oio = "http://www.geneontology.org/formats/oboInOwl#"
    nodes = [
        {
            "id": purl + "X_1",
            "type": "CLASS",
            "lbl": "one",
            "meta": {
                "definition": {"val": "The first."},
                "synonyms": [{"pred": "hasExactSynonym", "val": "1"}, {"pred": "hasRelatedSynonym", "val": "uno"}],
                "basicPropertyValues": [{"pred": oio + "hasAlternativeId", "val": "X:9"}],
            },
        },
        {
            "id": purl + "X_2",
            "type": "CLASS",
            "meta": {
                "deprecated": True,
                "basicPropertyValues": [
                    {"pred": replaced, "val": purl + "X_1"}, {"pred": reason, "val": purl + "IAO_0000227"},
                ],
            },
        },
        {
            "id": purl + "X_3",
            "type": "CLASS",
            "meta": {"deprecated": True, "basicPropertyValues": [{"pred": oio + consider[1:], "val": "X:1"}]},
        },
        {
            "id": purl + "BFO_0000050",
            "type": "PROPERTY",
            "lbl": "part of",
            "meta": {"basicPropertyValues": [{"pred": oio + "shorthand", "val": "part_of"}]},
        },
    ]  # fmt: skip
    edge = {"sub": purl + "X_1", "pred": purl + "BFO_0000050", "obj": purl + "X_3"}
    onto = load(json.dumps({"graphs": [{"id": "x", "nodes": nodes, "edges": [edge]}]}).encode())
    assert onto.ids == ("X:1", "X:3")
    assert onto.synonyms("X:1", "exact") == ("1",)
    assert onto.definition("X:1") == "The first."
    assert onto.resolve("X:9").id == onto.resolve("X:2").id == "X:1"
    assert onto.resolve("X:3").status == "ambiguous"
    assert onto.related("X:1") == {"part_of": {"X:3"}}
    assert onto.properties["part_of"].iri == "BFO:0000050"


@pytest.mark.parametrize(
    "data", [b'{"graphs": [{"nodes": [{"type": "CLASS"}]}]}', b'{"graphs": [{"nodes": [{"id": "x",', b'{"graphs": [3]}']
)
def test_broken_obo_graphs_are_refused(data):
    with pytest.raises((ParseError, FormatMismatch)):
        load(data)


# ---- tables, paths, nested sets ----------------------------------------------------------------------------------

TABLE = "id,parent,label,synonyms,definition,deprecated,replaced_by,alt_id\n"


def test_a_table_of_parents():
    onto = load(
        (
            TABLE
            + "1,,animal,beast|creature,Lives.,,,\n"
            + '2,1,"cat, black",,,no,,22\n'
            + "3,1|2,both,,,,,\n"
            + "4,,old,,,true,2,\n"
        ).encode()
    )
    assert onto.ids == ("1", "4", "2", "3")
    assert onto.parents("3") == {"1", "2"}
    assert onto.label("2") == "cat, black"
    assert onto.synonyms("1") == ("beast", "creature")
    assert onto.resolve("22").id == onto.resolve("4").id == "2"


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_tables_with_other_delimiters_and_with_a_byte_order_mark(delimiter, start):
    rows = [["Code", "Parent_ID", "Name"], ["1", "", "a"], ["2", "1", "b"]]
    data = (start + "\r\n".join(delimiter.join(row) for row in rows) + "\r\n").encode()
    for packed in (data, gzip.compress(data)):
        onto = load(packed)
        assert (onto.parents("2"), onto.label("2")) == ({"1"}, "b")


def test_a_broken_table_is_refused_with_its_line():
    with pytest.raises(ParseError, match="no id") as found:
        load((TABLE + "1,,a\n,1,b\n").encode())
    assert found.value.where == "bytes:3"
    with pytest.raises(ParseError, match="table is broken"):
        load(b'id,parent\n1,"2')
    with pytest.raises(FormatMismatch, match="names no column"):
        load(b"first,second\n1,2\n", format="csv")


def test_paths_are_concepts_and_parents_without_a_line_are_added():
    onto = load(b"# categories\nAnimals > Pets\nAnimals > Pets > Cats\nPlants\n")
    assert set(onto.ids) == {"Animals", "Animals > Pets", "Animals > Pets > Cats", "Plants"}
    assert onto.parents("Animals > Pets > Cats") == {"Animals > Pets"}
    assert onto.label("Animals > Pets") == "Pets"
    assert [finding.id for finding in onto.warnings] == ["ontology.path"]


def test_numbered_paths_in_any_order():
    onto = load(b"3 - Animals > Pets > Cats\n1 - Animals\n2 - Animals > Pets\n")
    assert onto.parents("3") == {"2"}
    assert onto.resolve("Animals > Pets").id == "2"
    assert onto.warnings == ()


def test_a_nested_set_whose_intervals_cross_is_refused():
    onto = load(b"1 | [1-6] | a\n  2 | [2-5] | b\n    3 | [3-4] | c\n")
    assert onto.parents("3") == {"2"}
    with pytest.raises(ParseError, match="crosses") as found:
        load(b"1 | [1-4] | a\n 2 | [2-5] | b\n")
    assert found.value.where == "bytes:2"


# ---- graphs of other libraries -----------------------------------------------------------------------------------


def test_an_rdflib_graph():
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    onto = load(graph)
    check_animals(onto)
    assert onto.source == "rdflib graph"
    again = rdflib.Graph().parse(data=TURTLE, format="turtle")  # its blank nodes have other names
    assert load(again).fingerprint == onto.fingerprint
    graph.add((rdflib.URIRef(EX + "B"), rdflib.RDFS.subClassOf, rdflib.URIRef(EX + "C")))
    assert load(graph).fingerprint != onto.fingerprint


def test_an_rdflib_dataset_is_read_with_all_its_graphs():
    dataset = rdflib.Dataset()
    dataset.graph(rdflib.URIRef("urn:g")).parse(data=TURTLE, format="turtle")
    check_animals(load(dataset))


def test_an_ontology_of_owlready2():
    owlready2 = pytest.importorskip("owlready2")
    world = owlready2.World()
    onto = world.get_ontology("http://ex.org/o")
    with onto:
        animal = type("A", (owlready2.Thing,), {})
        cat = type("B", (animal,), {})
    cat.label = ["cat"]
    loaded = load(onto)
    assert loaded.parents("http://ex.org/o#B") == {"http://ex.org/o#A"}
    assert loaded.label("http://ex.org/o#B") == "cat"


def test_a_networkx_graph_takes_the_same_choices():
    graph = nx.DiGraph([("b", "a")])
    graph.add_edge("c", "a", relations={"part_of"})
    assert load(graph, edges_point="to_parent").parents("c") == frozenset()
    assert load(graph, edges_point="to_parent", relations="part_of").parents("c") == {"a"}
    with pytest.raises(BadParameter, match="no axioms"):
        load(graph, edges_point="to_parent", edges="reasoned")


# ---- and out again -----------------------------------------------------------------------------------------------


def test_the_rdf_of_an_ontology_loads_as_the_same_ontology():
    onto = load(TURTLE.encode())
    again = load(onto.to_rdflib())
    assert again.ids == onto.ids
    assert edges(again) == edges(onto)


def test_old_ids_and_synonyms_survive_the_way_through_rdf():
    data = (
        b'[Term]\nid: A:1\nname: one\nalt_id: A:9\nsynonym: "uno" RELATED []\ndef: "First." []\n\n'
        b"[Term]\nid: A:2\nname: two\nis_obsolete: true\nreplaced_by: A:1\n"
    )
    onto = load(data)
    again = load(onto.to_rdflib())
    assert again.ids == onto.ids
    assert (again.label("A:1"), again.synonyms("A:1", "related"), again.definition("A:1")) == (
        "one",
        ("uno",),
        "First.",
    )
    for text in ("A:9", "A:2"):
        assert again.resolve(text) == onto.resolve(text)


def test_sparql_over_any_format():
    onto = load(b"id,parent,label\nex:1,,animal\nex:2,ex:1,cat\n")
    query = """
        SELECT ?label WHERE { ?x rdfs:subClassOf ?parent ; rdfs:label ?label . ?parent rdfs:label "animal" }
    """
    assert [str(row.label) for row in onto.sparql(query)] == ["cat"]
    with pytest.raises(BadParameter, match="broken"):
        onto.sparql("SELECT nonsense")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM <http://ex.org/data> WHERE { ?s ?p ?o }",
        "SELECT * WHERE { SERVICE <http://ex.org/sparql> { ?s ?p ?o } }",
        "SELECT * WHERE { { SELECT * WHERE { ?a ?b ?c . OPTIONAL { SERVICE <http://ex.org/q> { ?s ?p ?o } } } } }",
        "SELECT * WHERE { ?s ?p ?o FILTER EXISTS { SERVICE <http://ex.org/q> { ?s ?p ?o } } }",
    ],
)
def test_sparql_reaches_for_no_other_data(query):
    with pytest.raises(BadParameter, match="nothing is ever fetched"):
        load(TURTLE.encode()).sparql(query)


def test_relative_iris_of_owl_xml_are_relative_to_the_base_and_not_glued_to_the_ontology():
    pytest.importorskip("pyhornedowl", reason="OWL/XML needs the extra owl")
    head = b'<?xml version="1.0"?>\n<Ontology xmlns="http://www.w3.org/2002/07/owl#" '
    body = b'><Declaration><Class IRI="Cat"/></Declaration><Declaration><Class IRI="#Dog"/></Declaration></Ontology>\n'
    based = load(head + b'xml:base="http://ex.org/" ontologyIRI="http://ex.org/o"' + body)
    assert set(based.ids) == {"http://ex.org/Cat", "http://ex.org/#Dog"}
    named = load(head + b'ontologyIRI="http://ex.org/o"' + body)
    assert set(named.ids) == {"http://ex.org/Cat", "http://ex.org/o#Dog"}
