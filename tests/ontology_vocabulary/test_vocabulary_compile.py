"""A vocabulary as JSON Schema, regular expression, pydantic type and Python module."""

import json
import re

import jsonschema
import jsonschema_rs
import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from ontoeval.errors import BadParameter
from ontoeval.ontology.vocabulary import Vocabulary
from ontoeval.ontology.vocabulary.patterns import escape, flat, shape, trie
from ontoeval.ontology.vocabulary.source_code import python_module

ODD = [
    'a"b',
    "a'b",
    "a\\b",
    "A:1 2",
    "x.y*z+",
    "(a|b)",
    "[a-z]",
    "^$",
    "{3}",
    "é",
    "🐈",
    "日本",
    "a/b#c?d=e&f~g",
    "a-b",
]


def many(n: int, width: int = 7) -> Vocabulary:
    return Vocabulary(f"HP:{number:0{width}d}" for number in range(n))


# ---- JSON Schema ----------------------------------------------------------------------------------------------------


def test_an_enum_lists_the_ids_and_says_where_they_come_from(onto):
    compiled = onto.vocabulary(["A:3"]).to_json_schema()
    assert (compiled.form, compiled.exact, compiled.limits) == ("enum", True, ())
    assert compiled.schema == {
        "type": "string",
        "enum": ["A:4"],
        "x-ontoeval": {
            "ontology": "bytes",
            "version": "2026-01-01",
            "fingerprint": onto.fingerprint,
            "roots": ["A:3"],
            "include_root": False,
            "prefixes": [],
            "kinds": ["concept"],
            "deprecated": "exclude",
            "n": 1,
            "sha256": onto.vocabulary(["A:3"]).sha256,
            "form": "enum",
        },
    }
    assert json.loads(compiled.text) == compiled.schema


def test_labels_are_titles_or_stand_in_the_description(onto):
    vocabulary = onto.vocabulary(["A:1"], prefixes=["A"])
    titled = vocabulary.to_json_schema(labels=True)
    assert titled.schema["oneOf"] == [
        {"const": "A:2", "title": "cat"},
        {"const": "A:3", "title": "dog"},
        {"const": "A:4", "title": "puppy"},
    ]
    described = vocabulary.to_json_schema(labels=True, target="openai")
    assert described.schema == {
        "type": "string",
        "enum": ["A:2", "A:3", "A:4"],
        "description": "A:2 cat; A:3 dog; A:4 puppy",
    }


@pytest.mark.parametrize("target", ["openai", "gemini"])
def test_services_get_no_unknown_keyword_and_the_stamp_is_kept_beside(onto, target):
    compiled = onto.vocabulary(["A:1"]).to_json_schema(target=target)
    assert set(compiled.schema) == {"type", "enum"}
    assert compiled.stamp["n"] == 4


# The limits are those on limits.py, with their sources: 1,000 values; 15,000 characters beyond 250 values.
@pytest.mark.parametrize(
    ("n", "width", "target", "form"),
    [
        (1_000, 7, "generic", "enum"),
        (1_001, 7, "generic", "pattern"),
        (1_000, 7, "openai", "enum"),
        (1_001, 7, "openai", "pattern"),
        (250, 97, "openai", "enum"),  # 25,000 characters, but not more than 250 values
        (251, 97, "openai", "pattern"),
        (300, 47, "openai", "enum"),  # 300 × 50 = 15,000 characters
        (300, 48, "openai", "pattern"),
        (99, 7, "gemini", "enum"),
        (100, 7, "gemini", "pattern"),
    ],
)
def test_the_automatic_form_keeps_the_limits(n, width, target, form):
    compiled = many(n, width).to_json_schema(target=target)
    assert (compiled.form, compiled.exact) == (form, form == "enum")


