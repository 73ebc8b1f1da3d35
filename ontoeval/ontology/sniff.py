"""Recognises the format of an ontology by its content; the name of the file does not matter."""

from __future__ import annotations

import re

from ontoeval.errors import FormatMismatch
from ontoeval.findings import shorten
from ontoeval.ontology.readers.plain import header, sniff_plain

HEAD = 65_536

_BINARY = {
    b"PK\x03\x04": "a zip archive",
    b"PK\x05\x06": "a zip archive",
    b"%PDF": "a PDF document",
    b"SQLite format 3": "an SQLite database",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"\x28\xb5\x2f\xfd": "a zstandard archive",
    b"Rar!": "a RAR archive",
    b"\x1f\x8b": "a gzip archive inside of another",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
}
_RDF_NAMESPACE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_XML_NOISE = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE\s[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL)
_XML_ROOT = re.compile(r"<([A-Za-z_][\w.\-]*:)?([A-Za-z_][\w.\-]*)")
_XML_START = re.compile(r"<(\?xml|!|[A-Za-z_][\w.\-]*(:[A-Za-z_][\w.\-]*)?(\s|/?>))")
_OBO = re.compile(r"^(format-version\s*:|\[(Term|Typedef|Instance)\])", re.MULTILINE)
_OBO_STANZA = re.compile(r"^\[(Term|Typedef|Instance)\]\s*$", re.MULTILINE)
_TERM = r"(?:<[^>]*>|_:\S+)"
_STATEMENT = re.compile(
    rf'^\s*{_TERM}\s*<[^>]*>\s*(?:{_TERM}|"(?:[^"\\]|\\.)*"(?:@[\w\-]+|\^\^<[^>]*>)?)\s*({_TERM})?\s*\.\s*$'
)
_TURTLE = re.compile(r"^\s*(@prefix|@base|prefix\s|base\s|version\s)", re.IGNORECASE | re.MULTILINE)
_TRIPLE = re.compile(
    r"^\s*(<[^>\s]*>|_:\S+|\[\s*\]|\[|[\w\-.]*:[\w\-.%]+)\s+(a|<[^>\s]*>|[\w\-.]*:[\w\-.%]+)\s+\S", re.MULTILINE
)
_IRI_STATEMENT = re.compile(r"<[^>\s]*>\s+a\s+\S|<[^>\s]*[:#][^>\s]*>\s+(<[^>\s]*>|[\w\-.]*:[\w\-.%]+)\s+\S")
_GRAPH_BLOCK = re.compile(r"^\s*(GRAPH\s+)?(<[^>\s]*>|_:\S+|[\w\-.]*:[\w\-.%]*)?\s*\{", re.IGNORECASE | re.MULTILINE)
_FUNCTIONAL = re.compile(r"(Prefix|Ontology)\s*\(")
_COMMENTS = re.compile(r"\A(\s*#[^\n]*\n)+\s*")
_MANCHESTER = re.compile(r"^(Prefix:\s|Ontology:\s|Class:\s)", re.MULTILINE)

READ_TITLES = (
    "OBO", "OBO Graphs JSON", "RDF/XML", "Turtle", "N-Triples", "N-Quads", "TriG", "JSON-LD", "OWL/XML",
    "OWL functional syntax", "a parent-child CSV or TSV table", "a list of paths",
)  # fmt: skip
"""What users may be told to bring."""


def refuse_binary(data: bytes, name: str) -> None:
    """Raise FormatMismatch when the content is a known kind of file that holds no text."""
    for magic, kind in _BINARY.items():
        if data.startswith(magic):
            raise _mismatch(name, kind, mend="unpack it and load the ontology in it" if "archive" in kind else None)


def sniff(data: bytes, name: str) -> str:
    """The name of the format: one of ``readers.FORMATS``.

    Args:
        data: The content in UTF-8, without byte order mark.
        name: Name of the source, for messages.

    Raises:
        FormatMismatch: It is HTML, an archive, plain JSON or anything else that is no ontology.
    """
    head = data[:HEAD].decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    if head.startswith("version https://git-lfs"):
        raise _mismatch(name, "a pointer of Git LFS", mend="fetch the file that it stands for: git lfs pull")
    if "\0" in head:
        raise _mismatch(name, "binary data")
    start = head.lstrip()
    if _XML_START.match(start) and not _IRI_STATEMENT.match(start):
        return _sniff_xml(start, name)
    if _OBO.search(head) and not _TURTLE.match(start):
        return "obo"
    if start.startswith(("{", "[")) and not _TRIPLE.match(start):
        return _sniff_json(start, name)
    if _FUNCTIONAL.match(_COMMENTS.sub("", start)):
        return "functional"
    lines = [line for line in head.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    first = lines[0] if lines else ""
    if header(first) is not None:  # before Turtle, since the ids of a table may be CURIEs
        return "table"
    statement = _STATEMENT.match(first)
    if statement:
        return "nquads" if any(_has_graph(line) for line in lines[:1000]) else "ntriples"
    if _TURTLE.search(head) or _TRIPLE.search(head):
        return "trig" if _GRAPH_BLOCK.search(head) else "turtle"
    if not lines:
        return "turtle"
    if _MANCHESTER.match(first):
        raise _mismatch(name, "OWL Manchester syntax", mend="convert it to Turtle or RDF/XML first, e.g. with ROBOT")
    plain = sniff_plain(lines if len(head) < HEAD else lines[:-1])
    if plain:
        return plain
    raise _mismatch(name, f"text that no reader knows, starting {shorten(first.strip(), 40)!r}")


def _sniff_xml(start: str, name: str) -> str:
    if re.match(r"<!doctype\s+html|<html\b", start, re.IGNORECASE):
        raise _html(name)
    at = 0
    while noise := _XML_NOISE.match(start, at):
        at = noise.end()
    root = _XML_ROOT.match(start, at)
    if root is None:
        return "rdfxml"
    if root[2].lower() in ("html", "head", "body"):
        raise _html(name)
    if root[2] == "Ontology" and "http://www.w3.org/2002/07/owl#" in start:
        return "owlxml"
    if root[2] == "RDF" or _RDF_NAMESPACE in start:
        return "rdfxml"
    raise _mismatch(name, f"XML with the root element <{root[1] or ''}{root[2]}>")


def _sniff_json(start: str, name: str) -> str:
    if re.search(r'"graphs"\s*:', start) and not re.search(r'"@(graph|context)"', start):
        return "obographs"
    if re.search(r'"@(context|graph|id)"', start):
        return "jsonld"
    if re.search(r'"(nodes|edges)"\s*:', start):
        return "obographs"
    raise _mismatch(name, "JSON, but neither JSON-LD nor OBO Graphs")


def _has_graph(line: str) -> bool:
    statement = _STATEMENT.match(line)
    return bool(statement and statement[1])


def _html(name: str) -> FormatMismatch:
    return _mismatch(
        name,
        "an HTML page",
        mend="the download probably returned an error or landing page: fetch the file itself",
    )


def _mismatch(name: str, kind: str, mend: str | None = None) -> FormatMismatch:
    expected = f"{', '.join(READ_TITLES)}, gzipped or not"
    return FormatMismatch(f"this is {kind}, not an ontology that can be read", where=name, expected=expected, mend=mend)
