"""`migrate`: a golden set with the decisions of a person about what a new release of its ontology changes."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ontoeval.errors import InputError, RecordError
from ontoeval.findings import Finding
from ontoeval.records.jsonl import open_bytes, read_json

KEEP, REMOVE = "keep", "remove"
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
_KEYS = {"row", "where", "field", "from", "decision"}
_GONE = object()


@dataclass(frozen=True)
class Migrated:
    """A golden set after a migration.

    Attributes:
        text: The rows as JSON lines; those that no decision touches are as they were.
        counts: How many steps were ``replaced``, ``removed``, ``kept`` or are ``undecided``.
    """

    text: str
    counts: Mapping[str, int]


def migrate(
    golden: str | Path, proposal: str | Path, *, fields: Mapping[str, str] | None = None, certain: bool = False
) -> Migrated:
    """Apply what was decided about the steps of a proposal; what is undecided stays as it is.

    Args:
        golden: The golden set from which the proposal was made, as JSON lines.
        proposal: The proposal with decisions: an id, ``"keep"``, ``"remove"``, or null for none yet.
        fields: Other places of fields in rows.
        certain: Whether steps without a decision take their one replacement, if they have exactly one.

    Raises:
        InputError: The proposal cannot be used.
        RecordError: Places where the golden set is not what the proposal says; all are named.
    """
    steps = _steps(Path(proposal))
    with open_bytes(Path(golden)) as stream:
        lines = stream.read().removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape").split("\n")
    decided: dict[int, list[tuple[Mapping[str, Any], str]]] = {}
    counts: Counter[str] = Counter(replaced=0, removed=0, kept=0, undecided=0)
    for step in steps:
        decision = step["decision"]
        if decision is None and certain and step.get("certain"):
            decision = step.get("to")
        done = {None: "undecided", KEEP: "kept", REMOVE: "removed"}.get(decision, "replaced")
        counts[done] += 1
        if done in ("replaced", "removed"):
            decided.setdefault(_line(step, len(lines), str(proposal)), []).append((step, decision))
    wrong: list[Finding] = []
    for number, here in decided.items():
        lines[number] = _row(lines[number], here, fields or {}, wrong)
    if wrong:
        raise RecordError(f"{len(wrong)} steps do not fit {Path(golden).name}", findings=wrong, total=len(wrong))
    return Migrated("\n".join(lines), counts)


def _steps(path: Path) -> list[dict[str, Any]]:
    content = read_json(path)
    steps = content.get("steps") if isinstance(content, dict) else None
    if not isinstance(steps, list) or not all(_is_step(step) for step in steps):
        raise InputError("this is no proposal", where=str(path), mend="make it with: ontology diff … --migration FILE")
    for step in steps:
        if not isinstance(step["decision"], str | None) or step["decision"] == "":
            got, expected = f"the decision {step['decision']!r}", 'an id, "keep", "remove", or null'
            raise InputError(got, where=f"{path} {step['where']} {step['field']}", expected=expected)
    return steps


def _is_step(step: Any) -> bool:
    return isinstance(step, dict) and step.keys() >= _KEYS and bool(_STEP.match(str(step["field"])))


def _line(step: Mapping[str, Any], n_lines: int, proposal: str) -> int:
    """The number of a step's line, from 0."""
    number = str(step["where"]).rpartition(":")[2]
    if not number.isdecimal() or not 0 < int(number) <= n_lines:
        mend = "write it as JSON lines first: ontoeval convert"
        raise InputError(f"{step['where']} is no line of the golden set", where=proposal, mend=mend)
    return int(number) - 1


def _row(
    line: str, decided: Iterable[tuple[Mapping[str, Any], str]], fields: Mapping[str, str], wrong: list[Finding]
) -> str:
    """A row after the decisions about it."""
    try:
        row = json.loads(line)
    except ValueError:
        row = None
    for step, decision in decided:
        if not isinstance(row, dict) or not _decide(row, step, decision, fields):
            got = f"row {step['row']!r} has no {step['from'] or 'NIL'} there that can be changed"
            mend = "make the proposal anew, or give the same --field; what is nested otherwise is edited by hand"
            wrong.append(Finding("record.migration", "error", f"{step['where']} {step['field']}", got, mend=mend))
    return json.dumps(_pruned(row), ensure_ascii=False) + line[len(line.rstrip()) :]


def _decide(row: dict[str, Any], step: Mapping[str, Any], decision: str, fields: Mapping[str, str]) -> bool:
    """Carry out a decision; False when the row is not what the step says."""
    *inner, last = _path(row, str(step["field"]), fields)
    chain = _along(row, inner)
    named = _along(row, list(_path(row, "id", fields)))
    holder: Any = chain[-1]
    value = holder[last] if _holds(holder, last) else None
    if len(chain) <= len(inner) or (None if value is None else str(value)) != step["from"]:
        return False
    if len(named) > 1 and str(named[-1]) != step["row"]:
        return False
    if decision != REMOVE:
        twice = isinstance(holder, list) and decision in holder
        holder[last] = _GONE if twice else decision
        return True
    alternatives = inner[-1:] == ["ids"] and sum(value is not _GONE for value in holder) > 1
    if alternatives or (last != "id" and inner[-1:] != ["ids"]):
        holder[last] = _GONE
        return True
    up = 1 if last == "id" else 2  # a mention without another concept goes as a whole
    mentions = chain[-1 - up]
    if any("parents" in mention for mention in mentions if isinstance(mention, dict)):
        return False  # they count the mentions of the row
    mentions[inner[-up]] = _GONE
    return True


def _along(value: Any, path: Iterable[str | int]) -> list[Any]:
    """A value and what lies below it, step by step, as far as it goes."""
    chain = [value]
    for part in path:
        if not _holds(chain[-1], part):
            break
        chain.append(chain[-1][part])
    return chain


def _holds(holder: Any, part: str | int) -> bool:
    if isinstance(holder, dict):
        return part in holder
    return isinstance(holder, list) and isinstance(part, int) and part < len(holder)


def _path(row: Mapping[str, Any], field: str, fields: Mapping[str, str]) -> Iterator[str | int]:
    """The keys and positions of a field in a row as it is written."""
    moved = next((name for name in fields if re.match(rf"{re.escape(name)}(?![^.\[])", field)), None)
    if moved is not None:
        field = fields[moved] + field.removeprefix(moved)
    elif not isinstance(row.get("gold"), dict):
        field = field.removeprefix("gold.")
    for name, place in _STEP.findall(field):
        yield int(place) if place else name


def _pruned(value: Any) -> Any:
    """A value without what was removed."""
    if isinstance(value, dict):
        return {name: _pruned(inner) for name, inner in value.items() if inner is not _GONE}
    if isinstance(value, list):
        return [_pruned(inner) for inner in value if inner is not _GONE]
    return value
