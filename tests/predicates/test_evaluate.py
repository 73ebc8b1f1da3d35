"""What passes: the default semantics, and each switch by the engines that differ in it."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from ontoeval.errors import BadParameter, InputError
from ontoeval.predicates.evaluate import passes
from ontoeval.predicates.profiles import ONTOEVAL, PROFILES, differences, profile
from ontoeval.predicates.profiles.switches import SWITCHES, Profile
from ontoeval.predicates.reading import parse
from ontoeval.predicates.tree import FALSE, TRUE, And, Atom, MinShould, Nested, Not, Or


@pytest.mark.parametrize(
    ("value", "held", "expected"),
    [
        ("en", "en", True),
        ("en", "EN", False),  # text is case-sensitive
        ("en", "en ", False),
        (1, 1, True),
        (1, 1.0, True),
        (1, "1", False),
        ("1", 1, False),
        (1, True, False),  # true is not 1
        (True, 1, False),
        (0, False, False),
        (True, True, True),
        (False, True, False),
        (True, "true", False),
        ("en", None, False),
        ("en", {"en": 1}, False),
        ("en", ["de", "en"], True),  # a list passes when any element does
        ("en", [], False),
        ("en", [["en"]], False),
        (1, [True, 2], False),
        (10**20, 10**20, True),
        (float("nan"), float("nan"), False),
    ],
)
def test_eq_of_the_default_profile_compares_by_type(value, held, expected):
    assert passes(Atom("f", "eq", value), {"f": held}) is expected
    assert passes(Atom("f", "ne", value), {"f": held}) is not expected
    assert passes(Atom("f", "in", (value, "other")), {"f": held}) is expected
    assert passes(Atom("f", "nin", (value, "other")), {"f": held}) is not expected


@pytest.mark.parametrize(
    ("native", "held", "expected"),
    [
        ({"op": "gte", "value": 2}, 2, True),
        ({"op": "gt", "value": 2}, 2.0, False),
        ({"op": "lt", "value": 2}, "1", False),
        ({"op": "lt", "value": "b"}, "a", True),
        ({"op": "lt", "value": 2}, float("nan"), False),
        ({"op": "gt", "value": 2}, [1, 3], True),
        ({"op": "range", "value": {"gte": 2, "lt": 4}}, 2, True),
        ({"op": "range", "value": {"gte": 2, "lt": 4}}, 4, False),
        ({"op": "range", "value": {"gt": 2, "lt": 4}}, [1, 5], False),
        ({"op": "contains", "value": "a"}, ["a", "b"], True),
        ({"op": "contains", "value": "a"}, "a", True),
        ({"op": "contains", "value": "a"}, "ab", False),
        ({"op": "exists"}, None, False),
        ({"op": "exists"}, [], True),
        ({"op": "is_null"}, None, True),
        ({"op": "is_empty"}, [], True),
        ({"op": "is_empty"}, "", False),
        ({"op": "gte", "value": {"date": "2024-01-05"}}, "2024-01-05T01:00:00+02:00", False),
        ({"op": "gte", "value": {"date": "2024-01-05"}}, "2024-1-5", True),
        ({"op": "gte", "value": {"date": "2024-01-05"}}, "05/01/2024", False),
        ({"op": "gte", "value": {"date": "2024-01-05"}}, 1704412800, False),
        ({"op": "eq", "value": {"date": "2024-01-05"}}, "2024-01-05T00:00:00Z", True),
        ({"op": "eq", "value": ["a", "b"]}, ["a", "b"], True),
        ({"op": "eq", "value": ["a", "b"]}, ["b", "a"], False),
    ],
)
def test_other_operators_of_the_default_profile(native, held, expected):
    assert passes(parse({"field": "f", **native}), {"f": held}) is expected


def test_a_missing_field_fails_and_its_negation_passes_by_default():
    for op, value in (("eq", 1), ("in", (1,)), ("lt", 1), ("contains", 1), ("exists", None)):
        atom = Atom("f", op, value)
        assert not passes(atom, {})
        assert passes(Not(atom), {})
    assert passes(Atom("f", "is_null"), {})


def test_connectives():
    yes, no = Atom("f", "eq", 1), Atom("f", "eq", 2)
    doc = {"f": 1}
    both = (And((yes, yes)), Or((no, yes)), MinShould((yes, no, yes), 2), MinShould((), 0), TRUE, Not(no))
    neither = (And((yes, no)), Or((no, no)), MinShould((yes, no, no), 2), MinShould((), 1), FALSE, Not(yes))
    assert [passes(node, doc) for node in both] == [True] * 6
    assert [passes(node, doc) for node in neither] == [False] * 6
    assert not passes(And((yes, Atom("f", "lt", 0), Atom("f", "gt", 9))), doc)  # contradictory


def test_nested_wants_one_object():
    both = And((Atom("k", "eq", "a"), Atom("v", "eq", 2)))
    flat = And((Atom("items.k", "eq", "a"), Atom("items.v", "eq", 2)))
    across, within = {"items": [{"k": "a", "v": 1}, {"k": "b", "v": 2}]}, {"items": [{"k": "a", "v": 2}]}
    assert [passes(Nested("items", both), doc) for doc in (across, within)] == [False, True]
    assert [passes(flat, doc) for doc in (across, within)] == [True, True]


def test_brackets_in_a_path_go_through_a_list_in_every_profile():
    doc, unflattened = {"items": [{"k": "a"}, {"k": "b"}]}, replace(ONTOEVAL, flattened=False)
    assert passes(Atom("items[].k", "eq", "b"), doc, unflattened)
    assert not passes(Atom("items.k", "eq", "b"), doc, unflattened)


BEFORE = {"field": "f", "op": "lt", "value": "2024-01-05T00:00:00Z"}
WITHOUT = {"not": {"field": "f", "op": "contains", "value": 1}}
#: Values of each switch with a filter and a document on which it decides: switch, value that passes, value that
#: does not, filter, document.
SWITCH_CASES = [
    ("logic", "two", "three", {"field": "f", "op": "ne", "value": 1}, {}),
    ("lists", "any", "whole", {"f": "a"}, {"f": ["a", "b"]}),
    ("list_in", "lists", "equal", {"f": ["a", "c"]}, {"f": ["a", "b"]}),
    ("nin", "some_other", "complement", {"field": "f", "op": "nin", "value": ["a"]}, {"f": ["a", "b"]}),
    ("range_across", True, False, {"field": "f", "op": "range", "value": {"gt": 2, "lt": 4}}, {"f": [1, 5]}),
    ("contains_scalar", "substring", "equal", {"field": "f", "op": "contains", "value": "a"}, {"f": "ab"}),
    ("contains_scalar", "equal", "never", {"field": "f", "op": "contains", "value": "a"}, {"f": "a"}),
    ("contains_unknown", frozenset(), frozenset({"missing"}), WITHOUT, {}),
    ("coercion", "text", "none", {"f": "1"}, {"f": 1}),
    ("coercion", "operand", "text", {"f": 1}, {"f": "1"}),
    ("bool_is_number", True, False, {"f": 1}, {"f": True}),
    ("int_is_float", True, False, {"f": 1}, {"f": 1.0}),
    ("order", "text_above", "false", {"field": "f", "op": "gt", "value": 0}, {"f": "1"}),
    ("order", "false", "unknown", {"not": {"field": "f", "op": "gt", "value": 0}}, {"f": "1"}),
    ("order", "jsonb", "false", {"field": "f", "op": "lt", "value": 0}, {"f": "1"}),
    ("text", "folded", "exact", {"f": "Red"}, {"f": "rED"}),
    ("text", "words", "folded", {"f": "verified"}, {"f": "Not Verified"}),
    ("text_order", "dates", "lexical", BEFORE, {"f": "2024-01-05T01:00:00+02:00"}),
    ("dates", "lenient", "iso", {"f": {"date": "2024-01-05"}}, {"f": "2024-1-5"}),
    ("dates", "free", "lenient", {"f": {"date": "2024-05-01"}}, {"f": "05/01/2024"}),
    ("text_dates", True, False, {"f": "2024-01-05"}, {"f": "2024-01-05T00:00:00Z"}),
    ("stores_null", True, False, {"field": "f", "op": "exists"}, {"f": []}),
    ("exists_null", True, False, {"field": "f", "op": "exists"}, {"f": None}),
    ("exists_empty", True, False, {"field": "f", "op": "exists"}, {"f": []}),
    ("null_missing", True, False, {"field": "f", "op": "is_null"}, {}),
    ("null_element", True, False, {"field": "f", "op": "is_null"}, {"f": [1, None]}),
    ("empty", frozenset({"text"}), frozenset(), {"field": "f", "op": "is_empty"}, {"f": ""}),
    ("empty", frozenset({"scalar"}), frozenset({"text"}), {"field": "f", "op": "is_empty"}, {"f": 3}),
    ("paths", "nested", "literal", {"m.k": 1}, {"m": {"k": 1}}),
    ("paths", "literal", "nested", {"m.k": 1}, {"m.k": 1}),
    ("flattened", True, False, {"m.k": 1}, {"m": [{"k": 1}]}),
    ("empty_or", True, False, {"or": []}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("switch", "on", "off", "native", "doc"), SWITCH_CASES)
def test_each_switch_decides(switch, on, off, native, doc):
    tree = parse(native)
    assert passes(tree, doc, replace(ONTOEVAL, **{switch: on}))
    assert not passes(tree, doc, replace(ONTOEVAL, **{switch: off}))


def test_empty_in_known_decides_in_three_valued_logic():
    tree = Not(Atom("f", "in", ()))
    three = replace(ONTOEVAL, logic="three")
    assert not passes(tree, {}, three)
    assert passes(tree, {}, replace(three, empty_in_known=True))


def test_lists_as_text_are_ordered_as_text():
    tree = Atom("f", "gt", "[")
    assert passes(tree, {"f": [1, 5]}, replace(ONTOEVAL, lists="text"))
    assert not passes(tree, {"f": [1, 5]}, replace(ONTOEVAL, lists="whole"))


def test_in_sparql_a_filter_and_its_negation_can_both_pass():
    red, doc = Atom("f", "eq", "red"), {"f": ["red", "blue"]}
    assert passes(red, doc, PROFILES["sparql"])
    assert passes(Not(red), doc, PROFILES["sparql"])
    assert not passes(Not(red), doc, PROFILES["sparql-not-exists"])


def test_every_switch_has_a_case():
    tested = {case[0] for case in SWITCH_CASES} | {"empty_in_known"}
    assert set(SWITCHES) == tested
    assert {found.name for found in fields(Profile)} - set(SWITCHES) == {"name", "source", "engine"}


@pytest.mark.parametrize("engine", ["mongo", "qdrant", "chroma", "elasticsearch", "haystack", "llamaindex"])
def test_not_equal_keeps_a_document_without_the_field(engine):
    """W7 of the specification: the same filter excludes 0 % here …"""
    assert passes(Atom("locale", "ne", "en-US"), {}, PROFILES[engine])


@pytest.mark.parametrize("engine", ["sqlite", "duckdb", "postgres", "lancedb", "polars", "sparql", "pinecone"])
def test_not_equal_drops_a_document_without_the_field(engine):
    """… and 100 % here."""
    assert not passes(Atom("locale", "ne", "en-US"), {}, PROFILES[engine])


def test_profiles_are_found_by_name_and_compared():
    assert profile("qdrant").source == "recorded"
    assert profile("pinecone").source == "documentation"
    with pytest.raises(BadParameter, match="qdrant"):
        profile("qdrnt")
    assert differences(profile("elasticsearch"), profile("opensearch")) == ()
    assert "logic" in differences(profile("mongo"), profile("sqlite"))
    assert all(name == found.name for name, found in PROFILES.items())


def test_under_must_be_expanded_first():
    with pytest.raises(InputError, match="has not been expanded") as error:
        passes(Atom("kind", "under", "car", path="log:3 filter.kind"), {"kind": "car"})
    assert error.value.where == "log:3 filter.kind"
