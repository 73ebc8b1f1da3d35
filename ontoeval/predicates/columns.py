"""Metadata of a corpus by field: each distinct value once, and which document holds which."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ontoeval.predicates.evaluate import held_value
from ontoeval.predicates.matching import Matcher
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.tree import LIST_OPS, ORDER_OPS, Atom, Interval, Op, Scalar
from ontoeval.predicates.values import (
    MISSING,
    NO,
    YES,
    Apart,
    Held,
    Operand,
    held_key,
    operand_key,
    operand_kind,
    order_key,
    order_operand,
)

#: Truth values by code, as the bits of `Truth`.
Truths: TypeAlias = NDArray[np.uint8]

#: Types of which no two values are equal in Python that are different here.
_DIRECT = frozenset({str, int, type(None), type(MISSING)})
_KEYED_OPS = ("eq", "ne", "contains", *LIST_OPS)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_NOTHING: Mapping[Operand, Any] = {"int": float("nan"), "float": float("nan"), "date": _LONG_AGO}


class Column:
    """One field of all documents.

    Args:
        held: What each document holds, `MISSING` included.

    Attributes:
        codes: The position in ``distinct`` of what each document holds, int32, shape ``(documents,)``.
        distinct: The different values, lists and objects as a whole; types are told apart.
    """

    def __init__(self, held: list[Held]) -> None:
        keys: Sequence[Any] = held if set(map(type, held)) <= _DIRECT else list(map(_identity, held))
        order = {key: code for code, key in enumerate(dict.fromkeys(keys))}
        self.codes = np.fromiter(map(order.__getitem__, keys), dtype=np.int32, count=len(keys))
        first = order if keys is held else dict(zip(reversed(keys), reversed(held), strict=True))
        self.distinct: list[Held] = list(first) if keys is held else [first[key] for key in order]

    @cached_property
    def lists(self) -> list[int]:
        """Codes of the values that are lists."""
        return [code for code, held in enumerate(self.distinct) if isinstance(held, list)]


class ProfiledColumn:
    """A column under one profile: the truth of a predicate for each distinct value.

    Equal to trying each value with a `Matcher`, but comparisons for equality try only the values that may be
    equal, and comparisons by order search among sorted values.
    """

    def __init__(self, column: Column, profile: Profile) -> None:
        self.column = column
        self.profile = profile
        self._equal: dict[tuple[Operand, bool], dict[Any, list[int]]] = {}
        self._sorted: dict[Operand, tuple[list[Any], NDArray[np.intp]]] = {}
        self._templates: dict[Atom, Truths] = {}

    def truths(self, atom: Atom) -> Truths:
        """Truth value of a predicate by code, shape ``(len(distinct),)``."""
        if atom.op in _KEYED_OPS and self._has_keys(atom):
            return self._by_key(atom)
        if atom.op in ORDER_OPS or atom.op == "range":
            return self._by_order(atom)
        return self._tried(atom)

    def _tried(self, atom: Atom) -> Truths:
        test = Matcher(atom, self.profile).test
        return np.fromiter(map(test, self.column.distinct), dtype=np.uint8, count=len(self.column.distinct))

    def _template(self, atom: Atom) -> Truths:
        """What a predicate gives for all values that its operand does not single out."""
        if atom not in self._templates:
            self._templates[atom] = self._tried(atom)
        return self._templates[atom].copy()

    def _retried(self, atom: Atom, truths: Truths, codes: Sequence[int]) -> Truths:
        test, distinct = Matcher(atom, self.profile).test, self.column.distinct
        for code in codes:
            truths[code] = test(distinct[code])
        return truths

    # Equality

    def _has_keys(self, atom: Atom) -> bool:
        profile = self.profile
        if profile.text == "words" or not atom.values or isinstance(atom.value, tuple) != (atom.op in LIST_OPS):
            return False
        if atom.op in LIST_OPS and profile.list_in == "equal" and self.column.lists:
            return False
        if atom.op == "contains" and profile.contains_scalar == "substring":
            return False
        return not any(isinstance(value, bool) for value in atom.values)

    def _by_key(self, atom: Atom) -> Truths:
        kinds: dict[Operand, None] = {}
        matching: list[int] = []
        for value in atom.values:
            kind = operand_kind(value)
            kinds[kind] = None
            found = self._codes_by_key(kind, atom.op == "contains")
            matching.extend(found.get(operand_key(value, self.profile), ()))
        return self._retried(atom, self._template(self._unmatched(atom.field, atom.op, kinds)), matching)

    def _unmatched(self, field: str, op: Op, kinds: Mapping[Operand, None]) -> Atom:
        values: list[Scalar] = [self._no_text if kind == "text" else _NOTHING[kind] for kind in kinds]
        return Atom(field, op, tuple(values) if op in LIST_OPS else values[0])

    @cached_property
    def _no_text(self) -> str:
        texts = {text for held in self.column.distinct for text in _elements(held) if isinstance(text, str)}
        free = "\x00"
        while free in texts:
            free += "\x00"
        return free

    def _codes_by_key(self, kind: Operand, contains: bool) -> dict[Any, list[int]]:
        if (kind, contains) in self._equal:
            return self._equal[kind, contains]
        profile, found = self.profile, dict[Any, list[int]]()
        coercion = "none" if contains and profile.lists != "each" else profile.coercion
        apart = contains or profile.lists in ("any", "each")
        for code, held in enumerate(self.column.distinct):
            for one in _elements(held) if apart else [held]:
                key = None if one is None or one is MISSING else held_key(one, kind, profile, coercion)
                if key is not None and not isinstance(key, Apart):
                    found.setdefault(key, []).append(code)
        self._equal[kind, contains] = found
        return found

    # Order

    def _by_order(self, atom: Atom) -> Truths:
        bounds = atom.value.bounds() if isinstance(atom.value, Interval) else ((atom.op, atom.values[0]),)
        asked = [order_operand(value, self.profile) for _, value in bounds]
        kinds = {"float" if operand_kind(value) == "int" else operand_kind(value) for _, value in bounds}
        if len(kinds) > 1 or any(isinstance(key, Apart) or key != key for key in asked):
            return self._tried(atom)
        keys, codes = self._in_order(kinds.pop())
        low, high = 0, len(keys)
        for (op, _), key in zip(bounds, asked, strict=True):
            if op in ("gt", "gte"):
                low = max(low, bisect_right(keys, key) if op == "gt" else bisect_left(keys, key))
            else:
                high = min(high, bisect_left(keys, key) if op == "lt" else bisect_right(keys, key))
        truths = self._template(self._first_like(atom))
        truths[codes] = NO
        truths[codes[low:high]] = YES
        apart = self.profile.lists in ("any", "each")
        return self._retried(atom, truths, self.column.lists) if apart else truths

    def _in_order(self, kind: Operand) -> tuple[list[Any], NDArray[np.intp]]:
        if kind not in self._sorted:
            pairs = []
            for code, held in enumerate(self.column.distinct):
                key = None if held is None or held is MISSING else order_key(held, kind, self.profile)
                if key is not None and not isinstance(key, Apart) and type(held) is not dict:
                    pairs.append((key, code))
            pairs.sort(key=lambda pair: pair[0])
            self._sorted[kind] = ([key for key, _ in pairs], np.array([code for _, code in pairs], dtype=np.intp))
        return self._sorted[kind]

    def _first_like(self, atom: Atom) -> Atom:
        """One predicate for all that differ in the operand only: what has no key depends on its type alone."""
        if isinstance(atom.value, Interval):
            like = {op: _like(value) for op, value in atom.value.bounds()}
            return Atom(atom.field, "range", Interval(**like))
        return Atom(atom.field, atom.op, _like(atom.values[0]))


class Columns:
    """The columns of a corpus, made when a field is first asked for.

    Args:
        docs: The documents' metadata.
    """

    def __init__(self, docs: Sequence[Mapping[str, Any]]) -> None:
        self.docs = docs
        self._columns: dict[tuple[str, ...], Column] = {}

    def column(self, field: str, profile: Profile) -> Column:
        """The column of a field, with its dots read as the profile says."""
        dotted = "." in field or "[]" in field
        key = (field, profile.paths, str(profile.flattened)) if dotted else (field,)
        if key not in self._columns:
            if dotted:
                held = [held_value(doc, field, profile) for doc in self.docs]
            else:
                held = [doc.get(field, MISSING) for doc in self.docs]
            self._columns[key] = Column(held)
        return self._columns[key]


def _elements(held: Held) -> list[Held]:
    return [*held, held] if isinstance(held, list) else [held]


def _identity(held: Held) -> Any:
    """A key that only the same value of the same type has."""
    if isinstance(held, str) or held is None or held is MISSING:
        return held
    if isinstance(held, list | tuple):
        return ("list", tuple(map(_identity, held)))
    if isinstance(held, Mapping):
        return ("object", tuple((name, _identity(value)) for name, value in held.items()))
    plain = isinstance(held, int | float | datetime) and held == held
    return (type(held).__name__, held if plain else repr(held))


def _like(value: Scalar) -> Scalar:
    if isinstance(value, str):
        return "0001-01-01"
    return _LONG_AGO if isinstance(value, datetime) else 0.0
