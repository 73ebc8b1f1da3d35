"""Checks of emitted triples: vocabulary, kinds of subject and object, groups, literals, and the right alternative."""

from __future__ import annotations

from typing import Any

import pytest

import ontoeval as oe
from ontoeval.views.triples.checks import Verdict
from ontoeval.views.triples.emitted import EmittedTriples
from ontoeval.views.triples.predicates import Predicates
from ontoeval.views.triples.signatures import fits_datatype, signatures

EX = "http://ex.org/"
#: A film is directed by persons; actors are persons; persons and works exclude each other, places do not.
OWL = b"""
@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix s: <https://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person a owl:Class ; rdfs:label "person" ; owl:disjointWith :Work . :Work a owl:Class ; rdfs:label "work" .
:Actor a owl:Class ; rdfs:subClassOf :Person . :Film a owl:Class ; rdfs:subClassOf :Work ; rdfs:label "film" .
:Place a owl:Class ; rdfs:label "place" . :Studio a owl:Class ; rdfs:subClassOf :Place , :Company .
:Company a owl:Class . :Bleach a owl:Class ; rdfs:subClassOf :Film ; rdfs:label "Bleach" .
:involves a owl:ObjectProperty ; rdfs:domain :Work .
:director a owl:ObjectProperty ; rdfs:range :Person ; rdfs:label "film director" ; rdfs:subPropertyOf :involves .
:directed a owl:ObjectProperty ; owl:inverseOf :made_by .
:made_by a owl:ObjectProperty ; rdfs:domain :Work ; rdfs:range :Person .
:made_at a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:range :Place , :Company .
:about a owl:ObjectProperty ; s:domainIncludes :Work , :Place .
:title a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:range xsd:string .
:released a owl:DatatypeProperty ; rdfs:range xsd:gYear .
:seal a owl:ObjectProperty , owl:InverseFunctionalProperty .
:part_of a owl:ObjectProperty , owl:IrreflexiveProperty , owl:AsymmetricProperty .
:inside a owl:ObjectProperty ; rdfs:subPropertyOf :part_of .
:note a owl:AnnotationProperty .
"""
KINDS = {"Ann": "Person", "Act": "Actor", "Film1": "Film", "Rome": "Place", "Cinecitta": "Studio", "Odd": "nowhere"}


@pytest.fixture(scope="module")
def onto() -> Any:
    return oe.load(OWL)


def emit(*triples: tuple[str, str, str], offered: dict[str, list[str]] | None = None, **more: Any) -> dict[str, Any]:
    """A run's triples with the types of `KINDS`."""
    rows = []
    for head, relation, tail in triples:
        row = {"head": head, "relation": EX + relation if not offered else relation, "tail": tail}
        rows.append(row | {"head_type": KINDS.get(head), "tail_type": KINDS.get(tail)} | more)
    return {"id": "q", "triples": rows}


def typed(row: dict[str, Any]) -> dict[str, Any]:
    """The types as ids of the ontology."""
    for triple in row["triples"]:
        for name in ("head_type", "tail_type"):
            if triple[name] and not triple[name].startswith(("http:", "nowhere")):
                triple[name] = EX + triple[name]
    return row


def view_of(row: dict[str, Any], onto: Any, gold: dict[str, Any] | None = None) -> EmittedTriples:
    return oe.compile([{"id": "q", **(gold or {})}], [typed(row)], ontology=onto).view(EmittedTriples)


def faults(onto: Any, *triples: tuple[str, str, str], reading: str = "schema") -> list[str]:
    return [finding.id.removeprefix("triple.") for _, finding in view_of(emit(*triples), onto).faults(reading)]


@pytest.mark.parametrize(
    ("triple", "schema", "owl"),
    [
        (("Film1", "director", "Ann"), [], []),
        (("Film1", "director", "Act"), [], []),  # an actor is a person
        (("Rome", "director", "Ann"), ["domain"], []),  # the domain of the super-property; nothing excludes a place
        (("Ann", "director", "Act"), ["domain", "disjoint"], ["domain", "disjoint"]),
        (("Film1", "director", "Rome"), ["range"], []),
        (
            ("Ann", "director", "Film1"),
            ["domain", "range", "swapped", "disjoint"],
            ["domain", "range", "swapped", "disjoint"],
        ),
        (
            ("Film1", "directed", "Ann"),  # made_by is what was meant
            ["domain", "range", "inverse", "disjoint"],
            ["domain", "range", "inverse", "disjoint"],
        ),
        (("Ann", "directed", "Film1"), [], []),
        (("Film1", "made_at", "Cinecitta"), [], []),  # place and company, both
        (("Film1", "made_at", "Rome"), ["range"], []),  # a place, but no company
        (("Rome", "about", "Ann"), [], []),  # one of what domainIncludes names is enough
        (("Ann", "about", "Act"), ["domain"], []),  # a person may be a place, as far as the ontology says
        (("Ann", "about", "Rome"), ["domain", "swapped"], []),
        (("Unheard", "director", "Ann"), [], []),  # not checked
        (("Film1", "note", "Ann"), ["predicate_unknown"], ["predicate_unknown"]),
    ],
)
def test_kinds_of_subject_and_object(onto, triple, schema, owl):
    assert faults(onto, triple) == schema
    assert faults(onto, triple, reading="owl") == owl


