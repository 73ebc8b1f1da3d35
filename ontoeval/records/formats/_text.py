"""Lines and whole texts of files, plain or gzipped; what is wrongly encoded is collected with its place."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ontoeval.errors import BadParameter
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Problems
from ontoeval.records.jsonl import BROKEN, cut_short, not_encoded, open_bytes

#: A line longer than this is no line of a record.
MOST_BYTES = 256 * 1024 * 1024

_BOM = codecs.BOM_UTF8
#: NUL, and the end of a file in DOS.
_CONTROL = re.compile("[\0\x1a]")


def lines(path: Path, problems: Problems, encoding: str = "utf-8") -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without their ends (``\\n``, ``\\r\\n`` or ``\\r``) and without a byte order mark.

    Lines that are not in the encoding, or hold what no text holds, go to ``problems``.

    Raises:
        BadParameter: There is no such encoding.
        InputError: The file cannot be opened, or its compressed content ends too early.
    """
    if _is_wide(encoding):
        content = whole(path, problems, encoding) or ""
        yield from enumerate(content.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1)
        return
    number = 0
    with open_bytes(path) as stream:
        try:
            for number, line in enumerate(_pieces(stream), 1):
                place = f"{path.name}:{number}"
                if number == 1:
                    line = line.removeprefix(_BOM)
                if len(line) >= MOST_BYTES:
                    problems.add(Finding("record.size", "error", place, f"a line of {MOST_BYTES:,} bytes or more"))
                    return
                text = _decoded(line, encoding, place, problems)
                if text is not None and not _has_control(text, place, problems):
                    yield number, text.rstrip("\r\n")
        except BROKEN as error:
            raise cut_short(path, number, error) from None


def _pieces(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; where all line ends are ``\\r``, they are in what is read as the first line."""
    line = stream.readline(MOST_BYTES)
    if b"\r" in line and not line.endswith(b"\n") and len(line) < MOST_BYTES:
        yield from line.split(b"\r")
        return
    while line:
        yield line
        line = stream.readline(MOST_BYTES)


def _decoded(content: bytes, encoding: str, place: str, problems: Problems) -> str | None:
    """The text; None, and a problem, when it is not in the encoding."""
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        problems.add(not_encoded(place, error))
        return None


def _has_control(text: str, place: str, problems: Problems) -> bool:
    """Whether a line has a character that no line of a record has, which is a problem."""
    found = _CONTROL.search(text)
    if found is not None:
        got = f"character {found[0]!r} at column {found.start() + 1}"
        problems.add(Finding("record.encoding", "error", place, got, "text", "is this a text file, and in UTF-8?"))
    return found is not None


def whole(path: Path, problems: Problems, encoding: str = "utf-8") -> str | None:
    """The text of a file with its line ends as they are; None, and a problem, when it is not in the encoding.

    Raises:
        BadParameter: There is no such encoding.
        InputError: The file cannot be opened, or its compressed content ends too early.
    """
    wide = _is_wide(encoding)
    with open_bytes(path, wide=wide) as stream:
        try:
            content = stream.read()
        except BROKEN as error:
            raise cut_short(path, 0, error) from None
    text = _decoded(content if wide else content.removeprefix(_BOM), encoding, path.name, problems)
    return text.removeprefix("\ufeff") if wide and text is not None else text


def _is_wide(encoding: str) -> bool:
    """Whether characters of an encoding have two or four bytes.

    Raises:
        BadParameter: There is no such encoding.
    """
    try:
        return codecs.lookup(encoding).name.startswith(("utf-16", "utf-32"))
    except LookupError:
        raise BadParameter(f"no encoding {encoding!r}", expected="utf-8, latin-1 …") from None


def broken_line(problems: Problems, place: str, line: str, expected: str) -> None:
    """Collect a line that cannot be read."""
    problems.add(Finding("record.line", "error", place, shorten(line.strip() or "an empty line", 60), expected))
