"""SQL conditions: the syntax tree of sqlglot, and what of it a filter can say."""

from __future__ import annotations

from ontoeval.errors import MissingExtra

try:
    import sqlglot as sqlglot
except ModuleNotFoundError:
    raise MissingExtra("sqlglot", "sql", "reading SQL filters") from None
