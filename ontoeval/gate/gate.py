"""`Gate`: lines that a report must pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ontoeval.errors import ConfigError, InputError, NotComparable, UsageError, closest
from ontoeval.evaluation.compare import Change, compare
from ontoeval.evaluation.record import Record, record
from ontoeval.evaluation.record import read as read_record
from ontoeval.evaluation.report import Report
from ontoeval.gate.checking import check
from ontoeval.gate.presets import PRESETS
from ontoeval.gate.requirement import Line, Requirement, line
from ontoeval.gate.verdict import Check, Judged, Verdict, worst
from ontoeval.records.jsonl import read_json

_KEYS = ("preset", "baseline", "require")
_COUNTS = ("n_scored", "n_ok", "n_missing", "n_invalid")
_TEXTS = ("metric", "slice", "interval", "reason", "stage")
_NUMBERS = ("value", "low", "high")


class Gate:
    """Lines that a report must pass.

    Args:
        lines: Lines as a config writes them, e.g. ``{"metric": "recall@10", "min": 0.85}``; see
            `ontoeval.gate.requirement`.
        baseline: An earlier report, or the path of a saved report.json, for ``max_drop``.
        notes: What to know about the gate itself.

    Raises:
        ConfigError: There is no line, or one is off.
        UnknownMetric: A metric does not exist; the closest names are in the message.

    Example:
        >>> import ontoeval as oe
        >>> gold, run = {"q1": ["d1"], "q2": ["d2"]}, {"q1": ["d1"], "q2": ["d9"]}
        >>> report = oe.evaluate(oe.compile(gold, run), ["recall@1"])
        >>> verdict = oe.Gate([{"metric": "recall@1", "min": 0.6}]).check(report)
        >>> verdict.passed, verdict.exit_code, verdict.lines[0].checks[0].reasons
        (False, 1, ('0.5000 is below min 0.6',))
    """

    def __init__(
        self,
        lines: Iterable[Line | Mapping[str, Any]],
        *,
        baseline: Report | str | Path | None = None,
        notes: Sequence[str] = (),
        where: str = "gate",
    ) -> None:
        self.lines = [
            found if isinstance(found, Line) else line(found, f"{where} line {place}")
            for place, found in enumerate(lines, 1)
        ]
        self.baseline: Report | Record | str | Path | None = baseline
        self.notes = tuple(notes)
        if not self.lines:
            raise ConfigError(
                "the gate has no line: it would pass whatever happens",
                where=where,
                mend='add [[gate.require]] with metric = "recall@10" and min = 0.85, or preset = "starting-point"',
            )

    @classmethod
    def of(cls, content: Mapping[str, Any], path: Path) -> Gate:
        """The gate of a config.

        Args:
            content: The table ``[gate]``.
            path: The config file; the baseline's path is relative to its folder.

        Raises:
            ConfigError: It is empty, or a key or value is not allowed.
            UnknownMetric: A metric does not exist.
        """
        where = f"{path} [gate]"
        for key in content:
            if key not in _KEYS:
                near = closest(key, _KEYS, limit=1)
                mend = f"did you mean {near[0]}?" if near else "metrics go into [[gate.require]]"
                raise ConfigError(f"unknown key {key}", where=where, expected=", ".join(_KEYS), mend=mend)
        required, preset, baseline = content.get("require", []), content.get("preset"), content.get("baseline")
        if not isinstance(required, list):
            raise ConfigError(f"require = {required!r}", where=where, expected="[[gate.require]]")
        if preset is not None and preset not in tuple(PRESETS):
            raise ConfigError(f"preset = {preset!r}", where=where, expected=" or ".join(f'"{p}"' for p in PRESETS))
        if baseline is not None and not isinstance(baseline, str):
            raise ConfigError(f"baseline = {baseline!r}", where=where, expected="the path of a saved report.json")
        file = None if baseline is None else path.parent / baseline
        own = [line(one, f"{where} line {place}") for place, one in enumerate(required, 1)]
        if preset is None:
            return cls(own, baseline=file, where=where)
        given = [line(one, f"preset {preset}") for one in PRESETS[preset]]
        return cls([*given, *own], baseline=file, notes=_preset_notes(preset, given, own), where=where)

    @property
    def metrics(self) -> list[str]:
        """Names of the measures that the gate looks at."""
        return list(dict.fromkeys(part.metric for one in self.lines for part in one.parts))

    @property
    def tags(self) -> list[str]:
        """Tags by which a report must be sliced for the gate."""
        return list(dict.fromkeys(part.tag for one in self.lines for part in one.parts if part.tag))

    def check(self, report: Report | str | Path, *, subset: bool = False) -> Verdict:
        """Hold a report against the gate.

        Args:
            report: A report, or the path of a saved report.json.
            subset: Whether the report holds a subset of the questions: lines with ``full`` are then left out.

        Raises:
            InputError: A saved report or the baseline cannot be read.
            UsageError: A line asks for ``max_drop`` and there is no baseline.
        """
        if isinstance(report, Report):
            rows, advice = report.rows(), report.table("advice")
        else:
            content = saved(Path(report))
            rows, advice = content["results"], content.get("tables", {}).get("advice", [])
        changes = self._changes(report)
        judged = []
        for one in self.lines:
            if subset and one.full:
                judged.append(Judged(one.name, "skipped", ()))
                continue
            checks = tuple(found for part in one.parts for found in check(part, rows, changes))
            judged.append(Judged(one.name, worst(found.state for found in checks), checks, _causes(checks, advice)))
        unread = self.baseline is not None and not self._drops
        notes = (*self.notes, "the baseline is not looked at: no line has max_drop") if unread else self.notes
        return Verdict(tuple(judged), notes)

    def prepare(self) -> None:
        """Read the baseline, if a line asks for one: what is wrong with it is then known before anything is scored.

        Raises:
            InputError: The baseline cannot be read.
            UsageError: A line asks for ``max_drop`` and there is no baseline.
        """
        if not self._drops or isinstance(self.baseline, Record):
            return
        if self.baseline is None:
            raise UsageError(
                f"{self._drops[0].metric} has max_drop, and there is no baseline",
                where="gate",
                mend='baseline = "main.json" in [gate], or --baseline main.json',
            )
        self.baseline = _baseline(self.baseline)

    @property
    def _drops(self) -> list[Requirement]:
        return [part for one in self.lines for part in one.parts if part.max_drop is not None]

    def _changes(self, report: Report | str | Path) -> dict[tuple[str, str], Change] | str:
        """How everything moved since the baseline, or why that cannot be said."""
        self.prepare()
        if not isinstance(self.baseline, Record):
            return {}
        tags = list(dict.fromkeys(part.tag for part in self._drops if part.tag))
        try:
            found = compare(self.baseline, _record(report), by=tags)
        except NotComparable as error:
            return f"not comparable with the baseline: {error.message}"
        return {(change.metric, change.slice): change for change in found.changes}


def _preset_notes(preset: str, given: Sequence[Line], own: Sequence[Line]) -> list[str]:
    """What to know about a preset beside the lines of one's own."""
    notes = [f"preset {preset}: figures to start from, not yours; see gate calibrate"]
    of_preset = [part.metric for one in given for part in one.parts]
    both = dict.fromkeys(part.metric for one in own for part in one.parts if part.metric in of_preset)
    if both:
        notes.append(f"the preset and lines of your own look at {', '.join(both)}: both must hold")
    return notes


