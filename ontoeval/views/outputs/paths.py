"""Places in outputs: paths such as ``$.annotations[*].id``, and the values that they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ontoeval.errors import ConfigError

Steps = tuple[str, ...]
Path = tuple[str | int, ...]
EACH = "[*]"
_NAME = re.compile(r"[A-Za-z_][\w-]*")


def slot_steps(slot: str) -> list[str]:
    """The steps of a path such as ``"$.annotations[*].id"``; ``"[*]"`` stands for every element.

    Raises:
        ConfigError: It is no such path.
    """
    text = slot.removeprefix("$").removeprefix(".")
    steps = re.findall(r"\[\*\]|[^.\[\]]+", text)
    if not steps or "".join(steps) != text.replace(".", ""):
        raise ConfigError(f"cannot read the slot {slot!r}", where="slots", expected="a path such as annotations[*].id")
    return steps


def found_at(value: Any, steps: Sequence[str]) -> list[Any]:
    """The values at a path; a list at its end stands for its elements."""
    found = [value]
    for step in steps:
        if step == EACH:
            found = [element for node in found if isinstance(node, list) for element in node]
        else:
            found = [node[step] for node in found if isinstance(node, Mapping) and step in node]
    return [element for node in found for element in (node if isinstance(node, list) else [node])]


def slot_values(value: Any, steps: Sequence[str]) -> list[str | None]:
    """The texts at a path; null is None."""
    return [None if element is None else str(element) for element in found_at(value, steps)]


def places_at(value: Any, steps: Sequence[str], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The values at a path with the place of each, in the order of ``found_at``."""
    if not steps:
        if isinstance(value, list):
            yield from (((*path, position), element) for position, element in enumerate(value))
        else:
            yield path, value
    elif steps[0] == EACH:
        if isinstance(value, list):
            for position, element in enumerate(value):
                yield from places_at(element, steps[1:], (*path, position))
    elif isinstance(value, Mapping) and steps[0] in value:
        yield from places_at(value[steps[0]], steps[1:], (*path, steps[0]))


def labels_beside(value: Any, slot: Sequence[str], label: Sequence[str]) -> list[str | None]:
    """For each value of a slot the text of its label, from the same object or the same place of a parallel list.

    Returns:
        As many as ``found_at`` gives for the slot; None where no label belongs to it.
    """
    common = 0
    while common < min(len(slot), len(label)) - 1 and slot[common] == label[common]:
        common += 1
    result: list[str | None] = []
    for node in _nodes(value, slot[:common]):
        ids, names = found_at(node, slot[common:]), slot_values(node, label[common:])
        result += names if len(names) == len(ids) else [None] * len(ids)
    return result


def _nodes(value: Any, steps: Sequence[str]) -> list[Any]:
    """The nodes at a path, lists left as they are."""
    found = [value]
    for step in steps:
        if step == EACH:
            found = [element for node in found if isinstance(node, list) for element in node]
        else:
            found = [node[step] for node in found if isinstance(node, Mapping) and step in node]
    return found


def written(path: Sequence[str | int]) -> str:
    """A place as text.

    Example:
        >>> written(("annotations", 0, "the id"))
        "$.annotations[0]['the id']"
    """
    parts = ["$"]
    for step in path:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        else:
            parts.append(f".{step}" if _NAME.fullmatch(step) else f"[{step!r}]")
    return "".join(parts)
