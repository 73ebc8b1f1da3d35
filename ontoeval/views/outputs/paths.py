"""Places in outputs: paths such as ``$.annotations[*].id``, and the values that they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ontoeval.errors import ConfigError

Steps = tuple[str, ...]
Path = tuple[str | int, ...]
EACH = "[*]"
PATH_FORM = "a path such as annotations[*].id or choices[0].text"
_STEP = re.compile(
    r"(?P<dot>\.?)(?P<name>[^.\[\]]+)|(?P<place>\[\*\]|\[\d{1,9}\])|\[(?P<q>['\"])(?P<quoted>[^\[].*?)(?P=q)\]"
)
_NAME = re.compile(r"[A-Za-z_][\w-]*")


def slot_steps(slot: str) -> list[str]:
    """The steps of a path such as ``"$.annotations[*].id"``.

    ``"[*]"`` stands for every element, ``"[0]"`` for the first, ``"['the name']"`` for a name with a dot.

    Raises:
        ConfigError: It is no such path.

    Example:
        >>> slot_steps("$.choices[0].message['content']")
        ['choices', '[0]', 'message', 'content']
    """
    text = slot.removeprefix("$")
    steps, end = [], 0
    while end < len(text) and (match := _STEP.match(text, end)) and (match["name"] is None or match["dot"] or not end):
        steps.append(match["name"] or match["quoted"] or match["place"])
        end = match.end()
    if not steps or end < len(text):
        raise ConfigError(f"cannot read the path {slot!r}", where="slots", expected=PATH_FORM)
    return steps


def found_at(value: Any, steps: Sequence[str]) -> list[Any]:
    """The values at a path; a list at its end stands for its elements."""
    return [element for node in nodes_at(value, steps) for element in (node if isinstance(node, list) else [node])]


def nodes_at(value: Any, steps: Sequence[str]) -> list[Any]:
    """The values at a path, lists left as they are."""
    found = [value]
    for step in steps:
        if step == EACH:
            found = [element for node in found if isinstance(node, list) for element in node]
        elif step.startswith("["):
            place = _position(step)
            found = [node[place] for node in found if isinstance(node, list) and place < len(node)]
        else:
            found = [node[step] for node in found if isinstance(node, Mapping) and step in node]
    return found


def _position(step: str) -> int:
    return int(step[1:-1])


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
    else:
        step = _position(steps[0]) if steps[0].startswith("[") else steps[0]
        yield from (at for child in nodes_at(value, steps[:1]) for at in places_at(child, steps[1:], (*path, step)))


def labels_beside(value: Any, slot: Sequence[str], label: Sequence[str]) -> list[str | None]:
    """For each value of a slot the text of its label, from the same object or the same place of a parallel list.

    Returns:
        As many as ``found_at`` gives for the slot; None where no label belongs to it.
    """
    common = 0
    while common < min(len(slot), len(label)) - 1 and slot[common] == label[common]:
        common += 1
    result: list[str | None] = []
    for node in nodes_at(value, slot[:common]):
        ids, names = found_at(node, slot[common:]), slot_values(node, label[common:])
        result += names if len(names) == len(ids) else [None] * len(ids)
    return result


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
