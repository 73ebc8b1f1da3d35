"""Constrained outputs: parsing, schemas, slots."""

from __future__ import annotations

import networkx as nx
import pytest

import ontoeval as oe
from ontoeval.errors import ConfigError, InputError, UsageError
from ontoeval.views.outputs import parse_output, slot_steps, slot_values

SCHEMA = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}


def validity(output, schema=None):
    return oe.score("schema_validity", [{"id": "q"}], [{"id": "q", "output": output}], schema=schema).value


@pytest.mark.parametrize(
    ("output", "valid"),
    [
        ('{"id": "A"}', 1.0),
        ({"id": "A"}, 1.0),
        (' {"id": "A"}\n', 1.0),
        ('{"id": 3}', 0.0),
        ("{}", 0.0),
        ('{"id": "A', 0.0),  # cut off
        ('{"id": "A"} and more', 0.0),
        ('```json\n{"id": "A"}\n```', 0.0),
        ("", 0.0),
        ("null", 0.0),
        ('{"id": "A", "score": NaN}', 0.0),
        ('{"id": "A", "score": Infinity}', 0.0),
        ({"id": "A", "score": float("nan")}, 0.0),
        ({"id": "A", "score": {1, 2}}, 0.0),
        ("{'id': 'A'}", 0.0),
        ('{"id": "A",}', 0.0),
    ],
)
def test_validity_of_one_output(output, valid):
    assert validity(output, SCHEMA) == valid


@pytest.mark.parametrize("output", ['"text"', "3", "[]", "true", "null", "{}"])
def test_any_json_is_valid_without_a_schema(output):
    assert parse_output(output)[1]
    assert validity(output) == 1.0


def test_very_deep_output_is_no_traceback():
    assert validity("[" * 100_000 + "]" * 100_000) == 0.0


def test_null_output_is_missing_and_counts_as_not_valid():
    gold = [{"id": "p"}, {"id": "q"}, {"id": "r"}]
    result = oe.score("schema_validity", gold, [{"id": "p", "output": "{}"}, {"id": "q", "output": None}])
    assert (result.value, result.n_ok, result.n_missing) == (1 / 3, 1, 2)


@pytest.mark.parametrize("name", ["$ref", "$dynamicRef"])
@pytest.mark.parametrize("target", ["https://example.org/schema.json", "HTTP://example.org/x", "file:///etc/passwd"])
def test_references_to_elsewhere_are_refused(name, target):
    """Nothing is fetched: the error is raised before any validator is made."""
    with pytest.raises(ConfigError, match="the schema refers to") as error:
        validity("{}", {"properties": {"a": {"items": [{name: target}]}}})
    assert "$defs" in error.value.mend


def test_references_inside_the_schema_are_followed():
    schema = {"$defs": {"term": {"type": "string"}}, "properties": {"id": {"$ref": "#/$defs/term"}}}
    assert validity('{"id": "A"}', schema) == 1.0
    assert validity('{"id": 1}', schema) == 0.0


@pytest.mark.parametrize("schema", [{"type": "nothing"}, {"required": 3}, {"$ref": "#/$defs/absent"}])
def test_schema_that_is_none_is_refused(schema):
    with pytest.raises(ConfigError, match="this is no JSON Schema"):
        validity("{}", schema)


def test_schema_file(tmp_path):
    path = tmp_path / "schema.json"
    path.write_text('{"required": ["id"]}')
    assert validity('{"id": 1}', path) == 1.0
    path.write_text("[]")
    with pytest.raises(UsageError, match="this is no JSON Schema"):
        validity("{}", path)
    path.write_text("{")
    with pytest.raises(InputError, match="this is no JSON"):
        validity("{}", path)


@pytest.mark.parametrize(
    ("slot", "steps"),
    [
        ("id", ["id"]),
        ("$.annotations[*].id", ["annotations", "[*]", "id"]),
        ("a.b", ["a", "b"]),
        ("$[*]", ["[*]"]),
        ("a[*][*]", ["a", "[*]", "[*]"]),
    ],
)
def test_slots_are_paths(slot, steps):
    assert slot_steps(slot) == steps


@pytest.mark.parametrize("slot", ["", "$", "a[0]", "a[", "a[*", "[x]"])
def test_slot_that_is_no_path_is_refused(slot):
    with pytest.raises(ConfigError, match="cannot read the slot"):
        slot_steps(slot)


def test_slots_find_texts_wherever_they_are():
    value = {"a": [{"id": "x"}, {"id": None}, {"no": 1}, 3, {"id": ["y", "z"]}], "b": {"id": 5}}
    assert slot_values(value, slot_steps("a[*].id")) == ["x", None, "y", "z"]
    assert slot_values(value, slot_steps("b.id")) == ["5"]
    assert slot_values(value, slot_steps("b[*].id")) == []
    assert slot_values(None, slot_steps("b.id")) == []


@pytest.fixture(scope="module")
def onto():
    return oe.load(nx.DiGraph([("sedan", "car")]), edges_point="to_parent")


def test_vocabulary_is_looked_up_at_the_slots(onto):
    """sedan is live, plane is not, NIL and null name nothing; the output that is no JSON names nothing either."""
    outputs = ['{"a": [{"id": "sedan"}, {"id": "plane"}]}', '{"a": [{"id": "NIL"}, {"id": null}]}', '{"a": [{"id"']
    gold = [{"id": str(n)} for n in range(3)]
    run = [{"id": str(n), "output": output} for n, output in enumerate(outputs)]
    result = oe.score("vocabulary_conformance", gold, run, ontology=onto, slots=["a[*].id"])
    assert (result.value, result.sums["num"], result.sums["den"]) == (0.5, 1, 2)


def test_without_slots_the_concepts_of_the_run_are_looked_up(onto):
    run = [{"id": "q", "concepts": ["sedan", "car", "boat", "NIL"]}]
    assert oe.score("vocabulary_conformance", [{"id": "q"}], run, ontology=onto).value == 2 / 3


def test_outputs_without_slots_and_concepts_are_unmeasured(onto):
    result = oe.score("vocabulary_conformance", [{"id": "q"}], [{"id": "q", "output": "{}"}], ontology=onto)
    assert result.reason.startswith("unmeasured: no row has run.concepts")
