"""A filter tried on one document: the plain definition that the fast evaluation must equal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ontoeval.predicates.matching import Matcher
from ontoeval.predicates.profiles import ONTOEVAL
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.tree import And, Atom, MinShould, Nested, Node, Not, Or
from ontoeval.predicates.values import MISSING, NEGATED, NO, YES, Held, Truth


def passes(node: Node, doc: Mapping[str, Any], profile: Profile = ONTOEVAL) -> bool:
    """Whether a document passes a filter; unknown does not.

    Args:
        node: The filter, with every ``under`` expanded.
        doc: The document: metadata by field.
        profile: Whose semantics.

    Example:
        >>> from ontoeval.predicates.profiles import PROFILES
        >>> from ontoeval.predicates.reading import parse
        >>> not_english = parse({"field": "lang", "op": "ne", "value": "en"})
        >>> passes(not_english, {}, PROFILES["mongo"]), passes(not_english, {}, PROFILES["sqlite"])
        (True, False)
    """
    return bool(truth(node, doc, profile) & YES)


def truth(node: Node, doc: Mapping[str, Any], profile: Profile = ONTOEVAL) -> Truth:
    """The truth value of a filter for a document, as the bits of `Truth`."""
    if isinstance(node, Atom):
        return matcher(node, profile).test(held_value(doc, node.field, profile))
    if isinstance(node, Not):
        return NEGATED[truth(node.child, doc, profile)]
    if isinstance(node, Nested):
        return _nested(node, doc, profile)
    truths = [truth(child, doc, profile) for child in node.children_of()]
    if isinstance(node, And):
        return at_least(truths, len(truths))
    if isinstance(node, Or | MinShould) and not truths and needed(node) > 0:
        return YES if profile.empty_or else NO
    return at_least(truths, needed(node))


def needed(node: Node) -> int:
    """How many children must hold: one of an "or"."""
    return node.least if isinstance(node, MinShould) else 1


def at_least(truths: list[Truth], least: int) -> Truth:
    """The truth value of "at least so many of these hold"."""
    can_be_true = sum(truth & YES for truth in truths) >= least
    can_be_false = len(truths) - sum((truth & NO) >> 1 for truth in truths) < least
    return (YES if can_be_true else 0) | (NO if can_be_false else 0)


@lru_cache(maxsize=1 << 14)
def matcher(atom: Atom, profile: Profile) -> Matcher:
    """The prepared predicate, the same one for equal predicates."""
    return Matcher(atom, profile)


def held_value(doc: Mapping[str, Any], field: str, profile: Profile) -> Held:
    """What a document holds in a field, or `MISSING`.

    ``items[].k`` goes through the list in ``items`` in every profile with paths; ``items.k`` only where the
    profile flattens lists of objects.
    """
    if field in doc or profile.paths == "literal" or ("." not in field and "[]" not in field):
        if field in doc and profile.paths == "nested" and "." in field:
            return _follow(doc, field.split("."), profile.flattened)
        return doc.get(field, MISSING)
    return _follow(doc, field.split("."), profile.flattened)


def _follow(doc: Mapping[str, Any], steps: list[str], flattened: bool) -> Held:
    held: Held = doc
    for place, step in enumerate(steps):
        if isinstance(held, list):
            return _through(held, steps[place:], flattened)
        name = step.removesuffix("[]")
        if not isinstance(held, Mapping) or name not in held:
            return MISSING
        held = held[name]
        last = place + 1 == len(steps)
        if isinstance(held, list) and not last and not (flattened or step.endswith("[]")):
            return MISSING
    return held


def _through(items: list[Any], steps: list[str], flattened: bool) -> Held:
    found: list[Any] = []
    for item in items:
        held = _follow(item, steps, flattened) if isinstance(item, Mapping) else MISSING
        if held is not MISSING:
            found.extend(held if isinstance(held, list) else [held])
    return found or MISSING


def _nested(node: Nested, doc: Mapping[str, Any], profile: Profile) -> Truth:
    held = held_value(doc, node.field, profile)
    items = held if isinstance(held, list) else [held]
    inside = [truth(node.child, item, profile) for item in items if isinstance(item, Mapping)]
    return YES if any(found & YES for found in inside) else NO
