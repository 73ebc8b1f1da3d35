"""Relations: levels, what an ontology says of its properties, and sets that do not depend on order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.errors import RecordError

#: has_part is the inverse of part_of; RO:1 is symmetric; proper_part_of below part_of; same_as_part equivalent to it;
#: p1, p2, p3 are inverses in a circle of odd length, so each of them holds both ways.
OWL = b"""
@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:A a owl:Class . :B a owl:Class . :C a owl:Class .
:part_of a owl:ObjectProperty ; owl:inverseOf :has_part ; rdfs:label "part of" .
:has_part a owl:ObjectProperty .
:proper_part_of a owl:ObjectProperty ; rdfs:subPropertyOf :part_of .
:tiny_part_of a owl:ObjectProperty ; rdfs:subPropertyOf :proper_part_of .
:same_as_part a owl:ObjectProperty ; owl:equivalentProperty :part_of .
:touches a owl:ObjectProperty, owl:SymmetricProperty ; rdfs:label "near" .
:beside a owl:ObjectProperty ; rdfs:label "near" .
:p1 a owl:ObjectProperty ; owl:inverseOf :p2 .
:p2 a owl:ObjectProperty ; owl:inverseOf :p3 .
:p3 a owl:ObjectProperty ; owl:inverseOf :p1 .
:q1 a owl:ObjectProperty ; rdfs:subPropertyOf :q2 .
:q2 a owl:ObjectProperty ; rdfs:subPropertyOf :q1 .
"""


@pytest.fixture(scope="module")
def onto() -> Any:
    return oe.load(OWL)


def sums(gold: list[Any], run: list[Any], arguments: str = "", ontology: Any = None) -> tuple[int, int, int]:
    found = oe.score(f"relation_f1({arguments})", {"q": gold}, {"q": run}, ontology=ontology).sums
    return int(found["tp"]), int(found["fp"]), int(found["fn"])


def both_sides(gold: list[Any], run: list[Any], ontology: Any = None) -> Any:
    rows = [{"id": "q", "relations": gold}], [{"id": "q", "relations": run}]
    return oe.compile(*rows, ontology=ontology)


def triple(head: str, relation: str, tail: str) -> list[str]:
    return [f"http://ex.org/{name}" for name in (head, relation, tail)]


@pytest.mark.parametrize(
    ("predicted", "exact", "same", "implied"),
    [
        (("A", "part_of", "B"), 1, 1, 1),
        (("B", "part_of", "A"), 0, 0, 0),  # turned round
        (("B", "has_part", "A"), 0, 1, 1),  # inverse
        (("A", "has_part", "B"), 0, 0, 0),
        (("A", "same_as_part", "B"), 0, 1, 1),  # equivalent
        (("A", "proper_part_of", "B"), 0, 0, 1),  # sub-property
        (("A", "tiny_part_of", "B"), 0, 0, 1),  # of a sub-property
        (("B", "tiny_part_of", "A"), 0, 0, 0),
        (("A", "touches", "B"), 0, 0, 0),
        (("A", "part_of", "C"), 0, 0, 0),
    ],
)
def test_credit_for_part_of(onto, predicted, exact, same, implied):
    for credit, right in (("exact", exact), ("same", same), ("implied", implied)):
        found = sums([triple("A", "part_of", "B")], [triple(*predicted)], f'credit="{credit}"', onto)
        assert found == (right, 1 - right, 1 - right), credit


@pytest.mark.parametrize(
    ("gold", "predicted", "credit"),
    [
        (("A", "touches", "B"), ("B", "touches", "A"), "same"),  # symmetric
        (("B", "has_part", "A"), ("A", "proper_part_of", "B"), "implied"),  # implies part_of, whose inverse it is
        (("A", "p1", "B"), ("B", "p1", "A"), "same"),  # p1 = p2⁻ = p3 = p1⁻
        (("A", "p1", "B"), ("A", "p3", "B"), "same"),
        (("A", "q1", "B"), ("A", "q2", "B"), "implied"),  # each implies the other
        (("A", "q2", "B"), ("A", "q1", "B"), "implied"),
    ],
)
def test_other_credit_and_cycles(onto, gold, predicted, credit):
    sides = [triple(*gold)], [triple(*predicted)]
    assert sums(*sides, f'credit="{credit}"', onto) == (1, 0, 0)
    assert sums(*sides, "", onto) == (0, 1, 1)


def test_more_general_relation_is_wrong(onto):
    sides = [triple("A", "proper_part_of", "B")], [triple("A", "part_of", "B")]
    assert sums(*sides, 'credit="implied"', onto) == (0, 1, 1)


def test_one_statement_said_twice_counts_once(onto):
    both = [triple("A", "part_of", "B"), triple("B", "has_part", "A")]
    assert sums(both, both, "", onto) == (2, 0, 0)
    assert sums(both, both[1:], 'credit="same"', onto) == (1, 0, 0)
    assert sums(both[:1], both, 'credit="same"', onto) == (1, 0, 0)


def test_relations_are_found_by_name_iri_and_label_that_only_one_has(onto):
    gold = [triple("A", "part_of", "B"), triple("A", "touches", "C")]
    run = [["http://ex.org/A", "part of", "http://ex.org/B"], ["http://ex.org/A", "near", "http://ex.org/C"]]
    assert sums(gold, run, "", onto) == (1, 1, 1)
    compiled = both_sides(gold, run, onto)
    oe.evaluate(compiled, ["relation_f1"], intervals=False)
    (finding,) = [one for one in compiled.findings if one.id == "relation.unknown"]
    assert "1 relations are not properties of the ontology: near" in finding.got


def test_arguments_are_resolved():
    onto = oe.load(b"format-version: 1.2\n[Term]\nid: X:1\nname: a\nalt_id: X:9\n[Term]\nid: X:2\nname: b\n")
    assert sums([["X:1", "r", "X:2"]], [["http://purl.obolibrary.org/obo/X_9", "r", "x:2"]], "", onto) == (1, 0, 0)


def test_undirected():
    gold, run = [["A", "r", "B"], ["B", "r", "C"]], [["B", "r", "A"], ["A", "r", "B"], ["C", "s", "B"]]
    assert sums(gold, run) == (1, 2, 1)
    assert sums(gold, run, "directed=false") == (1, 1, 1)  # the first two say the same


def spanned(relation: str = "r", at: tuple[int, int] = (0, 4), to: tuple[int, int] = (8, 12), **more: str) -> Any:
    return {"relation": relation, "head_span": list(at), "tail_span": list(to), **more}


@pytest.mark.parametrize(
    ("predicted", "boundary", "strict"),
    [
        (spanned(head_type="drug", tail_type="disease", head="D1"), 1, 1),
        (spanned(head_type="gene", tail_type="disease", head="D1"), 1, 0),
        (spanned(head_type="drug", tail_type="disease", head="D2"), 1, 0),
        (spanned(head_type="drug", tail_type="disease", head="D1", tail="D7"), 1, 1),  # gold names no tail
        (spanned(), 1, 0),
        (spanned(to=(8, 13), head_type="drug", tail_type="disease", head="D1"), 0, 0),
        (spanned(at=(8, 12), to=(0, 4)), 0, 0),
        (spanned("s", head_type="drug", tail_type="disease", head="D1"), 0, 0),
        ({"head": "D1", "relation": "r", "tail": "D3"}, 0, 0),  # without spans
    ],
)
def test_boundary_and_strict(predicted, boundary, strict):
    gold = [spanned(head_type="drug", tail_type="disease", head="D1")]
    for level, right in (("boundary", boundary), ("strict", strict)):
        assert sums(gold, [predicted], f'level="{level}"') == (right, 1 - right, 1 - right), level


def test_undirected_boundary_turns_types_too():
    gold = [spanned(head_type="drug", tail_type="disease")]
    turned = [spanned(at=(8, 12), to=(0, 4), head_type="disease", tail_type="drug")]
    wrong = [spanned(at=(8, 12), to=(0, 4), head_type="drug", tail_type="disease")]
    assert sums(gold, turned, 'level="strict", directed=false') == (1, 0, 0)
    assert sums(gold, wrong, 'level="strict", directed=false') == (0, 1, 1)


def test_relations_of_nil_are_set_aside_by_document_and_compared_by_span():
    gold = [spanned(head="NIL", tail="D1"), ["D1", "r", "D2"]]
    assert sums(gold, gold) == (1, 0, 0)
    assert sums(gold[:1], gold[:1], 'level="boundary"') == (1, 0, 0)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ('credit="same"', "unmeasured: no ontology was given (--ontology)"),
        ('level="boundary"', "unmeasured: no relation in gold.relations has head_span and tail_span"),
    ],
)
def test_unmeasured(arguments, reason):
    assert oe.score(f"relation_f1({arguments})", {"q": [["A", "r", "B"]]}, {"q": [["A", "r", "B"]]}).reason == reason


@pytest.mark.parametrize(
    ("relation", "message"),
    [
        ({"head": "A", "relation": "r"}, "the tail has neither an id nor a span"),
        ({"head": "", "relation": "r", "tail": "B"}, "the head has neither an id nor a span"),
        ({"head": "A", "tail": "B"}, "Field required"),
        (["A", "r"], "expected a list of {head, relation, tail}"),
        (["A", "", "B"], "at least 1 character"),
        ({**spanned(), "head_span": [4, 4]}, "the head spans 4–4: offsets count code points"),
    ],
)
def test_broken_triples_are_listed_with_their_place(relation, message):
    with pytest.raises(RecordError) as caught:
        oe.score("relation_f1", {"q": [["A", "r", "B"], relation]}, {"q": []})
    assert message in str(caught.value)
    assert "gold[0] gold.relations[1]" in str(caught.value)


def test_repeats_count_once_and_are_reported():
    compiled = both_sides([["A", "r", "B"]], [["A", "r", "B"]] * 3)
    report = oe.evaluate(compiled, ["relation_f1"], intervals=False)
    assert report["relation_f1"].value == 1.0
    assert [finding.got for finding in compiled.findings] == ["2 relations are given twice and count once"]


def test_mean_over_relations():
    """r: 1 of 1; s: 0 of 1."""
    gold, run = {"q": [["A", "r", "B"], ["A", "s", "C"]]}, {"q": [["A", "r", "B"]]}
    assert oe.score('relation_f1(average="macro:relation")', gold, run).value == 0.5


names = st.sampled_from("ABC")
triples = st.lists(
    st.tuples(
        names, st.sampled_from(["part_of", "has_part", "proper_part_of", "touches", "q1", "q2", "p1"]), names
    ).map(lambda row: triple(*row)),
    max_size=8,
)
credits = st.sampled_from(["exact", "same", "implied"])


@given(gold=triples, run=triples, credit=credits, chance=st.randoms(use_true_random=False))
def test_laws(onto, gold, run, credit, chance):
    """Order never matters, gold against itself is perfect, and a wrong relation never raises precision."""
    how = f'credit="{credit}"'
    if gold:
        tp, fp, fn = sums(gold, gold, how, onto)
        assert (tp > 0, fp, fn) == (True, 0, 0)
    tp, fp, fn = sums(gold, run, how, onto) if gold or run else (0, 0, 0)
    shuffled = chance.sample(gold, len(gold)), chance.sample(run, len(run))
    if gold or run:
        assert sums(*shuffled, how, onto) == (tp, fp, fn)
    assert sums(gold, [*run, triple("A", "beside", "Z")], how, onto) == (tp, fp + 1, fn)
