"""JSON lines (and a JSON array of objects), plain or gzipped, as raw rows with their places."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import stat
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ontoeval.errors import InputError
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Problems, Row

#: What reading of a file raises on the way: the system, or damaged compressed content.
BROKEN = (EOFError, zlib.error, OSError)

_WIDE = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_GZIP = b"\x1f\x8b"
#: How files begin that hold no text.
_NO_TEXT = {
    b"PK\x03\x04": "a zip archive",
    b"BZh": "packed with bzip2",
    b"\xfd7zXZ": "packed with xz",
    b"\x28\xb5\x2f\xfd": "packed with zstd",
    b"%PDF-": "a PDF",
    b"\x89PNG": "a picture",
    _GZIP: "packed with gzip twice",
}


def open_bytes(path: Path, *, wide: bool = False) -> io.BufferedReader:
    """Open a file for reading, through gzip when its content is gzipped.

    Args:
        path: The file.
        wide: Whether UTF-16 and UTF-32 can be read.

    Raises:
        InputError: The file is missing, no regular file, not readable, packed in another way, or no text.
    """
    stream = _opened(path)
    try:
        if stream.peek(2)[:2] == _GZIP:
            stream.close()
            stream = io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(path)))  # closes its own file
        head = stream.peek(8)[:8]
    except BROKEN as error:
        stream.close()
        raise cut_short(path, 0, error) from None
    what = next((what for mark, what in _NO_TEXT.items() if head.startswith(mark)), None)
    if what is not None:
        stream.close()
        raise InputError(
            f"this is {what}", where=str(path), expected="a file, plain or gzipped", mend="unpack it first"
        )
    if not wide and head.startswith(_WIDE):
        stream.close()
        mend = "convert the file: iconv -f UTF-16 -t UTF-8"
        raise InputError("this is UTF-16 or UTF-32", where=str(path), expected="UTF-8", mend=mend)
    return stream


def _opened(path: Path) -> io.BufferedReader:
    try:
        kind = path.stat().st_mode
        if stat.S_ISREG(kind):
            return path.open("rb")
    except FileNotFoundError:
        mend = "standard input is not read: write it to a file" if str(path) == "-" else None
        raise InputError("no such file", where=str(path), mend=mend) from None
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", where=str(path)) from None
    except ValueError as error:
        raise InputError(f"this is no path ({error})", where=repr(str(path))) from None
    if stat.S_ISDIR(kind):
        raise InputError("this is a folder", where=str(path), expected="a file")
    raise InputError(
        "this is a pipe or a device, which can be read only once",
        where=str(path),
        expected="a file",
        mend="write the content to a file first",
    )


def is_empty(path: Path) -> bool:
    """Whether a file has no content, packed or not.

    Raises:
        InputError: The file cannot be opened, or its compressed content is broken from the start.
    """
    with open_bytes(path, wide=True) as stream:
        try:
            return not stream.read(1)
        except BROKEN as error:
            raise cut_short(path, 0, error) from None


def read_head(path: Path, size: int = 65_536) -> str:
    """The first text of a file, packed or not; bytes that are no UTF-8 become U+FFFD, line ends ``\\n``.

    Raises:
        InputError: The file cannot be opened, or its compressed content is broken from the start.
    """
    with open_bytes(path, wide=True) as stream:
        try:
            head = stream.read(size)
        except BROKEN as error:
            raise cut_short(path, 0, error) from None
    encoding = "utf-16" if head[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    text = head.decode(encoding, "replace")
    return text if "\n" in text else text.replace("\r", "\n")


def read_jsonl(path: Path, problems: Problems) -> Iterator[tuple[str, Row]]:
    """Raw rows of a file, each with ``"file:line"``; what is no JSON object goes to ``problems``.

    One array of objects, and one object over several lines, are read as well.

    Raises:
        InputError: The file cannot be opened, or its compressed content ends too early.
    """
    name = path.name
    with open_bytes(path) as stream:
        number, first = 0, True
        try:
            for number, line in enumerate(stream, 1):
                if number == 1:
                    line = line.removeprefix(b"\xef\xbb\xbf")
                text = line.strip()
                if not text:
                    continue
                if first and (text.startswith(b"[") or text == b"{"):
                    yield from _whole(name, number, line + stream.read(), problems)
                    return
                if first and text.startswith(b"<"):
                    problems.add(_markup(f"{name}:{number}", text))
                    return
                first = False
                yield from _row(f"{name}:{number}", line, problems)
        except BROKEN as error:
            raise cut_short(path, number, error) from None


def _row(where: str, line: bytes, problems: Problems) -> Iterator[tuple[str, Row]]:
    """The row of one line, if it is one."""
    from pydantic_core import from_json

    try:
        row = from_json(line.rstrip(), cache_strings="keys")
    except ValueError as error:
        problems.add(_broken(where, line, error))
        return
    if not isinstance(row, dict):
        problems.add(_no_object(where, row))
    elif line.count(b'":') != _least_keys(row) and (key := _repeated_key(line)) is not None:
        problems.add(_repeated(where, key))
    else:
        yield where, row


def read_json(path: Path) -> Any:
    """The one JSON value of a file.

    Raises:
        InputError: The file cannot be opened, or is no JSON.
    """
    from pydantic_core import from_json

    with open_bytes(path) as stream:
        try:
            content = stream.read().removeprefix(b"\xef\xbb\xbf")
        except BROKEN as error:
            raise cut_short(path, 0, error) from None
    try:
        return from_json(content, allow_inf_nan=False)
    except ValueError as error:
        raise InputError(f"this is no JSON ({error})", where=str(path)) from None


def _whole(name: str, line: int, content: bytes, problems: Problems) -> Iterator[tuple[str, Row]]:
    """The rows of a file that is one JSON value from some line on: an array of them, or one over several lines."""
    from pydantic_core import from_json

    try:
        rows = from_json(content)
    except ValueError as error:
        finding = _broken(f"{name}:{line}", content, error)
        several = content.lstrip().startswith(b"{") and not finding.mend
        problems.add(replace(finding, mend="write each object on one line: jq -c . FILE") if several else finding)
        return
    found = rows if isinstance(rows, list) else [rows]
    keys = sum(_least_keys(row) for row in found if isinstance(row, dict))
    if content.count(b'":') != keys and (key := _repeated_key(content)) is not None:
        problems.add(_repeated(name, key))
    for number, row in enumerate(found):
        where = f"{name}[{number}]"
        if isinstance(row, dict):
            yield where, row
        else:
            problems.add(_no_object(where, row))


def cut_short(path: Path, number: int, error: Exception) -> InputError:
    """The error of a file that the system stops giving, or whose compressed content ends too early or is damaged."""
    if isinstance(error, OSError) and error.errno is not None:
        return InputError(f"cannot be read after line {number} ({error.strerror})", where=str(path))
    return InputError(
        f"the compressed content is broken after line {number} ({error})",
        where=str(path),
        mend="the file was cut short or damaged: copy it again",
    )


def _markup(where: str, text: bytes) -> Finding:
    got = f"HTML or XML: {shorten(text.decode(errors='replace'), 60)}"
    return Finding(
        "record.json", "error", where, got, "one JSON object per line", "was an error page saved as the file?"
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


def _least_keys(row: Row) -> int:
    """How many keys a row and the objects in it have, without those further inside lists."""
    total = len(row)
    for value in row.values():
        if type(value) is dict:
            total += _least_keys(value)
        elif type(value) is list:
            total += sum([len(item) for item in value if type(item) is dict])
    return total


def _repeated_key(text: bytes) -> str | None:
    """A key that some object in a JSON text has twice; parsers keep the last one and say nothing."""
    found: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            found.append(next(name for place, name in enumerate(names) if name in names[:place]))

    json.loads(text, object_pairs_hook=look)
    return found[0] if found else None


def _repeated(where: str, key: str) -> Finding:
    return Finding("record.duplicate", "error", where, f"the key {key!r} twice in one object", "every key once")


def _no_object(where: str, row: Any) -> Finding:
    return Finding("record.json", "error", where, f"{shorten(row)} is no object", "one JSON object per line")
