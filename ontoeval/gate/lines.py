"""The lines of a history file: the runs in it, and what is none."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from types import NoneType
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import Finding, shorten
from ontoeval.gate.entry import Entry

#: So many lines that are no run are named one by one.
_SHOWN = 5
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
#: What a run must hold, and as what.
_SHAPE: Mapping[str, tuple[type, ...]] = {
    "id": (str,),
    "time": (str,),
    "commit": (str, NoneType),
    "dirty": (bool, NoneType),
    "signature": (dict,),
    "judges": (list,),
    "runs": (int,),
    "values": (dict,),
}
_NEEDED = frozenset(("value", "low", "high", "n", "better", "level", "version"))
_NUMBERS = frozenset((int, float, NoneType))
_MOST = 1e300
_MEND = 'ontoeval run makes it when its config says history = "…"'


@dataclass
class Lines:
    """What a history file holds.

    Attributes:
        entries: Its runs, in the order of the file.
        broken: Lines that are no run, as they are.
        why: Why the first of these is none.
        findings: What there is to know about these, and about the order.
    """

    entries: list[Entry] = field(default_factory=list)
    broken: list[bytes] = field(default_factory=list)
    why: str = ""
    findings: list[Finding] = field(default_factory=list)


def read_lines(path: Path) -> Lines:
    """Read a history file.

    Raises:
        InputError: It is missing, a folder, in UTF-16, or another file: whole lines are there, and none is a run.
    """
    from pydantic_core import from_json

    with opened(path) as stream:
        lines = stream.read().split(b"\n")
    result = Lines()
    for number, line in enumerate(lines, 1):
        text = line.removeprefix(codecs.BOM_UTF8).rstrip(b"\r")
        if not text.strip():
            continue
        where = f"{path.name}:{number}"
        try:
            read = from_json(text, allow_inf_nan=False)
        except ValueError:
            _leave_out(result, line, where, "cut off" if number == len(lines) else "no whole JSON object")
            continue
        fault = fault_of(read)
        if fault is None:
            result.entries.append(Entry(read["id"], read["time"], where, read, text))
        else:
            _leave_out(result, line, where, f"no run ({fault})")
    half = bool(lines[-1].strip())  # alone, it is what a first run left that was killed
    if not result.entries and len(result.broken) > half:
        raise InputError(f"none of its lines is a run: {result.why}", where=str(path), mend=_MEND)
    _tell(path, result)
    return result


def opened(path: Path) -> BufferedReader:
    """A history file, opened for reading.

    Raises:
        InputError: It is missing, a folder, or in UTF-16.
    """
    try:
        stream = path.open("rb")
    except FileNotFoundError:
        raise InputError("no such file", where=str(path), mend=_MEND) from None
    except OSError:
        if path.is_dir():  # which Windows calls a lack of permission
            raise InputError("this is a folder", where=str(path), expected="a file such as history.jsonl") from None
        raise
    if stream.peek(2)[:2] in _UTF16:
        stream.close()
        raise InputError("this is UTF-16", where=str(path), expected="UTF-8", mend="save it as UTF-8")
    return stream


def fault_of(read: Any) -> str | None:
    """Why a line is no run, or None when it is one."""
    if not isinstance(read, dict):
        return "it is no object"
    for name, types in _SHAPE.items():
        if name not in read:
            return f"{name} is missing"
        if not isinstance(read[name], types):
            return f"{name} = {shorten(repr(read[name]), 40)}"
    if not _TIME.fullmatch(read["time"]):
        return f"time = {shorten(read['time'], 40)!r}, expected as in 2026-11-30T21:00:00Z"
    gate, subset = read.get("gate"), read.get("subset")
    if gate is not None and not (isinstance(gate, dict) and isinstance(gate.get("state"), str)):
        return f"gate = {shorten(repr(gate), 40)}"
    if type(subset) not in _NUMBERS:
        return f"subset = {shorten(repr(subset), 40)}"
    for name, values in read["values"].items():
        if not isinstance(values, dict):
            return f"values[{name!r}] = {shorten(repr(values), 40)}"
        for metric, value in values.items():
            if not _is_value(value):
                return f"values[{name!r}][{metric!r}] = {shorten(repr(value), 40)}"
    return None


def _is_value(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() >= _NEEDED
        and all(map(_is_number, (value["value"], value["low"], value["high"], value.get("flip"))))
        and (value["low"] is None) == (value["high"] is None)
        and value["better"] in ("higher", "lower")
    )


def _is_number(value: Any) -> bool:
    return value is None or (type(value) in _NUMBERS and -_MOST < value < _MOST)


def _leave_out(result: Lines, line: bytes, where: str, why: str) -> None:
    result.broken.append(line)
    result.why = result.why or f"{where} is {why}"
    if len(result.broken) > _SHOWN:
        return
    got = f"this line is {why} and is left out: {shorten(line.decode('utf-8', 'replace'), 40)}"
    mend = "it stays in the file; the next run begins a new line" if why == "cut off" else ""
    result.findings.append(Finding("history.broken", "warning", where, got, mend=mend))


def _tell(path: Path, result: Lines) -> None:
    more = len(result.broken) - _SHOWN
    if more > 0:
        result.findings.append(
            Finding(
                "history.broken", "warning", path.name, f"{more:,} more lines are no runs and are left out", count=more
            )
        )
    late, last = 0, ""
    for entry in result.entries:
        late, last = late + (entry.time < last), max(entry.time, last)
    if late:
        got = f"{late:,} runs are dated before one that stands above them; they are looked at in order of time"
        mend = "the clocks of the machines that write it may differ"
        result.findings.append(Finding("history.order", "info", path.name, got, mend=mend, count=late))
