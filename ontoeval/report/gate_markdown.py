"""The verdict of a gate as Markdown: first in a job summary, a comment, or a saved report.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ontoeval.report.markdown_parts import plain, table
from ontoeval.report.text import bounds, number

#: States of a line, worst last, as what is shown and as what is said of the whole.
WORDS = {"pass": "PASS", "fail": "FAIL", "inconclusive": "OPEN", "skipped": "SKIP"}
SAID = {"pass": "passed", "fail": "failed", "inconclusive": "inconclusive", "skipped": "skipped"}
#: So much of what the report knows is said of a line.
MOST_CAUSES = 2

_HEADS = ("line", "verdict", "value", "95 % interval", "n", "why", "what the report knows")
_NOT_PASSED = ("fail", "inconclusive")


def lines(gate: Mapping[str, Any]) -> list[str]:
    """The verdict as a heading, its notes and a table with a row per line; parts of a line follow it.

    Args:
        gate: What `ontoeval.gate.verdict.Verdict.as_dict` gives.
    """
    rows = [row for line in gate["lines"] for row in _line(line)]
    notes = [part for note in gate["notes"] for part in (f"> {plain(note)}", "")]
    return [f"## Gate {summary(gate)}", "", *notes, *table(_HEADS, rows, numbers=(2, 4))]


def summary(gate: Mapping[str, Any]) -> str:
    """What became of the gate and of how many lines: ``"failed: 3 passed, 1 failed of 4"``."""
    states = [line["state"] for line in gate["lines"]]
    counts = ", ".join(f"{states.count(state)} {said}" for state, said in SAID.items() if state in states)
    return f"{SAID[gate['state']]}: {counts} of {len(states)}"


def _line(line: Mapping[str, Any]) -> Iterator[Sequence[str]]:
    causes = "<br>".join(map(plain, line["causes"][:MOST_CAUSES]))
    if len(line["checks"]) == 1:
        yield [*_head(line), *_observed(line["checks"][0]), causes]
        return
    yield [*_head(line), "", "", "", "only all questions" if line["state"] == "skipped" else "", causes]
    for check in line["checks"]:
        yield [f"– {plain(_name(check))}", WORDS[check["state"]], *_observed(check), ""]


def _head(line: Mapping[str, Any]) -> Sequence[str]:
    cells = (plain(line["name"]), WORDS[line["state"]])
    return [f"**{cell}**" for cell in cells] if line["state"] in _NOT_PASSED else cells


def _name(check: Mapping[str, Any]) -> str:
    wanted, name = check["wanted"], check["slice"]
    return wanted if not name or name in wanted else f"{wanted}, {name}"


def _observed(check: Mapping[str, Any]) -> Sequence[str]:
    interval = bounds(check["low"], check["high"])
    return number(check["value"]), interval, f"{check['n']:,}", "<br>".join(map(plain, check["reasons"]))
