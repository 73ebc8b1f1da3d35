"""`Page`: findings ready to be written, whoever made them; one shape for all writers of findings.

A check of an ontology, a diff, an audit or a linter makes a `Page`; ``findings_text``, ``findings_markdown``,
``findings_json``, ``findings_github``, ``findings_junit`` and ``findings_sarif`` write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from ontoeval.errors import UsageError
from ontoeval.findings import Finding, Severity

State = Literal["new", "known", "excepted"]
LEVELS: tuple[Severity, ...] = ("error", "warning", "info")
FORMATS = ("text", "json", "md", "github", "junit", "sarif")
_WRITERS = {"text": "findings_text", "md": "findings_markdown"}
_SUFFIXES = {".txt": "text", ".json": "json", ".md": "md", ".xml": "junit", ".sarif": "sarif"}
_PLACE = re.compile(r"(?P<file>.*?)(?::(?P<line>\d+))?(?: (?P<what>.*))?", re.DOTALL)
_COMMAND = re.compile(r"\A(\s*)::")
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff\ud800-\udfff]"
)


@dataclass(frozen=True)
class Row:
    """A finding and what is known about it.

    Attributes:
        finding: The finding.
        state: ``"new"``, ``"known"`` (in a baseline) or ``"excepted"``.
        reason: Why it is excepted.
    """

    finding: Finding
    state: State = "new"
    reason: str = ""


@dataclass(frozen=True)
class Page:
    """Findings ready to be written.

    Attributes:
        title: What was looked at, in a few words.
        file: The name that findings have for the file, for their places.
        path: The path under which the file is known in the repository.
        head: Lines of facts about it.
        rows: Findings.
        passed: Rules that found nothing.
        skipped: Rules that could not run, with the reason.
        fixed: Findings of the baseline that are gone, in words.
        notes: What else is worth a word.
        rules: Summary of each rule.
        helps: What rules find, why that matters and how to mend it.
        fail_on: The severity from which on new findings fail.
        extra: Further content for JSON.
        sections: Further tables for text and Markdown: title and lines.
        paths: The paths of further files that findings name.
    """

    title: str
    file: str
    path: str = ""
    head: Sequence[str] = ()
    rows: Sequence[Row] = ()
    passed: Sequence[str] = ()
    skipped: Mapping[str, str] = field(default_factory=dict)
    fixed: Sequence[str] = ()
    notes: Sequence[str] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    helps: Mapping[str, str] = field(default_factory=dict)
    fail_on: Severity = "error"
    extra: Mapping[str, Any] = field(default_factory=dict)
    sections: Sequence[tuple[str, Sequence[str]]] = ()
    paths: Mapping[str, str] = field(default_factory=dict)

    def path_of(self, file: str) -> str:
        """The path of a file that a finding names."""
        return self.path if file == self.file and self.path else self.paths.get(file, file)

    @property
    def failing(self) -> list[Row]:
        """New findings at or above the severity that fails."""
        limit = LEVELS.index(self.fail_on)
        return [row for row in self.rows if row.state == "new" and LEVELS.index(row.finding.severity) <= limit]

    def counts(self) -> dict[str, int]:
        """How many findings are new (by severity), known and excepted."""
        result = dict.fromkeys(LEVELS, 0) | {"known": 0, "excepted": 0}
        for row in self.rows:
            result[row.finding.severity if row.state == "new" else row.state] += 1
        return result

    def skips(self) -> list[tuple[str, str]]:
        """Skipped rules, those with one reason together, and the reason."""
        by_reason: dict[str, list[str]] = {}
        for rule, reason in self.skipped.items():
            by_reason.setdefault(reason, []).append(rule)
        return [(", ".join(rules), reason) for reason, rules in by_reason.items()]

    def summary(self) -> str:
        """One line: what is new, known, excepted, fixed, skipped."""
        counts = self.counts()
        compared = bool(counts["known"] or self.fixed)
        names = {"error": "error", "warning": "warning", "info": "note"}
        new = "new " if compared else ""
        parts = [f"{counts[level]:,} {new}{plural(names[level], counts[level])}" for level in LEVELS]
        parts += [f"{counts['known']:,} known"] if compared else []
        parts += [f"{counts['excepted']:,} excepted"] if counts["excepted"] else []
        parts += [f"{len(self.fixed):,} fixed"] if self.fixed else []
        parts += [f"{len(self.skipped)} {plural('check', len(self.skipped))} skipped"] if self.skipped else []
        return ", ".join(parts)


@dataclass(frozen=True)
class Place:
    """The parts of ``Finding.where``.

    Attributes:
        file: The file.
        line: The line, or None.
        what: The concept or field in it.
    """

    file: str
    line: int | None
    what: str


def place(finding: Finding, file: str = "") -> Place:
    """The parts of a finding's place.

    Args:
        finding: The finding.
        file: The name that its place starts with; without it the name ends at the first space.
    """
    where = finding.where
    if file and where.startswith(file):
        match = _PLACE.fullmatch(where[len(file) :])
        assert match is not None
        if not match["file"]:
            return Place(file, int(match["line"]) if match["line"] else None, match["what"] or "")
    match = re.match(r"(?P<file>\S+?)(?::(?P<line>\d+))?(?:\s(?P<what>.*))?\Z", where, re.DOTALL)
    if match is None:
        return Place(where, None, "")
    return Place(match["file"], int(match["line"]) if match["line"] else None, match["what"] or "")


def visible(text: str) -> str:
    """A text on one line, with control and direction characters written as escapes.

    It cannot be taken for a command by a CI service that reads its log: GitHub's start with ``::`` or hold ``##[``.
    """
    text = text.replace("\r", "\\r").replace("\n", "\\n").replace("\t", " ").replace("##[", "##\\[")
    text = _COMMAND.sub(r"\1\\::", text)
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def plural(word: str, n: int) -> str:
    """The word, with an s unless n is 1."""
    return word if n == 1 else f"{word}s"


def message(finding: Finding, *, mend: bool = True) -> str:
    """What a finding says, on one line."""
    text = finding.got
    if finding.expected:
        text += f"; expected {finding.expected}"
    if mend and finding.mend:
        text += f" [{finding.mend}]"
    return visible(text)


def render(page: Page, format_: str, **options: Any) -> str:
    """The page in one of `FORMATS`."""
    module = import_module(f"ontoeval.report.{_WRITERS.get(format_, f'findings_{format_}')}")
    text: str = module.render(page, **options)
    return text


def save(page: Page, path: str | Path, *, every: bool = False) -> Path:
    """Write the page; the suffix chooses the format (.xml is JUnit).

    Args:
        page: The findings.
        path: The file.
        every: All findings in text and Markdown too, not only some of each rule and none that are known or excepted.

    Raises:
        UsageError: There is no writer for the suffix.
    """
    target = Path(path)
    format_ = format_of(target)
    options = {"every": every} if format_ in ("text", "md") else {}
    target.write_text(
        render(page, format_, **options).rstrip("\n") + "\n", encoding="utf-8", errors="replace", newline="\n"
    )
    return target


def format_of(path: Path) -> str:
    """The format that the suffix of a file stands for.

    Raises:
        UsageError: It stands for none.
    """
    format_ = _SUFFIXES.get(path.suffix.lower())
    if format_ is None:
        raise UsageError(f"no writer for {path.suffix!r}", where=str(path), expected=", ".join(_SUFFIXES))
    return format_


def groups(rows: Iterable[Row]) -> dict[tuple[Severity, str], list[Row]]:
    """Rows by severity and rule, errors first."""
    result: dict[tuple[Severity, str], list[Row]] = {}
    for row in sorted(rows, key=lambda row: (LEVELS.index(row.finding.severity), row.finding.id)):
        result.setdefault((row.finding.severity, row.finding.id), []).append(row)
    return result
