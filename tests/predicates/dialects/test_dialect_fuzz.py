"""Whatever a log holds, a dialect gives a tree or an `InputError`; and written SQL keeps the same rows in SQLite."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ontoeval.errors import InputError
from ontoeval.predicates.dialects import dialects, parse, write
from ontoeval.predicates.evaluate import passes
from ontoeval.predicates.profiles import PROFILES
from ontoeval.predicates.tree import And, Atom, Interval, Node, Not, Or

WORDS = (
    "must", "should", "must_not", "min_should", "conditions", "min_count", "key", "match", "value", "any",
    "except", "range", "gte", "lt", "values_count", "is_null", "is_empty", "nested", "filter", "has_id", "a",
    "b.c", "$and", "$or", "$nor", "$not", "$eq", "$in", "$nin", "$gt", "$lt", "$exists", "$elemMatch", "$all",
    "$size", "$contains", "$date", "$numberLong", "$oid", "operator", "operands", "path", "valueText",
    "valueInt", "valueDate", "And", "Not", "Equal", "ContainsAny", "bool", "term", "terms", "exists", "field",
    "ids", "values", "query", "minimum_should_match", "format", "comparator", "attribute", "arguments", "and",
    "not", "eq", "in", "date", "type", "filters", "condition", "==", "contains", "AND", "NOT", "op", "target",
    "property", "2024-01-05", "75%",
)  # fmt: skip
TOKENS = (
    "a", "m", '["k"]', "'x'", '"x"', "1", "-2.5", "(", ")", "[", "]", "{", "}", ",", ":", ".", ";", "=", "==",
    "!=", "<", ">=", "and", "or", "not", "&&", "||", "!", "in", "is", "null", "like", "between", "exists",
    "true", "json_contains(", "array_length(", "?a", "?d", "<http://x/a>", "FILTER", "NOT EXISTS", "OPTIONAL",
    "SELECT", "WHERE", "eq(", "and(", "@>", "->>", "->", "::int", "::jsonb", "any (", "array[", "cast(",
    "as int", "date ", "*", "%", "case", "when", "path", "x:y",
)  # fmt: skip
leaf = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.floats(allow_nan=True), st.sampled_from(WORDS), st.just(10**30)
)
natives = st.recursive(
    leaf,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(WORDS), inner, max_size=3)),
    max_leaves=12,
)
texts = st.lists(st.sampled_from(TOKENS), max_size=12).map(" ".join)


def assert_a_tree_or_an_error(native, name):
    try:
        found = parse(native, name)
    except InputError as error:
        found = error
    assert isinstance(found, Node) or found.where


@pytest.mark.parametrize("name", [name for name, found in dialects().items() if found.form != "text"])
@settings(max_examples=200, deadline=None)
@given(native=natives)
def test_any_data_is_a_tree_or_an_error(name, native):
    assert_a_tree_or_an_error(native, name)


@pytest.mark.parametrize("name", [name for name, found in dialects().items() if found.form != "json"])
@settings(max_examples=200, deadline=None)
@given(native=st.one_of(texts, st.text(max_size=20)))
def test_any_text_is_a_tree_or_an_error(name, native):
    assert_a_tree_or_an_error(native, name)


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=3)
text_atoms = st.one_of(
    st.builds(Atom, st.sampled_from(["lang", "it's a"]), st.sampled_from(["eq", "ne", "lt", "gte"]), TEXT),
    st.builds(Atom, st.just("lang"), st.sampled_from(["in", "nin"]), st.lists(TEXT, min_size=1, max_size=3).map(tuple)),
    st.builds(Atom, st.sampled_from(["lang", "year"]), st.sampled_from(["exists", "is_null"])),
)
numbers = st.integers(-3, 3)
number_atoms = st.one_of(
    st.builds(Atom, st.just("year"), st.sampled_from(["eq", "ne", "lt", "lte", "gt", "gte"]), numbers),
    st.builds(Atom, st.just("year"), st.just("range"), st.builds(Interval, gte=numbers, lt=numbers)),
    st.builds(Atom, st.just("year"), st.just("range"), st.builds(Interval, gte=numbers, lte=numbers)),
)


def _joined(children):
    lists = st.lists(children, max_size=3).map(tuple)
    return st.one_of(st.builds(And, lists), st.builds(Or, lists), st.builds(Not, children))


@settings(max_examples=300, deadline=None)
@given(
    tree=st.recursive(st.one_of(text_atoms, number_atoms), _joined, max_leaves=6),
    docs=st.lists(
        st.fixed_dictionaries({}, optional={"lang": TEXT, "it's a": TEXT, "year": numbers}), min_size=1, max_size=6
    ),
)
def test_written_sql_keeps_the_same_rows_in_sqlite(tree, docs):
    with sqlite3.connect(":memory:") as connection:
        connection.execute('create table t (n integer, lang text, "it\'s a" text, year integer)')
        rows = [(n, doc.get("lang"), doc.get("it's a"), doc.get("year")) for n, doc in enumerate(docs)]
        connection.executemany("insert into t values (?, ?, ?, ?)", rows)
        kept = {n for (n,) in connection.execute(f"select n from t where {write(tree, 'sql')}")}
    connection.close()
    assert kept == {n for n, doc in enumerate(docs) if passes(tree, doc, PROFILES["lancedb"])}
