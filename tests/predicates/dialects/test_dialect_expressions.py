"""Milvus, SQL and SPARQL: expressions and the trees that they are."""

from __future__ import annotations

import pytest
from tables import assert_refused, cases

from ontoeval.predicates.dialects import parse

MILVUS = [
    ("", "everything"),
    ('a == "x" and b != 1', "a = 'x' and b != 1"),
    ("a == 'x' && (b > 1 || not (c <= 2.5))", "a = 'x' and (b > 1 or not (c <= 2.5))"),
    ("a == 1 or b == 2 and c == 3", "a = 1 or (b = 2 and c = 3)"),
    ("a in [1, 2] AND b not in ['x',]", "a in [1, 2] and b not in ['x']"),
    ("1 < a <= 5", "a > 1 and a <= 5"),
    ("5 >= a > 1", "a > 1 and a <= 5"),
    ("10 > a", "a < 10"),
    ('m["a"]["b"] == true', "a.b = true"),
    ('exists m["a"] and not exists m["b"]', "a exists and not (b exists)"),
    ("a is null or b IS NOT NULL", "a is null or not (b is null)"),
    (
        'json_contains(m["t"], "x") and ARRAY_CONTAINS_ALL(u, [1, 2])',
        "t contains 'x' and (u contains 1 and u contains 2)",
    ),
    ("array_contains_any(u, [1, 2])", "u contains 1 or u contains 2"),
    ("array_length(u) == 0 or array_length(v) > 0", "u is empty or not (v is empty)"),
    ("flag and not other", "flag = true and not (other = true)"),
    ("true", "everything"),
    ("a like 'plain'", "a = 'plain'"),
    ("in_stock == true and android == 1", "in_stock = true and android = 1"),
    ('a == "don\\"t \\u00e9"', "a = 'don\"t é'"),
]
SQL = [
    ("", "everything"),
    ("true", "everything"),
    ("a = 'x' AND b <> 1", "a = 'x' and b != 1"),
    ("a = 'it''s'", 'a = "it\'s"'),
    ("2020 <= year", "year >= 2020"),
    ("a IN ('x', 'y') OR b NOT IN (1)", "a in ['x', 'y'] or not (b in [1])"),
    ("a BETWEEN 1 AND 5 AND NOT (b > 2)", "(a >= 1 and a <= 5) and not (b > 2)"),
    ("a IS NULL OR b IS NOT NULL", "a is null or not (b is null)"),
    ("flag AND NOT other", "flag = true and not (other = true)"),
    ("a = -5 AND b = 1.5", "a = -5 and b = 1.5"),
    ("m.lang = 'en'", "m.lang = 'en'"),
    ('"a b" = 1', "a b = 1"),
    ("d >= DATE '2024-01-05'", "d >= date 2024-01-05T00:00:00+00:00"),
    ("d < TIMESTAMP '2024-01-05 10:00:00'", "d < date 2024-01-05T10:00:00+00:00"),
    ("d >= '2024-01-05'", "d >= '2024-01-05'"),
    ("CAST(a AS INT) = 5", "a = 5"),
    ("a LIKE 'plain' AND b NOT LIKE 'q'", "a = 'plain' and not (b = 'q')"),
]
POSTGRES = [
    ("m->>'a' = 'x' and (m->'n')::int > 5", "a = 'x' and n > 5"),
    ("m->'x'->>'y' = 'z'", "x.y = 'z'"),
    ("m ? 'a'", "a exists"),
    ("m->'t' ? 'x'", "t contains 'x'"),
    (
        'm @> \'{"a": 1, "t": ["x", "y"], "o": {"p": true}}\'',
        "a = 1 and (t contains 'x' and t contains 'y') and o.p = true",
    ),
    ('m @> \'{"items": [{"k": "a", "v": 2}]}\'::jsonb', "items has one (k = 'a' and v = 2)"),
    ("a = ANY(ARRAY['x', 'y'])", "a in ['x', 'y']"),
    ("a <> ALL(ARRAY[1, 2])", "a not in [1, 2]"),
    ("(m->>'d')::timestamptz >= '2024-01-05'", "d >= date 2024-01-05T00:00:00+00:00"),
]
DUCKDB = [
    ("m->>'$.a' = 'x'", "a = 'x'"),
    ("m['a'] = 'x'", "a = 'x'"),
    ("list_contains(t, 'x')", "t contains 'x'"),
    ("try_cast(m->>'$.n' as double) > 1", "n > 1"),
]
SQLITE = [
    ("json_extract(m, '$.a') = 'x'", "a = 'x'"),
    ("json_type(m, '$.a') is null", "not (a exists)"),
    ("exists(select 1 from json_each(m, '$.t') where value = 'x')", "t contains 'x'"),
    ("datetime(json_extract(m, '$.d')) < datetime('2024-01-05')", "d < date 2024-01-05T00:00:00+00:00"),
]
LANCEDB = [
    ("a = \"x\" and `my col` = 'y'", "a = 'x' and my col = 'y'"),
    ("array_has_any(t, ['x', 'y'])", "t contains 'x' or t contains 'y'"),
]
SPARQL = [
    ('?a = "x" && ?b != 1', "a = 'x' and b != 1"),
    ('FILTER(?a IN ("x", "y") || !(?b > 2.5))', "a in ['x', 'y'] or not (b > 2.5)"),
    ("FILTER(?a >= 1) FILTER(?b = true)", "a >= 1 and b = true"),
    ("5 > ?a", "a < 5"),
    ("?a NOT IN (1, 2) && !BOUND(?b)", "a not in [1, 2] and not (b exists)"),
    ("?a > 1 && ?a <= 5", "a > 1 and a <= 5"),
    ('?d >= "2024-01-05"^^xsd:date', "d >= date 2024-01-05T00:00:00+00:00"),
    ('?n = "5"^^<http://www.w3.org/2001/XMLSchema#integer>', "n = 5"),
    ("?a = <http://x/c>", "a = 'http://x/c'"),
    (
        'PREFIX ex: <http://x/> SELECT ?d WHERE { ?d a ex:Doc ; ex:lang "en" . '
        "?d ex:year ?y . FILTER(?y > 2020) } LIMIT 10",
        "type = 'http://x/Doc' and lang = 'en' and year > 2020",
    ),
    (
        "ASK { ?d <http://x#year> ?y OPTIONAL { ?d <http://x#lang> ?l } FILTER(?l != 'en') }",
        "year exists and lang != 'en'",
    ),
    ("{ ?d <http://x#a> ?v . FILTER(EXISTS { ?d <http://x#b> 1 } || ?v = 2) }", "a exists and (b = 1 or a = 2)"),
]
NOT_EXISTS = [
    ('{ FILTER NOT EXISTS { ?d <http://x#a> ?v FILTER(?v = "x") } }', "not (a = 'x')"),
    ("{ ?d <http://x#b> ?b FILTER NOT EXISTS { ?d <http://x#a> 1 } FILTER(?b > 2) }", "not (a = 1) and b > 2"),
]
REFUSED = [
    ("milvus", "a == 1 and not b == 2", "filter, character 18", "cannot read '== 2'"),
    ("milvus", "a + 1 == 2", "filter, character 3", "cannot read '+ 1 == 2'"),
    ("milvus", "a like 'x%'", "filter, character 8", "patterns are no predicates"),
    ("milvus", 'm["a"] == 1 and n["b"] == 2', "filter, character 17", "two JSON columns, m and n"),
    ("milvus", "a[0] == 1", "filter, character 1", "by its position"),
    ("milvus", "text_match(a, 'x')", "filter, character 1", "analysed text"),
    ("milvus", "array_length(a) > 2", "filter, character 17", "whether a list is empty"),
    ("milvus", "1 < a > 5", "filter, character 3", "as bounds"),
    ("milvus", "a == {x}", "filter, character 6", "cannot read '{x}'"),
    ("sql", "lower(a) = 'x'", "filter", "only fields are compared with values"),
    ("sql", "a + 1 > 2", "filter", "only fields are compared"),
    ("sql", "a = NULL", "filter", "write IS NULL"),
    ("sql", "a NOT IN ('x', NULL)", "filter", "nothing is equal to NULL"),
    ("sql", 'a = "x"', "filter", "text stands in single quotes"),
    ("sql", "a ILIKE 'x'", "filter", "no such condition"),
    ("sql", "a LIKE 'x%'", "filter", "patterns are no predicates"),
    ("sql", "a IN (SELECT b FROM t)", "filter", "the values must stand in the filter"),
    ("sql", "a = 1; DROP TABLE t", "filter, line 1, column 11", "as it stands after WHERE"),
    ("sql", "a = ", "filter, line 1, column 3", "as it stands after WHERE"),
    ("sql", "1 = 1", "filter", "compares no field with a value"),
    ("sql", "CAST(a AS INT) = '5'", "filter", "a is cast to number and compared with 5"),
    ("sql", "CASE WHEN a THEN 1 END", "filter", "no such condition"),
    ("sql", "length(a) = 0", "filter", "only fields are compared"),
    ("postgres", "m->>'a' = 'x' and n->>'b' = 'y'", "filter", "two JSON columns, m and n"),
    ("postgres", "m->'a'->0 = '1'::jsonb", "filter", "paths are chains of names"),
    ("sqlite", "exists(select 1 from t)", "filter", "it is a query"),
    ("sparql", 'regex(?a, "x")', "filter, character 1", "cannot read 'regex"),
    ("sparql", '?a = "x"@en', "filter, character 6", "plain text"),
    ("sparql", "?a = ex:c", "filter, character 6", "no prefix ex:"),
    ("sparql", "{ ?d <http://x#a> ?v FILTER(?w = 1) }", "filter", "?w is bound by no triple"),
    ("sparql", "{ ?d <http://x#a> ?v . ?v <http://x#b> 1 }", "filter", "fields of one document"),
    ("sparql", "{ FILTER NOT EXISTS { ?d <http://x#a> 1 } }", "filter", "use the dialect sparql-not-exists"),
    ("sparql", "{ FILTER(!EXISTS { ?d <http://x#a> 1 }) }", "filter", "use the dialect sparql-not-exists"),
    ("sparql", "{ FILTER(!(?b = 1 || EXISTS { ?d <http://x#a> 1 })) }", "filter", "use the dialect sparql-not-exists"),
    ("sparql-not-exists", "{ ?d <http://x#a> ?v FILTER(?v != 1) }", "filter", "use the dialect sparql"),
    ("sparql-not-exists", "{ ?d <http://x#a> ?v FILTER(!(?v = 1)) }", "filter", "use the dialect sparql"),
    ("sparql", '?a = "x"^^xsd:integer', "filter, character 6", "cannot read 'x' as"),
]


@pytest.mark.parametrize(
    ("dialect", "native", "expected"),
    cases(
        {
            "milvus": MILVUS,
            "sql": SQL,
            "postgres": POSTGRES,
            "duckdb": DUCKDB,
            "sqlite": SQLITE,
            "lancedb": LANCEDB,
            "sparql": SPARQL,
            "sparql-not-exists": NOT_EXISTS,
        }
    ),
)
def test_an_expression_is_this_tree(dialect, native, expected):
    assert str(parse(native, dialect)) == expected


@pytest.mark.parametrize(("dialect", "native", "where", "why"), REFUSED)
def test_what_cannot_be_parsed_is_an_error_with_its_place(dialect, native, where, why):
    assert_refused(dialect, native, where, why)


@pytest.mark.parametrize("name", ["duckdb", "lancedb", "postgres", "sql", "sqlite"])
def test_a_conjunction_of_10_000_is_read(name):
    tree = parse(" and ".join(f"f{number} = {number}" for number in range(10_000)), name)
    assert (len(tree.children), tree.children[0].field, tree.children[-1].value) == (10_000, "f0", 9999)
