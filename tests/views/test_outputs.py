"""Constrained outputs: response, schema, slots, and what the first metrics make of them."""

from __future__ import annotations

import networkx as nx
import pytest
from pydantic import BaseModel

import ontoeval as oe
from ontoeval.errors import ConfigError, InputError
from ontoeval.views.outputs import slot_steps, slot_values
from ontoeval.views.outputs.parsing import parse
from ontoeval.views.outputs.paths import labels_beside, places_at, written

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
        ('{"id": "A", "id": "B"}', 0.0),
        ({"id": "A", "score": float("nan")}, 0.0),
        ({"id": "A", "score": {1, 2}}, 0.0),
        ({"id": "\ud800"}, 0.0),
        ("{'id': 'A'}", 0.0),
        ('{"id": "A",}', 0.0),
    ],
)
def test_validity_of_one_output(output, valid):
    assert validity(output, SCHEMA) == valid


@pytest.mark.parametrize("output", ['"text"', "3", "[]", "true", "null", "{}"])
def test_any_json_is_valid_without_a_schema(output):
    assert parse(output).strict
    assert validity(output) == 1.0


def test_validity_without_a_schema_says_what_it_is():
    rows = [{"id": "q", "gold": {"output": {}}, "run": {"output": "{}"}}]

    def told(metric, **options):
        return [finding.id for finding in oe.evaluate(rows, [metric], **options).findings]

    assert told("schema_validity") == told('schema_validity(of="parsed")') == ["schema.none"]
    assert told("schema_validity", schema={"type": "object"}) == told("strict_parse_rate") == []


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
    with pytest.raises(InputError, match="this is no JSON Schema"):
        validity("{}", path)
    path.write_text("{")
    with pytest.raises(InputError, match="this is no JSON"):
        validity("{}", path)


def test_pydantic_model_as_schema():
    class Answer(BaseModel):
        id: str
        score: float | None = None

    assert validity('{"id": "A"}', Answer) == 1.0
    assert validity('{"id": 1}', Answer) == 0.0


@pytest.mark.parametrize(
    ("slot", "steps"),
    [
        ("id", ["id"]),
        ("$.annotations[*].id", ["annotations", "[*]", "id"]),
        ("a.b", ["a", "b"]),
        ("$[*]", ["[*]"]),
        ("a[*][*]", ["a", "[*]", "[*]"]),
        ("choices[0].text", ["choices", "[0]", "text"]),
        ("$['a.b'][\"c\"].d", ["a.b", "c", "d"]),
    ],
)
def test_slots_are_paths(slot, steps):
    assert slot_steps(slot) == steps


@pytest.mark.parametrize("slot", ["", "$", "a[-1]", "a[", "a[*", "[x]", "$..id", "a.", "a[0]b"])
def test_slot_that_is_no_path_is_refused(slot):
    with pytest.raises(ConfigError, match="cannot read the path"):
        slot_steps(slot)


def test_slots_find_texts_wherever_they_are():
    value = {"a": [{"id": "x"}, {"id": None}, {"no": 1}, 3, {"id": ["y", "z"]}], "b": {"id": 5}}
    assert slot_values(value, slot_steps("a[*].id")) == ["x", None, "y", "z"]
    assert slot_values(value, slot_steps("b.id")) == ["5"]
    assert slot_values(value, slot_steps("b[*].id")) == []
    assert slot_values(value, slot_steps("a[4].id")) == ["y", "z"]
    assert slot_values(value, slot_steps("a[9].id")) == slot_values(value, slot_steps("b[0]")) == []
    assert slot_values(None, slot_steps("b.id")) == []


def test_every_value_has_a_place():
    value = {"a": [{"id": "x"}, {"no": 1}, {"id": ["y", "z"]}], "the key": {"id": 5}}
    places = [written(path) for path, _ in places_at(value, slot_steps("a[*].id"))]
    assert places == ["$.a[0].id", "$.a[2].id[0]", "$.a[2].id[1]"]
    assert [written(path) for path, _ in places_at(value, slot_steps("a[2].id"))] == ["$.a[2].id[0]", "$.a[2].id[1]"]
    assert [written(path) for path, _ in places_at(value, ["the key", "id"])] == ["$['the key'].id"]


@pytest.mark.parametrize(
    ("value", "slot", "label", "labels"),
    [
        ({"a": [{"id": "1"}, {"id": "2", "name": "two"}]}, "a[*].id", "a[*].name", [None, "two"]),  # not shifted
        ({"ids": ["1", "2"], "names": ["one", "two"]}, "ids", "names", ["one", "two"]),  # parallel lists
        ({"ids": ["1", "2"], "names": ["one"]}, "ids", "names", [None, None]),
        ({"x": {"id": "1"}, "name": "one"}, "x.id", "name", ["one"]),
        ([{"t": {"id": "1"}, "name": "one"}, {"t": {"id": "2"}}], "[*].t.id", "[*].name", ["one", None]),
    ],
)
def test_labels_stand_beside_their_ids(value, slot, label, labels):
    assert labels_beside(value, slot_steps(slot), slot_steps(label)) == labels


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


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"slots": ["id"], "labels": ["a", "b"]}, "more labels than slots"),
        ({"slots": ["id"], "roots": ["caar"]}, "'caar' is no concept"),
        ({"slots": ["id"], "roots": ["sedan"]}, "nothing is below sedan"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(onto, settings, message):
    with pytest.raises(ConfigError, match=message):
        oe.score("vocabulary_conformance", [{"id": "q"}], [{"id": "q", "output": "{}"}], ontology=onto, **settings)


REQUESTS = [
    {"id": "answered", "output": '{"id": "sedan"}'},
    {"id": "prose", "output": "It is a sedan."},
    {"id": "refused", "output": "Sorry, I could not find any concept."},
    {"id": "blank", "output": " \n"},
    {"id": "failed", "error": "Timeout"},
]


def test_rates_over_requests_and_over_answers(onto):
    """Six requests, one of them without a row; two answers, of which one is JSON."""
    gold = [{"id": row["id"]} for row in REQUESTS] + [{"id": "lost"}]
    values = {
        name: oe.score(name, gold, REQUESTS).sums
        for name in ("output_coverage", "strict_parse_rate", 'strict_parse_rate(of="answered")', "schema_validity")
    }
    assert values == {
        "output_coverage": {"num": 2, "den": 6},
        "strict_parse_rate": {"num": 1, "den": 6},
        'strict_parse_rate(of="answered")': {"num": 1, "den": 2},
        "schema_validity": {"num": 1, "den": 6},
    }


def test_empty_answers_have_no_conformance_instead_of_a_perfect_one(onto):
    """The published benchmark of conformance gives 1.000 for saying nothing."""
    run = [{"id": "q", "output": '{"ids": []}'}]
    result = oe.score("vocabulary_conformance", [{"id": "q"}], run, ontology=onto, slots=["ids"])
    assert result.value is None
    assert oe.score("output_coverage", [{"id": "q"}], run).value == 1.0
