"""JSON lines (and a JSON array of objects), plain or gzipped, as raw rows with their places."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from ontoeval.errors import InputError
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Problems, Row

#: What reading of damaged compressed content raises.
BROKEN = (EOFError, zlib.error, gzip.BadGzipFile)


def open_bytes(path: Path) -> BinaryIO:
    """Open a file for reading, through gzip when its content is gzipped.

    Raises:
        InputError: The file is missing, a folder, or not readable.
    """
    try:
        stream = path.open("rb")
    except FileNotFoundError:
        raise InputError("no such file", where=str(path)) from None
    except IsADirectoryError:
        raise InputError("this is a folder", where=str(path), expected="a file") from None
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", where=str(path)) from None
    if stream.peek(2)[:2] == b"\x1f\x8b":
        stream.close()
        return cast(BinaryIO, io.BufferedReader(gzip.GzipFile(path)))  # closes its own file
    return stream


def is_empty(path: Path) -> bool:
    """Whether a file has no content, packed or not.

    Raises:
        InputError: The file cannot be opened, or its compressed content is broken from the start.
    """
    with open_bytes(path) as stream:
        try:
            return not stream.read(1)
        except BROKEN as error:
            raise cut_short(path, 0, error) from None


def read_head(path: Path, size: int = 65_536) -> str:
    """The first text of a file, packed or not; bytes that are no UTF-8 become U+FFFD.

    Raises:
        InputError: The file cannot be opened, or its compressed content is broken from the start.
    """
    with open_bytes(path) as stream:
        try:
            head = stream.read(size)
        except BROKEN as error:
            raise cut_short(path, 0, error) from None
    encoding = "utf-16" if head[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    return head.decode(encoding, "replace")


def read_jsonl(path: Path, problems: Problems) -> Iterator[tuple[str, Row]]:
    """Raw rows of a file, each with ``"file:line"``; what is no JSON object goes to ``problems``.

    Raises:
        InputError: The file cannot be opened, or its compressed content ends too early.
    """
    from pydantic_core import from_json

    name = path.name
    with open_bytes(path) as stream:
        number, first = 0, True
        try:
            for number, line in enumerate(stream, 1):
                if number == 1:
                    line = line.removeprefix(b"\xef\xbb\xbf")
                if not line.strip():
                    continue
                if first and line.lstrip()[:1] == b"[":
                    yield from _array(name, line + stream.read(), problems)
                    return
                first = False
                where = f"{name}:{number}"
                try:
                    row = from_json(line.rstrip(), cache_strings="keys")
                except ValueError as error:
                    problems.add(_broken(where, line, error))
                    continue
                if isinstance(row, dict):
                    yield where, row
                else:
                    problems.add(_no_object(where, row))
        except BROKEN as error:
            raise cut_short(path, number, error) from None


def read_json(path: Path) -> Any:
    """The one JSON value of a file.

    Raises:
        InputError: The file cannot be opened, or is no JSON.
    """
    from pydantic_core import from_json

    with open_bytes(path) as stream:
        content = stream.read().removeprefix(b"\xef\xbb\xbf")
    try:
        return from_json(content, allow_inf_nan=False)
    except ValueError as error:
        raise InputError(f"this is no JSON ({error})", where=str(path)) from None


def _array(name: str, content: bytes, problems: Problems) -> Iterator[tuple[str, Row]]:
    from pydantic_core import from_json

    try:
        rows = from_json(content)
    except ValueError as error:
        problems.add(_broken(name, content, error))
        return
    for number, row in enumerate(rows):
        where = f"{name}[{number}]"
        if isinstance(row, dict):
            yield where, row
        else:
            problems.add(_no_object(where, row))


def cut_short(path: Path, number: int, error: Exception) -> InputError:
    """The error of a file whose compressed content ends too early, or is damaged."""
    return InputError(
        f"the compressed content is broken after line {number} ({error})",
        where=str(path),
        mend="the file was cut short or damaged: copy it again",
    )


def _broken(where: str, line: bytes, error: ValueError) -> Finding:
    try:
        line.decode()
    except UnicodeDecodeError as wrong:
        return not_encoded(where, wrong)
    text = shorten(line.decode().strip(), 60)
    return Finding("record.json", "error", where, f"{error}: {text}", "one JSON object per line")


def not_encoded(where: str, error: UnicodeDecodeError) -> Finding:
    """What to say of bytes that are not in the encoding that they should be in."""
    encoding = error.encoding.upper()
    return Finding(
        "record.encoding",
        "error",
        where,
        f"byte 0x{error.object[error.start]:02x} at column {error.start + 1} is not {encoding}",
        encoding,
        "convert the file: iconv -f ENCODING -t utf-8",
    )


def _no_object(where: str, row: Any) -> Finding:
    return Finding("record.json", "error", where, f"{shorten(row)} is no object", "one JSON object per line")
