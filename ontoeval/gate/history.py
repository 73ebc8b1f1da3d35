"""`History`: one line of JSON per run, for good: appended in one piece, merged without doubles."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ontoeval.errors import InputError, RecordError, UsageError
from ontoeval.evaluation.report import Report
from ontoeval.findings import Finding, shorten
from ontoeval.gate.entry import Entry, entry

_KEYS = ("id", "time", "commit", "dirty", "signature", "judges", "runs", "values")
_VALUE = ("value", "low", "high", "n", "better", "level", "version")


class History:
    """The runs in a file of JSON lines.

    Args:
        path: The file; it need not exist yet.

    Attributes:
        findings: What the last reading noticed: lines that are cut off or no run, and doubles.
        broken: Those lines as they are.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.findings: list[Finding] = []
        self.broken: list[bytes] = []

    def append(self, report: Report, **options: Any) -> Entry:
        """Add a run as one line, written in one piece.

        A last line that another program left half-written stays as it is; the new line begins on a line of its own.

        Args:
            report: The report.
            options: ``commit``, ``gate``, ``subset``, ``id``, ``time`` as for `ontoeval.gate.entry.entry`.

        Raises:
            InputError: The history holds a run with this ``id``.
        """
        made = entry(report, **options)
        if options.get("id") is not None and self.path.exists():
            for old in self.runs():
                if old.id == made.id:
                    raise InputError(f"it holds a run {made.id!r} already", where=old.where, mend="give another id")
        start = b"" if _ends_well(self.path) else b"\n"
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        try:
            line = start + made.line + b"\n"
            if os.write(descriptor, line) != len(line):
                raise InputError("the disk took only a part of the line", where=str(self.path))
        finally:
            os.close(descriptor)
        return made

    def runs(self) -> list[Entry]:
        """All runs, oldest first; a run that is there twice counts once.

        Raises:
            InputError: There is no such file.
            RecordError: Two different runs have one id.
        """
        return self._read([self.path])

    def merge(self, others: Iterable[str | Path]) -> list[Entry]:
        """Add the runs of other histories, and write the file anew, oldest run first.

        Lines that are no run go to a file of that name with the suffix ``.broken``.

        Returns:
            All runs.

        Raises:
            InputError: A file is missing.
            RecordError: Two different runs have one id.
        """
        paths = [Path(other) for other in others]
        if not paths:
            raise UsageError("nothing to merge", expected="at least one history")
        runs = self._read([*([self.path] if self.path.exists() else []), *paths])
        if self.broken:
            with self.path.with_name(f"{self.path.name}.broken").open("ab") as stream:
                stream.writelines(line + b"\n" for line in self.broken)
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        fresh.write_bytes(b"".join(run.line + b"\n" for run in runs))
        fresh.replace(self.path)
        return runs

    def _read(self, paths: Iterable[Path]) -> list[Entry]:
        self.findings, self.broken = [], []
        found: dict[str, Entry] = {}
        clashes: list[Finding] = []
        doubles = 0
        for path in paths:
            for run in self._entries(path):
                first = found.setdefault(run.id, run)
                if first is run:
                    continue
                if first.content == run.content:
                    doubles += 1
                    continue
                got = f"another run than that of {first.where}, with the same id {run.id}"
                clashes.append(Finding("history.clash", "error", run.where, got, mend="give one of them another id"))
        if clashes:
            raise RecordError("two runs have one id", findings=clashes)
        if doubles:
            name = self.path.name
            got = f"{doubles} lines repeat a run and count once"
            self.findings.append(Finding("history.double", "info", name, got, count=doubles))
        return sorted(found.values(), key=lambda run: run.time)  # stable: the order of the file within a second

    def _entries(self, path: Path) -> Iterable[Entry]:
        from pydantic_core import from_json

        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise InputError("no such file", where=str(path), mend='name it in the config: history = "…"') from None
        lines = content.split(b"\n")
        for number, line in enumerate(lines, 1):
            text = line.removeprefix(b"\xef\xbb\xbf").rstrip(b"\r")
            if not text.strip():
                continue
            where = f"{path.name}:{number}"
            try:
                read = from_json(text, cache_strings="keys", allow_inf_nan=False)
            except ValueError:
                cut = number == len(lines)
                self._leave_out(line, where, "cut off" if cut else "no whole JSON object")
                continue
            if _is_run(read):
                yield Entry(read["id"], read["time"], where, read, text)
            else:
                self._leave_out(line, where, "no run")

    def _leave_out(self, line: bytes, where: str, why: str) -> None:
        self.broken.append(line)
        got = f"this line is {why} and is left out: {shorten(line.decode('utf-8', 'replace'), 40)}"
        mend = "it stays in the file; the next run begins a new line" if why == "cut off" else ""
        self.findings.append(Finding("history.broken", "warning", where, got, mend=mend))


def _is_run(read: Any) -> bool:
    if not (isinstance(read, dict) and read.keys() >= {*_KEYS}):
        return False
    slices = read["values"]
    texts = isinstance(read["id"], str) and isinstance(read["time"], str) and isinstance(read["signature"], dict)
    return texts and isinstance(slices, dict) and all(map(_are_values, slices.values()))


def _are_values(values: Any) -> bool:
    return isinstance(values, dict) and all(isinstance(v, dict) and v.keys() >= _NEEDED for v in values.values())


_NEEDED = frozenset(_VALUE)


def _ends_well(path: Path) -> bool:
    """Whether a new line can begin right at the end of the file."""
    try:
        with path.open("rb") as stream:
            if stream.seek(0, os.SEEK_END) == 0:
                return True
            stream.seek(-1, os.SEEK_END)
            return stream.read(1) == b"\n"
    except FileNotFoundError:
        return True
