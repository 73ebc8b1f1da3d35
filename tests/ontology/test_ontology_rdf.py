"""Reading RDF: the same graph from every syntax, and what counts as class and edge."""

import gzip
import io

import pytest
import rdflib

from ontoeval.ontology import Ontology, load

PREFIXES = """
@prefix : <http://ex.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix obo: <http://purl.obolibrary.org/obo/> .
@prefix oio: <http://www.geneontology.org/formats/oboInOwl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
EX = "http://ex.org/o#"

# One ontology, written by hand in Turtle and in OBO.
ANIMALS_TTL = """
obo:ex.owl a owl:Ontology ; owl:versionIRI obo:v1 .
obo:EX_1 a owl:Class ; rdfs:label "animal" .
obo:EX_2 a owl:Class ; rdfs:label "cat" ; rdfs:subClassOf obo:EX_1 ; oio:hasExactSynonym "felid" ;
    obo:IAO_0000115 "A cat." ; oio:hasAlternativeId "EX:7" ;
    rdfs:subClassOf [ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:someValuesFrom obo:EX_1 ] .
obo:BFO_0000050 a owl:ObjectProperty ; oio:shorthand "part_of" .
obo:EX_3 a owl:Class ; rdfs:label "black cat" ; owl:equivalentClass
    [ owl:intersectionOf ( obo:EX_2 [ a owl:Restriction ; owl:onProperty obo:RO_1 ; owl:someValuesFrom obo:EX_1 ] ) ] .
obo:EX_4 a owl:Class ; rdfs:label "old" ; owl:deprecated true ; obo:IAO_0100001 obo:EX_2 .
obo:EX_5 a owl:Class ; owl:deprecated true ; obo:IAO_0000231 obo:IAO_0000227 ; obo:IAO_0100001 obo:EX_1 .
obo:EX_7 a owl:Class ; owl:deprecated "true" ; obo:IAO_0100001 "EX:2" .
obo:EX_8 a owl:Class ; rdfs:label "gone" ; owl:deprecated 1 ; oio:consider "EX:1" , obo:EX_2 .
"""
ANIMALS_OBO = b"""format-version: 1.2
data-version: v1

[Term]
id: EX:1
name: animal
alt_id: EX:5

[Term]
id: EX:2
name: cat
alt_id: EX:7
def: "A cat." []
synonym: "felid" EXACT []
is_a: EX:1
relationship: part_of EX:1

[Term]
id: EX:3
name: black cat
intersection_of: EX:2
intersection_of: RO:1 EX:1

[Term]
id: EX:4
name: old
is_obsolete: true
replaced_by: EX:2

