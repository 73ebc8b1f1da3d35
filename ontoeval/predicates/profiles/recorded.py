"""Engines that were run: the profiles are tested against their recorded answers (tests/reference)."""

from __future__ import annotations

from dataclasses import replace

from ontoeval.predicates.profiles.switches import Profile

MONGO = Profile(
    name="mongo",
    source="recorded",
    engine="mingo 7.2.7, an implementation of MongoDB's query language",
    range_across=True,
    dates="iso",
    exists_null=True,
    null_element=True,
    empty=frozenset(),
    paths="nested",
)
MONGOMOCK = replace(MONGO, name="mongomock", engine="mongomock 4.3.0", bool_is_number=True)
QDRANT = Profile(
    name="qdrant",
    source="recorded",
    engine="qdrant-client 1.20.0, local mode",
    nin="some_other",
    int_is_float=False,
    exists_empty=False,
    null_missing=False,
    paths="nested",
    empty_or=True,
)
CHROMA = Profile(
    name="chroma",
    source="recorded",
    engine="chromadb 1.5.9",
    lists="whole",
    contains_scalar="never",
    paths="literal",
    flattened=False,
)
HAYSTACK = Profile(
    name="haystack",
    source="recorded",
    engine="haystack-ai 3.4.1, document_matches_filter",
    lists="whole",
    bool_is_number=True,
    text_order="dates",
    dates="free",
    text_dates=True,
    paths="nested",
    flattened=False,
)
LLAMAINDEX = Profile(
    name="llamaindex",
    source="recorded",
    engine="llama-index-core 0.14.25, build_metadata_filter_fn",
    lists="whole",
    contains_scalar="substring",
    bool_is_number=True,
    empty=frozenset({"missing", "null", "text"}),
    paths="literal",
    flattened=False,
    empty_or=True,
)
LANCEDB = Profile(
    name="lancedb",
    source="recorded",
    engine="lancedb 0.40.0",
    logic="three",
    lists="whole",
    contains_unknown=frozenset({"missing", "null"}),
    order="unknown",
    empty=frozenset(),
    paths="nested",
    flattened=False,
)
POLARS = Profile(
    name="polars",
    source="recorded",
    engine="polars 2.1.0",
    logic="three",
    lists="whole",
    list_in="equal",
    contains_unknown=frozenset({"missing", "null"}),
    bool_is_number=True,
    order="unknown",
    empty=frozenset(),
    paths="nested",
    flattened=False,
)
SQLITE = Profile(
    name="sqlite",
    source="recorded",
    engine="SQLite of Python 3.11, json_extract",
    logic="three",
    lists="text",
    bool_is_number=True,
    order="text_above",
    dates="iso",
    exists_null=True,
    empty=frozenset({"null", "scalar"}),
    paths="nested",
    flattened=False,
    empty_in_known=True,
)
DUCKDB = Profile(
    name="duckdb",
    source="recorded",
    engine="DuckDB 2.0.1, JSON with ->> and try_cast",
    logic="three",
    lists="text",
    contains_unknown=frozenset({"missing"}),
    coercion="operand",
    order="unknown",
    exists_null=True,
    empty=frozenset({"null", "scalar"}),
    paths="nested",
    flattened=False,
)
POSTGRES = Profile(
    name="postgres",
    source="recorded",
    engine="PostgreSQL 18.7 (PGlite 0.5.17), jsonb with ->> for text",
    logic="three",
    lists="whole",
    contains_unknown=frozenset({"missing"}),
    coercion="text",
    order="jsonb",
    exists_null=True,
    empty=frozenset(),
    paths="nested",
    flattened=False,
    empty_in_known=True,
)
SPARQL = Profile(
    name="sparql",
    source="recorded",
    engine="Oxigraph 0.5.13, OPTIONAL with FILTER",
    logic="three",
    lists="each",
    order="unknown",
    stores_null=False,
    empty=frozenset(),
    paths="literal",
    flattened=False,
)
SPARQL_NOT_EXISTS = Profile(
    name="sparql-not-exists",
    source="recorded",
    engine="Oxigraph 0.5.13, negation as FILTER NOT EXISTS",
    stores_null=False,
    empty=frozenset(),
    paths="literal",
    flattened=False,
)
MILVUS_LITE = Profile(
    name="milvus-lite",
    source="recorded",
    engine="milvus-lite 3.2.2 (not the server)",
    logic="three",
    lists="whole",
    bool_is_number=True,
    order="unknown",
    paths="nested",
    flattened=False,
)

RECORDED = (
    MONGO, QDRANT, CHROMA, HAYSTACK, LLAMAINDEX, LANCEDB, POLARS, SQLITE, DUCKDB, POSTGRES, SPARQL, SPARQL_NOT_EXISTS,
    MILVUS_LITE, MONGOMOCK,
)  # fmt: skip
