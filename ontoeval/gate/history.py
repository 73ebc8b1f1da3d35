"""`History`: one line of JSON per run, for good: appended in one piece, merged without doubles."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontoeval.errors import InputError, RecordError, UsageError
from ontoeval.findings import Finding
from ontoeval.gate.entry import Entry, entry
from ontoeval.gate.lines import fault_of, opened, read_lines

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report


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
        self.check()
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
        except OSError as error:
            raise InputError(f"the run cannot be added ({error.strerror})", where=str(self.path)) from None
        finally:
            os.close(descriptor)
        return made

    def check(self) -> None:
        """Refuse a file that no run can be added to: good to know before hours of scoring.

        Raises:
            InputError: It is a folder, in UTF-16, read-only or another file, or its folder does not exist.
        """
        folder = self.path.parent
        if not folder.is_dir():
            raise InputError("there is no such folder", where=str(folder), mend="make it, or name another history")
        if self.path.exists() and not self.path.is_dir() and not self.path.is_file():
            raise InputError("this is no file", where=str(self.path), mend="name another history")
        if self.path.exists():
            with opened(self.path) as stream:
                _refuse_another_file(self.path, stream.readline())
        if not os.access(self.path if self.path.exists() else folder, os.W_OK):
            raise InputError("it cannot be written", where=str(self.path), mend="allow it, or name another history")

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
            InputError: A file is missing, or a run was added to this one meanwhile.
            RecordError: Two different runs have one id.
        """
        paths = [Path(other) for other in others]
        if not paths:
            raise UsageError("nothing to merge", expected="at least one history")
        size = self._size()
        runs = self._read([*([] if size is None else [self.path]), *paths])
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        fresh.write_bytes(b"".join(run.line + b"\n" for run in runs))
        if self._size() != size:
            fresh.unlink()
            raise InputError("a run was added while it was merged", where=str(self.path), mend="merge again")
        if self.broken:
            with self.path.with_name(f"{self.path.name}.broken").open("ab") as stream:
                stream.writelines(line + b"\n" for line in self.broken)
        fresh.replace(self.path)
        return runs

    def _size(self) -> int | None:
        return self.path.stat().st_size if self.path.exists() else None

    def _read(self, paths: Iterable[Path]) -> list[Entry]:
        self.findings, self.broken = [], []
        found: dict[str, Entry] = {}
        clashes: list[Finding] = []
        doubles = 0
        for path in paths:
            read = read_lines(path)
            self.broken += read.broken
            self.findings += read.findings
            for run in read.entries:
                first = found.setdefault(run.id, run)
                if first is run:
                    continue
                if first.content == run.content:
                    doubles += 1
                    continue
                got = f"another run than that of {first.where}, with the same id {run.id}"
                clashes.append(
                    Finding("history.clash", "error", run.where, got, mend="remove one line, or change its id")
                )
        if clashes:
            raise RecordError("two runs have one id", findings=clashes)
        if doubles:
            name = self.path.name
            got = f"{doubles} lines repeat a run and count once"
            self.findings.append(Finding("history.double", "info", name, got, count=doubles))
        return sorted(found.values(), key=lambda run: run.time)  # stable: the order of the file within a second


def _refuse_another_file(path: Path, first: bytes) -> None:
    """Refuse to write into a file of other JSON lines, such as a golden set."""
    try:
        fault = fault_of(json.loads(first))
    except ValueError:  # half a line is no reason
        return
    if fault is not None:
        raise InputError(
            f"this is no history: its first line is no run ({fault})", where=str(path), mend="name another history"
        )


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
