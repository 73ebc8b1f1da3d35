"""What is known of a field: what documents hold in it, and what a schema says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from ontoeval.errors import InputError
from ontoeval.predicates.columns import Column, Columns
from ontoeval.predicates.dates import parse_date
from ontoeval.predicates.evaluate import passes
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.tree import Node
from ontoeval.predicates.values import MISSING

Kind = Literal["text", "number", "boolean", "date", "list", "object"]

_TYPES: Mapping[str, Kind] = {
    "string": "text", "number": "number", "integer": "number", "boolean": "boolean", "array": "list",
    "object": "object",
}  # fmt: skip


class FieldFacts:
    """One field.

    Args:
        column: What the documents hold in it; None without documents.
        declared: Its JSON Schema; None where no schema names it.
        required: Whether the schema requires it.
    """

    def __init__(self, column: Column | None, declared: Mapping[str, Any] | None, required: bool) -> None:
        self._column = column
        self.declared = declared
        self.required = required

    @cached_property
    def counts(self) -> tuple[int, int]:
        """How many documents hold something in it, and how many there are."""
        if self._column is None:
            return (0, 0)
        nothing = {code for code, held in enumerate(self._column.distinct) if held is MISSING or held is None}
        codes = self._column.codes.tolist()
        return (sum(code not in nothing for code in codes), len(codes))

    @property
    def known(self) -> bool:
        """Whether a document holds something in it, or a schema names it."""
        return self.counts[0] > 0 or self.declared is not None

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """The different scalars that documents hold in it, in lists as well."""
        if self._column is None:
            return ()
        held = [one for value in self._column.distinct for one in (value if isinstance(value, list) else [value])]
        return tuple(one for one in held if isinstance(one, str | int | float))

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """What it holds by type; dates are texts that are ISO 8601. Empty when nothing is known."""
        declared = self._declared_kinds()
        if declared:
            return declared
        kinds: set[Kind] = {_kind(value) for value in self.values}
        if self._column is not None:
            kinds |= {"list" for held in self._column.distinct if isinstance(held, list)}
            kinds |= {"object" for held in self._column.distinct if isinstance(held, Mapping)}
        return frozenset(kinds)

    @cached_property
    def vocabulary(self) -> tuple[str, ...] | None:
        """The texts that it can hold: those of the schema, else those of the documents, in order."""
        allowed = self._items().get("enum")
        if isinstance(allowed, list):
            return tuple(value for value in allowed if isinstance(value, str))
        texts = tuple(sorted({value for value in self.values if isinstance(value, str)}))
        return texts or None

    @cached_property
    def allowed(self) -> frozenset[str]:
        """The vocabulary as a set."""
        return frozenset(self.vocabulary or ())

    def _items(self) -> Mapping[str, Any]:
        declared = self.declared or {}
        items = declared.get("items")
        return items if isinstance(items, Mapping) else declared

    def _declared_kinds(self) -> frozenset[Kind]:
        if self.declared is None:
            return frozenset()
        names = [self.declared.get("type"), self._items().get("type")]
        flat = [one for name in names for one in (name if isinstance(name, list) else [name])]
        kinds = {_TYPES[name] for name in flat if isinstance(name, str) and name in _TYPES}
        if "text" in kinds and self._items().get("format") in ("date", "date-time"):
            kinds.add("date")
        return frozenset(kinds)


class Facts:
    """Fields by name, from documents and a schema, either of which may be missing.

    Args:
        docs: Documents by id.
        schema: A JSON Schema of the documents' metadata.

    Raises:
        InputError: The schema has no properties.
    """

    def __init__(self, docs: Mapping[str, Mapping[str, Any]] | None, schema: Mapping[str, Any] | None) -> None:
        self.docs = docs
        self._columns = None if docs is None else Columns(list(docs.values()))
        self._schema = None if schema is None else _properties(schema)
        self._required = frozenset((schema or {}).get("required", ()))
        self._fields: dict[tuple[str, str], FieldFacts] = {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all fields, those inside of objects with dots."""
        found: dict[str, None] = dict.fromkeys(self._schema or ())
        for doc in (self.docs or {}).values():
            for name, value in doc.items():
                found[name] = None
                if isinstance(value, Mapping):
                    found.update(dict.fromkeys(f"{name}.{inner}" for inner in value))
        return tuple(found)

    @property
    def any_known(self) -> bool:
        """Whether there are documents or a schema."""
        return self.docs is not None or self._schema is not None

    def field(self, name: str, profile: Profile) -> FieldFacts:
        """What is known of a field, with its dots read as the profile says."""
        key = (name, profile.name)
        if key not in self._fields:
            column = None if self._columns is None else self._columns.column(name, profile)
            declared = None if self._schema is None else _declared(self._schema, name)
            self._fields[key] = FieldFacts(column, declared, name in self._required)
        return self._fields[key]

    def passes(self, node: Node, doc: str, profile: Profile) -> bool | None:
        """Whether a document passes a filter; None when there is no such document."""
        found = None if self.docs is None else self.docs.get(doc)
        return None if found is None else passes(node, found, profile)


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    found = schema.get("properties")
    if not isinstance(found, Mapping):
        raise InputError(
            "the schema has no properties",
            where="schema",
            expected='a JSON Schema: {"properties": {"lang": {"type": "string", "enum": ["en", "de"]}}}',
        )
    return found


def _declared(properties: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    steps: Sequence[str] = [name] if name in properties else name.split(".")
    found: Any = {"properties": properties}
    for step in steps:
        inside = found.get("properties") if isinstance(found, Mapping) else None
        found = inside.get(step) if isinstance(inside, Mapping) else None
    return found if isinstance(found, Mapping) else None


def _kind(value: Any) -> Kind:
    if isinstance(value, bool):
        return "boolean"
    if not isinstance(value, str):
        return "number"
    return "date" if parse_date(value, "iso") else "text"
