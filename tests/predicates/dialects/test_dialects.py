"""What all dialects have in common: names, JSON text, places of errors, depth and size."""

from __future__ import annotations

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from ontoeval.errors import InputError, UsageError
from ontoeval.predicates.dialects import MAX_TEXT, dialect, dialects, parse, write
from ontoeval.predicates.profiles import PROFILES
from ontoeval.predicates.tree import Atom

NAMES = [
    "chroma",
    "duckdb",
    "elasticsearch",
    "haystack",
    "lancedb",
    "langchain",
    "llamaindex",
    "milvus",
    "mongo",
    "ontoeval",
    "opensearch",
    "pinecone",
    "postgres",
    "qdrant",
    "sparql",
    "sparql-not-exists",
    "sql",
    "sqlite",
    "weaviate",
]
#: A filter that is nested 10,000 deep, in each form of nesting, without the help of a recursive writer.
DEEP = {
    "chroma": ({}, lambda inner: {"$and": [inner]}),
    "elasticsearch": ({"match_all": {}}, lambda inner: {"bool": {"must": [inner]}}),
    "haystack": ({}, lambda inner: {"operator": "NOT", "conditions": [inner]}),
    "langchain": ({"comparator": "eq", "attribute": "a", "value": 1}, lambda i: {"operator": "not", "arguments": [i]}),
    "llamaindex": ({"filters": []}, lambda inner: {"filters": [inner], "condition": "not"}),
    "mongo": ({}, lambda inner: {"$nor": [inner]}),
    "ontoeval": ({}, lambda inner: {"not": inner}),
    "opensearch": ({"match_all": {}}, lambda inner: {"bool": {"must_not": inner}}),
    "pinecone": ({}, lambda inner: {"$or": [inner]}),
    "qdrant": ({"must": []}, lambda inner: {"must_not": [inner]}),
    "weaviate": (
        {"path": ["a"], "operator": "IsNull", "valueBoolean": True},
        lambda i: {"operator": "Not", "operands": [i]},
    ),
}
DEEP_TEXT = {
    "duckdb": "not " * 10_000 + "a = 1",
    "lancedb": "not (" * 10_000 + "a = 1" + ")" * 10_000,
    "langchain": "not(" * 10_000 + 'eq("a", 1)' + ")" * 10_000,
    "milvus": "not (" * 10_000 + "a == 1" + ")" * 10_000,
    "postgres": "(" * 10_000 + "a = 1" + ")" * 10_000,
    "sparql": "!(" * 10_000 + "?a = 1" + ")" * 10_000,
    "sparql-not-exists": "FILTER NOT EXISTS { " * 10_000 + '?d <http://x/a> "b"' + "}" * 10_000,
    "sql": "(" * 10_000 + "a = 1" + ")" * 10_000,
    "sqlite": "not " * 10_000 + "a = 1",
    "weaviate": "{operator: Not, operands: [" * 10_000
    + '{path: "a", operator: IsNull, valueBoolean: true}'
    + "]}" * 10_000,
}
#: 10,000 values in each dialect.
IDS = [f"id{number}" for number in range(10_000)]
QUOTED = ", ".join(f"'{name}'" for name in IDS)
DOUBLE = json.dumps(IDS)
LONG = {
    "chroma": {"f": {"$in": IDS}},
    "duckdb": f"f in ({QUOTED})",
    "elasticsearch": {"terms": {"f": IDS}},
    "haystack": {"field": "meta.f", "operator": "in", "value": IDS},
    "lancedb": f"f in ({QUOTED})",
    "langchain": f'in("f", {DOUBLE})',
    "llamaindex": {"filters": [{"key": "f", "operator": "in", "value": IDS}]},
    "milvus": f"f in {DOUBLE}",
    "mongo": {"f": {"$in": IDS}},
    "ontoeval": {"f": IDS},
    "opensearch": {"terms": {"f": IDS}},
    "pinecone": {"f": {"$in": IDS}},
    "postgres": f"f = any (array[{QUOTED}])",
    "qdrant": {"must": [{"key": "f", "match": {"any": IDS}}]},
    "sparql": f"?f IN ({QUOTED})",
    "sparql-not-exists": f"?f IN ({QUOTED})",
    "sql": f"f in ({QUOTED})",
    "sqlite": f"f in ({QUOTED})",
    "weaviate": {"path": ["f"], "operator": "ContainsAny", "valueTextArray": IDS},
}


