"""What the caller chooses: languages, edges, relations, mappings, schemes, individuals, imports."""

import pytest

from ontoeval.errors import BadParameter, OntologyError, ParseError
from ontoeval.ontology import Ontology, load

PREFIXES = """
@prefix : <http://ex.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix skosxl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix schema: <https://schema.org/> .
"""
EX = "http://ex.org/o#"


def turtle(text: str, **choices: object) -> Ontology:
    return load((PREFIXES + text).encode(), **choices)


def short(ids) -> set[str]:
    return {text.removeprefix(EX) for text in ids}


# ---- languages ---------------------------------------------------------------------------------------------------

LABELS = ':A a owl:Class ; rdfs:label "Katze"@de , "cat"@en-GB , "gato"@es , "felis" .'


@pytest.mark.parametrize(
    ("lang", "label"),
    [
        (("en", None), "felis"),  # exact matches of the list come before regions of a language in it
        (("en",), "cat"),
        ("de", "Katze"),
        (("fr", "es"), "gato"),
        ((None,), "felis"),
        (("pt",), "felis"),
    ],
)
def test_labels_are_in_the_preferred_language_and_the_others_are_synonyms(lang, label):
    onto = turtle(LABELS, lang=lang)
    assert onto.label(EX + "A") == label
    assert {label, *onto.synonyms(EX + "A")} == {"Katze", "cat", "gato", "felis"}
    assert onto.languages == {"": 1, "de": 1, "en-gb": 1, "es": 1}


def test_the_language_is_part_of_the_fingerprint_when_it_is_not_the_default():
    assert turtle(LABELS).fingerprint.endswith(turtle(LABELS).fingerprint[-16:])
    assert turtle(LABELS, lang="de").fingerprint == turtle(LABELS).fingerprint + '+lang=["de"]'


# ---- edges and relations -----------------------------------------------------------------------------------------

PARTS = """
:part_of a owl:ObjectProperty ; rdfs:label "part of" .
:Body a owl:Class . :Hand a owl:Class ; rdfs:subClassOf :Limb ,
    [ a owl:Restriction ; owl:onProperty :part_of ; owl:someValuesFrom :Body ] .
:Limb a owl:Class .
:Finger a owl:Class ; owl:equivalentClass [ owl:intersectionOf ( :Limb
    [ a owl:Restriction ; owl:onProperty :part_of ; owl:someValuesFrom :Hand ] ) ] .
"""


@pytest.mark.parametrize("name", ["part of", "part_of", EX + "part_of"])
def test_relations_are_in_the_hierarchy_on_request_only(name):
    plain, parts = turtle(PARTS), turtle(PARTS, relations=[name])
    assert short(plain.ancestors(EX + "Finger")) == {"Limb"}
    assert plain.related(EX + "Finger") == {EX + "part_of": {EX + "Hand"}}
    assert short(parts.ancestors(EX + "Finger")) == {"Limb", "Hand", "Body"}
    assert parts.provenance["relations_in_hierarchy"] == 2
    assert parts.fingerprint != plain.fingerprint


def test_the_graph_names_the_relation_of_an_edge_that_was_added_to_the_hierarchy():
    graph = turtle(PARTS, relations="part_of").graph
    assert graph.edges[EX + "Hand", EX + "Body"]["relations"] == {EX + "part_of"}
    assert graph.edges[EX + "Hand", EX + "Limb"]["relations"] == {"subclass"}


def test_a_relation_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(BadParameter, match="did you mean part of"):
        turtle(PARTS, relations=["part off"])
    with pytest.raises(BadParameter, match="this ontology has no relations"):
        turtle(":A a owl:Class .", relations=["part_of"])


def test_asserted_edges_leave_out_what_definitions_say():
    assert short(turtle(PARTS, edges="asserted").parents(EX + "Finger")) == set()
    assert short(turtle(PARTS).parents(EX + "Finger")) == {"Limb"}
    with pytest.raises(BadParameter, match="structural, asserted, reasoned"):
        turtle(PARTS, edges="all")