@pytest.mark.parametrize(
    ("n", "form", "target", "message"),
    [
        (1_001, "enum", "openai", r"1,001 values, openai takes 1,000 \(OpenAI"),
        (100, "enum", "gemini", r"100 values, gemini takes 99 \(undocumented; .*python-genai#950"),
        (10_001, "oneOf", "generic", "10,001 alternatives: validators try every one"),
        (2, "oneOf", "openai", "openai does not take 'oneOf'; expected enum or pattern"),
        (2, "const", "generic", "expected auto, enum, oneOf, pattern"),
        (2, "enum", "claude", "expected generic, openai, gemini"),
    ],
)
def test_what_a_target_does_not_take_is_refused(n, form, target, message):
    with pytest.raises(BadParameter, match=message):
        many(n).to_json_schema(form, target=target)


def test_the_characters_of_a_long_enum_are_counted():
    with pytest.raises(BadParameter, match="15,300 characters in an enum of more than 250 values, openai takes 15,000"):
        many(300, 48).to_json_schema("enum", target="openai")
    with pytest.raises(BadParameter, match="120,600 characters, openai takes 120,000"):
        many(600, 198).to_json_schema("enum", target="openai")


def test_labels_need_a_form_and_a_size_that_can_show_them():
    with pytest.raises(BadParameter, match="no place for labels"):
        many(2).to_json_schema("pattern", labels=True)
    with pytest.raises(BadParameter, match="too many to show with their labels"):
        many(1_001).to_json_schema(labels=True)


def test_a_large_enum_is_written_and_says_who_cannot_take_it():
    assert many(1_001).to_json_schema("enum").limits == (
        "outlines_core and the services refuse or stall on more than 1,000 values",
    )
    assert "refused 50,000" in many(10_001).to_json_schema("enum").limits[0]
    assert "do not exist" in many(2).to_json_schema("pattern").limits[0]


@pytest.mark.parametrize("form", ["enum", "oneOf", "pattern"])
@pytest.mark.parametrize(
    "is_valid",
    [jsonschema_rs.is_valid, lambda schema, value: jsonschema.validators.validator_for(schema)(schema).is_valid(value)],
)
def test_validators_accept_the_ids(form, is_valid):
    schema = Vocabulary(ODD).to_json_schema(form).schema
    assert all(is_valid(schema, id) for id in ODD)
    assert not is_valid(schema, "")
    assert not is_valid(schema, 3)


# ---- regular expressions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ids", "expression"),
    [
        (["HP:1"], "HP:1"),
        (["HP:1", "HP:2"], "HP:[12]"),
        ([f"HP:{digit}" for digit in range(10)], "HP:[0-9]"),
        (["HP:1", "HP:12"], "HP:1(?:2)?"),
        (["HP:1", "HP:21", "HP:22"], "HP:(?:2[12]|1)"),
        (["a", "b.c", "é"], r"(?:b\.c|a|é)"),
        (["a", "ab", "abc"], "a(?:b(?:c)?)?"),
        (["a+", "a-", "a1"], r"a(?:1|\+|-)"),
    ],
)
def test_a_trie_shares_beginnings(ids, expression):
    assert trie(sorted(ids)) == expression


@pytest.mark.parametrize(
    ("ids", "expression"),
    [
        (["HP:0001250", "HP:0001945"], "HP:[0-9]{7}"),
        (["HP:01", "MONDO:001"], "HP:[0-9]{2}|MONDO:[0-9]{3}"),
        (["HP:1", "HP:123"], "HP:[0-9]{1,3}"),
        (["http://ex.org/o#Cat", "http://ex.org/o#cat-1"], r"http://ex\.org/o#[0-9A-Za-z\-]{3,5}"),
        (["cat", "日本"], r"[\s\S]{2,3}"),
        ([f"P{number}:1" for number in range(51)], "[0-9A-Z:]{4,5}"),  # too many namespaces to list
    ],
)
def test_the_shape_of_ids(ids, expression):
    assert shape(ids) == expression
    assert all(re.fullmatch(expression, id) for id in ids)


def test_only_signs_with_a_meaning_are_escaped():
    assert escape("a b#c-d/é") == "a b#c-d/é"
    assert escape(r"^$.|?*+()[]{}\ ") == r"\^\$\.\|\?\*\+\(\)\[\]\{\}\\ "
    assert flat(["a.", "b"]) == r"a\.|b"


