"""From compiled constraints back to the vocabulary."""

import enum
import re
from typing import Literal

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError, NotComparable
from ontoeval.ontology.vocabulary import Vocabulary
from ontoeval.ontology.vocabulary.patterns import flat, shape, trie
from ontoeval.ontology.vocabulary.source_code import python_module

odd = st.text(alphabet="ab1:#/\\\"'.*+?()[]{}|^$-&~ \n\té日🐈", min_size=1, max_size=6)
id_sets = st.sets(
    st.one_of(odd, st.text(min_size=1, max_size=5), st.from_regex(r"HP:[0-9]{2,3}\Z")), min_size=1, max_size=12
)


@given(id_sets, st.sampled_from(["enum", "oneOf"]))
def test_json_schema_and_back(ids, form):
    vocabulary = Vocabulary(ids, labels={id: f"label of {id}" for id in ids})
    compiled = vocabulary.to_json_schema(form, labels=form == "oneOf")
    back = Vocabulary.from_json_schema(compiled.schema)
    assert back == vocabulary
    assert back.sha256 == vocabulary.sha256
    assert back.labels == (vocabulary.labels if form == "oneOf" else {})


@given(id_sets, st.sampled_from(["enum", "oneOf", "pattern"]))
def test_pydantic_and_back(ids, form):
    vocabulary = Vocabulary(ids)
    type_ = vocabulary.to_pydantic(form)
    assert Vocabulary.from_pydantic(type_) == vocabulary
    if form != "pattern":
        assert Vocabulary.from_json_schema(TypeAdapter(type_).json_schema()) == vocabulary


@given(id_sets, odd)
def test_regular_expressions_accept_what_the_set_holds(ids, other):
    for expression in (trie(sorted(ids)), flat(ids)):
        compiled = re.compile(expression)
        assert all(compiled.fullmatch(id) for id in ids)
        assert (compiled.fullmatch(other) is not None) == (other in ids)


@given(id_sets)
def test_the_shape_accepts_every_id_in_python_and_in_a_json_schema(ids):
    expression = re.compile(shape(ids))
    assert all(expression.fullmatch(id) for id in ids)
    is_valid = jsonschema_rs.validator_for(Vocabulary(ids).to_json_schema("pattern").schema).is_valid
    assert all(is_valid(id) for id in ids)


@given(id_sets)
def test_modules_hold_the_ids(ids):
    space: dict = {}
    exec(compile(python_module(Vocabulary(ids), "pydantic"), "module", "exec"), space)
    assert set(space["IDS"]) == ids


# ---- with an ontology -----------------------------------------------------------------------------------------------


def test_a_pattern_is_selected_again(onto):
    vocabulary = onto.vocabulary(["A:1"], prefixes=["A"])
    schema = vocabulary.to_json_schema("pattern").schema
    back = Vocabulary.from_json_schema(schema, onto)
    assert back == vocabulary
    assert back.selection == vocabulary.selection
    with pytest.raises(BadParameter, match="a pattern does not hold its ids"):
        Vocabulary.from_json_schema(schema)


def test_a_pattern_of_another_release_is_not_comparable(onto):
    schema = onto.vocabulary(["A:1"]).to_json_schema("pattern").schema
    newer = oe.load(b"[Term]\nid: A:1\nname: animal\n\n[Term]\nid: A:7\nname: fox\nis_a: A:1\n")
    with pytest.raises(NotComparable, match="compiled of 4 ids"):
        Vocabulary.from_json_schema(schema, newer)


def test_labels_come_from_the_ontology(onto):
    schema = onto.vocabulary(["A:3"]).to_json_schema("enum").schema
    assert Vocabulary.from_json_schema(schema).labels == {}
    assert Vocabulary.from_json_schema(schema, onto).labels == {"A:4": "puppy"}


def test_ids_that_are_not_those_of_the_stamp_are_an_error(onto):
    schema = onto.vocabulary(["A:1"]).to_json_schema("enum").schema
    with pytest.raises(InputError, match="not those of its x-ontoeval stamp"):
        Vocabulary.from_json_schema({**schema, "enum": ["A:2"]})


def test_other_peoples_types():
    class Color(enum.Enum):
        RED = "red"
        BLUE = "blue"

    class Thing(BaseModel):
        name: str
        color: Literal["red", "blue"]

    for type_ in (Literal["blue", "red"], Color, Thing):
        assert list(Vocabulary.from_pydantic(type_)) == ["blue", "red"]


def test_a_model_with_one_vocabulary_among_its_fields(onto):
    class Annotation(BaseModel):
        kind: Literal["a", "b"]
        id: onto.vocabulary(["A:1"]).to_pydantic()

    assert Vocabulary.from_pydantic(Annotation, onto) == onto.vocabulary(["A:1"])


@pytest.mark.parametrize("schema", [{}, {"enum": [1, 2]}, {"anyOf": [{"enum": ["a"]}, {"enum": ["b"]}]}])
def test_a_schema_needs_one_vocabulary(schema):
    with pytest.raises(BadParameter, match=r"the schema has [02] vocabularies"):
        Vocabulary.from_json_schema(schema)