def test_the_dialects_are_exactly_these():
    assert list(dialects()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_dialect_says_what_it_is_and_who_reads_it(name):
    found = dialect(name)
    assert found.summary.endswith(".")
    assert found.profile in PROFILES
    assert found.form in ("json", "text", "both")


def test_listing_dialects_imports_none():
    code = (
        "import sys; from ontoeval.predicates.dialects import dialects\n"
        "assert all(d.summary for d in dialects().values())\n"
        "print([name for name in sys.modules if 'dialects.' in name or name in ('lark', 'sqlglot')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "[]"


def test_an_unknown_dialect_names_the_closest():
    with pytest.raises(UsageError, match="no filter dialect 'qdrnt'") as error:
        parse({}, "qdrnt")
    assert error.value.mend == "did you mean qdrant?"


@pytest.mark.parametrize("name", sorted(DEEP))
def test_nesting_10_000_deep_is_refused(name):
    native, wrap = DEEP[name]
    for _ in range(10_000):
        native = wrap(native)
    with pytest.raises(InputError, match="nested too deeply"):
        parse(native, name)


@pytest.mark.parametrize("name", sorted(DEEP))
def test_101_negations_are_refused_where_they_nest(name):
    """Levels that add nothing to the tree, as an "and" of one, are no nesting."""
    native, wrap = DEEP[name]
    for _ in range(101):
        native = wrap(native)
    if name == "elasticsearch":
        assert str(parse(native, name)) == "everything"
        return
    with pytest.raises(InputError, match="nested too deeply"):
        parse(native, name)


@pytest.mark.parametrize("name", sorted(DEEP))
def test_ninety_levels_are_fine(name):
    native, wrap = DEEP[name]
    for _ in range(90):
        native = wrap(native)
    assert parse(native, name).depth <= 92


@pytest.mark.parametrize("name", sorted(DEEP_TEXT))
def test_text_nested_10_000_deep_is_refused(name):
    with pytest.raises(InputError, match="nested too deeply"):
        parse(DEEP_TEXT[name], name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ['{"$not": ' * 100_000, "(f == [" * 1_000, '{"a": "\\"(", "b": ' * 1_000])
def test_brackets_in_brackets_are_refused_before_anything_is_parsed(name, text, monkeypatch):
    monkeypatch.setitem(dialect(name).__dict__, "module", SimpleNamespace(parse=None, FORM=dialect(name).form))
    with pytest.raises(InputError, match="nested too deeply"):
        parse(text, name)


@pytest.mark.parametrize("name", ["mongo", "qdrant", "weaviate"])
def test_json_that_its_parser_gives_up_is_said_to_be_nested(name):
    with pytest.raises(InputError, match="nested too deeply"):
        parse("[" * 300 + "]" * 300, name)


@pytest.mark.parametrize("quote", ["'", '"'])
def test_brackets_in_quotes_are_no_nesting(quote):
    assert parse(f"f == {quote}{'(' * 1_000}{quote}", "milvus") == Atom("f", "eq", "(" * 1_000)


@pytest.mark.parametrize("text", ['\\"' * 500_000, "'" * 499_999, '"' + "\\" * 999_999])
def test_quotes_that_do_not_end_are_looked_at_once(text):
    """What is no filter in any case is refused; searching each quote for its end would take hours."""
    with pytest.raises(InputError):
        parse(text, "milvus")


@pytest.mark.parametrize("name", NAMES)
def test_a_list_of_10_000_values_is_read(name):
    tree = parse(LONG[name], name)
    assert (tree.field, tree.op, len(tree.values), tree.values[-1]) == ("f", "in", 10_000, "id9999")


def test_json_text_is_read_where_the_dialect_is_json():
    assert str(parse('{"lang": {"$eq": "en"}}', "mongo")) == "lang = 'en'"
    with pytest.raises(InputError, match="this is no JSON") as error:
        parse('{"lang": ', "mongo", "run.jsonl:3 run.filter")
    assert error.value.where == "run.jsonl:3 run.filter"


@pytest.mark.parametrize("name", [name for name in NAMES if dialect(name).form == "json"])
@pytest.mark.parametrize("native", [None, 5, "text", True])
def test_what_is_no_filter_is_an_error(name, native):
    with pytest.raises(InputError):
        parse(native, name)


@pytest.mark.parametrize("name", [name for name in NAMES if dialect(name).form == "text"])
@pytest.mark.parametrize("native", [None, 5, {"a": 1}, ["a"]])
def test_an_expression_is_text(name, native):
    with pytest.raises(InputError, match="expected the text of a filter"):
        parse(native, name)


def test_text_has_a_limit():
    with pytest.raises(InputError, match="too long; expected at most 4,000,000 characters"):
        parse("a" * (MAX_TEXT + 1), "sql")


def test_a_dialect_without_writer_names_those_that_have_one():
    with pytest.raises(UsageError, match="weaviate can only be read; expected one of elasticsearch, mongo"):
        write(parse({"a": 1}, "ontoeval"), "weaviate")


def test_without_sqlglot_the_error_names_the_extra():
    code = (
        "import sys; sys.modules['sqlglot'] = None\n"
        "from ontoeval.errors import MissingExtra\n"
        "from ontoeval.predicates.dialects import parse\n"
        "assert str(parse({'a': 1}, 'mongo')) == 'a = 1'\n"
        "try:\n    parse('a = 1', 'sql')\nexcept MissingExtra as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert (
        done.stdout.strip() == "reading SQL filters needs sqlglot, which is not installed: pip install 'ontoeval[sql]'"
    )
