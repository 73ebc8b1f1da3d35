"""The way in: from a path, bytes or a file object to clean UTF-8 bytes."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import io
import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ontoeval.errors import BadParameter, EmptyOntology, OntologyError, ParseError, SecurityError

MAX_BYTES = 8 * 1024**3
"""No ontology is larger; a small gzip file that claims to be is an attack or an accident."""

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
class Content:
    """The content of a source.

    Attributes:
        name: What to call the source in messages: the name of the file, or of the kind of object.
        data: The bytes as they were, but decompressed.
        sha256: Their hash, in hexadecimal; a file and its gzipped copy have the same.
    """

    name: str
    data: bytes
    sha256: str


def read(source: str | Path | bytes | IO[bytes]) -> Content:
    """Read a source to its end and decompress it.

    Raises:
        OntologyError: There is no such file, or it is a directory.
        EmptyOntology: There is not a single byte (other than white space) in it.
        ParseError: The gzip stream is broken or cut.
        SecurityError: It decompresses to more than ``MAX_BYTES``.
    """
    name, data = _raw(source)
    if data.startswith(b"\x1f\x8b"):
        data = _gunzip(name, data)
    if not data.strip(b" \t\r\n\0\xef\xbb\xbf"):
        raise EmptyOntology("the source is empty", where=name, mend="check the download or the export that made it")
    return Content(name, data, hashlib.sha256(data).hexdigest())


def _raw(source: str | Path | bytes | IO[bytes]) -> tuple[str, bytes]:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "bytes", bytes(source)
    if isinstance(source, (str, Path)):
        path = Path(source)
        try:
            if path.is_dir():
                raise OntologyError("this is a directory, not a file", where=str(path), mend="name the file in it")
            return path.name, path.read_bytes()
        except (OSError, ValueError) as error:
            missing = isinstance(error, FileNotFoundError)
            reason = "no such file" if missing else f"the file cannot be opened: {error}"
            mend = "pass the content of an ontology as bytes, not as text" if "\n" in str(source) else None
            raise OntologyError(reason, where=str(source).partition("\n")[0][:200], mend=mend) from None
    if hasattr(source, "read"):
        data = source.read()
        if not isinstance(data, bytes):
            raise BadParameter("a file object must be opened in binary mode", where="source", mend="open(path, 'rb')")
        return Path(str(getattr(source, "name", "file object"))).name, data
    raise BadParameter(
        f"an ontology cannot be loaded from {type(source).__name__}",
        where="source",
        expected="a path, bytes, a binary file object or a networkx.DiGraph",
    )


def _gunzip(name: str, data: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            out = stream.read(MAX_BYTES + 1)
    except EOFError:
        raise ParseError(
            f"the gzip stream ends too early, after {len(data)} bytes",
            where=name,
            mend="download the file again",
        ) from None
    except (OSError, zlib.error) as error:
        raise ParseError(f"the gzip stream is broken: {error}", where=name, mend="download the file again") from None
    if len(out) > MAX_BYTES:
        raise SecurityError(f"the file decompresses to more than {MAX_BYTES} bytes", where=name)
    return out


def to_utf8(content: Content, encoding: str | None) -> tuple[bytes, str | None]:
    """The content as UTF-8 without byte order mark.

    The encoding is the one that is given, or else that of the byte order mark, or of the XML declaration
    (which is then rewritten), or else UTF-8.

    Returns:
        The bytes, and the encoding that they were in when it was not UTF-8.

    Raises:
        ParseError: The bytes are not in that encoding; the message has the offset and says how to mend it.
    """
    data, name = content.data, content.name
    used = encoding or _marked(data) or _declared(data) or "utf-8"
    try:
        codec = codecs.lookup(used).name
    except LookupError:
        raise ParseError(f"unknown encoding {used!r}", where=name, mend="pass encoding= with a Python codec") from None
    try:
        text = data.decode(used)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ParseError(
            f"byte {error.start} (0x{data[error.start]:02x}) is not valid {used}",
            where=f"{name}:{line}",
            expected=f"text in {used}",
            mend="name the right encoding, e.g. load(…, encoding='cp1252') or encoding='latin-1'",
        ) from None
    except UnicodeError as error:
        raise ParseError(f"the content is not valid {used}: {error}", where=name, mend="pass encoding=…") from None
    if codec in ("utf-8", "utf-8-sig"):
        return data.removeprefix(codecs.BOM_UTF8), None
    out = text.removeprefix("\ufeff").encode("utf-8")
    declaration = _XML_DECLARATION.match(out)
    if declaration:
        out = _XML_ENCODING.sub(b"", declaration[0]) + out[declaration.end() :]
    return out, codec


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
