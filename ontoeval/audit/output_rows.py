"""Answers of a system as rows: from JSON lines, a table, a folder of JSON and YAML files, or Python objects."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from ontoeval.errors import InputError, MissingExtra, UsageError
from ontoeval.findings import Finding
from ontoeval.records.batch import Problems, Row
from ontoeval.records.jsonl import open_bytes, read_jsonl
from ontoeval.views.outputs.paths import found_at, slot_steps

#: Usual names of the field that holds an answer, in the order in which they are looked for.
ANSWERS = ("output", "run.output", "response", "completion", "answer")
_TABLES = {".csv": ",", ".tsv": "\t"}
_YAML = (".yaml", ".yml")
_FILES = (".json", *_YAML)
_MOST_NODES = 5_000_000
_LARGEST_CELL = 64 * 2**20


class Answers:
    """Answers that can be read any number of times.

    Args:
        source: A path, or rows: objects with a field for the answer, or answers themselves.
        output: Path of the answer in a row; by default the first of the usual names that the first row has, else the
            whole row is the answer.
        text: Path of the source text in a row.

    Attributes:
        name: For messages.
    """

    def __init__(
        self, source: str | Path | Iterable[Any], *, output: str | None = None, text: str | None = None
    ) -> None:
        if isinstance(source, Mapping | bytes) or not isinstance(source, str | Path | Iterable):
            raise UsageError(
                f"cannot read a {type(source).__name__} as answers",
                expected="a path, or a list of texts, objects or rows",
                mend="put a single answer into a list",
            )
        self.path = Path(source) if isinstance(source, str | Path) else None
        self._given = [] if isinstance(source, str | Path) else list(source)
        self.name = "answers" if self.path is None else self.path.name
        self._output = None if output is None else slot_steps(output)
        self._text = None if text is None else slot_steps(text)
        if self.path is not None and not self.path.exists():
            raise InputError("no such file or folder", where=str(self.path))

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
            raise InputError("there is no answer", where=self.name, expected="at least one")
        steps = self._output if self._output is not None else _usual(first[1])
        if steps is None and self.path is not None and self.path.suffix.lower() in _TABLES:
            raise UsageError(
                f"no column holds the answers: {', '.join(first[1])}", where=self.name, mend="name it: --output COLUMN"
            )
        found = {"--output": self._output is None, "--text": self._text is None}
        for number, (where, row) in enumerate(chain([first], raw), 1):
            answer = _Answer(row, steps)
            text = None if self._text is None else _joined(row, self._text)
            found["--output"] |= answer.found
            found["--text"] |= text is not None
            name = answer.id or (where if self._is_folder else str(number))
            yield where, {"id": name, "query": text, "output": answer.output, "error": answer.error}
        known = ", ".join(map(str, first[1])) if isinstance(first[1], Mapping) else "no fields"
        for option, given in found.items():
            if not given:
                raise UsageError("no row has this path", where=option, expected=f"a path in rows with {known}")

    @property
    def _is_folder(self) -> bool:
        return self.path is not None and self.path.is_dir()

    def _raw(self, problems: Problems) -> Iterator[tuple[str, Any]]:
        if self.path is None:
            yield from ((f"answers[{number}]", row) for number, row in enumerate(self._given))
        elif self._is_folder:
            yield from _folder(self.path)
        elif self.path.suffix.lower() in _TABLES:
            yield from _table(self.path, problems)
        elif self.path.suffix.lower() in _YAML:
            yield self.path.name, _yaml(self.path)
        else:
            yield from read_jsonl(self.path, problems)


class _Answer:
    """What a row says."""

    def __init__(self, row: Any, steps: list[str] | None) -> None:
        wrapped = row.get("run") if isinstance(row, Mapping) else None
        outer = row if isinstance(row, Mapping) and steps is not None else {}
        name = outer.get("id")
        self.id = str(name) if isinstance(name, str | int) and name != "" else None
        error = outer.get("error") or (wrapped.get("error") if isinstance(wrapped, Mapping) else None)
        self.error = None if error is None else str(error)
        places = [row] if steps is None else _at(row, steps)
        self.found = bool(places)
        self.output = places[0] if places else None


def _usual(row: Any) -> list[str] | None:
    """Where the answer stands in rows like this one; None when the row is the answer."""
    if isinstance(row, Mapping):
        for name in ANSWERS:
            steps = name.split(".")
            if _at(row, steps) or (steps[0] == "run" and isinstance(row.get("run"), Mapping)):
                return steps
        if "error" in row and "id" in row:
            return ["output"]
    return None


def _at(row: Any, steps: list[str]) -> list[Any]:
    """The value at a path, as it is, or nothing."""
    for step in steps:
        if not isinstance(row, Mapping) or step not in row:
            return []
        row = row[step]
    return [row]


def _joined(row: Any, steps: list[str]) -> str | None:
    texts = [text for text in found_at(row, steps) if isinstance(text, str)]
    return "\n".join(texts) if texts else None


def _folder(folder: Path) -> Iterator[tuple[str, Any]]:
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() in _FILES and path.is_file())
    for path in files:
        yield path.name, _yaml(path) if path.suffix.lower() in _YAML else _text(path)


def _text(path: Path) -> str:
    """The text of a file, whether it is JSON or not: that is what is audited."""
    with open_bytes(path) as stream:
        return stream.read().decode("utf-8", "replace")


def _table(path: Path, problems: Problems) -> Iterator[tuple[str, Row]]:
    csv.field_size_limit(_LARGEST_CELL)
    lines = _text(path).removeprefix("\ufeff").splitlines(keepends=True)
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


def _yaml(path: Path) -> Any:
    """The one value of a YAML file, with dates as texts.

    Raises:
        MissingExtra: PyYAML is not installed.
        InputError: It is no YAML, or its references make it huge.
    """
    try:
        import yaml
    except ImportError:
        raise MissingExtra("PyYAML", "yaml", "reading YAML files") from None

    class Plain(yaml.SafeLoader):  # type: ignore[misc]
        """Keeps what JSON has no type for as text."""

    Plain.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    try:
        value = yaml.load(_text(path), Loader=Plain)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise InputError(f"this is no YAML ({' '.join(str(error).split())[:160]})", where=str(path)) from None
    _refuse_huge(value, path)
    return value


def _refuse_huge(value: Any, path: Path) -> None:
    """References to references can stand for more than fits into memory."""
    waiting, seen = [value], 0
    while waiting:
        node = waiting.pop()
        seen += 1
        if seen > _MOST_NODES:
            raise InputError(f"its references stand for more than {_MOST_NODES:,} values", where=str(path))
        if isinstance(node, dict):
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
