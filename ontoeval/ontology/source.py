"""The way in: from a path, bytes or a file object to a document in UTF-8 that readers can stream."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import io
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, BinaryIO, cast

from ontoeval.errors import BadParameter, EmptyOntology, OntologyError, ParseError, SecurityError
from ontoeval.ontology.limits import MIB, Limits
from ontoeval.progress import watch

HEAD = MIB
CHUNK = MIB // 2
"""How much is looked at at a time; larger pieces are slower, since the memory for each is asked for anew."""

_GZIP = b"\x1f\x8b"
_FREE_GROWTH = 16 * MIB
_NOTHING = b" \t\r\n\0\xef\xbb\xbf"
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_XML_DECLARATION = re.compile(rb"\s*<\?xml\s[^>]*?\?>")
_XML_ENCODING = re.compile(rb"""\sencoding\s*=\s*["']([A-Za-z0-9._\-]+)["']""")


@dataclass(frozen=True, slots=True)
class Document:
    """The content of a source: decompressed, in UTF-8, without byte order mark; opened as often as needed.

    Attributes:
        name: What to call the source in messages: the name of the file, or of the kind of object.
        sha256: Hash of the bytes as they were, but decompressed; a file and its gzipped copy have the same.
        size: Their number.
        head: The first of the bytes in UTF-8.
        encoding: The encoding that the bytes were in when it was not UTF-8.
        path: The file that it came from.
    """

    name: str
    sha256: str
    size: int
    head: bytes
    encoding: str | None = None
    path: Path | None = None
    _open: Callable[[], BinaryIO] = field(default=lambda: io.BytesIO(), repr=False)

    def open(self) -> BinaryIO:
        """A fresh stream of the content; how far it is read is shown."""
        return watch(self._open(), f"reading bytes of {self.name}")

    def read(self) -> bytes:
        """The whole content."""
        with self._open() as stream:
            return stream.read()

    def chunks(self, size: int = CHUNK) -> Iterator[bytes]:
        """The content in pieces."""
        with self._open() as stream:
            while chunk := stream.read(size):
                yield chunk


@dataclass(frozen=True, slots=True)
class _Raw:
    """A source before its encoding is known."""

    name: str
    size: int
    opener: Callable[[], BinaryIO]
    path: Path | None = None


def document(data: bytes, name: str, path: Path | None = None) -> Document:
    """A document of bytes that are known to be UTF-8."""
    sha256 = hashlib.sha256(data).hexdigest()
    return Document(name, sha256, len(data), data[:HEAD], None, path, lambda: io.BytesIO(data))


def read(
    source: str | Path | bytes | IO[bytes],
    *,
    encoding: str | None = None,
    limits: Limits | None = None,
    look: Callable[[bytes, str], None] = lambda head, name: None,
) -> Document:
    """Look through a source once: its size, its hash and its encoding.

    The encoding is the one that is given, or else that of the byte order mark, or of the XML declaration (which
    is then rewritten), or else UTF-8.

    Args:
        source: A path, bytes, or a binary file object.
        encoding: Its encoding.
        limits: What it may cost.
        look: Is shown the first decompressed bytes and the name, and may refuse them.

    Raises:
        OntologyError: There is no such file, or it is a directory.
        EmptyOntology: There is not a single byte (other than white space) in it.
        ParseError: The gzip stream is broken or cut, or the bytes are not in that encoding.
        SecurityError: A limit is exceeded.
    """
    limits = limits or Limits()
    raw = _raw(source, limits)
    with raw.opener() as stream:
        packed = stream.read(2) == _GZIP
    plain = _Raw(raw.name, raw.size, lambda: _gunzipped(raw), raw.path) if packed else raw
    head = next(_pieces(plain, limits, packed, HEAD), b"")
    look(head, raw.name)
    used = encoding or _marked(head) or _declared(head) or "utf-8"
    try:
        codec = codecs.lookup(used).name
    except LookupError:
        raise ParseError(
            f"unknown encoding {used!r}", where=raw.name, mend="pass encoding= with a Python codec"
        ) from None
    if codec in ("utf-8", "utf-8-sig"):
        return _checked(plain, head, limits, packed)
    return _converted(plain, used, codec, limits, packed)


def _raw(source: str | Path | bytes | IO[bytes], limits: Limits) -> _Raw:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _of_bytes("bytes", bytes(source))
    if isinstance(source, (str, Path)):
        return _of_path(Path(source), str(source), limits)
    if hasattr(source, "read"):
        data = source.read()
        if not isinstance(data, bytes):
            raise BadParameter("a file object must be opened in binary mode", where="source", mend="open(path, 'rb')")
        return _of_bytes(Path(str(getattr(source, "name", "file object"))).name, data)
    raise BadParameter(
        f"an ontology cannot be loaded from {type(source).__name__}",
        where="source",
        expected="a path, bytes, a binary file object, a networkx.DiGraph, an rdflib.Graph or an owlready2 ontology",
    )


def _of_bytes(name: str, data: bytes) -> _Raw:
    return _Raw(name, len(data), lambda: io.BytesIO(data))


def _of_path(path: Path, given: str, limits: Limits) -> _Raw:
    try:
        if path.is_dir():
            raise OntologyError("this is a directory, not a file", where=given, mend="name the file in it")
        if path.exists() and not path.is_file():  # a pipe can be read only once
            return _of_bytes(path.name, path.read_bytes())
        size = path.stat().st_size
        if size > limits.max_bytes:
            raise SecurityError(f"the file has {size} bytes, the limit is {limits.max_bytes}", where=path.name)
        with path.open("rb"):
            return _Raw(path.name, size, lambda: path.open("rb"), path)
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError)
        reason = "no such file" if missing else f"the file cannot be opened: {error}"
        mend = "pass the content of an ontology as bytes, not as text" if "\n" in given else None
        raise OntologyError(reason, where=given.partition("\n")[0][:200], mend=mend) from None


