"""Chroma: the part of MongoDB's query language that ``where`` takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ontoeval.predicates.dialects._build import refused
from ontoeval.predicates.dialects._mongo import Reader
from ontoeval.predicates.tree import Node

PROFILE = "chroma"
FORM = "json"

_READER = Reader(
    ("$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin", "$contains", "$not_contains"),
    ("$and", "$or"),
    one_key=True,
)


def parse(native: Any, path: str) -> Node:
    """The tree of a ``where``; what looks like a ``where_document`` is refused.

    As in Chroma an object has one key, so that several conditions are joined with ``$and``.
    """
    if isinstance(native, Mapping):
        for key in ("where_document", "$contains", "$not_contains"):
            if key in native:
                raise refused(
                    f"{path}.{key}",
                    "where_document",
                    "it searches in the text of documents",
                    mend="log where and where_document apart",
                )
    return _READER.filter(native, path)
