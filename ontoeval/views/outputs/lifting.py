"""Enums taken out of a JSON Schema, so that ids are looked up in a set instead of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ontoeval.views.outputs.paths import EACH, Steps

#: Keywords that say nothing about values: a ``$ref`` beside only these can be followed in place.
_SAYS_NOTHING = frozenset({"title", "description", "default", "examples", "$comment", "deprecated"})
_CONSTANT = frozenset({"const", "title", "description"})
_FOLLOWED = 50


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum that was taken out of a schema.

    Attributes:
        steps: Where its values stand in an output.
        values: The allowed texts; None where null is allowed.
    """

    steps: Steps
    values: frozenset[str | None]


def lift(
    schema: Mapping[str, Any], wanted: Callable[[frozenset[str | None]], bool]
) -> tuple[Mapping[str, Any], list[Enum]]:
    """The schema without the wanted enums, and these enums.

    Only enums of texts that hold whatever else does are taken: below ``properties``, ``items``, ``allOf``, local
    ``$ref`` and a union with null. One inside of another ``anyOf``, ``not`` or ``if`` stays where it is. The schema
    and the enums together accept what the schema accepted.

    Args:
        schema: The schema; it is not changed.
        wanted: Says of the values of an enum whether it is to be taken.
    """
    lifter = _Lifter(schema, wanted)
    return lifter.without(schema, (), ()), lifter.found


class _Lifter:
    def __init__(self, schema: Mapping[str, Any], wanted: Callable[[frozenset[str | None]], bool]) -> None:
        self.schema = schema
        self.wanted = wanted
        self.found: list[Enum] = []

    def without(self, node: Any, steps: Steps, followed: tuple[str, ...], null: bool = False) -> Any:
        """A node without its wanted enums; the node itself when it has none."""
        if not isinstance(node, Mapping):
            return node
        reference = node.get("$ref")
        if isinstance(reference, str):
            return self._followed(node, reference, steps, followed, null)
        keyword, values = _listed(node)
        if keyword and "string" in node.get("type", "string") and self.wanted(values):
            self.found.append(Enum(steps, values | {None} if null else values))
            kind = node.get("type", ["string", "null"] if None in values else "string")
            node = {name: part for name, part in node.items() if name != keyword} | {"type": kind}
        changed = {name: part for name, part in self._parts(node, steps, followed) if part is not node[name]}
        return {**node, **changed} if changed else node

    def _parts(self, node: Mapping[str, Any], steps: Steps, followed: tuple[str, ...]) -> Iterable[tuple[str, Any]]:
        properties = node.get("properties")
        if isinstance(properties, Mapping):
            parts = {name: self.without(part, (*steps, name), followed) for name, part in properties.items()}
            yield "properties", parts if any(parts[name] is not properties[name] for name in parts) else properties
        if "prefixItems" not in node and isinstance(node.get("items"), Mapping):
            yield "items", self.without(node["items"], (*steps, EACH), followed)
        if isinstance(node.get("allOf"), list):
            yield "allOf", _same([self.without(part, steps, followed) for part in node["allOf"]], node["allOf"])
        for name in ("anyOf", "oneOf"):
            branches = node.get(name)
            if isinstance(branches, list) and len(branches) == 2 and {"type": "null"} in branches:
                parts_ = [
                    part if part == {"type": "null"} else self.without(part, steps, followed, True) for part in branches
                ]
                yield name, _same(parts_, branches)

    def _followed(
        self, node: Mapping[str, Any], reference: str, steps: Steps, followed: tuple[str, ...], null: bool
    ) -> Any:
        """The target of a reference in its place, when that has a wanted enum and nothing else stands beside it."""
        beside = node.keys() - _SAYS_NOTHING - {"$ref"}
        if beside or reference in followed or len(followed) > _FOLLOWED:
            return node
        target = _target(self.schema, reference)
        if target is None:
            return node
        part = self.without(target, steps, (*followed, reference), null)
        return node if part is target else part


def _same(parts: list[Any], before: list[Any]) -> list[Any]:
    return before if all(mine is theirs for mine, theirs in zip(parts, before, strict=True)) else parts


def _listed(node: Mapping[str, Any]) -> tuple[str, frozenset[str | None]]:
    """The keyword by which a node lists all of its values, and the values: ``enum``, or ``oneOf`` with constants.

    The keyword is "" when it lists none, or when they are not all texts or null.
    """
    if isinstance(node.get("enum"), list):
        keyword, values = "enum", node["enum"]
    elif _constants(node.get("oneOf")):
        keyword, values = "oneOf", [branch["const"] for branch in node["oneOf"]]
    else:
        return "", frozenset()
    texts = frozenset(value for value in values if value is None or isinstance(value, str))
    return (keyword, texts) if texts and len(texts) == len(values) else ("", frozenset())


def _constants(branches: Any) -> bool:
    """Whether every branch is a constant with at most a title and a description."""
    return isinstance(branches, list) and all(
        isinstance(branch, Mapping) and "const" in branch and branch.keys() <= _CONSTANT for branch in branches
    )


def _target(schema: Mapping[str, Any], reference: str) -> Any:
    """What a JSON pointer in this document leads to, or None."""
    if not reference.startswith("#/"):
        return None
    node: Any = schema
    for step in reference[2:].split("/"):
        name = step.replace("~1", "/").replace("~0", "~")
        if not isinstance(node, Mapping) or name not in node:
            return None
        node = node[name]
    return node