def _gunzipped(raw: _Raw) -> BinaryIO:
    return cast(BinaryIO, gzip.GzipFile(raw.path, "rb") if raw.path else gzip.GzipFile(fileobj=raw.opener()))


def _pieces(raw: _Raw, limits: Limits, packed: bool, size: int = CHUNK) -> Iterator[bytes]:
    """The decompressed bytes; raises when they are too many or the gzip stream is not sound."""
    total = 0
    try:
        with raw.opener() as stream:
            while chunk := stream.read(size):
                total += len(chunk)
                if total > limits.max_bytes:
                    raise SecurityError(f"the content has more than {limits.max_bytes} bytes", where=raw.name)
                if packed and total > max(_FREE_GROWTH, limits.max_ratio * raw.size):
                    raise SecurityError(
                        f"{raw.size} bytes decompress to more than {limits.max_ratio} times as many",
                        where=raw.name,
                        mend="unpack the file yourself, or pass limits=Limits(max_ratio=…), if you trust it",
                    )
                yield chunk
    except EOFError:
        raise ParseError(
            f"the gzip stream ends too early, after {raw.size} bytes", where=raw.name, mend="download the file again"
        ) from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise ParseError(
            f"the gzip stream is broken: {error}", where=raw.name, mend="download the file again"
        ) from None
    except OSError as error:
        raise OntologyError(f"the file cannot be read: {error}", where=raw.name) from None


def _checked(raw: _Raw, head: bytes, limits: Limits, packed: bool) -> Document:
    """A document that is in UTF-8 already: nothing is kept but its hash."""
    digest, decoder = hashlib.sha256(), codecs.getincrementaldecoder("utf-8")("strict")
    size, lines, blank = 0, 1, True
    for chunk in _pieces(raw, limits, packed):
        pending = len(decoder.getstate()[0])
        try:
            decoder.decode(chunk)
        except UnicodeDecodeError as error:
            raise _undecodable(raw.name, "utf-8", size - pending + error.start, error, lines) from None
        digest.update(chunk)
        size += len(chunk)
        lines += chunk.count(b"\n")
        blank = blank and not chunk.strip(_NOTHING)
    try:
        decoder.decode(b"", True)
    except UnicodeDecodeError as error:
        raise _undecodable(raw.name, "utf-8", size - len(error.object), error, lines) from None
    if blank:
        raise _empty(raw.name)
    skip = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0

    def opener() -> BinaryIO:
        stream = raw.opener()
        stream.read(skip)
        return stream

    return Document(raw.name, digest.hexdigest(), size, head[skip:], None, raw.path, opener)


def _converted(raw: _Raw, used: str, codec: str, limits: Limits, packed: bool) -> Document:
    data = b"".join(_pieces(raw, limits, packed))
    if not data.strip(_NOTHING):
        raise _empty(raw.name)
    try:
        text = data.decode(used)
    except UnicodeDecodeError as error:
        raise _undecodable(raw.name, used, error.start, error, 1) from None
    except UnicodeError as error:
        raise ParseError(f"the content is not valid {used}: {error}", where=raw.name, mend="pass encoding=…") from None
    out = text.removeprefix("\ufeff").encode("utf-8")
    declaration = _XML_DECLARATION.match(out)
    if declaration:
        out = _XML_ENCODING.sub(b"", declaration[0]) + out[declaration.end() :]
    sha256 = hashlib.sha256(data).hexdigest()
    return Document(raw.name, sha256, len(data), out[:HEAD], codec, raw.path, lambda: io.BytesIO(out))


def _undecodable(name: str, used: str, at: int, error: UnicodeDecodeError, lines: int) -> ParseError:
    line = lines + error.object.count(b"\n", 0, error.start)
    return ParseError(
        f"byte {at} (0x{error.object[error.start]:02x}) is not valid {used}",
        where=f"{name}:{line}",
        expected=f"text in {used}",
        mend="name the right encoding, e.g. load(…, encoding='cp1252') or encoding='latin-1'",
    )


def _empty(name: str) -> EmptyOntology:
    return EmptyOntology("the source is empty", where=name, mend="check the download or the export that made it")


def _marked(data: bytes) -> str | None:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return encoding
    if data.startswith(b"<\0"):
        return "utf-16-le"
    if data.startswith(b"\0<"):
        return "utf-16-be"
    return None


def _declared(data: bytes) -> str | None:
    declaration = _XML_DECLARATION.match(data[:1000])
    encoding = _XML_ENCODING.search(declaration[0]) if declaration else None
    return encoding[1].decode("ascii") if encoding else None