def test_what_is_not_known_is_not_checked(onto):
    view = view_of(emit(("Unheard", "director", "Ann"), ("Odd", "director", "Unheard too")), onto)
    assert view.verdicts("domain", "schema", lenient=False).tolist() == [Verdict.UNCHECKED, Verdict.UNCHECKED]
    assert view.verdicts("range", "schema", lenient=False).tolist() == [Verdict.FINE, Verdict.UNCHECKED]
    gold, run = [{"id": "q"}], [typed(emit(("Unheard", "director", "Ann"), ("Rome", "director", "Ann")))]
    conformance = oe.score('triple_conformance(check="domain")', gold, run, ontology=onto)
    assert (conformance.value, conformance.sums["num"], conformance.sums["den"]) == (0.0, 0, 1)
    assert oe.score('triple_check_coverage(check="domain")', gold, run, ontology=onto).value == 0.5


def test_kinds_come_from_types_then_the_ontology_then_gold(onto):
    """Bleach is a film by its label; emitted as a person it is one; Unheard is a film only in gold."""
    bare = {"id": "q", "triples": [["Bleach", EX + "director", "Unheard"], ["Unheard", EX + "director", "Bleach"]]}
    gold = {"triples": [{"head": "unheard", "relation": "x", "tail": "y", "head_type": EX + "Film"}]}
    view = oe.compile([{"id": "q"}], [bare], ontology=onto).view(EmittedTriples)
    assert view.verdicts("domain", "schema", lenient=False).tolist() == [Verdict.FINE, Verdict.UNCHECKED]
    view = oe.compile([{"id": "q", **gold}], [bare], ontology=onto).view(EmittedTriples)
    assert view.verdicts("domain", "schema", lenient=False).tolist() == [Verdict.FINE, Verdict.FINE]
    assert view.verdicts("range", "schema", lenient=False).tolist() == [Verdict.FAULT, Verdict.FAULT]
    said = {"head": "Bleach", "relation": EX + "director", "tail": "Z", "head_type": EX + "Person"}
    view = oe.compile([{"id": "q"}], [{"id": "q", "triples": [said]}], ontology=onto).view(EmittedTriples)
    assert view.verdicts("domain", "schema", lenient=False).tolist() == [Verdict.FAULT]


@pytest.mark.parametrize(
    ("triples", "schema", "owl"),
    [
        ((("Film1", "made_at", "Cinecitta"), ("Film1", "made_at", "Other")), ["functional"], []),  # may be the same
        ((("Film1", "title", "A"), ("Film1", "title", "B")), ["functional"], ["functional"]),  # two literals are two
        ((("Film1", "title", "A"), ("Film2", "title", "A")), [], []),
        ((("A", "seal", "S"), ("B", "seal", "S"), ("C", "seal", "S")), ["inverse_functional"], []),
        ((("A", "part_of", "A"),), ["irreflexive"], ["irreflexive"]),
        ((("A", "inside", "A"),), ["irreflexive"], ["irreflexive"]),  # inherited
        ((("A", "part_of", "B"), ("B", "part_of", "A")), ["asymmetric"] * 2, ["asymmetric"] * 2),
        ((("A", "part_of", "B"), ("B", "part_of", "C")), [], []),
        ((("Film1", "released", "1962"),), [], []),
        ((("Film1", "released", "in 1962"),), ["datatype"], ["datatype"]),
        ((("Film1", "released", "Ann"),), ["datatype"], ["datatype"]),  # emitted as a person
    ],
)
def test_groups_and_literals(onto, triples, schema, owl):
    assert faults(onto, *triples) == schema
    assert faults(onto, *triples, reading="owl") == owl


def test_a_functional_property_is_judged_once_per_subject(onto):
    """Two subjects, one of them with three places: one of two groups is wrong, whatever its size."""
    row = emit(("F", "title", "A"), ("F", "title", "B"), ("F", "title", "C"), ("G", "title", "A"))
    result = oe.score('triple_conformance(check="functional")', [{"id": "q"}], [row], ontology=onto)
    assert (result.sums["num"], result.sums["den"]) == (1, 2)


def test_literal_where_a_thing_is_asked_for(onto):
    row = {"head": "F", "relation": EX + "made_by", "tail": "1962", "tail_type": "xsd:gYear"}
    view = oe.compile([{"id": "q"}], [{"id": "q", "triples": [row]}], ontology=onto).view(EmittedTriples)
    assert [finding.id for _, finding in view.faults()] == ["triple.datatype"]


@pytest.mark.parametrize(
    ("relation", "spelling", "name"),
    [
        ("film director", "exact", "director"),  # its label
        ("film_director", "exact", "director"),
        (EX + "director", "exact", "director"),
        ("Film Director", "spelling", "director"),
        ("filmDirector", "spelling", "director"),
        ("film", "class_label", None),
        ("film directer", "near_miss", "director"),
        ("spouse", "unknown", None),
        ("", "unknown", None),
        (EX + "note", "unknown", None),  # an annotation
    ],
)
def test_predicates_of_an_ontology(onto, relation, spelling, name):
    found = Predicates.of_ontology(onto).find(relation)
    assert (found.spelling, found.name) == (spelling, name and EX + name)


