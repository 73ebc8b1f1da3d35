"""Pinecone: the part of MongoDB's query language that its metadata filters take."""

from __future__ import annotations

from typing import Any

from ontoeval.predicates.dialects._mongo import Reader
from ontoeval.predicates.tree import Node

PROFILE = "pinecone"
FORM = "json"

_READER = Reader(("$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin", "$exists"), ("$and", "$or"))


def parse(native: Any, path: str) -> Node:
    """The tree of a metadata filter."""
    return _READER.filter(native, path)
