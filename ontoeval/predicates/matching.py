"""One predicate tried on what a field holds, as a profile says."""

from __future__ import annotations

from typing import Any

from ontoeval.errors import InputError
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.tree import Atom, Interval
from ontoeval.predicates.values import (
    MISSING,
    NEGATED,
    NO,
    UNKNOWN,
    YES,
    Apart,
    Held,
    Operand,
    Truth,
    equals,
    held_key,
    operand_key,
    operand_kind,
    ordered,
)


class Matcher:
    """A predicate under a profile, prepared for many documents.

    Args:
        atom: The predicate.
        profile: The switches.

    Raises:
        InputError: It is an ``under``, which must be expanded with an ontology first.
    """

    def __init__(self, atom: Atom, profile: Profile) -> None:
        if atom.op == "under":
            raise InputError(
                f"{atom} has not been expanded", where=atom.path or None, mend="give the ontology of its concepts"
            )
        self.atom = atom
        self.profile = profile
        self.op = atom.op
        self._asked: dict[Operand, set[Any]] = {}
        if atom.op in ("in", "nin"):
            for value in atom.values:
                self._asked.setdefault(operand_kind(value), set()).add(operand_key(value, profile))

    def test(self, held: Held) -> Truth:
        """The truth value for what the field holds: `MISSING`, None, a scalar, a list or an object."""
        profile = self.profile
        if not profile.stores_null:
            held = _stored(held)
        if self.op == "exists":
            return self._exists(held)
        if self.op == "is_null":
            return self._is_null(held)
        if self.op == "is_empty":
            return self._is_empty(held)
        if self.op == "contains" and profile.lists != "each":
            return self._contains(held)
        if self.op == "nin" and profile.nin == "some_other":
            return self._some_other(held)
        truth = self._compared(held)
        return NEGATED[truth] if self.op in ("ne", "nin") else truth

    def scalar(self, held: Held) -> Truth:
        """The truth value of the positive comparison with one value, or with a list as a whole."""
        profile = self.profile
        if held is None and not (profile.order == "jsonb" and self._typed()):
            return NO if profile.logic == "two" else UNKNOWN
        if self.op in ("in", "nin"):
            return self._listed(held)
        value = self.atom.value
        if self.op in ("eq", "ne", "contains"):
            return NO if held is None else equals(held, value, profile, profile.coercion)
        if isinstance(value, Interval):
            return _all([ordered(held, op, bound, profile) for op, bound in value.bounds()])
        return ordered(held, self.op, value, profile)

    def _typed(self) -> bool:
        return not any(isinstance(value, str) for value in self.atom.values)

    def _compared(self, held: Held) -> Truth:
        profile = self.profile
        if held is MISSING:
            known = profile.logic == "two" or (profile.empty_in_known and self.op in ("in", "nin") and not self._asked)
            return NO if known else UNKNOWN
        if held is None and profile.empty_in_known and self.op in ("in", "nin") and not self._asked:
            return NO
        equal = profile.list_in == "equal" and self.op in ("in", "nin")
        if not isinstance(held, list) or equal or profile.lists in ("whole", "text"):
            return self.scalar(held)
        if profile.range_across and isinstance(self.atom.value, Interval):
            bounds = self.atom.value.bounds()
            return _all([_any([ordered(one, op, bound, profile) for one in held]) for op, bound in bounds])
        truths = [self.scalar(element) for element in held]
        if profile.lists == "each":
            return max((truth & YES for truth in truths), default=0) | max((truth & NO for truth in truths), default=0)
        whole = isinstance(self.atom.value, tuple) and self.op in ("eq", "ne")
        return _any([*truths, self.scalar(held)] if whole else truths)

    def _listed(self, held: Held) -> Truth:
        profile = self.profile
        if isinstance(held, list) and profile.list_in == "equal":
            return equals(held, self.atom.values, profile, "none")
        if profile.text == "words":
            return _any([equals(held, value, profile, profile.coercion) for value in self.atom.values])
        truth = NO
        for kind, keys in self._asked.items():
            key = DIFFERENT_NULL if held is None else held_key(held, kind, profile, profile.coercion)
            if isinstance(key, Apart):
                truth = min(truth, key.truth)
            elif key in keys:
                return YES
        return truth

    def _contains(self, held: Held) -> Truth:
        profile = self.profile
        if held is MISSING or held is None:
            kind = "missing" if held is MISSING else "null"
            return UNKNOWN if kind in profile.contains_unknown else NO
        value: Any = self.atom.value
        if isinstance(held, list):
            return _any([NO if one is None else equals(one, value, profile, "none") for one in held])
        if profile.contains_scalar == "substring" and isinstance(held, str) and isinstance(value, str):
            return YES if value in held else NO
        return NO if profile.contains_scalar == "never" else equals(held, value, profile, "none")

    def _some_other(self, held: Held) -> Truth:
        elements = held if isinstance(held, list) else [] if held is MISSING else [held]
        return _any([NEGATED[self._listed(element)] for element in elements if element is not None])

    def _exists(self, held: Held) -> Truth:
        if held is None:
            return YES if self.profile.exists_null else NO
        if held == []:
            return YES if self.profile.exists_empty else NO
        return NO if held is MISSING else YES

    def _is_null(self, held: Held) -> Truth:
        if held is MISSING:
            return YES if self.profile.null_missing else NO
        inside = self.profile.null_element and isinstance(held, list) and None in held
        return YES if held is None or inside else NO

    def _is_empty(self, held: Held) -> Truth:
        empty = self.profile.empty
        if held is MISSING or held is None:
            kind = "missing" if held is MISSING else "null"
            return YES if kind in empty else NO if self.profile.logic == "two" else UNKNOWN
        if isinstance(held, list):
            return NO if held else YES
        return YES if "scalar" in empty or (held == "" and "text" in empty) else NO


DIFFERENT_NULL = Apart(NO)


def _stored(held: Held) -> Held:
    if isinstance(held, list):
        return [element for element in held if element is not None] or MISSING
    return MISSING if held is None else held


def _any(truths: list[Truth]) -> Truth:
    if any(truth & YES for truth in truths):
        return YES
    return UNKNOWN if UNKNOWN in truths else NO


def _all(truths: list[Truth]) -> Truth:
    if any(truth & NO for truth in truths):
        return NO
    return UNKNOWN if UNKNOWN in truths else YES