# ---- properties and disjointness ---------------------------------------------------------------------------------


def test_properties_of_owl():
    onto = turtle(
        """
        :A a owl:Class . :B a owl:Class .
        :has a owl:ObjectProperty , owl:TransitiveProperty , owl:AsymmetricProperty , owl:InverseFunctionalProperty ;
            rdfs:label "has"@en , "hat"@de ; rdfs:domain :A , [ owl:unionOf ( :A :B ) ] ; rdfs:range :B ;
            owl:inverseOf :of ; rdfs:subPropertyOf :relates .
        :of a owl:ObjectProperty . :relates a owl:ObjectProperty ; owl:equivalentProperty :linked .
        :linked a owl:ObjectProperty .
        :age a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:range <http://www.w3.org/2001/XMLSchema#int> .
        :old a owl:AnnotationProperty ; owl:deprecated true .
        """
    )
    has, of, age, old = (onto.properties[EX + name] for name in ("has", "of", "age", "old"))
    assert has.label == "has"
    assert has.domains == ((EX + "A",), (EX + "A", EX + "B"))
    assert (has.ranges, has.parents, has.inverses) == (((EX + "B",),), (EX + "relates",), (EX + "of",))
    assert has.characteristics == {"transitive", "asymmetric", "inverse_functional"}
    assert of.inverses == (EX + "has",)
    assert onto.properties[EX + "linked"].equivalents == (EX + "relates",)
    assert (age.kind, age.characteristics) == ("data", {"functional"})
    assert age.ranges == (("http://www.w3.org/2001/XMLSchema#int",),)
    assert (old.kind, old.deprecated) == ("annotation", True)


def test_domains_of_schema_org_are_alternatives():
    onto = turtle(
        ":A a rdfs:Class . :B a rdfs:Class . "
        ":p a <http://www.w3.org/1999/02/22-rdf-syntax-ns#Property> ; schema:domainIncludes :A , :B ."
    )
    assert onto.properties[EX + "p"].domains == ((EX + "A", EX + "B"),)
    assert onto.properties[EX + "p"].kind == "property"


def test_properties_of_obo():
    onto = load(
        b"[Term]\nid: X:1\nname: one\n\n[Typedef]\nid: part_of\nname: part of\nxref: BFO:0000050\nis_transitive: true\n"
        b"inverse_of: has_part\nis_a: overlaps ! overlaps\ndomain: X:1\nrange: X:1\n\n"
        b"[Typedef]\nid: has_part\nname: has part\n\n[Typedef]\nid: seen\nis_metadata_tag: true\nis_obsolete: true\n"
    )
    part_of = onto.properties["part_of"]
    assert (part_of.iri, part_of.label, part_of.parents) == ("BFO:0000050", "part of", ("overlaps",))
    assert (part_of.domains, part_of.ranges, part_of.characteristics) == ((("X:1",),), (("X:1",),), {"transitive"})
    assert onto.properties["has_part"].inverses == ("part_of",)
    assert (onto.properties["seen"].kind, onto.properties["seen"].deprecated) == ("annotation", True)


@pytest.mark.parametrize(
    "statement",
    [
        ":A owl:disjointWith :B .",
        "[] a owl:AllDisjointClasses ; owl:members ( :A :B :U ) .",
        ":U owl:disjointUnionOf ( :A :B ) .",
        ":A owl:disjointWith [ owl:unionOf ( :B :U ) ] .",
        ":A rdfs:subClassOf [ owl:complementOf :B ] .",
        ":A owl:equivalentClass [ owl:complementOf :B ] .",
    ],
)
def test_told_disjointness_is_inherited(statement):
    onto = turtle(
        ":A a owl:Class . :B a owl:Class . :U a owl:Class . :C a owl:Class ; rdfs:subClassOf :A . "
        ":D a owl:Class ; rdfs:subClassOf :B . :E a owl:Class ; rdfs:subClassOf :C , :D . " + statement
    )
    a, b, c, d, e, u = (EX + name for name in "ABCDEU")
    assert onto.disjoint(a, b)
    assert onto.disjoint(d, c)
    assert onto.disjoint(e, e)  # below both: it can have no instance
    assert not onto.disjoint(c, c)
    assert not onto.disjoint(c, a)
    assert onto.disjoint(b, u) == ("AllDisjointClasses" in statement)


