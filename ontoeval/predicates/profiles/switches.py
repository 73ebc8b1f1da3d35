"""The switches in which engines differ, and the profile that sets them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

from ontoeval.predicates.dates import DateForm

Kind = Literal["missing", "null", "text", "scalar"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What a filter means in one engine.

    The defaults are those of the profile ``ontoeval``.

    Attributes:
        name: Name of the profile.
        source: ``"recorded"`` (the engine was run, and the profile is tested against its answers),
            ``"documentation"`` (read, never run) or ``"own"``.
        engine: Engine and version.
        logic: What a comparison with a missing or null field gives: ``"two"`` (false, so its negation is true)
            or ``"three"`` (unknown, and so is its negation).
        lists: How a field that holds a list is compared: ``"any"`` element, as a ``"whole"``, as the ``"text"``
            of its JSON, or ``"each"`` element as a solution of its own, so that a filter and its negation can
            both hold (SPARQL).
        list_in: Whether a list is ``in`` when it equals the list that is asked for (``"equal"``), or as ``lists``
            says (``"lists"``).
        nin: ``"complement"`` of ``in``, or ``"some_other"``: there is an element that is not listed.
        range_across: Whether different elements may satisfy the two bounds of a ``range``.
        contains_scalar: What ``contains`` does with a field that holds no list: compare it (``"equal"``), search
            in its text (``"substring"``) or fail (``"never"``).
        contains_unknown: Whether ``contains`` is unknown on ``"missing"`` and ``"null"`` (three-valued logic
            only); otherwise it is false.
        coercion: What a field is turned into before it is compared: nothing (``"none"``), text where text is
            asked for (``"text"``), or whatever type is asked for (``"operand"``).
        bool_is_number: Whether ``true`` is 1.
        int_is_float: Whether an integer that is asked for matches ``1.0``.
        order: What ``<`` gives between types: ``"false"``, ``"unknown"``, ``"text_above"`` (text is above every
            number) or ``"jsonb"`` (null, text, numbers, booleans, lists, objects; null is then a value for
            every comparison that asks for no text).
        text: How text is compared: ``"exact"``, ``"folded"`` (case does not matter) or ``"words"`` (all words
            that are asked for occur).
        text_order: Order of text: ``"lexical"`` by code points, or only as ``"dates"``.
        dates: How freely text is read as a point in time where one is asked for.
        text_dates: Whether two texts are equal when both are dates of the same instant.
        stores_null: Whether null and empty lists are kept; otherwise they are as good as missing.
        exists_null, exists_empty: Whether a field exists that holds null, or an empty list.
        null_missing: Whether ``is_null`` is true of a missing field.
        null_element: Whether ``is_null`` is true of a list with a null in it.
        empty: What ``is_empty`` is true of, besides an empty list: ``"missing"``, ``"null"``, empty ``"text"``,
            any ``"scalar"``.
        paths: What a dot in the name of a field is: a ``"nested"`` path, part of a ``"literal"`` name, or
            ``"either"`` (the literal name where the document has it).
        flattened: Whether a path goes through lists of objects.
        empty_or: Whether an "or" of nothing is true.
        empty_in_known: Whether ``in`` with no values is false even of a missing field (three-valued logic only).
    """

    name: str
    source: Literal["recorded", "documentation", "own"]
    engine: str
    logic: Literal["two", "three"] = "two"
    lists: Literal["any", "whole", "text", "each"] = "any"
    list_in: Literal["lists", "equal"] = "lists"
    nin: Literal["complement", "some_other"] = "complement"
    range_across: bool = False
    contains_scalar: Literal["equal", "substring", "never"] = "equal"
    contains_unknown: frozenset[Kind] = frozenset()
    coercion: Literal["none", "text", "operand"] = "none"
    bool_is_number: bool = False
    int_is_float: bool = True
    order: Literal["false", "unknown", "text_above", "jsonb"] = "false"
    text: Literal["exact", "folded", "words"] = "exact"
    text_order: Literal["lexical", "dates"] = "lexical"
    dates: DateForm = "lenient"
    text_dates: bool = False
    stores_null: bool = True
    exists_null: bool = False
    exists_empty: bool = True
    null_missing: bool = True
    null_element: bool = False
    empty: frozenset[Kind] = frozenset({"missing", "null"})
    paths: Literal["nested", "literal", "either"] = "either"
    flattened: bool = True
    empty_or: bool = False
    empty_in_known: bool = False

    @property
    def switches(self) -> dict[str, Any]:
        """The switches by name."""
        return {name: getattr(self, name) for name in SWITCHES}


#: Names of the switches, in the order in which they are explained.
SWITCHES = tuple(found.name for found in fields(Profile) if found.name not in ("name", "source", "engine"))
