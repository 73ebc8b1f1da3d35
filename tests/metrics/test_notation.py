"""The written form of a measure: reading and writing are inverse."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontoeval.errors import BadParameter
from ontoeval.metrics.definition import Cut, metric
from ontoeval.metrics.notation import read, write
from ontoeval.metrics.registry import parse
from ontoeval.statistics.rows import Mean
from ontoeval.views.rankings import Rankings

identifiers = st.from_regex(r"[a-z][a-z0-9_]{0,10}", fullmatch=True).filter(
    lambda name: not keyword.iskeyword(name) and name not in {"true", "false", "none", "null"}
)
texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)


@given(identifiers, st.dictionaries(identifiers, values, max_size=3), st.none() | st.integers(1, 10**9))
def test_reading_is_the_inverse_of_writing(name, parameters, cut):
    assert read(write(name, parameters, cut)) == (name, parameters, cut)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ndcg", ("ndcg", {}, None)),
        ("ndcg@10", ("ndcg", {}, 10)),
        (" ndcg @ 10 ", ("ndcg", {}, 10)),
        ("ndcg(gain='linear')@10", ("ndcg", {"gain": "linear"}, 10)),
        (
            "f(a=true, b=false, c=none, d=null, e=-1, f=[1, 2])",
            ("f", {"a": True, "b": False, "c": None, "d": None, "e": -1, "f": [1, 2]}, None),
        ),
        ("ndcg()", ("ndcg", {}, None)),
    ],
)
def test_readable_notations(text, parts):
    assert read(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "ndcg@",
        "@10",
        "ndcg@0",
        "ndcg@-1",
        "ndcg@1.5",
        "ndcg@true",
        "ndcg@x",
        "ndcg@10@5",
        "ndcg(10)",
        "ndcg(gain=linear)",
        "ndcg(**x)",
        "ndcg(",
        "a.b",
        "a b",
        "1",
        "ndcg(k=5, k=6)",
        "ndcg(gain=f('x'))",
        "ndcg + 1",
        "(" * 500,
        "x\0",
        "ndcg(gain=__import__('os'))",
    ],
)
def test_other_notations_are_refused(text):
    with pytest.raises(BadParameter):
        read(text)


def test_cut_off_is_given_once():
    with pytest.raises(BadParameter, match="given twice"):
        parse("ndcg(k=5)@10")


def test_cut_off_as_parameter_is_written_behind_the_at():
    assert parse("ndcg(k=5)").name == "ndcg@5"


def test_only_what_differs_from_the_defaults_is_written():
    assert parse('ndcg(gain="exp2", ties="given", average="macro")@10').name == "ndcg@10"
    assert parse('ndcg(ties="trec", gain="linear")').name == 'ndcg(gain="linear", ties="trec")'
    assert parse("linking_f1(beta=1)").name == "linking_f1"
    assert parse("linking_f1(beta=2)").name == "linking_f1(beta=2.0)"


def test_no_cut_off_is_written_where_the_default_has_one():
    @metric(view=Rankings, average="macro", direction="higher", bounds=(0, 1), level="diagnostic", source="test")
    def top_ten(rankings: Rankings, *, k: Cut = 10) -> Mean:
        """A metric with a cut-off by default."""
        return Mean([])

    assert top_ten.metric.measure().name == "top_ten"
    assert top_ten.metric.measure({"k": 5}).name == "top_ten@5"
    assert top_ten.metric.measure({"k": None}).name == "top_ten(k=none)"


@pytest.mark.parametrize(
    "text",
    [
        'ndcg(gain="log")',
        "ndcg@0",
        'ndcg(k="5")',
        "ndcg(k=2.5)",
        "ndcg(k=true)",
        "recall(rel=0)",
        "recall(rel=-1)",
        "linking_f1(beta=0)",
        "linking_f1(beta=1e999)",
        'linking_f1(beta="1")',
        "linking_f1(scope=none)",
    ],
)
def test_values_that_are_not_allowed_are_refused(text):
    with pytest.raises(BadParameter):
        parse(text)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ('ndcg(gain="log")', '"exp2" or "linear" or "hierarchy" or a mapping'),
        ('ndcg(k="5")', "a whole number ≥ 1 or none"),
        ("recall(rel=0)", "a number > 0 or none"),
        ("linking_f1(beta=0)", "a number > 0"),
        ('linking_f1(average="mean")', "micro, macro, macro:type, macro:id, macro:TAG"),
    ],
)
def test_what_is_allowed_is_said_in_words(text, allowed):
    with pytest.raises(BadParameter) as error:
        parse(text)
    assert error.value.expected == allowed