def test_members_of_one_union_are_not_disjoint_from_each_other():
    onto = turtle(":A a owl:Class ; owl:disjointWith [ owl:unionOf ( :B :C ) ] . :B a owl:Class . :C a owl:Class .")
    assert onto.disjoint(EX + "A", EX + "C")
    assert not onto.disjoint(EX + "B", EX + "C")


def test_disjoint_from_in_obo():
    onto = load(b"[Term]\nid: X:1\nname: 1\ndisjoint_from: X:2\n\n[Term]\nid: X:2\nname: 2\n")
    assert onto.disjoint("X:1", "X:2")


# ---- SKOS --------------------------------------------------------------------------------------------------------

THESAURUS = """
:s a skos:ConceptScheme . :t a skos:ConceptScheme .
:A a skos:Concept ; skos:topConceptOf :s ; skos:prefLabel "a" ; skos:exactMatch <http://other.org/1> .
:B a skos:Concept ; skos:inScheme :s ; skos:broaderTransitive :A ; skos:altLabel "bee" ; skos:hiddenLabel "bb" .
:C a skos:Concept ; skos:inScheme :t ; skos:exactMatch :B ; owl:sameAs <http://other.org/3> .
:D a skos:Concept ; skosxl:prefLabel [ skosxl:literalForm "dee"@en ] ; skosxl:altLabel [ skosxl:literalForm "d" ] .
"""


def test_schemes_can_be_listed_and_chosen():
    onto = turtle(THESAURUS)
    assert onto.schemes == {EX + "s": 2, EX + "t": 1}
    assert short(turtle(THESAURUS, scheme=EX + "s").ids) == {"A", "B"}
    with pytest.raises(BadParameter, match="no concept is in"):
        turtle(THESAURUS, scheme=EX + "x")


def test_labels_of_skos_and_of_its_extension():
    onto = turtle(THESAURUS)
    assert onto.synonyms(EX + "B", "exact") == ("bee",)
    assert onto.synonyms(EX + "B", "hidden") == ("bb",)
    assert (onto.label(EX + "D"), onto.synonyms(EX + "D")) == ("dee", ("d",))


def test_mappings_are_aliases_on_request_only():
    assert turtle(THESAURUS).resolve("http://other.org/1").status == "absent"
    onto = turtle(THESAURUS, same=["exact_match", "same_as"])
    assert (onto.resolve("http://other.org/1").id, onto.resolve("http://other.org/1").status) == (EX + "A", "alias")
    assert onto.resolve("http://other.org/3").id == EX + "C"
    assert short(onto.equivalents(EX + "B")) == {"C"}
    assert turtle(THESAURUS, same="exact_match").resolve("http://other.org/3").id is None
    with pytest.raises(BadParameter, match="exact_match, same_as"):
        turtle(THESAURUS, same="closeMatch")


# ---- individuals -------------------------------------------------------------------------------------------------


def test_individuals_are_concepts_on_request():
    text = ":Wine a owl:Class . :Merlot a :Wine , owl:NamedIndividual . :Tokyo a owl:NamedIndividual . :x a :Unknown ."
    assert short(turtle(text).ids) == {"Wine"}
    onto = turtle(text, individuals=True)
    assert short(onto.ids) == {"Wine", "Merlot", "Tokyo"}
    assert short(onto.parents(EX + "Merlot")) == {"Wine"}


# ---- imports -----------------------------------------------------------------------------------------------------

