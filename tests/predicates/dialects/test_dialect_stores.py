"""Qdrant, MongoDB and its relatives, Weaviate, Elasticsearch: native filters and the trees that they are.

Expected trees are written by hand from the documentation of each store.
"""

from __future__ import annotations

import pytest
from tables import assert_refused, cases

from ontoeval.predicates.dialects import parse


def key(name, **tests):
    return {"key": name, **tests}


QDRANT = [
    ({}, "everything"),
    ({"must": [key("a", match={"value": "x"}), key("b", match={"any": [1, 2]})]}, "a = 'x' and b in [1, 2]"),
    ({"must": key("a", match={"value": True})}, "a = true"),
    ({"must_not": [key("a", match={"value": 1}), key("b", match={"value": 2})]}, "not (a = 1) and not (b = 2)"),
    ({"must": [key("a", match={"except": ["x"]})]}, "a not in ['x']"),
    ({"should": [key("a", match={"value": 1}), key("b", match={"value": 2})]}, "a = 1 or b = 2"),
    (
        {"min_should": {"conditions": [key("a", match={"value": 1}), key("b", match={"value": 2})], "min_count": 2}},
        "at least 2 of (a = 1, b = 2)",
    ),
    ({"must": [key("y", range={"gte": 2020.0, "lt": 2022, "gt": None})]}, "y >= 2020 and y < 2022"),
    ({"must": [key("y", range={"gt": 1.5})]}, "y > 1.5"),
    ({"must": [key("d", range={"gte": "2024-1-5"})]}, "d >= date 2024-01-05T00:00:00+00:00"),
    ({"must": [key("d", datetime_range={"lt": "2024-01-05T10:00:00+02:00"})]}, "d < date 2024-01-05T08:00:00+00:00"),
    ({"must": [{"is_null": {"key": "a"}}, {"is_empty": {"key": "b"}}]}, "a is null and b is empty"),
    ({"must": [key("a", is_null=True, match=None)]}, "a is null"),
    ({"must": [key("a", is_empty=False)]}, "not (a is empty)"),
    ({"must": [key("a", values_count={"gte": 1})]}, "not (a is empty)"),
    ({"must": [key("a", values_count={"lt": 1})]}, "a is empty"),
    ({"must": [{"has_id": [1, "b"]}]}, "id in [1, 'b']"),
    (
        {"must": [{"nested": {"key": "items", "filter": {"must": [key("k", match={"value": "a"})]}}}]},
        "items has one (k = 'a')",
    ),
    ({"must": [{"should": [key("a", match={"value": 1})]}], "should": None}, "a = 1"),
    ({"should": []}, "any of ()"),
]
MONGO = [
    ({}, "everything"),
    ({"a": "x", "b": None}, "a = 'x' and b is null"),
    ({"a": ["x", "y"]}, "a = ['x', 'y']"),
    ({"a": {"$gte": 1, "$lt": 5, "$ne": 3}}, "a != 3 and (a >= 1 and a < 5)"),
    ({"a": {"$in": ["x", None]}}, "a in ['x'] or a is null"),
    ({"a": {"$nin": ["x", None]}}, "a not in ['x'] and not (a is null)"),
    ({"a": {"$ne": None}}, "not (a is null)"),
    ({"a": {"$ne": ["x"]}}, "not (a = ['x'])"),
    ({"a": {"$not": {"$gt": 5}}}, "not (a > 5)"),
    ({"$nor": [{"a": 1}, {"b": 2}]}, "not (a = 1) and not (b = 2)"),
    ({"$or": [{"a": 1}, {"b": 2, "c": 3}]}, "a = 1 or (b = 2 and c = 3)"),
    ({"a": {"$exists": True}, "b": {"$exists": False}}, "a exists and not (b exists)"),
    ({"a": {"$exists": 1}}, "a exists"),
    ({"a": {"$all": ["x", "y"]}}, "a contains 'x' and a contains 'y'"),
    ({"a": {"$all": []}}, "not everything"),
    ({"a": {"$size": 0}}, "a is empty"),
    (
        {"items": {"$elemMatch": {"k": "a", "$or": [{"v": 1}, {"v": 2}]}}},
        "items has one (k = 'a' and (v = 1 or v = 2))",
    ),
    ({"d": {"$gte": {"$date": "2024-01-05T00:00:00Z"}}}, "d >= date 2024-01-05T00:00:00+00:00"),
    ({"d": {"$lt": {"$date": {"$numberLong": "1704412800000"}}}}, "d < date 2024-01-05T00:00:00+00:00"),
    ({"d": {"$gte": "2024-01-05"}}, "d >= '2024-01-05'"),
    ({"n": {"$numberInt": "5"}, "o": {"$oid": "65a1"}}, "n = 5 and o = '65a1'"),
]
CHROMA = [
    ({"a": "x"}, "a = 'x'"),
    ({"$and": [{"a": {"$gt": 1}}, {"b": {"$in": ["x"]}}]}, "a > 1 and b in ['x']"),
    ({"a": {"$contains": "x"}}, "a contains 'x'"),
    ({"a": {"$not_contains": "x"}}, "not (a contains 'x')"),
]
WEAVIATE = [
    ({"path": ["a"], "operator": "Equal", "valueText": "x"}, "a = 'x'"),
    ({"path": "n", "operator": "GreaterThanEqual", "valueInt": 5}, "n >= 5"),
    (
        {"path": ["d"], "operator": "LessThan", "valueDate": "2024-01-05T00:00:00Z"},
        "d < date 2024-01-05T00:00:00+00:00",
    ),
    ({"path": ["a"], "operator": "IsNull", "valueBoolean": False}, "not (a is null)"),
    ({"path": ["a"], "operator": "ContainsAny", "valueTextArray": ["x", "y"]}, "a in ['x', 'y']"),
    ({"path": ["a"], "operator": "ContainsAll", "valueText": ["x", "y"]}, "a contains 'x' and a contains 'y'"),
    ({"path": ["a"], "operator": "ContainsNone", "valueText": ["x"]}, "a not in ['x']"),
    ({"path": ["a"], "operator": "Like", "valueText": "plain"}, "a = 'plain'"),
    (
        {
            "operator": "Or",
            "operands": [
                {"path": ["a"], "operator": "NotEqual", "valueNumber": 1.5},
                {"operator": "Not", "operands": [{"path": ["b"], "operator": "Equal", "valueBoolean": True}]},
            ],
        },
        "a != 1.5 or not (b = true)",
    ),
    (
        {
            "filters": [
                {"target": "a", "operator": "Equal", "value": "x"},
                {"target": "n", "operator": "LessThan", "value": 2},
            ],
            "operator": "And",
        },
        "a = 'x' and n < 2",
    ),
    ({"operator": "OPERATOR_NOT_EQUAL", "target": {"property": "a"}, "valueText": "x"}, "a != 'x'"),
    ({"where": {"path": ["_id"], "operator": "Equal", "valueText": "d1"}}, "id = 'd1'"),
    ('{operator: And, operands: [{path: ["a"], operator: Equal, valueText: "x \\"y\\""}]}', "a = 'x \"y\"'"),
    ('where: {path: ["n"] operator: GreaterThan valueNumber: -1.5e2}', "n > -150.0"),
]
ELASTICSEARCH = [
    ({"match_all": {}}, "everything"),
    ({"match_none": {}}, "not everything"),
    ({"query": {"term": {"a": "x"}}}, "a = 'x'"),
    ({"term": {"a.keyword": {"value": "x", "boost": 2}}}, "a = 'x'"),
    ({"terms": {"a": ["x", "y"], "boost": 1}}, "a in ['x', 'y']"),
    ({"range": {"y": {"gte": 2020, "lt": 2022}}}, "y >= 2020 and y < 2022"),
    ({"range": {"d": {"gte": "2024-01-05"}}}, "d >= '2024-01-05'"),
    ({"range": {"d": {"gte": "2024-01-05", "format": "yyyy-MM-dd"}}}, "d >= date 2024-01-05T00:00:00+00:00"),
    ({"exists": {"field": "a"}}, "a exists"),
    ({"ids": {"values": ["1", "2"]}}, "id in ['1', '2']"),
    ({"constant_score": {"filter": {"term": {"a": 1}}}}, "a = 1"),
    ([{"term": {"a": 1}}, {"term": {"b": 2}}], "a = 1 and b = 2"),
    (
        {
            "nested": {
                "path": "items",
                "query": {"bool": {"must": [{"term": {"items.k": "a"}}, {"exists": {"field": "items.v"}}]}},
            }
        },
        "items has one (k = 'a' and v exists)",
    ),
    ({"bool": {}}, "everything"),
    ({"bool": {"must": {"term": {"a": 1}}, "filter": [{"term": {"b": 2}}]}}, "a = 1 and b = 2"),
    ({"bool": {"must_not": [{"term": {"a": 1}}, {"term": {"b": 2}}]}}, "not (a = 1) and not (b = 2)"),
    ({"bool": {"should": [{"term": {"a": 1}}, {"term": {"b": 2}}]}}, "a = 1 or b = 2"),
    ({"bool": {"filter": [{"term": {"a": 1}}], "should": [{"term": {"b": 2}}]}}, "a = 1"),
    (
        {
            "bool": {
                "filter": [{"term": {"a": 1}}],
                "should": [{"term": {"b": 2}}, {"term": {"c": 3}}],
                "minimum_should_match": 1,
            }
        },
        "a = 1 and (b = 2 or c = 3)",
    ),
]
#: ``minimum_should_match`` with four clauses, and how many of them must hold.
LEAST = [(2, 2), ("3", 3), ("75%", 3), ("-25%", 3), (-1, 3), ("60%", 2), ("-30%", 3), (-9, 0), ("0%", 0)]

