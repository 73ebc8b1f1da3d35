"""Elasticsearch's query DSL: bool, term, terms, range, exists, ids, nested."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import shorten
from ontoeval.predicates.dialects._build import (
    all_of,
    bounds,
    inexpressible,
    listed,
    mapping,
    only,
    point,
    predicate,
    refused,
)
from ontoeval.predicates.renaming import renamed
from ontoeval.predicates.tree import FALSE, TRUE, And, Atom, Interval, MinShould, Nested, Node, Not, Or

PROFILE = "elasticsearch"
FORM = "json"

_TEXT = "it searches analysed text, which depends on the mapping"
_REFUSED: Mapping[str, str] = {
    "match": _TEXT,
    "match_phrase": _TEXT,
    "match_phrase_prefix": _TEXT,
    "match_bool_prefix": _TEXT,
    "multi_match": _TEXT,
    "combined_fields": _TEXT,
    "query_string": _TEXT,
    "simple_query_string": _TEXT,
    "prefix": "patterns are no predicates of the tree",
    "wildcard": "patterns are no predicates of the tree",
    "regexp": "patterns are no predicates of the tree",
    "fuzzy": "patterns are no predicates of the tree",
    "script": "it is a program",
    "geo_distance": "the tree has no places",
    "geo_bounding_box": "the tree has no places",
    "terms_set": "the number of terms stands in the document",
    "knn": "it is a search, not a predicate",
}
_PERCENT = re.compile(r"-?\d{1,4}%?")


def parse(native: Any, path: str) -> Node:
    """The tree of a query, of ``{"query": …}``, or of a list of filters.

    The sub-field ``name.keyword`` is the field ``name``. A range with a ``format`` or a ``time_zone`` asks for
    points in time, one without compares what is written. Clauses that only score (``should`` beside ``must`` or
    ``filter``) filter nothing.
    """
    if isinstance(native, list | tuple):
        return all_of(_clauses(native, path))
    native = mapping(native, path, "a query")
    if not native:
        return TRUE
    if len(native) != 1:
        raise InputError(f"{len(native)} queries in one object", where=path, expected="one", mend="join them in a bool")
    ((kind, inside),) = native.items()
    where = f"{path}.{kind}"
    if kind == "query":
        return parse(inside, where)
    if kind in _REFUSED:
        raise refused(where, kind, _REFUSED[kind])
    if kind not in _QUERIES:
        raise InputError(f"cannot read the query {shorten(kind, 40)!r}", where=path, expected=" or ".join(_QUERIES))
    return _QUERIES[kind](mapping(inside, where), where)


def _clauses(native: Any, path: str) -> list[Node]:
    if isinstance(native, Mapping):
        return [parse(native, path)]
    return [parse(part, f"{path}[{n}]") for n, part in enumerate(listed(native, path, "a query or a list of queries"))]


def _bool(native: Mapping[str, Any], path: str) -> Node:
    only(native, ("must", "filter", "should", "must_not", "minimum_should_match", "boost", "_name"), path)
    parts = [part for kind in ("must", "filter") if kind in native for part in _clauses(native[kind], f"{path}.{kind}")]
    should = _clauses(native["should"], f"{path}.should") if "should" in native else []
    least = _least(native, len(should), 0 if parts else 1, f"{path}.minimum_should_match")
    if "should" in native and least > 0:
        parts.append(Or(tuple(should)) if least == 1 else MinShould(tuple(should), least))
    if "must_not" in native:
        parts += [Not(part) for part in _clauses(native["must_not"], f"{path}.must_not")]
    return all_of(parts)


def _least(native: Mapping[str, Any], n: int, default: int, path: str) -> int:
    """How many clauses of ``should`` must hold: a number or a share, negative ones count those that may fail."""
    wanted = native.get("minimum_should_match")
    if wanted is None:
        return default
    text = str(wanted).strip()
    if isinstance(wanted, bool) or not _PERCENT.fullmatch(text):
        raise InputError(
            f"cannot read {shorten(wanted, 40)}", where=path, expected='a number or a share, as 2 or "75%"'
        )
    number = int(text.rstrip("%"))
    if text.endswith("%"):
        share = abs(number) * n // 100
        number = share if number >= 0 else n - share
    elif number < 0:
        number = n + number
    return max(0, number)


def _term(native: Mapping[str, Any], path: str) -> Node:
    field, value, where = _single(native, path)
    if isinstance(value, Mapping):
        only(value, ("value", "boost", "_name", "case_insensitive"), where)
        if value.get("case_insensitive"):
            raise refused(f"{where}.case_insensitive", "case_insensitive", "the profile says whether case matters")
        value = value.get("value")
    if value is None or isinstance(value, list | tuple):
        raise InputError(f"cannot read {shorten(value, 40)} as a term", where=where, expected="one value")
    return predicate(field, "eq", value, where)


def _terms(native: Mapping[str, Any], path: str) -> Node:
    field, values, where = _single(native, path, ("boost", "_name"))
    if isinstance(values, Mapping):
        raise refused(where, "a terms lookup", "the terms stand in another document")
    return predicate(field, "in", listed(values, where, "a list of values"), where)


def _range(native: Mapping[str, Any], path: str) -> Node:
    field, given, where = _single(native, path)
    given = mapping(given, where, "an object of gt, gte, lt, lte")
    only(given, ("gt", "gte", "lt", "lte", "format", "time_zone", "boost", "_name"), where)
    if given.get("time_zone") not in (None, "UTC", "Z", "+00:00"):
        raise refused(f"{where}.time_zone", f"time_zone {given['time_zone']!r}", "write the offset into the date")
    dated = "format" in given or "time_zone" in given
    asked = {op: _bound(given[op], dated, f"{where}.{op}") for op in ("gt", "gte", "lt", "lte") if op in given}
    return bounds(field, asked, where)


def _bound(value: Any, dated: bool, path: str) -> Any:
    if isinstance(value, str) and (value.startswith("now") or "||" in value):
        raise refused(
            path, f"date math {shorten(value, 40)!r}", "it depends on the day", mend="log the date it stood for"
        )
    return point(value, path) if dated and isinstance(value, str) else value


def _exists(native: Mapping[str, Any], path: str) -> Node:
    only(native, ("field", "boost", "_name"), path)
    return predicate(_plain(native.get("field")), "exists", True, path)


def _ids(native: Mapping[str, Any], path: str) -> Node:
    only(native, ("values", "boost", "_name"), path)
    return predicate("id", "in", listed(native.get("values"), f"{path}.values", "a list of ids"), path)


def _nested(native: Mapping[str, Any], path: str) -> Node:
    only(native, ("path", "query", "score_mode", "ignore_unmapped", "inner_hits", "boost", "_name"), path)
    field = native.get("path")
    if not isinstance(field, str) or not field:
        raise InputError("no path", where=path, expected="the field that holds the list of objects")
    inside = parse(native.get("query"), f"{path}.query")
    return Nested(field, renamed(inside, lambda name: _inside(name, field, path)))


def _inside(name: str, field: str, path: str) -> str:
    if not name.startswith(f"{field}."):
        raise InputError(f"the field {name!r} is not inside of {field!r}", where=path, expected=f"{field}.NAME")
    return name.removeprefix(f"{field}.")


def _constant_score(native: Mapping[str, Any], path: str) -> Node:
    only(native, ("filter", "boost", "_name"), path)
    return parse(native.get("filter"), f"{path}.filter")


def _constant(node: Node) -> Callable[[Mapping[str, Any], str], Node]:
    def query(native: Mapping[str, Any], path: str) -> Node:
        only(native, ("boost", "_name"), path)
        return node

    return query


def _single(native: Mapping[str, Any], path: str, beside: tuple[str, ...] = ()) -> tuple[str, Any, str]:
    fields = {name: value for name, value in native.items() if name not in beside}
    if len(fields) != 1:
        raise InputError(f"{len(fields)} fields", where=path, expected="one field and what is asked of it")
    ((name, value),) = fields.items()
    return _plain(name), value, f"{path}.{name}"


def _plain(field: Any) -> Any:
    return field.removesuffix(".keyword") if isinstance(field, str) else field


_QUERIES: Mapping[str, Callable[[Mapping[str, Any], str], Node]] = {
    "bool": _bool,
    "term": _term,
    "terms": _terms,
    "range": _range,
    "exists": _exists,
    "ids": _ids,
    "nested": _nested,
    "constant_score": _constant_score,
    "match_all": _constant(TRUE),
    "match_none": _constant(FALSE),
}


def write(node: Node) -> dict[str, Any]:
    """The tree as a query."""
    return _written(node, "")


def _written(node: Node, prefix: str) -> dict[str, Any]:
    if isinstance(node, Atom):
        return _atom(node, prefix + node.field)
    if isinstance(node, Not):
        return {"bool": {"must_not": [_written(node.child, prefix)]}}
    if isinstance(node, Nested):
        field = prefix + node.field
        return {"nested": {"path": field, "query": _written(node.child, f"{field}.")}}
    children = [_written(child, prefix) for child in node.children_of()]
    if isinstance(node, MinShould):
        return {"bool": {"should": children, "minimum_should_match": node.least}}
    return {"bool": {"filter" if isinstance(node, And) else "should": children}}


def _atom(atom: Atom, field: str) -> dict[str, Any]:
    if atom.op in ("exists", "is_null", "is_empty"):
        found: dict[str, Any] = {"exists": {"field": field}}
        return found if atom.op == "exists" else _none_of(found)
    if any(value != value for value in atom.values) or atom.op == "under":
        raise inexpressible(atom, "Elasticsearch")
    if atom.op in ("in", "nin"):
        if any(isinstance(value, datetime) for value in atom.values):
            equal = [_equal(field, value) for value in atom.values]
            written: dict[str, Any] = {"bool": {"should": equal}}
        else:
            written = {"terms": {field: list(atom.values)}}
        return written if atom.op == "in" else _none_of(written)
    if isinstance(atom.value, tuple):
        raise inexpressible(atom, "Elasticsearch", "it does not compare lists as a whole")
    if atom.op in ("eq", "ne", "contains"):
        return _none_of(_equal(field, atom.value)) if atom.op == "ne" else _equal(field, atom.value)
    given = atom.value.bounds() if isinstance(atom.value, Interval) else ((atom.op, atom.values[0]),)
    if len({isinstance(value, datetime) for _, value in given}) > 1:
        raise inexpressible(atom, "Elasticsearch", "one bound is a date and the other is none")
    return {"range": {field: _bounds(dict(given))}}


def _equal(field: str, value: Any) -> dict[str, Any]:
    if isinstance(value, datetime):
        return {"range": {field: _bounds({"gte": value, "lte": value})}}
    return {"term": {field: {"value": value}}}


def _bounds(given: Mapping[str, Any]) -> dict[str, Any]:
    dated = any(isinstance(value, datetime) for value in given.values())
    written = {op: value.isoformat() if isinstance(value, datetime) else value for op, value in given.items()}
    return {**written, "format": "strict_date_optional_time"} if dated else written


def _none_of(query: dict[str, Any]) -> dict[str, Any]:
    return {"bool": {"must_not": [query]}}
