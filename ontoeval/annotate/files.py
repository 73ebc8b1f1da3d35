"""Judging a file: records in, records with verdicts out, line by line, so that a crash loses nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ontoeval.annotate.desk import Stopped
from ontoeval.annotate.journal import append_line
from ontoeval.annotate.judging import Judging
from ontoeval.annotate.plan import Plan
from ontoeval.annotate.protocol import Usage
from ontoeval.annotate.resuming import kept_rows
from ontoeval.errors import InputError, UsageError
from ontoeval.findings import Finding
from ontoeval.progress import track
from ontoeval.records.batch import Problems, Row
from ontoeval.records.jsonl import read_jsonl
from ontoeval.records.model import Sample
from ontoeval.records.samples import Samples


@dataclass
class Outcome:
    """What became of judging a file.

    Attributes:
        written: Rows that were written now.
        kept: Rows that were there from before.
        total: Rows there should be.
        ok, invalid: Results that were written now.
        reasons: Invalid results by the code of their reason.
        usage: What was spent now.
        known: Calls that the journal answered.
        stopped: Why it ended early, or None.
    """

    total: int
    kept: int = 0
    written: int = 0
    ok: int = 0
    invalid: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    known: int = 0
    stopped: str | None = None


def judge_file(
    records: Path,
    output: Path,
    judging: Judging,
    samples: Samples,
    *,
    on_plan: Callable[[Plan], None] | None = None,
) -> Outcome:
    """Judge the records of a file and write them with their verdicts.

    The output has the rows of ``records`` in their order, with ``annotations``. Each row is on the disk before the
    next is begun to be written. When the output is there already, its rows are kept and only what is missing is
    judged; calls that the journal knows are not made again.

    Args:
        records: JSON lines.
        output: JSON lines, appended to.
        judging: Who judges, by what.
        samples: The samples of the records, with golden set and corpus where these are in other files.
        on_plan: Is told the plan of what is missing.

    Raises:
        InputError: A file cannot be used, or the output is from other records or other settings.
        UsageError: The output is the input.
        RecordError: Rows cannot be used.
    """
    if output.exists() and output.samefile(records):
        raise UsageError("the output is the input", where=str(output), mend="name another file: -o judged.jsonl")
    rows = _rows(records)
    order = {name: position for position, name in enumerate(rows)}
    ordered = sorted((sample for sample in samples if sample.id in order), key=lambda sample: order[sample.id])
    if len(ordered) != len(rows):
        raise InputError(f"{len(rows) - len(ordered)} rows cannot be told by their id", where=str(records))
    kept = kept_rows(output, list(rows.values()), ordered, judging) if output.exists() else 0
    left = ordered[kept:]
    outcome = Outcome(len(rows), kept)
    if not left:
        return outcome
    _refuse_other_verdicts(rows, judging, records)
    plan = judging.prepare(left)
    if on_plan is not None:
        on_plan(plan)
    try:
        for _ in track(_written(judging, left, rows, output, outcome), lambda: f"judging, {spent(judging.usage)}"):
            pass
    except Stopped as stop:
        outcome.stopped = str(stop)
    outcome.usage, outcome.known = judging.usage, judging.known
    return outcome


def _written(
    judging: Judging, samples: list[Sample], rows: dict[str, Row], output: Path, outcome: Outcome
) -> Iterator[None]:
    """Write row by row; one step for each."""
    for name, found in judging.run(samples):
        row = rows[name]
        append_line(output, {**row, "annotations": {**(row.get("annotations") or {}), **found}})
        _count(outcome, found)
        yield


def spent(usage: Usage) -> str:
    """Calls, tokens and cost so far, in words."""
    tokens = usage.prompt_tokens + usage.completion_tokens
    cost = f", cost {usage.cost:.4f}" if usage.cost else ""
    retries = f" ({usage.attempts - usage.calls} retries)" if usage.attempts > usage.calls else ""
    return f"{usage.calls:,} calls{retries}, {tokens:,} tokens{cost}"


def _rows(path: Path) -> dict[str, Row]:
    problems = Problems()
    rows = {}
    for where, row in read_jsonl(path, problems):
        rows[str(row.get("id"))] = row
        try:
            json.dumps(row, allow_nan=False)
        except ValueError:
            problems.add(Finding("record.json", "error", where, "a number is not finite", "JSON without NaN"))
    problems.raise_if_any()
    return rows


def _refuse_other_verdicts(rows: dict[str, Row], judging: Judging, records: Path) -> None:
    for name, row in rows.items():
        for annotation in judging.written():
            if (row.get("annotations") or {}).get(annotation):
                raise InputError(
                    f"sample {name!r} already has verdicts of {annotation}",
                    where=str(records),
                    mend="judge the records without them: a verdict is never overwritten",
                )


def _count(outcome: Outcome, annotations: dict[str, list[dict[str, Any]]]) -> None:
    outcome.written += 1
    for results in annotations.values():
        for result in results:
            if result.get("status", "ok") == "ok":
                outcome.ok += 1
                continue
            outcome.invalid += 1
            code = str(result["reason"]).partition(":")[0]
            outcome.reasons[code] = outcome.reasons.get(code, 0) + 1