REFUSED = [
    ("qdrant", {"must": [{"key": "a"}]}, "filter.must[0]", "a key without a condition"),
    (
        "qdrant",
        {"must": [key("a", match={"value": 1}), key("b", match={"text": "x y"})]},
        "filter.must[1].match.text",
        "full-text",
    ),
    ("qdrant", {"must": [key("a", geo_radius={})]}, "filter.must[0].geo_radius", "no places"),
    ("qdrant", {"must": [key("a", match={"value": 1.5})]}, "filter.must[0].match.value", "expected text, an integer"),
    ("qdrant", {"must": [key("a", range={"gte": 1, "gt": 1})]}, "filter.must[0].range", "two bounds on the same side"),
    ("qdrant", {"must": [key("a", range={"gte": "soon"})]}, "filter.must[0].range.gte", "'soon' as a date"),
    ("qdrant", {"must": [key("a", values_count={"gt": 3})]}, "filter.must[0].values_count", "whether there are values"),
    ("qdrant", {"musts": []}, "filter", "cannot read 'musts'"),
    ("qdrant", {"min_should": {"conditions": [], "min_count": "2"}}, "filter.min_should.min_count", "a number"),
    ("qdrant", {"must": [{"is_null": {"key": "a"}, "has_id": [1]}]}, "filter.must[0]", "several conditions"),
    ("mongo", {"a": {"$regex": "^x"}}, "filter.a", "patterns are no predicates"),
    ("mongo", {"$where": "1"}, "filter.$where", "it is a program"),
    ("mongo", {"a": {"$gtt": 1}}, "filter.a", "cannot read the operator '$gtt'"),
    ("mongo", {"a": {"b": 1}}, "filter.a", "objects as a whole"),
    ("mongo", {"a": {"$in": "x"}}, "filter.a.$in", "a list of values"),
    ("mongo", {"$or": {"a": 1}}, "filter.$or", "a list of filters"),
    ("mongo", {"$or": [{"a": 1}, {"b": {"$gt": None}}]}, "filter.$or[1].b.$gt", "null has no order"),
    ("mongo", {"a": {"$size": 2}}, "filter.a.$size", "whether a list is empty"),
    ("mongo", {"a": {"$elemMatch": {"$gt": 1, "$lt": 3}}}, "filter.a.$elemMatch", "elements that are objects"),
    ("mongo", {"a": {"$date": "soon"}}, "filter.a.$date", "'soon'"),
    ("mongo", {"a": {"$gt": 1, "$gte": 1}}, "filter.a", "two bounds on the same side"),
    ("pinecone", {"a": {"$contains": "x"}}, "filter.a", "cannot read the operator '$contains'"),
    ("pinecone", {"$nor": [{"a": 1}]}, "filter.$nor", "expected $and or $or"),
    ("chroma", {"a": 1, "b": 2}, "filter", "2 keys in one object; expected one"),
    ("chroma", {"a": {"$gt": 1, "$lt": 5}}, "filter.a", "2 operators in one object"),
    ("chroma", {"$contains": "text"}, "filter.$contains", "searches in the text of documents"),
    ("chroma", {"where_document": {"$contains": "text"}}, "filter.where_document", "searches in the text"),
    (
        "weaviate",
        {"path": ["ref", "Class", "a"], "operator": "Equal", "valueText": "x"},
        "filter.path",
        "another object",
    ),
    (
        "weaviate",
        {"path": ["a"], "operator": "Like", "valueText": "x*"},
        "filter.valueText",
        "patterns are no predicates",
    ),
    ("weaviate", {"path": ["a"], "operator": "Equal", "valueInt": "5"}, "filter.valueInt", "expected int"),
    ("weaviate", {"path": ["a"], "operator": "Equal", "valueInt": True}, "filter.valueInt", "expected int"),
    (
        "weaviate",
        {"path": ["a"], "operator": "WithinGeoRange", "valueGeoRange": {}},
        "filter.valueGeoRange",
        "no places",
    ),
    ("weaviate", {"path": ["a"], "operator": "Equals", "valueText": "x"}, "filter.operator", "'Equals'"),
    (
        "weaviate",
        {"operator": "And", "operands": [{"path": ["a"], "operator": "Equal"}]},
        "filter.operands[0]",
        "no value",
    ),
    ("weaviate", "{operator: And, operands: ", "filter, character 27", "cannot read the end"),
    (
        "elasticsearch",
        {"bool": {"must": [{"term": {"a": 1}}, {"match_phrase": {"a": "x y"}}]}},
        "filter.bool.must[1].match_phrase",
        "depends on the mapping",
    ),
    ("elasticsearch", {"term": {"a": 1}, "exists": {"field": "b"}}, "filter", "2 queries in one object"),
    ("elasticsearch", {"bool": {"shoulds": []}}, "filter.bool", "cannot read 'shoulds'"),
    (
        "elasticsearch",
        {"term": {"a": {"value": "x", "case_insensitive": True}}},
        "filter.term.a.case_insensitive",
        "case",
    ),
    ("elasticsearch", {"range": {"d": {"gte": "now-7d/d"}}}, "filter.range.d.gte", "depends on the day"),
    (
        "elasticsearch",
        {"range": {"d": {"gte": "2024-01-05", "time_zone": "+01:00"}}},
        "filter.range.d.time_zone",
        "offset",
    ),
    ("elasticsearch", {"terms": {"a": {"index": "i", "id": "1", "path": "p"}}}, "filter.terms.a", "another document"),
    (
        "elasticsearch",
        {"nested": {"path": "items", "query": {"term": {"k": 1}}}},
        "filter.nested",
        "not inside of 'items'",
    ),
    (
        "elasticsearch",
        {"bool": {"should": [], "minimum_should_match": "2<75%"}},
        "filter.bool.minimum_should_match",
        "share",
    ),
]


