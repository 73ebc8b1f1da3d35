"""Strict and lenient parsing of answers: every repair has its name, and none is silent."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontoeval.views.outputs.parsing import parse, value_of
from ontoeval.views.outputs.repairing import DEEPEST, REPAIRS, repair

ONE = {"id": "A:1", "ok": True}
CASES = {
    "bom": ('\ufeff{"id": "A:1", "ok": true}', ONE),
    "code_fence": ('```json\n{"id": "A:1", "ok": true}\n```', ONE),
    "prose_wrapped": ('Of course: {"id": "A:1", "ok": true}. Anything else?', ONE),
    "double_encoded": ('"{\\"id\\": \\"A:1\\", \\"ok\\": true}"', ONE),
    "comments": ('{"id": "A:1", // the id\n /* sure */ "ok": true # yes\n}', ONE),
    "trailing_comma": ('{"id": "A:1", "ok": true,}', ONE),
    "single_quotes": ("{'id': 'A:1', 'ok': true}", ONE),
    "python_literals": ('{"id": "A:1", "ok": True, "n": None, "f": False}', {**ONE, "n": None, "f": False}),
    "unquoted_keys": ('{id: "A:1", ok: true}', ONE),
    "control_char": ('{"id": "A:1", "ok": true, "t": "a\nb"}', {**ONE, "t": "a\nb"}),
    "nan_infinity": ('{"id": "A:1", "ok": true, "x": NaN, "y": -Infinity}', {**ONE, "x": None, "y": None}),
    "duplicate_keys": ('{"id": "B:2", "id": "A:1", "ok": true}', ONE),
    "invalid_escape": ('{"id": "A:1", "ok": true, "t": "\\d"}', {**ONE, "t": "\\d"}),
    "concatenated": ('{"id": "A:1", "ok": true}\n{"id": "B:2"}', ONE),
    "multiple_documents": ('```\n{"id": "A:1", "ok": true}\n```\n```\n{"id": "B:2"}\n```', ONE),
    "truncated_recovered": ('{"id": "A:1", "ok": true, "rest": [1, {"a": "b', {**ONE, "rest": [1, {"a": "b"}]}),
}


def test_every_repair_has_a_case():
    assert set(CASES) == set(REPAIRS)


@pytest.mark.parametrize("name", CASES)
def test_each_repair_is_named_and_gives_the_value(name):
    text, value = CASES[name]
    found = repair(text)
    assert found.value == value
    assert name in found.repairs
    assert len(found.repairs) == (2 if name == "multiple_documents" else 1)  # that one has fences, too


@pytest.mark.parametrize("name", CASES)
def test_strict_parsing_accepts_none_of_them(name):
    text, _ = CASES[name]
    found = parse(text)
    assert found.strict == (name == "double_encoded")  # a JSON string is JSON, though not what was asked for
    assert found.code == name


@pytest.mark.parametrize("name", CASES)
def test_a_truncated_answer_is_never_used(name):
    text, value = CASES[name]
    found = parse(text)
    assert found.usable == (name != "truncated_recovered")
    assert value_of(text, "lenient") == (None if name == "truncated_recovered" else value)


@pytest.mark.parametrize(
    ("text", "repairs"),
    [
        ("So: ```json\n{'id': 'it's',}\n``` Bye.", ["code_fence", "prose_wrapped", "trailing_comma", "single_quotes"]),
        ('Use {braces} like this: {"a": 1}', ["prose_wrapped"]),
        ('[see 1] {"a": 1}', ["prose_wrapped"]),
        ('[1] {"a": 1}', []),  # two values, the object is meant
        ('{"a": "```json"}', []),
        ('{"a": 1} but rather {"a": 2}', ["prose_wrapped", "multiple_documents"]),
        ('{"n": 1e999}', ["nan_infinity"]),
        ('{"t": "\\ud83d\\ude00"}', []),
        ('{"t": "\\ud800"}', ["invalid_escape"]),
    ],
)
def test_repairs_in_company(text, repairs):
    assert list(repair(text).repairs) == repairs


@pytest.mark.parametrize(
    "text",
    ["", "no JSON here", "I think [maybe] so", '{"a": 1 "b": {"c": 2}}', '{"a": 012}', '{"a": undefined}', '{"a": }'],
)
def test_what_cannot_be_read_is_unreadable_and_says_why(text):
    found = parse(text)
    assert not found.usable
    assert found.value is None
    assert found.code == "unreadable"
    assert found.error


@pytest.mark.parametrize("text", ["[" * 10_000 + "]" * 10_000, '{"a":' * 10_000, "```" + "[" * 10_000])
def test_deep_nesting_is_an_error_and_no_traceback(text):
    assert parse(text).error == f"it is nested deeper than {DEEPEST}"


LONG = {
    "prose before JSON": "Here: " + json.dumps([{"id": f"A:{n}"} for n in range(250_000)]) + " done",
    "cut off": json.dumps([{"id": f"A:{n}"} for n in range(250_000)])[:-9],
    "no JSON": "x " * 2_500_000,
    "open brackets": "[" * 5_000_000,
    "open fences": "```" * 1_600_000,
    "open quotes": '{"a": "' + "\\" * 4_999_999,
    "quotes in quotes": "{'a': '" + "'x" * 2_500_000,
    "blanks": "{'a': '" + "' " * 2_500_000,
    "comments": "{" + "/*" * 2_500_000,
    "starts": "{a " * 1_600_000,
}


@pytest.mark.parametrize("name", LONG)
def test_five_megabytes_take_seconds_at_most(name):
    """The limit is far above what it takes (about a second): only a search that is not linear passes it."""
    start = time.process_time()
    parse(LONG[name])
    assert time.process_time() - start < 30


scalars = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=["Cs"]))
documents = st.recursive(
    scalars | texts, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4)
)


@given(st.lists(documents) | st.dictionaries(texts, documents))
def test_strict_json_needs_no_repair(value):
    text = json.dumps(value)
    found = parse(text)
    assert found.strict
    assert found.repairs == ()
    assert found.value == value
    assert repair(text).value == value
    assert repair(text).repairs == ()


printable = st.text(st.characters(min_codepoint=32, max_codepoint=126))


@given(st.dictionaries(printable, st.lists(printable | st.none() | st.booleans() | st.integers()), min_size=1))
def test_python_repr_is_read_back(value):
    """`repr` is what programs write by mistake: quotes, None and True differ."""
    assert repair(repr(value)).value == value


@given(st.text())
def test_any_text_is_read_or_refused(text):
    found = parse(text)
    assert found.strict or found.repairs or found.error


@given(st.dictionaries(texts, documents, min_size=1), st.data())
def test_any_prefix_is_strict_or_truncated(value, data):
    text = json.dumps(value, ensure_ascii=False)
    cut = data.draw(st.integers(1, len(text) - 1))
    assert repair(text[:cut]).repairs == ("truncated_recovered",)