@pytest.mark.parametrize("form", ["trie", "flat"])
def test_a_regular_expression_matches_the_ids_and_nothing_else(form):
    compiled = Vocabulary(ODD).to_regex(form)
    expression = re.compile(compiled.pattern)
    assert all(expression.fullmatch(id) for id in ODD)
    assert not any(expression.fullmatch(other) for other in ("", "a", "xay*z+", "x.y*zz", "(a", "a\\b "))
    assert compiled.stamp["n"] == len(ODD)


def test_too_many_ids_for_a_regular_expression():
    with pytest.raises(BadParameter, match="no engine is known to compile a regular expression of 50,001 ids"):
        many(50_001).to_regex()
    with pytest.raises(BadParameter, match="expected trie or flat"):
        many(2).to_regex("dawg")


def test_a_trie_that_is_too_deep_is_refused():
    deep = Vocabulary("a" * length for length in range(1, 3_000))
    with pytest.raises(BadParameter, match="their trie is too deep"):
        deep.to_regex()
    assert deep.to_regex("flat").pattern.startswith("a|aa|aaa|")


# ---- pydantic -------------------------------------------------------------------------------------------------------


def test_a_pydantic_type_checks_by_set_and_shows_a_pattern(onto):
    vocabulary = onto.vocabulary(["A:1"])

    class Annotation(BaseModel):
        id: vocabulary.to_pydantic()

    assert Annotation(id="A:4").id == "A:4"
    with pytest.raises(ValidationError) as caught:
        Annotation(id="A:5")
    (error,) = caught.value.errors(include_url=False)
    assert (error["loc"], error["type"]) == (("id",), "not_in_vocabulary")
    assert error["msg"] == "'A:5' is not one of 4 ids; near it: A:2, A:3, A:4"
    schema = Annotation.model_json_schema()["properties"]["id"]
    assert schema["pattern"] == "^(?:A:[0-9]|P:[0-9])$"
    assert schema["x-ontoeval"]["sha256"] == vocabulary.sha256
    with pytest.raises(ValidationError, match="valid string"):
        Annotation(id=4)


def test_a_pydantic_type_can_show_an_enum():
    assert TypeAdapter(many(2).to_pydantic("enum")).json_schema()["enum"] == ["HP:0000000", "HP:0000001"]


def test_a_pydantic_type_for_a_service_has_no_stamp():
    type_ = many(2).to_pydantic("enum", target="openai")
    assert TypeAdapter(type_).json_schema() == {"type": "string", "enum": ["HP:0000000", "HP:0000001"]}
    assert Vocabulary.from_pydantic(type_) == many(2)


def test_messages_are_short_whatever_the_value_and_the_size():
    adapter = TypeAdapter(many(20_000).to_pydantic())
    for value in ("HP:000001", "x" * 100_000, "HP:\n" * 30):
        with pytest.raises(ValidationError) as caught:
            adapter.validate_python(value)
        assert len(caught.value.errors()[0]["msg"]) <= 200


# ---- Python modules -------------------------------------------------------------------------------------------------


def test_a_module_does_without_ontoeval():
    text = python_module(Vocabulary(ODD), "pydantic", name="Odd")
    assert "import ontoeval" not in text
    space: dict = {}
    exec(compile(text, "module", "exec"), space)
    assert set(space["IDS"]) == set(ODD)
    adapter = TypeAdapter(space["Odd"])
    assert [adapter.validate_python(id) for id in ODD] == ODD
    assert adapter.json_schema()["x-ontoeval"] == space["X_ONTOEVAL"]
    with pytest.raises(ValidationError, match="'🐕' is not one of 14 ids"):
        adapter.validate_python("🐕")


@pytest.mark.parametrize("name", ["class", "Concept Id", "1", ""])
def test_the_type_needs_a_name(name):
    with pytest.raises(BadParameter, match="is no name in Python"):
        python_module(many(1), "pydantic", name=name)
