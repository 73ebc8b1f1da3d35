"""The corpus by position, with an index for each engine profile that a filter needs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ontoeval.predicates.columns import Columns
from ontoeval.predicates.evaluate import held_value
from ontoeval.predicates.index import FieldIndex
from ontoeval.predicates.profiles import ONTOEVAL
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.values import MISSING
from ontoeval.records.corpus import Corpus


class IndexedCorpus:
    """Documents by position.

    Args:
        corpus: The documents.
        fields: Attributes of filters that are elsewhere in the metadata: name and path.

    Attributes:
        names: Identifier of each document.
        position: Position of each document by its identifier.
        rows: The metadata of each document, with the attributes in their places.
    """

    def __init__(self, corpus: Corpus, fields: Mapping[str, str] | None = None) -> None:
        self.names = list(corpus)
        self.position = {name: place for place, name in enumerate(self.names)}
        moved = {name: path for name, path in (fields or {}).items() if name != path}
        rows = corpus.values()
        self.rows: list[Mapping[str, Any]] = [_moved(row, moved) for row in rows] if moved else list(rows)
        self._indexes: dict[str, FieldIndex] = {}

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def columns(self) -> Columns:
        """The metadata by field, shared by all profiles."""
        return Columns(self.rows)

    @cached_property
    def attributes(self) -> frozenset[str]:
        """Names of all fields on the top level of any document."""
        return frozenset().union(*self.rows)

    def values(self, field: str) -> list[Any]:
        """The different values that documents hold in a field, those in lists one by one."""
        distinct = self.columns.column(field, ONTOEVAL).distinct
        return [value for held in distinct for value in (held if isinstance(held, list) else [held])]

    def index(self, profile: Profile) -> FieldIndex:
        """The index under a profile."""
        if profile.name not in self._indexes:
            self._indexes[profile.name] = FieldIndex(self.columns, profile)
        return self._indexes[profile.name]

    def knows(self, field: str, profile: Profile) -> bool:
        """Whether any document has the field, as the profile reads its dots."""
        if field in self.attributes:
            return True
        dotted = "." in field or "[]" in field
        return dotted and any(held is not MISSING for held in self.columns.column(field, profile).distinct)


def _moved(row: Mapping[str, Any], fields: Mapping[str, str]) -> Mapping[str, Any]:
    found = {name: held_value(row, path, ONTOEVAL) for name, path in fields.items()}
    return {**row, **{name: held for name, held in found.items() if held is not MISSING}}
