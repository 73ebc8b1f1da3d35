"""Why a document fails a condition: one case for each reason."""

from __future__ import annotations

import unicodedata

import pytest

import ontoeval as oe
from ontoeval.evaluation.advice_words import OTHERS, RELATIONS
from ontoeval.ontology.relation import RELATION_LABELS
from ontoeval.views.filter_rules import FilterRules
from ontoeval.views.filters import DocState, Filters
from ontoeval.views.filters.reasons import REASONS

OBO = b"""format-version: 1.2

[Term]
id: V:0
name: Vehicle

[Term]
id: V:1
name: Car
synonym: "automobile" EXACT []
alt_id: V:10
is_a: V:0

[Term]
id: V:2
name: Sedan
is_a: V:1

[Term]
id: V:3
name: Hatchback
is_a: V:1

[Term]
id: V:4
name: Truck
is_a: V:0

[Term]
id: V:5
name: Saloon
is_obsolete: true
replaced_by: V:2

[Term]
id: A:0
name: Animal
"""
NFD = unicodedata.normalize("NFD", "café")


@pytest.fixture(scope="module")
def onto():
    return oe.load(OBO)


def reasons(predicates, metadata, *, ontology=None, profile=None):
    """The reasons for which one document fails a filter."""
    docs = [{"id": "d", **metadata}, {"id": "other", "kind": "x", "f": "x"}]
    rows = [{"id": "q", "gold": {"docs": ["d"]}, "run": {"predicates": predicates}}]
    compiled = oe.compile(rows, docs=docs, ontology=ontology, filters=FilterRules(profile=profile))
    filters = compiled.view(Filters)
    assert filters.state.tolist() == [DocState.EXCLUDED]
    return [filters.reason(0, number) for number in filters.fails(0)]


@pytest.mark.parametrize(
    ("predicates", "metadata", "code"),
    [
        ({"f": "red"}, {"f": "blue"}, "other value"),
        ({"f": "red"}, {}, "missing field"),
        ({"typo": "red"}, {}, "unknown attribute"),
        ({"f": "red"}, {"f": None}, "null"),
        ({"f": "red"}, {"f": []}, "empty field"),
        ({"f": []}, {"f": "red"}, "empty list"),
        ({"or": []}, {"f": "red"}, "empty list"),
        ({"f": "1"}, {"f": 1}, "other type"),
        ({"f": 1}, {"f": "1"}, "other type"),
        ({"f": True}, {"f": "true"}, "other type"),
        ({"f": ["a", 2020]}, {"f": ["2020"]}, "other type"),
        ({"f": "red"}, {"f": "Red"}, "other case"),
        ({"f": "red"}, {"f": " RED "}, "other case"),
        ({"f": "red"}, {"f": "red "}, "whitespace"),
        ({"f": "dark red"}, {"f": "dark  red"}, "whitespace"),
        ({"f": "café"}, {"f": NFD}, "Unicode form"),
        ({"f": "2024-01-05"}, {"f": "01/05/2024"}, "date format"),
        ({"f": "2024-01-05"}, {"f": "2024-1-5"}, "date format"),
        ({"field": "f", "op": "gte", "value": 5}, {"f": 3}, "out of range"),
        ({"field": "f", "op": "range", "value": {"gte": 5, "lt": 9}}, {"f": [3, 10]}, "out of range"),
        ({"field": "f", "op": "gte", "value": 5}, {"f": "7"}, "other type"),
        ({"field": "f", "op": "gte", "value": "2024-01-01"}, {"f": "12/24/2025"}, "date format"),
        ({"field": "f", "op": "gte", "value": "2024-01-01"}, {"f": 1704412800}, "date format"),
        ({"field": "f", "op": "gte", "value": {"date": "2024-01-01"}}, {"f": "2023-05-01"}, "out of range"),
        ({"not": {"f": "red"}}, {"f": "red"}, "excluded value"),
        ({"field": "f", "op": "ne", "value": "red"}, {"f": ["red", "blue"]}, "excluded value"),
        ({"field": "f", "op": "nin", "value": ["red"]}, {"f": "red"}, "excluded value"),
        ({"field": "f", "op": "exists"}, {}, "missing field"),
        ({"field": "f", "op": "is_null"}, {"f": "red"}, "other value"),
        ({"nested": "f", "filter": {"k": 1}}, {"f": [{"k": 2}]}, "no such object"),
    ],
)
def test_reason_of_a_single_predicate(predicates, metadata, code):
    (reason,) = reasons(predicates, metadata)
    assert reason.code == code


def test_engine_that_compares_lists_as_a_whole():
    (reason,) = reasons({"f": "red"}, {"f": ["red", "blue"]}, profile="chroma")
    assert (reason.code, reason.asked, reason.held) == ("list value", "red", "red")


def test_negation_on_a_missing_field_in_an_engine_with_three_values():
    (reason,) = reasons({"field": "f", "op": "ne", "value": "red"}, {}, profile="sqlite")
    assert reason.code == "missing field"


@pytest.mark.parametrize(
    ("asked", "held", "code"),
    [
        ("V:1", "V:2", "parent"),
        ("V:0", "V:2", "ancestor"),
        ("V:2", "V:1", "child"),
        ("V:2", "V:0", "descendant"),
        ("V:2", "V:3", "sibling"),
        ("V:2", "A:0", "unrelated"),
        ("V:10", "V:1", "another id of the same concept"),
        ("V:5", "V:2", "deprecated id"),
        ("V:2", "V:5", "deprecated id"),
        ("Sedan", "V:2", "label instead of id"),
        ("automobile", "V:1", "label instead of id"),
        ("V:2", "sedan", "label instead of id"),
        ("V:999", "V:2", "unknown concept"),
        ("green", "blue", "other value"),
    ],
)
def test_reason_between_concepts(onto, asked, held, code):
    """The relation is that of what is asked for to what the document holds."""
    (reason,) = reasons({"kind": asked}, {"kind": held}, ontology=onto)
    assert reason.code == code


def test_of_several_concepts_the_nearest_pair_is_told(onto):
    (reason,) = reasons({"kind": ["V:4", "V:3", "A:0"]}, {"kind": ["V:2", "A:0x"]}, ontology=onto)
    assert (reason.code, reason.asked_label, reason.held_label) == ("sibling", "Hatchback", "Sedan")


def test_every_reason_is_explained_and_worded():
    assert set(REASONS) == set(OTHERS)
    assert {label.replace("_", " ") for label in RELATION_LABELS} - set(RELATIONS) == {
        "exact", "equivalent", "missed", "spurious",
    }  # fmt: skip
