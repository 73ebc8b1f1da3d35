"""outlines, steered by a compiled vocabulary: the generator of outlines runs, only the logits are random."""

import json

import pytest

outlines = pytest.importorskip("outlines", reason="the extra llm is not installed")
pytest.importorskip("llguidance", reason="the extra llm is not installed")

from logits_stub import LogitsStub, steer  # noqa: E402
from pydantic import BaseModel, ConfigDict  # noqa: E402

from ontoeval.errors import BadParameter, MissingExtra  # noqa: E402
from ontoeval.ontology.vocabulary import Vocabulary  # noqa: E402

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


def many(n: int) -> Vocabulary:
    return Vocabulary(f"HP:{number:07d}" for number in range(0, 7 * n, 7))


@pytest.fixture
def model(monkeypatch) -> LogitsStub:
    steer(monkeypatch)
    return LogitsStub(["HP", "HP:", "00", "000", "12", "a/b", ':"', '"}'])


@pytest.mark.parametrize("vocabulary", [many(1), many(60), many(3_000), Vocabulary(ODD)], ids=len)
def test_whatever_the_model_prefers_it_writes_an_id(model, vocabulary):
    generate = vocabulary.outlines_generator(model)
    written = [generate("Which phenotype?") for _ in range(60)]
    assert [text for text in written if text not in vocabulary] == []
    if len(vocabulary) > 1:
        assert len(set(written)) > 8  # it is not one id again and again


def test_without_the_constraint_the_same_model_writes_none(model):
    generate = outlines.Generator(model)
    assert not any(generate("Which phenotype?") in many(3_000) for _ in range(20))


@pytest.mark.parametrize("form", ["enum", "oneOf"])
def test_an_object_with_an_id_of_the_pydantic_type(model, form):
    vocabulary = many(200)

    class Annotation(BaseModel):
        model_config = ConfigDict(extra="forbid")
        id: vocabulary.to_pydantic(form)

    generate = outlines.Generator(model, Annotation, backend="llguidance")
    for _ in range(20):
        assert json.loads(generate("Annotate."))["id"] in vocabulary


def test_the_type_carries_the_stamp_and_is_what_outlines_takes():
    vocabulary = many(60)
    made = vocabulary.to_outlines()
    assert isinstance(made, outlines.types.Regex)
    assert made.stamp["sha256"] == vocabulary.sha256
    assert made.pattern == vocabulary.to_regex("trie").pattern
    assert outlines.types.dsl.to_regex(made) == f"({made.pattern})"


@pytest.mark.parametrize(
    ("n", "backend", "message"),
    [
        (101, "outlines_core", r"101 ids are too many for outlines_core: 1,000 took it 149 s.*expected at most 100"),
        (1_001, "xgrammar", "1,001 ids are too many for xgrammar"),
        (50_001, "llguidance", "50,001 ids are too many for llguidance"),
        (2, "guidance", "expected llguidance, xgrammar, outlines_core"),
    ],
)
def test_a_backend_that_cannot_take_so_many_ids_is_refused(n, backend, message):
    with pytest.raises(BadParameter, match=f"(?s){message}"):
        many(n).to_outlines(backend)


def test_the_module_for_outlines_holds_the_same_expression():
    from ontoeval.ontology.vocabulary.source_code import python_module

    space: dict = {}
    exec(compile(python_module(many(60), "outlines"), "module", "exec"), space)
    assert space["ConceptId"].pattern == many(60).to_regex().pattern
    assert space["BACKEND"] == "llguidance"
    assert space["X_ONTOEVAL"]["n"] == len(space["IDS"]) == 60


def test_without_outlines_the_error_names_the_extra(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "outlines", None)
    monkeypatch.delitem(sys.modules, "ontoeval.ontology.vocabulary.outlines_type", raising=False)
    with pytest.raises(MissingExtra, match=r"ontoeval\[llm\]"):
        many(2).to_outlines()
