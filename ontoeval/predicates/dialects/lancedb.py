"""LanceDB: conditions of DataFusion's SQL, with names in backticks and text in either kind of quotes."""

from __future__ import annotations

from typing import ClassVar

from sqlglot.dialects.duckdb import DuckDB

from ontoeval.predicates.dialects._sql import conditions
from ontoeval.predicates.tree import Node

PROFILE = "lancedb"
FORM = "text"


class _LanceDB(DuckDB):
    class Tokenizer(DuckDB.Tokenizer):
        IDENTIFIERS: ClassVar[list[str | tuple[str, str]]] = ["`"]
        QUOTES: ClassVar[list[str | tuple[str, str]]] = ["'", '"']


def parse(native: str, path: str) -> Node:
    """The tree of a condition; ``meta.lang`` is a field of a struct."""
    return conditions.parse(native, path, _LanceDB)
