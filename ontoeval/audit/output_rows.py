"""Answers of a system as rows: from JSON lines, a table, a folder of files, or Python objects."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from ontoeval.audit.output_files import YAML, answer_in, folder_answers, text_of
from ontoeval.audit.output_replies import Reply, reply_of, said
from ontoeval.errors import InputError, UsageError
from ontoeval.findings import Finding
from ontoeval.records.batch import Problems, Row
from ontoeval.records.frames import columns_of, is_frame, rows_of
from ontoeval.records.jsonl import read_jsonl
from ontoeval.views.outputs.parsing import Unusable, parse
from ontoeval.views.outputs.paths import EACH, found_at, nodes_at, slot_steps
from ontoeval.views.outputs.stopping import is_cut, is_withheld

#: Usual names of the field that holds an answer, in the order in which they are looked for.
ANSWERS = ("output", "run.output", "response", "completion", "answer")
_REASONS = frozenset({"finish_reason", "stop_reason", "done_reason", "finishReason", "stopReason"})
_TABLES = {".csv": ",", ".tsv": "\t"}
_LARGEST_CELL = 64 * 2**20
_OBJECT = re.compile(r"\s*\ufeff?\s*\{")
_NO_REPLY = Reply()


class Answers:
    """Answers that can be read any number of times.

    Args:
        source: A path, or rows: objects with a field for the answer, or answers themselves.
        output: Path of the answer in a row; by default the first of the usual names that the first row has, else the
            whole row is the answer. A reply of a model API is opened wherever an answer is expected.
        text: Path of the source text in a row.
        files: Which files of a folder are answers, e.g. ``["*.txt"]``.

    Attributes:
        name: For messages.
    """

    def __init__(
        self,
        source: str | Path | Iterable[Any],
        *,
        output: str | None = None,
        text: str | None = None,
        files: Sequence[str] = (),
    ) -> None:
        if is_frame(source):
            source = rows_of(columns_of(source, "answers"))
        if isinstance(source, Mapping | bytes) or not isinstance(source, str | Path | Iterable):
            raise UsageError(
                f"cannot read a {type(source).__name__} as answers",
                expected="a path, or a list of texts, objects or rows",
                mend="put a single answer into a list",
            )
        self.path = Path(source) if isinstance(source, str | Path) else None
        self._is_folder = self.path is not None and self.path.is_dir()
        self._given = [] if isinstance(source, str | Path) else list(source)
        self.name = "answers" if self.path is None else self.path.name
        self._output = None if output is None else slot_steps(output)
        self._text = None if text is None else slot_steps(text)
        self._files = tuple(files)
        if self._output is not None and EACH in self._output:
            raise UsageError(
                f"{output!r} names many places", where="--output", expected="one place, such as choices[0]"
            )
        if self._files and not self._is_folder:
            raise UsageError("only a folder has files to choose from", where="--files", mend="leave it out")
        if self.path is not None and not self.path.exists():
            mend = "standard input is not read: write it to a file" if str(self.path) == "-" else None
            raise InputError("no such file or folder", where=str(self.path), mend=mend)

    def rows(self, problems: Problems) -> Iterator[tuple[str, Row]]:
        """Every answer as a row with ``id``, ``query`` (the source text), ``output`` and ``error``.

        Raises:
            InputError: A file cannot be read, or there is no answer.
            UsageError: No row has the field that was named.
        """
        raw = self._raw(problems)
        first = next(raw, None)
        if first is None:
            if problems.total:
                return
            raise self._nothing(problems)
        head = self._opened(first[2])
        steps = self._output
        if steps is None and reply_of(head) is None:
            steps = _usual(head)
        if steps is None and self.path is not None and self.path.suffix.lower() in _TABLES:
            raise UsageError(
                f"no column holds the answers: {', '.join(head)}", where=self.name, mend="name it: --output COLUMN"
            )
        found = {"--output": self._output is None, "--text": self._text is None}
        replies = left = 0
        for number, (where, name, row) in enumerate(chain([first], raw), 1):
            opened = self._opened(row)
            answer = _Answer(opened, steps, named=bool(name))
            text = None if self._text is None else _joined(opened, self._text)
            found["--output"] |= answer.found
            found["--text"] |= text is not None
            replies += answer.reply is not _NO_REPLY
            left += answer.reply.left
            id_ = answer.id or name or (where if self._is_folder else str(number))
            yield where, {"id": id_, "query": text, "output": answer.output, "error": answer.error}
        problems.notes += _notes(self.name, replies, left)
        known = ", ".join(map(str, head)) if isinstance(head, Mapping) else "no fields"
        for option, given in found.items():
            if not given:
                raise UsageError("no row has this path", where=option, expected=f"a path in rows with {known}")

    def _nothing(self, problems: Problems) -> InputError:
        """The error of a source without answers; what was not read says why."""
        note = problems.notes[-1] if problems.notes else None
        got = "there is no answer" if note is None else f"there is no answer: {note.got}"
        return InputError(got, where=self.name, expected="at least one", mend=note.mend if note is not None else None)

    def _opened(self, row: Any) -> Any:
        """A row; the text of a file as the object in it, where a path leads into it or it is a reply."""
        if not self._is_folder or not isinstance(row, str) or isinstance(row, Unusable):
            return row
        led = self._output is not None or self._text is not None
        try:
            value = json.loads(row.removeprefix("\ufeff")) if led or _OBJECT.match(row) else None
        except (ValueError, RecursionError) as error:
            return Unusable(row, "unreadable", str(error)) if led else row
        return value if led or reply_of(value) is not None else row

    def _raw(self, problems: Problems) -> Iterator[tuple[str, str, Any]]:
        """Place, name (of a file, else "") and content of each row."""
        if self.path is None:
            yield from ((f"answers[{number}]", "", row) for number, row in enumerate(self._given))
        elif self._is_folder:
            yield from folder_answers(self.path, self._files, problems)
        elif self.path.suffix.lower() in _TABLES:
            yield from ((where, "", row) for where, row in _table(self.path, problems))
        elif self.path.suffix.lower() in YAML:
            yield self.path.name, "", self._only()
        else:
            yield from ((where, "", row) for where, row in read_jsonl(self.path, problems))

    def _only(self) -> Any:
        """The one answer of a file."""
        assert self.path is not None
        answer = answer_in(self.path)
        if isinstance(answer, Unusable):
            raise InputError(answer.error, where=str(self.path), expected=answer.expected)
        return answer


class _Answer:
    """What a row says.

    Args:
        row: The row.
        steps: Where the answer stands in it; None when it is the answer.
        named: Whether its file has a name for it, which goes before the id of a reply.
    """

    def __init__(self, row: Any, steps: list[str] | None, *, named: bool) -> None:
        whole = reply_of(row)
        places = [row] if steps is None or isinstance(row, Unusable) else nodes_at(row, steps)
        self.found = bool(places) and not isinstance(row, Unusable)
        value = places[0] if places else None
        inner = whole if steps is None else reply_of(value)
        self.reply = inner or _NO_REPLY
        outer = row if isinstance(row, Mapping) and (steps is not None or (inner is not None and not named)) else {}
        wrapped = outer["run"] if isinstance(outer.get("run"), Mapping) else {}
        name = self.reply.id or outer.get("id")
        self.id = str(name) if isinstance(name, str | int) and name != "" else None
        error = outer.get("error") or wrapped.get("error") if inner is None else inner.error
        self.error = None if error is None else said(error)
        reason = (whole or _NO_REPLY).finish_reason or self.reply.finish_reason or _reason(outer) or _reason(wrapped)
        self.output = _judged(value if inner is None else inner.output, reason)


def _reason(row: Mapping[str, Any]) -> str | None:
    """Why the model stopped, where a row says it beside the answer."""
    if _REASONS.isdisjoint(row):
        return None
    return next((row[key] for key in sorted(_REASONS) if isinstance(row.get(key), str)), None)


def _judged(output: Any, reason: str | None) -> Any:
    """An answer, or `Unusable` when the reason why the model stopped says that it is none."""
    if reason is None or not (is_cut(reason) or is_withheld(reason)):
        return output
    if isinstance(output, str):
        text, whole = output, output.rstrip().endswith(("}", "]", '"')) and parse(output).strict
    else:
        text = "" if output is None else json.dumps(output, ensure_ascii=False, default=str)
        whole = bool(text) and not is_cut(reason)
    if whole:
        return output
    if is_withheld(reason):
        return Unusable(text, "refusal", f"the model stopped with {reason!r}")
    mend = "raise the token limit of the answer"
    return Unusable(text, "truncated", f"cut off: the model stopped with {reason!r}", mend=mend)


def _notes(name: str, replies: int, left: int) -> Iterator[Finding]:
    if replies:
        are = "1 row is a reply" if replies == 1 else f"{replies:,} rows are replies"
        yield Finding("answers.replies", "info", name, f"{are} of a model API: what the model said is audited")
    if left:
        got = f"{left:,} further choices or tool calls stand beside the first ones and are not read"
        yield Finding("answers.left", "warning", name, got, mend="give each of them a row of its own")


def _usual(row: Any) -> list[str] | None:
    """Where the answer stands in rows like this one; None when the row is the answer."""
    if isinstance(row, Mapping):
        for name in ANSWERS:
            steps = name.split(".")
            if nodes_at(row, steps) or (steps[0] == "run" and isinstance(row.get("run"), Mapping)):
                return steps
        if "error" in row and "id" in row:
            return ["output"]
    return None


def _joined(row: Any, steps: list[str]) -> str | None:
    texts = [text for text in found_at(row, steps) if isinstance(text, str)]
    return "\n".join(texts) if texts else None


def _table(path: Path, problems: Problems) -> Iterator[tuple[str, Row]]:
    csv.field_size_limit(_LARGEST_CELL)
    text = text_of(path)
    if isinstance(text, Unusable):
        raise InputError(text.error, where=str(path), expected=text.expected, mend=text.mend)
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=_TABLES[path.suffix.lower()], strict=True)
    try:
        header = next(reader, None)
        if header is None:
            raise InputError("the file is empty", where=str(path), expected="a header and rows")
        for cells in reader:
            where = f"{path.name}:{reader.line_num}"
            if len(cells) == len(header):
                yield where, {name: cell if cell else None for name, cell in zip(header, cells, strict=True)}
            elif cells:
                got = f"{len(cells)} cells"
                problems.add(Finding("record.line", "error", where, got, f"{len(header)}, as in the header"))
    except csv.Error as error:
        where = f"{path.name}:{reader.line_num}"
        problems.add(Finding("record.line", "error", where, str(error), "cells, quoted where they hold the delimiter"))
