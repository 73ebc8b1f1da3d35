"""Schemas of outputs: verdicts and places of errors are those of jsonschema, enums are looked up, nothing hangs."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ontoeval.views.outputs.lifting import lift
from ontoeval.views.outputs.paths import written
from ontoeval.views.outputs.schemas import OutputSchema

IDS = [f"A:{number}" for number in range(40)]
SCHEMA = {
    "type": "object",
    "required": ["id", "items"],
    "additionalProperties": False,
    "$defs": {"term": {"enum": IDS}, "node": {"properties": {"next": {"$ref": "#/$defs/node"}, "id": {"enum": IDS}}}},
    "properties": {
        "id": {"$ref": "#/$defs/term", "description": "an id"},
        "kind": {"const": "x"},
        "maybe": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/term"}]},
        "one": {"oneOf": [{"enum": [*IDS, "B:1"]}, {"type": "null"}]},
        "titled": {"type": "string", "oneOf": [{"const": each, "title": "t"} for each in IDS]},
        "either": {"anyOf": [{"enum": IDS}, {"type": "integer"}]},
        "node": {"$ref": "#/$defs/node"},
        "items": {
            "type": "array",
            "maxItems": 3,
            "uniqueItems": True,
            "items": {
                "type": "object",
                "allOf": [{"properties": {"id": {"type": ["string", "null"], "enum": [*IDS, None]}}}],
                "properties": {"n": {"type": "integer", "minimum": 0}, "t": {"type": "string", "maxLength": 2}},
            },
        },
    },
}
some = st.sampled_from([*IDS[:3], "A:99", "B:1", "", None, 3, True, [], {}, ["A:1"], 1.5])
items = st.lists(st.fixed_dictionaries({}, optional={"id": some, "n": some, "t": some}) | some, max_size=4)
nodes = st.recursive(some, lambda inner: st.fixed_dictionaries({}, optional={"id": some, "next": inner}), max_leaves=4)
documents = st.fixed_dictionaries(
    {},
    optional={"items": items | some, "node": nodes}
    | dict.fromkeys(["id", "kind", "maybe", "one", "titled", "either", "extra"], some),
)


@given(documents | some)
def test_verdicts_and_places_are_those_of_jsonschema(value):
    ours, oracle = OutputSchema(SCHEMA), Draft202012Validator(SCHEMA)
    assert ours.valid(value) == oracle.is_valid(value)
    theirs = {tuple(error.absolute_path) for error in oracle.iter_errors(value)}
    assert {error.path for error in ours.errors(value)} == theirs


@given(documents | some)
def test_a_lifted_schema_and_its_enums_accept_what_the_schema_accepts(value):
    """Each enum that can be taken out is taken out, and checked by hand: an oracle without sets."""
    rest, enums = lift(SCHEMA, lambda values: True)
    inside = all(
        found in enum.values
        for enum in enums
        for found in reached(value, enum.steps)
        if not isinstance(found, list | dict)
    )
    odd = any(isinstance(found, list | dict) for enum in enums for found in reached(value, enum.steps))
    accepted = Draft202012Validator(rest).is_valid(value) and inside and not odd
    assert accepted == Draft202012Validator(SCHEMA).is_valid(value)


def reached(value, steps):
    """The values at a path, lists left as they are."""
    found = [value]
    for step in steps:
        if step == "[*]":
            found = [each for node in found if isinstance(node, list) for each in node]
        else:
            found = [node[step] for node in found if isinstance(node, dict) and step in node]
    return found


def test_what_is_lifted_and_what_stays():
    rest, enums = lift(SCHEMA, lambda values: True)
    assert sorted("/".join(enum.steps) for enum in enums) == ["id", "items/[*]/id", "maybe", "node/id", "one", "titled"]
    assert rest["properties"]["either"] == SCHEMA["properties"]["either"]  # not alone: an integer would do, too
    assert SCHEMA["properties"]["id"] == {"$ref": "#/$defs/term", "description": "an id"}  # unchanged


@pytest.mark.parametrize(
    ("change", "kind", "path"),
    [
        ({"id": 3}, "type", "$.id"),
        ({"id": None, "items": 3}, "type", "$.items"),
        ({"extra": 1}, "additional_property", "$"),
        ({"id": "A:99"}, "enum", "$.id"),
        ({"kind": "y"}, "const", "$.kind"),
        ({"items": [{"t": "long"}]}, "length", "$.items[0].t"),
        ({"items": [{}, {"n": -1}]}, "range", "$.items[1].n"),
        ({"items": [{}, {}]}, "unique", "$.items"),
        ({"items": [{"n": n} for n in range(4)]}, "items_count", "$.items"),
        ({"either": "B:1"}, "any_of", "$.either"),
        ({"one": 3}, "one_of", "$.one"),
    ],
)
def test_classes_and_places_of_errors(change, kind, path):
    value = {"id": "A:1", "items": [], **change}
    assert (path, kind) in {(written(error.path), error.kind) for error in OutputSchema(SCHEMA).errors(value)}


def test_missing_field_is_named():
    (error,) = OutputSchema(SCHEMA).errors({"id": "A:1"})
    assert (error.kind, error.message) == ("missing_required", '"items" is a required property')


@pytest.mark.parametrize("n", [10, 1_000, 100_000])
@pytest.mark.parametrize("keyword", ["enum", "anyOf"])
def test_messages_are_short_at_any_size(n, keyword):
    enum = {"enum": [f"HP:{number:07d}" for number in range(n)]}
    schema = {"properties": {"id": enum if keyword == "enum" else {"anyOf": [enum, {"type": "integer"}]}}}
    found = [error for value in ("x" * 100_000, ["HP:0000001"] * 10_000) for error in errors(schema, {"id": value})]
    assert found
    assert max(len(error.message) for error in found) <= 120


def errors(schema, value):
    return list(OutputSchema(schema).errors(value))


def test_a_long_value_is_cut_in_messages():
    (error,) = errors({"maxLength": 5}, "x" * 1_000_000)
    assert len(error.message) <= 120


@pytest.mark.parametrize("pattern", [r"^(a|aa)+\1c?$", r"^(a+)+$", r"^(?=a)(a|a)*b?$"])
def test_exploding_regular_expressions_stop(pattern):
    """Python's re would take hours on the first one; what takes too many steps does not match, and says so."""
    start = time.process_time()
    schema = OutputSchema({"properties": {"a": {"pattern": pattern}}})
    value = {"a": "a" * 5_000 + "!"}
    assert not schema.valid(value)
    (error,) = schema.errors(value)
    assert error.kind in ("pattern", "unsupported")
    assert time.process_time() - start < 10


def test_what_has_no_json_type_is_an_error():
    found = errors({"type": "object"}, {1: 2})
    assert [error.kind for error in found] == ["unsupported"]
    assert not OutputSchema({"type": "object"}).valid({1: 2})