def _baseline(source: Report | str | Path) -> Record:
    """The record of the baseline.

    Raises:
        InputError: It cannot be read.
    """
    try:
        if not isinstance(source, Report) and Path(source).is_dir():
            raise InputError("this is a folder", where=str(source), expected="a saved report.json")
        return _record(source)
    except InputError as error:
        mend = error.mend or "save a report of what is compared with: ontoeval run --save FILE, e.g. on the main branch"
        message = f"the baseline cannot be used: {error.message}"
        raise InputError(message, where=error.where, expected=error.expected, mend=mend) from None


def _record(source: Report | str | Path) -> Record:
    return record(source) if isinstance(source, Report) else read_record(Path(source))


def saved(path: Path) -> dict[str, Any]:
    """The content of a saved report.json.

    Raises:
        InputError: It cannot be read, or is no report.
    """
    content: Any = read_json(path)
    rows = content.get("results") if isinstance(content, dict) else None
    if isinstance(rows, list) and all(map(_is_row, rows)):
        return dict(content)
    raise InputError(
        "this is no saved report", where=str(path), mend="save one with --save report.json, and give that file"
    )


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and all(isinstance(row.get(name), str) for name in _TEXTS)
        and all(isinstance(row.get(name), int) for name in _COUNTS)
        and all(isinstance(row.get(name, ""), int | float | None) for name in _NUMBERS)
    )


def _causes(checks: Iterable[Check], advice: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """What the report says about the stages whose checks did not pass, worst first."""
    stages = {check.stage for check in checks if check.state != "pass" and check.stage}
    return tuple(f"{row['title']} {row['evidence']}" for row in advice if row["stage"] in stages)