[Term]
id: EX:8
name: gone
is_obsolete: true
consider: EX:1
consider: EX:2
"""


def turtle(text: str) -> Ontology:
    return load((PREFIXES + text).encode())


def edges(onto: Ontology) -> dict[tuple[str, str], frozenset[str]]:
    return {(a, b): data["relations"] for a, b, data in onto.graph.edges(data=True)}


def short(ids: frozenset[str]) -> set[str]:
    return {text.removeprefix(EX) for text in ids}


def same(a: Ontology, b: Ontology) -> None:
    assert a.ids == b.ids
    assert edges(a) == edges(b)
    assert dict(a.graph.nodes(data=True)) == dict(b.graph.nodes(data=True))
    for text in ("EX:5", "EX:7", "EX:4", "EX:8", "EX:6"):
        assert a.resolve(text) == b.resolve(text)


def test_turtle_and_obo_of_one_ontology_give_the_same_concepts_edges_and_aliases():
    same(turtle(ANIMALS_TTL), load(ANIMALS_OBO))


@pytest.mark.filterwarnings("ignore:Assertions on")  # rdflib on lists in pretty XML
@pytest.mark.parametrize("syntax", ["xml", "pretty-xml", "nt", "turtle", "json-ld"])
def test_every_rdf_syntax_gives_the_same_graph(syntax):
    graph = rdflib.Graph().parse(data=PREFIXES + ANIMALS_TTL, format="turtle")
    same(load(graph.serialize(format=syntax, encoding="utf-8")), turtle(ANIMALS_TTL))


def test_named_graphs_are_read_as_one():
    triples = rdflib.Graph().parse(data=PREFIXES + ANIMALS_TTL, format="turtle").serialize(format="nt")
    same(load(triples.replace(" .\n", " <urn:g> .\n").encode()), turtle(ANIMALS_TTL))
    same(turtle("GRAPH <urn:g> {" + ANIMALS_TTL + "}"), turtle(ANIMALS_TTL))


def test_genus_and_restriction_are_told_apart():
    onto = load(ANIMALS_OBO)
    assert edges(onto)["EX:3", "EX:2"] == {"subclass"}
    assert edges(onto)["EX:3", "EX:1"] == {"RO:1"}
    assert onto.provenance == {
        "asserted": 1, "genus": 1, "reasoned": 0, "equivalent": 0, "relations": 2, "relations_in_hierarchy": 0,
    }  # fmt: skip


def test_conjuncts_are_followed_into_nested_intersections():
    onto = turtle(
        ":A a owl:Class . :B a owl:Class . :C a owl:Class . :D a owl:Class ; owl:equivalentClass "
        "[ owl:intersectionOf ( :A [ owl:intersectionOf ( :B [ owl:intersectionOf ( :C ) ] ) ] ) ] ."
    )
    assert short(onto.parents(EX + "D")) == {"A", "B", "C"}


def test_complements_enumerations_and_restrictions_give_no_parent():
    onto = turtle(
        ":A a owl:Class . :B a owl:Class ; rdfs:subClassOf [ owl:complementOf :A ] . "
        ":C a owl:Class ; owl:equivalentClass [ owl:oneOf ( :x :y ) ] . "
        ":D a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom :A ] ."
    )
    assert onto.counts["subclass_total"] == 0
    assert len(onto.roots) == 4


@pytest.mark.parametrize(
    "statement",
    [
        ":U owl:equivalentClass [ owl:unionOf ( :A :B ) ] .",
        ":U owl:unionOf ( :A :B ) .",
        ":U owl:disjointUnionOf ( :A :B ) .",
    ],
)
def test_members_of_a_union_are_its_children(statement):
    onto = turtle(":U a owl:Class . :A a owl:Class . :B a owl:Class . " + statement)
    assert short(onto.children(EX + "U")) == {"A", "B"}


def test_rdfs_classes_count_and_built_in_classes_do_not():
    onto = turtle(
        ":A a rdfs:Class ; rdfs:subClassOf rdfs:Resource , owl:Thing . :B rdfs:subClassOf :A . owl:Thing a owl:Class ."
    )
    assert short(frozenset(onto.ids)) == {"A", "B"}
    assert onto.counts["undeclared"] == 1


def test_equivalent_classes_are_one_node():
    onto = turtle(
        ":A a owl:Class . :B a owl:Class . :C a owl:Class ; rdfs:subClassOf :A . :D a owl:Class . "
        ":A owl:equivalentClass :B . :B rdfs:subClassOf :D ."
    )
    assert short(onto.equivalents(EX + "A")) == {"B"}
    assert short(onto.ancestors(EX + "C")) == {"A", "B", "D"}
    assert short(onto.ancestors(EX + "A")) == {"D"}
    assert onto.relation(EX + "A", EX + "B") == "equivalent"
    assert onto.similarity(EX + "A", EX + "B") == 1.0
    assert (onto.counts["cycles"], onto.counts["cycle_nodes"], onto.counts["eq_pairs"]) == (1, 2, 1)


def test_skos_concepts_take_broader_and_narrower_as_edges():
    onto = turtle(
        """
        :s a skos:ConceptScheme ; skos:hasTopConcept :T .
        :T a skos:Concept ; skos:prefLabel "top"@en ; skos:narrower :N .
        :N a skos:Concept ; skos:altLabel "en"@en ; skos:hiddenLabel "enn" ; skos:definition "x"@en .
        :M skos:broader :N . :X a skos:Concept ; skos:related :T ; skos:broadMatch <http://other.org/1> .
        """
    )
    assert short(frozenset(onto.ids)) == {"T", "N", "M", "X"}
    assert short(onto.ancestors(EX + "M")) == {"N", "T"}
    assert short(frozenset(onto.roots)) == {"T", "X"}
    assert onto.synonyms(EX + "N") == ("en", "enn")
    assert onto.synonyms(EX + "N", "hidden") == ("enn",)
    assert onto.definition(EX + "N") == "x"


@pytest.mark.parametrize(
    ("value", "expected"),
    [("true", True), ('"true"', True), ('"1"^^xsd:boolean', True), ("false", False), ("0", False)],
)
def test_deprecated_is_read_with_any_datatype(value, expected):
    assert turtle(f":A a owl:Class ; owl:deprecated {value} .").deprecated(EX + "A") is expected


def test_a_deprecated_class_type_is_a_deprecated_class():
    assert turtle(":A a owl:DeprecatedClass .").deprecated(EX + "A")


def test_english_labels_come_first_and_the_others_become_synonyms():
    onto = turtle(':A a owl:Class ; rdfs:label "Katze"@de , "cat"@en , "gato"@es-419 , "cat" . :B a owl:Class .')
    assert onto.label(EX + "A") == "cat"
    assert onto.synonyms(EX + "A") == ("Katze", "gato")
    assert onto.label(EX + "B") is None


def test_repeated_statements_count_once_and_self_loops_are_no_edges():
    onto = turtle(":A a owl:Class ; rdfs:subClassOf :A , :B . :A rdfs:subClassOf :B . :B a owl:Class .")
    assert onto.counts["subclass_asserted"] == 1
    assert onto.counts["self_loops"] == 1
    assert short(onto.parents(EX + "A")) == {"B"}


def test_imports_are_reported_and_not_read():
    onto = turtle("<http://ex.org/o> a owl:Ontology ; owl:imports <http://ex.org/missing> . :A a owl:Class .")
    assert [finding.id for finding in onto.warnings] == ["ontology.import"]


def test_the_prefixes_of_the_file_resolve_curies():
    onto = load(b"@prefix ex: <http://ex.org/o#> . ex:A a <http://www.w3.org/2002/07/owl#Class> .")
    assert onto.resolve("ex:A").id == "http://ex.org/o#A"
    assert onto.resolve("EX:A").id == "http://ex.org/o#A"
    assert onto.resolve("<http://ex.org/o#A>").id == "http://ex.org/o#A"


def test_relative_iris_are_resolved_against_the_given_base():
    data = b"@prefix owl: <http://www.w3.org/2002/07/owl#> . <#A> a owl:Class ."
    assert load(data, base_iri="http://ex.org/o").ids == ("http://ex.org/o#A",)
    assert load(data).ids == ("http://base.invalid/#A",)


def test_an_iri_with_a_space_is_read_with_a_warning():
    onto = turtle(":A a owl:Class .\n<http://ex.org/o#bad iri> a owl:Class ; rdfs:subClassOf :A .")
    assert "http://ex.org/o#bad iri" in onto
    assert [(f.id, f.where) for f in onto.warnings] == [("ontology.iri", "bytes:11")]


XML = (
    '<?xml version="1.0"{encoding}?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#">\n'
    '<owl:Class rdf:about="http://ex.org/o#A"><rdfs:label>café</rdfs:label></owl:Class></rdf:RDF>\n'
)


@pytest.mark.parametrize(
    ("declared", "codec"), [("ISO-8859-1", "latin-1"), ("windows-1252", "cp1252"), ("UTF-16", "utf-16")]
)
def test_xml_in_a_declared_encoding_is_converted(declared, codec):
    onto = load(XML.format(encoding=f' encoding="{declared}"').encode(codec))
    assert onto.label(EX + "A") == "café"
    assert [finding.id for finding in onto.warnings] == ["ontology.encoding"]


def test_xml_without_a_declared_encoding_takes_the_one_that_is_given():
    assert load(XML.format(encoding="").encode("cp1252"), encoding="cp1252").label(EX + "A") == "café"


def test_flat_internal_entities_are_allowed():
    data = (
        '<?xml version="1.0"?>\n<!DOCTYPE rdf:RDF [ <!ENTITY ex "http://ex.org/o#"> <!-- fine --> ]>\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#">'
        '<owl:Class rdf:about="&ex;A"/></rdf:RDF>'
    )
    assert load(data.encode()).ids == (EX + "A",)


def test_the_suffix_does_not_matter_and_neither_does_gzip(tmp_path):
    path = tmp_path / "animals.owl"
    path.write_bytes(gzip.compress(ANIMALS_OBO))
    onto = load(path)
    assert onto.ids == load(ANIMALS_OBO).ids
    assert onto.fingerprint == load(ANIMALS_OBO).fingerprint
    assert onto.source == "animals.owl"
    with path.open("rb") as stream:
        assert load(stream).source == "animals.owl"
    assert load(io.BytesIO(ANIMALS_OBO)).ids == onto.ids


@pytest.mark.parametrize(
    "statement",
    ["<urn:a:b> a <http://www.w3.org/2002/07/owl#Class> .", "<A> a <http://www.w3.org/2002/07/owl#Class> .",
     "[] a <http://www.w3.org/2002/07/owl#Ontology> . <urn:x> a <http://www.w3.org/2002/07/owl#Class> .",
     "# a comment\n\n<urn:x>\n  a\n  <http://www.w3.org/2002/07/owl#Class> ."],
)  # fmt: skip
def test_turtle_without_prefixes_is_recognised(statement):
    assert len(load(statement.encode())) == 1


def test_a_byte_order_mark_before_turtle_is_dropped():
    assert len(load(b"\xef\xbb\xbf" + (PREFIXES + ":A a owl:Class .").encode())) == 1
