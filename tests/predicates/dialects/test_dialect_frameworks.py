"""LangChain, LlamaIndex and Haystack: native filters and the trees that they are."""

from __future__ import annotations

import pytest
from tables import assert_refused, cases

from ontoeval.predicates.dialects import parse

LANGCHAIN = [
    ('eq("a", "x")', "a = 'x'"),
    ('and(eq("a", 1), or(lt("b", 2.5), not(in("c", ["x", "y"]))))', "a = 1 and (b < 2.5 or not (c in ['x', 'y']))"),
    ("nin('a', ['x'])", "a not in ['x']"),
    ('contain("tags", "x")', "tags contains 'x'"),
    ('like("a", "plain")', "a = 'plain'"),
    ('gte("d", "2024-01-05")', "d >= date 2024-01-05T00:00:00+00:00"),
    ("gte('d', 2024-01-05)", "d >= date 2024-01-05T00:00:00+00:00"),
    ('eq("chapter", "001")', "chapter = '001'"),
    ('eq("flag", true)', "flag = true"),
    ('eq("a", "say \\"hi\\" \\u00e9")', "a = 'say \"hi\" é'"),
    ("NO_FILTER", "everything"),
    ({"comparator": "gte", "attribute": "a", "value": 5}, "a >= 5"),
    ({"comparator": "eq", "attribute": "d", "value": "2024-01-05"}, "d = '2024-01-05'"),
    (
        {"comparator": "eq", "attribute": "d", "value": {"date": "2024-01-05", "type": "date"}},
        "d = date 2024-01-05T00:00:00+00:00",
    ),
    (
        {
            "query": "cars",
            "limit": None,
            "filter": {
                "operator": "and",
                "arguments": [
                    {"comparator": "eq", "attribute": "a", "value": 1},
                    {"comparator": "ne", "attribute": "b", "value": None},
                ],
            },
        },
        "a = 1 and not (b is null)",
    ),
    ({"query": "cars", "filter": 'eq("a", 1)'}, "a = 1"),
    ({"query": "cars", "filter": None}, "everything"),
]
LLAMAINDEX = [
    ({"filters": []}, "everything"),
    ({"filters": [{"key": "a", "value": "x"}]}, "a = 'x'"),
    (
        {
            "filters": [{"key": "a", "value": 1, "operator": "!="}, {"key": "b", "value": ["x"], "operator": "nin"}],
            "condition": "or",
        },
        "a != 1 or b not in ['x']",
    ),
    ({"filters": [{"key": "a", "value": ["x", "y"], "operator": "any"}]}, "a in ['x', 'y']"),
    ({"filters": [{"key": "a", "value": ["x", "y"], "operator": "all"}]}, "a contains 'x' and a contains 'y'"),
    ({"filters": [{"key": "a", "value": None, "operator": "is_empty"}]}, "a is empty"),
    (
        {"filters": [{"filters": [{"key": "a", "value": 1, "operator": ">"}], "condition": "and"}], "condition": "not"},
        "not (a > 1)",
    ),
    ({"filters": [], "condition": "or"}, "any of ()"),
]
HAYSTACK = [
    ({}, "everything"),
    ({"field": "meta.a", "operator": "==", "value": "x"}, "a = 'x'"),
    ({"field": "a", "operator": "not in", "value": ["x"]}, "a not in ['x']"),
    ({"field": "meta.a", "operator": "!=", "value": None}, "not (a is null)"),
    (
        {
            "operator": "OR",
            "conditions": [{"field": "meta.a", "operator": ">", "value": 1}, {"operator": "AND", "conditions": []}],
        },
        "a > 1 or everything",
    ),
    (
        {
            "operator": "NOT",
            "conditions": [{"field": "a", "operator": "==", "value": 1}, {"field": "b", "operator": "==", "value": 2}],
        },
        "not (a = 1 and b = 2)",
    ),
]
REFUSED = [
    ("langchain", {"comparator": []}, "filter", "cannot read the comparator"),
    ("llamaindex", {"key": "a", "value": 1, "operator": ["=="]}, "filter", "cannot read the operator"),
    ("haystack", {"field": "a", "operator": {}, "value": 1}, "filter", "cannot read the operator"),
    ("langchain", 'and(eq("a", 1), grt("b", 2))', "filter, character 17", "did you mean gt?"),
    ("langchain", 'eq("a")', "filter, character 1", '1 arguments; expected eq("attribute", value)'),
    ("langchain", 'and(eq("a", 1), "b")', "filter, character 1", "expected filters"),
    ("langchain", 'eq(eq("a", 1), 2)', "filter, character 1", "expected an attribute and a value"),
    ("langchain", 'eq("a", 1', "filter, character 10", "cannot read the end"),
    ("langchain", 'eq("a", today)', "filter, character 14", "cannot read ')'"),
    ("langchain", 'like("a", "x%")', "filter, character 1", "patterns are no predicates"),
    ("langchain", 'not(eq("a", 1), eq("b", 2))', "filter, character 1", "stores read it differently"),
    ("langchain", {"comparator": "$eq", "attribute": "a", "value": 1}, "filter", "cannot read the comparator '$eq'"),
    ("langchain", {"operator": "nor", "arguments": []}, "filter", "cannot read the operator 'nor'"),
    ("langchain", {"comparator": "eq", "attribute": "a", "value": {"day": 1}}, "filter.value", '"type": "date"'),
    (
        "llamaindex",
        {"filters": [{"key": "a", "value": "x", "operator": "text_match"}]},
        "filter.filters[0].operator",
        "in its own way",
    ),
    (
        "llamaindex",
        {"filters": [{"key": "a", "value": 1}, {"key": "b", "value": 2}], "condition": "not"},
        "filter.condition",
        "none of them",
    ),
    (
        "llamaindex",
        {"filters": [{"key": "a", "value": 1, "operator": "=~"}]},
        "filter.filters[0]",
        "cannot read the operator '=~'",
    ),
    ("llamaindex", {"filters": [{"key": "a", "value": None, "operator": "=="}]}, "filter.filters[0].value", "no value"),
    ("haystack", {"field": "meta.a", "operator": "~", "value": 1}, "filter", "cannot read the operator '~'"),
    ("haystack", {"operator": "XOR", "conditions": []}, "filter", "expected AND or OR or NOT"),
    (
        "haystack",
        {"operator": "AND", "conditions": [{"field": "a", "operator": "in", "value": "x"}]},
        "filter.conditions[0].value",
        "a list of values",
    ),
    ("haystack", {"a": {"$eq": 1}}, "filter", "cannot read 'a'"),
]


@pytest.mark.parametrize(
    ("dialect", "native", "expected"), cases({"langchain": LANGCHAIN, "llamaindex": LLAMAINDEX, "haystack": HAYSTACK})
)
def test_a_native_filter_is_this_tree(dialect, native, expected):
    assert str(parse(native, dialect)) == expected


@pytest.mark.parametrize(("dialect", "native", "where", "why"), REFUSED)
def test_what_cannot_be_parsed_is_an_error_with_its_place(dialect, native, where, why):
    assert_refused(dialect, native, where, why)
