"""What a file says literally, in every format: the statements that loading mends, and the lines of concepts."""

import json

import pytest

from ontoeval.ontology import check, load
from ontoeval.ontology.facts import SELF_LOOPS, read_facts, read_lines

OBO = "http://purl.obolibrary.org/obo/"


def node(identifier: str, label: str, **more: object) -> dict[str, object]:
    return {"id": OBO + identifier, "lbl": label, "type": "CLASS", **more}


def graphs(*nodes: dict[str, object], edges: tuple[tuple[str, str], ...] = ()) -> bytes:
    written = [{"sub": OBO + a, "pred": "is_a", "obj": OBO + b} for a, b in edges]
    return json.dumps({"graphs": [{"nodes": nodes, "edges": written}]}, indent=1).encode()


FUNCTIONAL = b"""Prefix(:=<http://ex.org/>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Ontology(<http://ex.org/o>
Declaration(Class(:Cat))
Declaration(Class(:Dog))
AnnotationAssertion(rdfs:label :Cat "cat")
AnnotationAssertion(rdfs:label :Cat "house cat")
AnnotationAssertion(owl:deprecated :Dog "yes")
SubClassOf(:Dog :Dog)
)
"""
OWL_XML = b"""<?xml version="1.0"?>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://ex.org/" ontologyIRI="http://ex.org/o">
<Prefix name="rdfs" IRI="http://www.w3.org/2000/01/rdf-schema#"/>
<Declaration><Class IRI="Cat"/></Declaration>
<Declaration><Class IRI="Dog"/></Declaration>
<SubClassOf><Class IRI="Dog"/><Class IRI="Dog"/></SubClassOf>
<AnnotationAssertion><AnnotationProperty abbreviatedIRI="rdfs:label"/><IRI>Cat</IRI><Literal>cat</Literal>
</AnnotationAssertion>
<AnnotationAssertion><AnnotationProperty abbreviatedIRI="rdfs:label"/><IRI>Cat</IRI><Literal>house cat</Literal>
</AnnotationAssertion>
</Ontology>
"""


def found(source: bytes, *only: str) -> dict[str, str]:
    report = check(source, only=only)
    assert report.skipped == {}
    return {finding.id: finding.subjects[0] for finding in report.findings}


def test_obo_graphs_tells_self_loops_second_labels_and_odd_values():
    source = graphs(
        node("A_1", "cat"), node("A_1", "house cat"), node("A_2", "dog", meta={"deprecated": "yes"}),
        edges=(("A_1", "A_1"),),
    )  # fmt: skip
    assert found(source, "ONT106", "ONT207", "ONT303") == {"ONT106": "A:1", "ONT207": "A:2", "ONT303": "A:1"}


def test_obo_graphs_tells_individuals_domains_and_ranges():
    content = json.loads(graphs(node("A_1", "person"), node("A_2", "city")))
    (graph,) = content["graphs"]
    graph["nodes"] += [
        {"id": OBO + "A_3", "type": "INDIVIDUAL", "lbl": "Ada"},
        {"id": OBO + "A_2", "type": "INDIVIDUAL"},
    ]
    graph["edges"] = [
        {"sub": OBO + "A_3", "pred": "type", "obj": OBO + "A_2"},
        {"sub": OBO + "A_3", "pred": OBO + "A_9", "obj": OBO + "A_2"},
    ]
    graph["domainRangeAxioms"] = [{"predicateId": OBO + "A_9", "domainClassIds": [OBO + "A_1"]}]
    assert found(json.dumps(content).encode(), "ONT112", "ONT403") == {"ONT112": "A:2", "ONT403": "A:3"}


def test_a_genus_is_no_asserted_parent_in_any_format_nor_in_a_loaded_ontology():
    content = json.loads(graphs(node("A_1", "pet"), node("A_2", "cat"), node("A_3", "tom"), edges=(("A_3", "A_2"),)))
    content["graphs"][0]["edges"].append({"sub": OBO + "A_2", "pred": "is_a", "obj": OBO + "A_1"})
    content["graphs"][0]["logicalDefinitionAxioms"] = [
        {"definedClassId": OBO + "A_3", "genusIds": [OBO + "A_1"], "restrictions": []}
    ]
    source = json.dumps(content).encode()
    assert check(source, only=["ONT109"]).passed == ("ONT109",)
    assert check(load(source), only=["ONT109"]).passed == ("ONT109",)


