"""Lines and whole texts of files, plain or gzipped; what is wrongly encoded is collected with its place."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path

from ontoeval.errors import BadParameter
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Problems
from ontoeval.records.jsonl import BROKEN, cut_short, not_encoded, open_bytes

#: A line longer than this is no line of a record.
MOST_BYTES = 256 * 1024 * 1024

_BOM = codecs.BOM_UTF8


def lines(path: Path, problems: Problems, encoding: str = "utf-8") -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without their ends (``\\n`` or ``\\r\\n``) and without a byte order mark.

    Lines that are not in the encoding go to ``problems``.

    Raises:
        BadParameter: There is no such encoding.
        InputError: The file cannot be opened, or its compressed content ends too early.
    """
    check_encoding(encoding)
    number = 0
    with open_bytes(path) as stream:
        try:
            while line := stream.readline(MOST_BYTES):
                number += 1
                place = f"{path.name}:{number}"
                if number == 1:
                    line = line.removeprefix(_BOM)
                if len(line) == MOST_BYTES:
                    problems.add(Finding("record.size", "error", place, f"a line of {MOST_BYTES:,} bytes or more"))
                    return
                try:
                    text = line.decode(encoding)
                except UnicodeDecodeError as error:
                    problems.add(not_encoded(place, error))
                    continue
                yield number, text.rstrip("\r\n")
        except BROKEN as error:
            raise cut_short(path, number, error) from None


def whole(path: Path, problems: Problems, encoding: str = "utf-8") -> str | None:
    """The text of a file with its line ends as they are; None, and a problem, when it is not in the encoding.

    Raises:
        BadParameter: There is no such encoding.
        InputError: The file cannot be opened, or its compressed content ends too early.
    """
    check_encoding(encoding)
    with open_bytes(path) as stream:
        try:
            content = stream.read().removeprefix(_BOM)
        except BROKEN as error:
            raise cut_short(path, 0, error) from None
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        problems.add(not_encoded(path.name, error))
        return None


def check_encoding(encoding: str) -> None:
    """Raise BadParameter unless Python knows the encoding."""
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise BadParameter(f"no encoding {encoding!r}", expected="utf-8, latin-1 …") from None


def broken_line(problems: Problems, place: str, line: str, expected: str) -> None:
    """Collect a line that cannot be read."""
    problems.add(Finding("record.line", "error", place, shorten(line.strip() or "an empty line", 60), expected))