@pytest.mark.parametrize(
    ("dialect", "native", "expected"),
    cases(
        {
            "qdrant": QDRANT, "mongo": MONGO, "chroma": CHROMA, "weaviate": WEAVIATE, "elasticsearch": ELASTICSEARCH,
            "opensearch": ELASTICSEARCH,
        }
    ),
)  # fmt: skip
def test_a_native_filter_is_this_tree(dialect, native, expected):
    assert str(parse(native, dialect)) == expected


@pytest.mark.parametrize(("dialect", "native", "where", "why"), REFUSED)
def test_what_cannot_be_parsed_is_an_error_with_its_path(dialect, native, where, why):
    assert_refused(dialect, native, where, why)


@pytest.mark.parametrize(("written", "least"), LEAST)
def test_how_many_of_four_alternatives_must_hold(written, least):
    """Rounding as in Elasticsearch's documentation of minimum_should_match."""
    should = [{"term": {name: 1}} for name in "abcd"]
    expected = {
        0: "everything",
        2: "at least 2 of (a = 1, b = 1, c = 1, d = 1)",
        3: "at least 3 of (a = 1, b = 1, c = 1, d = 1)",
    }
    assert str(parse({"bool": {"should": should, "minimum_should_match": written}}, "opensearch")) == expected[least]


def test_predicates_know_their_place():
    tree = parse(
        {"must": [key("a", match={"value": 1}), {"should": [key("b", range={"gt": 2})]}]}, "qdrant", "run.filter"
    )
    assert [leaf.path for leaf in (tree.children[0], tree.children[1].children[0])] == [
        "run.filter.must[0].match.value",
        "run.filter.must[1].should[0].range",
    ]