@pytest.mark.parametrize("source", [FUNCTIONAL, OWL_XML], ids=["functional", "owlxml"])
def test_functional_syntax_and_owl_xml_tell_self_loops_and_second_labels(source):
    pytest.importorskip("pyhornedowl", reason="OWL/XML and functional syntax need the extra owl")
    expected = {"ONT106": "http://ex.org/Dog", "ONT303": "http://ex.org/Cat"}
    assert found(source, "ONT106", "ONT303") == expected
    assert "ONT207" not in check(source).skipped


def test_a_table_tells_self_loops_and_says_what_it_cannot_tell():
    report = check(b"id,label,parent\nA:1,cat,A:1\nA:2,dog,A:1\n", only=["ONT106", "ONT207", "ONT303"])
    assert [finding.subjects for finding in report.findings] == [("A:1",)]
    assert set(report.skipped) == {"ONT207", "ONT303"}
    assert all("table: " in reason for reason in report.skipped.values())


def test_a_loaded_ontology_lacks_what_only_its_file_says():
    report = check(load(b"[Term]\nid: A:1\nname: cat\nis_a: A:1\n"), only=["ONT106"])
    assert report.skipped["ONT106"] == "it needs the statements of the file, and only the loaded ontology is at hand"


# ---- lines --------------------------------------------------------------------------------------------------------

RDF_XML = b"""<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY ex "http://ex.org/"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"
 xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xml:base="http://ex.org/">
<owl:Class rdf:about="&ex;Cat">
 <rdfs:subClassOf rdf:resource="http://ex.org/Dog"/>
</owl:Class>
<owl:Class rdf:about="Dog"/>
<owl:Class rdf:ID="Cow"/>
</rdf:RDF>
"""
TURTLE = b"""@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Cat a owl:Class ; rdfs:subClassOf
:Dog .
# a remark
<http://ex.org/Dog> a owl:Class .
"""


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (RDF_XML, {"Cat": 5, "Dog": 8, "#Cow": 9}),
        (TURTLE, {"Cat": 3, "Dog": 6}),
        (FUNCTIONAL, {"Cat": 5, "Dog": 6}),
        (OWL_XML, {"Cat": 4, "Dog": 5}),
    ],
    ids=["rdfxml", "turtle", "functional", "owlxml"],
)
def test_concepts_have_the_line_at_which_they_start(source, lines):
    pytest.importorskip("pyhornedowl", reason="OWL/XML and functional syntax need the extra owl")
    assert read_facts(source, load(source)).lines == {"http://ex.org/" + name: line for name, line in lines.items()}


def test_nodes_of_obo_graphs_have_their_line():
    source = graphs(node("A_1", "cat"), node("A_2", "dog"))
    lines = read_facts(source, load(source)).lines
    rows = source.decode().split("\n")
    assert list(lines) == ["A:1", "A:2"]
    assert [OBO in rows[line - 1] for line in lines.values()] == [True, True]
    assert lines == {"A:1": 6, "A:2": 11}


def test_json_ld_has_no_lines_since_an_id_may_be_a_mere_mention():
    source = b'{"@id": "http://ex.org/Cat", "@type": "http://www.w3.org/2002/07/owl#Class"}'
    facts = read_facts(source, load(source))
    assert (facts.lines, SELF_LOOPS in facts.lacks) == ({}, False)


def test_lines_alone_are_those_of_terms(tmp_path):
    file = tmp_path / "a.obo"
    text = "[Term]\nid: A:1 ! one\nname: id: A:9\n\n[Typedef]\nid: A:7\n\n[Term]\nid: A:2\nis_a: A:1\n"
    for ends in ("\n", "\r\n"):
        file.write_text(text, encoding="utf-8", newline=ends)
        assert read_lines(file, load(file)) == {"A:1": 2, "A:2": 9}
        assert read_facts(file, load(file)).lines == {"A:1": 2, "A:2": 9}
