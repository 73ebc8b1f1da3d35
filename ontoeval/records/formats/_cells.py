"""Cells of CSV and TSV files, each line with its place."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from ontoeval.errors import BadParameter
from ontoeval.findings import Finding
from ontoeval.records.batch import Problems
from ontoeval.records.formats._text import lines

_LARGEST_CELL = 1 << 30


class Cells:
    """A table with a header.

    Args:
        path: The file.
        problems: Gets lines that cannot be read.
        delimiter: What separates cells; empty to find it.
        encoding: Encoding of the file.

    Attributes:
        header: The cells of the first line.

    Raises:
        BadParameter: The delimiter is no single character, or there is no such encoding.
    """

    def __init__(self, path: Path, problems: Problems, delimiter: str = "", encoding: str = "utf-8") -> None:
        if len(delimiter) > 1:
            raise BadParameter(f"delimiter={delimiter!r}", expected="one character")
        self.name = path.name
        self._problems = problems
        self._content = lines(path, problems, encoding)
        self._first, header = next(self._content, (0, ""))
        self._delimiter = delimiter or _delimiter(header)
        self.header = cells_of(header, self._delimiter)

    def __iter__(self) -> Iterator[tuple[str, list[str]]]:
        csv.field_size_limit(_LARGEST_CELL)
        content = (text + "\n" for _, text in self._content)
        reader = csv.reader(content, delimiter=self._delimiter, strict=True)
        try:
            for cells in reader:
                if any(map(str.strip, cells)):
                    yield f"{self.name}:{self._first + reader.line_num}", cells
        except csv.Error as error:
            place = f"{self.name}:{self._first + reader.line_num}"
            expected = "cells, quoted where they hold the delimiter"
            self._problems.add(Finding("record.line", "error", place, str(error), expected))


def cells_of(line: str, delimiter: str = "") -> list[str]:
    """The cells of one line, without white space around them; none when they are badly quoted."""
    text = line.removeprefix("\ufeff").rstrip("\r\n")
    try:
        return [cell.strip() for cell in next(csv.reader([text], delimiter=delimiter or _delimiter(text)), [])]
    except csv.Error:
        return []


def _delimiter(header: str) -> str:
    return "\t" if "\t" in header else ";" if header.count(";") > header.count(",") else ","