OFFER = {"vocabulary": {"concepts": ["film", "human"], "relations": ["cast member", "genre"]}}


def offered(*relations: str, check: str = "predicate", tail: str = "x", more: str = "") -> float | None:
    run = [{"id": "q", "triples": [["a", relation, tail] for relation in relations]}]
    return oe.score(f'triple_conformance(check="{check}"{more})', [{"id": "q", **OFFER}], run).value


def test_predicates_that_a_question_offered():
    """Two forms of one relation are one triple, whose first form counts."""
    assert offered("cast member", "cast_member", "genre", "Genre", "human") == pytest.approx(2 / 3)
    assert offered("cast member", "Genre", "spouse") == pytest.approx(1 / 3)
    assert offered("cast member", "Genre", "spouse", more=", lenient=true") == pytest.approx(2 / 3)


def test_object_that_is_merely_the_name_of_a_kind(onto):
    assert offered("genre", check="placeholder", tail="Film") == 0.0
    assert offered("genre", check="placeholder", tail="film noir") == 1.0
    kinds = Predicates.of_ontology(onto)
    assert kinds.is_class("person")
    assert not kinds.is_class("Bleach")  # a concept, but nothing asks for one of its kind


def test_repeats_are_apart_from_all_other_checks():
    run = [{"id": "q", "triples": [["a", "genre", "b"], ["A", "genre", " b"], ["a", "spouse", "b"]]}]
    gold = [{"id": "q", **OFFER}]
    duplicate = oe.score('triple_conformance(check="duplicate")', gold, run)
    assert (duplicate.sums["num"], duplicate.sums["den"]) == (2, 3)
    everything = oe.score("triple_conformance", gold, run)
    assert (everything.sums["num"], everything.sums["den"]) == (1, 2)


def test_vocabulary_of_the_question_and_kinds_of_the_ontology(onto):
    """The question offers the label; the ontology says what it asks for."""
    offer = {"vocabulary": {"concepts": ["film"], "relations": ["film director"]}}
    row = {"head": "Rome", "relation": "film_director", "tail": "Ann", "head_type": EX + "Place"}
    view = view_of({"id": "q", "triples": [{**row, "tail_type": EX + "Person"}]}, onto, offer)
    assert [finding.id for _, finding in view.faults()] == ["triple.domain"]


@pytest.mark.parametrize(
    ("triple", "alternative"),
    [
        (("Ann", "director", "Film1"), f"say Film1 | {EX}director | Ann"),
        (("Film1", "directed", "Ann"), f"use {EX}made_by instead"),
    ],
)
def test_findings_name_the_right_alternative(onto, triple, alternative):
    found = [finding for _, finding in view_of(emit(triple), onto).faults()]
    assert alternative in [finding.mend for finding in found]
    assert found[0].where == "gold[0] + run[0] run.triples[0]"
    assert {finding.severity for finding in found} == {"error"}


def test_messages_stay_short_and_on_one_topic(onto):
    long = "x" * 5000
    found = view_of(emit((long, "director", long), ("Rome", long, "Ann")), onto).faults()
    assert found
    assert max(len(str(finding)) for _, finding in found) < 300


def test_a_super_property_in_a_circle_and_an_unknown_inverse_end(onto):
    found = signatures(
        oe.load(
            b"""@prefix : <http://ex.org/> .
            @prefix owl: <http://www.w3.org/2002/07/owl#> .
            @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . :A a owl:Class . :B a owl:Class .
            :p a owl:ObjectProperty ; rdfs:subPropertyOf :q . :q a owl:ObjectProperty ; rdfs:subPropertyOf :p .
            :q rdfs:domain :A ; owl:inverseOf :r .
            :r a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :B ."""
        ).properties
    )
    assert found[EX + "p"].domains == ((EX + "A",),)
    assert found[EX + "p"].ranges == ((EX + "B",),)  # the domain of the inverse
    assert found[EX + "p"].traits == {"inverse_functional"}


@pytest.mark.parametrize(
    ("text", "datatype", "fits"),
    [
        ("12", "xsd:integer", True),
        ("12.0", "xsd:integer", False),
        ("-3", "xsd:nonNegativeInteger", False),
        ("1.5e3", "xsd:double", True),
        ("1.5e3", "xsd:decimal", False),
        ("yes", "xsd:boolean", False),
        ("2024-02-29", "xsd:date", True),
        ("2023-02-29", "xsd:date", False),
        ("2024-02-29T10:00:00Z", "xsd:dateTime", True),
        ("29 February 2024", "xsd:date", False),
        ("anything\nat all", "xsd:string", True),
        ("x", "xsd:anyURI", None),
        ("x", "http://ex.org/size", None),
    ],
)
def test_lexical_forms(text, datatype, fits):
    assert fits_datatype(text, datatype) is fits