UPPER = PREFIXES + '<http://ex.org/upper> a owl:Ontology . :Top a owl:Class ; rdfs:label "top" .'
MIDDLE = PREFIXES + (
    "<http://ex.org/middle> a owl:Ontology ; owl:imports <http://ex.org/upper> , <http://ex.org/main> . "
    ':Mid a owl:Class ; rdfs:subClassOf :Top ; owl:equivalentClass [ owl:unionOf ( :Low ) ] . :Low rdfs:label "low" .'
)
MAIN = PREFIXES + (
    '<http://ex.org/main> a owl:Ontology ; owl:versionInfo "7" ; owl:imports <http://ex.org/middle> . '
    ":Low a owl:Class ; rdfs:subClassOf :Mid . :Mid rdfs:label 'middle' ."
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "upper.ttl").write_text(UPPER, encoding="utf-8")
    (tmp_path / "middle.owl").write_text(MIDDLE, encoding="utf-8")
    (tmp_path / "main.ttl").write_text(MAIN, encoding="utf-8")
    return tmp_path


def check_imported(onto: Ontology) -> None:
    assert short(onto.ancestors(EX + "Low")) == {"Mid", "Top"}
    assert [onto.label(EX + x) for x in ("Top", "Mid", "Low")] == ["top", "middle", "low"]
    assert onto.version == "7"
    assert onto.warnings == ()
    assert onto.counts["undeclared"] == 0


def test_imports_come_from_a_folder_by_the_name_of_the_file(folder):
    check_imported(load(folder / "main.ttl", imports=folder))
    assert load(folder / "main.ttl", imports=folder).fingerprint != load(folder / "main.ttl").fingerprint


def test_imports_come_from_a_catalog(folder):
    (folder / "catalog-v001.xml").write_text(
        '<?xml version="1.0"?>\n<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">\n'
        '<group><uri id="1" name="http://ex.org/middle" uri="there/m.ttl"/></group>\n'
        '<uri name="http://ex.org/upper" uri="upper.ttl"/><uri name="http://ex.org/main" uri="main.ttl"/>\n'
        '<uri name="http://ex.org/x" uri="http://ex.org/x.owl"/></catalog>',
        encoding="utf-8",
    )
    (folder / "there").mkdir()
    (folder / "middle.owl").rename(folder / "there" / "m.ttl")
    check_imported(load(folder / "main.ttl", imports=folder / "catalog-v001.xml"))
    check_imported(load(folder / "main.ttl", imports=folder))


def test_imports_come_from_a_table(folder):
    files = {
        f"http://ex.org/{name}": folder / file for name, file in (("middle", "middle.owl"), ("upper", "upper.ttl"))
    }
    check_imported(load(folder / "main.ttl", imports=files | {"http://ex.org/main": folder / "main.ttl"}))


def test_imports_that_are_not_found_are_a_warning_each(folder):
    (folder / "upper.ttl").unlink()
    onto = load(folder / "main.ttl", imports=folder)
    assert {finding.id for finding in onto.warnings} == {"ontology.import", "ontology.undeclared"}
    unread = next(f for f in onto.warnings if f.id == "ontology.import")
    assert "http://ex.org/upper of http://ex.org/middle was not read" in str(unread)


def test_an_import_that_is_broken_is_named(folder):
    (folder / "upper.ttl").write_text(UPPER[:-20], encoding="utf-8")
    with pytest.raises(ParseError) as found:
        load(folder / "main.ttl", imports=folder)
    assert "upper.ttl" in str(found.value.where)


def test_a_missing_folder_and_a_broken_catalog_are_refused(folder):
    with pytest.raises(OntologyError, match="no such folder"):
        load(folder / "main.ttl", imports=folder / "none")
    (folder / "c.xml").write_text('<!DOCTYPE x [<!ENTITY a "b">]><catalog/>', encoding="utf-8")
    with pytest.raises(ParseError, match="DOCTYPE"):
        load(folder / "main.ttl", imports=folder / "c.xml")
    (folder / "c.xml").write_text("<catalog>", encoding="utf-8")
    with pytest.raises(ParseError, match="broken"):
        load(folder / "main.ttl", imports=folder / "c.xml")


def test_prefixes_of_the_caller_resolve_curies():
    onto = turtle(":A a owl:Class .", prefixes={"zoo": EX})
    assert onto.resolve("zoo:A").id == EX + "A"
