"""At which line of a file each concept starts, for formats that keep what they say about a concept together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urljoin

from ontoeval.ontology.identifiers import canonical

_ABOUT = re.compile(r"""\b(about|ID)\s*=\s*["']([^"'<>]*)["']""")
_CLASS = re.compile(r"""<(?:\w+:)?Class\s+(?:IRI|abbreviatedIRI)\s*=\s*["']([^"'<>]*)["']""")
_DECLARED = re.compile(r"\bDeclaration\s*\(\s*Class\s*\(\s*(?:<([^<>]*)>|([\w.\-]*:[^\s()]+))")
_NODE = re.compile(r'"id"\s*:\s*"([^"\\]*)"')
_STANZA = re.compile(r"^(?:\[(\w+)\]|id:[ \t]*([^\s\\]+)[ \t]*(?:!.*)?\r?$)", re.MULTILINE)
_SUBJECT = re.compile(r"^(?:<([^<>\s]*)>|([\w.\-]*:[\w.\-%]+))(?=\s)")
_ENTITY = re.compile(r"""<!ENTITY\s+([\w.\-]+)\s+["']([^"']*)["']""")
_BASE = re.compile(r"""\bxml:base\s*=\s*["']([^"']*)["']""")


def lines_of(text: str, syntax: str, prefixes: dict[str, str]) -> dict[str, int]:
    """The line at which each id starts: where its element, statement, declaration or node is first opened.

    Args:
        text: The file.
        syntax: Its format; JSON-LD and tables give nothing.
        prefixes: The prefixes that the file declares.

    Example:
        >>> lines_of("@prefix e: <urn:e:> .\\ne:Cat a e:Kind .\\n", "turtle", {"e": "urn:e:"})
        {'urn:e:Cat': 2}
    """
    finder = _FINDERS.get(syntax)
    lines: dict[str, int] = {}
    for iri, line in finder(text, prefixes) if finder else ():
        lines.setdefault(canonical(iri), line)
    return lines


def _obo(text: str, prefixes: dict[str, str]) -> Iterator[tuple[str, int]]:
    """The ids of terms; those with escapes or spaces are left out."""
    del prefixes
    term = False
    for match, line in _numbered(_STANZA, text):
        if match[2] is None:
            term = match[1] == "Term"
        elif term:
            yield match[2], line


def _rdf_xml(text: str, prefixes: dict[str, str]) -> Iterator[tuple[str, int]]:
    del prefixes
    entities = dict(_ENTITY.findall(text))
    for match, line in _numbered(_ABOUT, text):
        iri = re.sub(r"&([\w.\-]+);", lambda found: entities.get(found[1], found[0]), match[2])
        yield _absolute(f"#{iri}" if match[1] == "ID" else iri, text), line


def _owl_xml(text: str, prefixes: dict[str, str]) -> Iterator[tuple[str, int]]:
    for match, line in _numbered(_CLASS, text):
        yield _expanded(match[1], prefixes) if ":" in match[1] else _absolute(match[1], text), line


def _functional(text: str, prefixes: dict[str, str]) -> Iterator[tuple[str, int]]:
    for match, line in _numbered(_DECLARED, text):
        yield match[1] or _expanded(match[2], prefixes), line


def _obographs(text: str, prefixes: dict[str, str]) -> Iterator[tuple[str, int]]:
    del prefixes
    for match, line in _numbered(_NODE, text):
        yield match[1], line


def _turtle(text: str, prefixes: dict[str, str]) -> Iterator[tuple[str, int]]:
    """Subjects that stand first on their line, when the line before closes a statement."""
    closed = True
    for number, line in enumerate(text.split("\n"), 1):
        subject = _SUBJECT.match(line) if closed else None
        if subject:
            yield subject[1] or _expanded(subject[2] or "", prefixes), number
        bare = line.rstrip()
        if bare and not bare.startswith("#"):
            closed = bare.endswith((".", "{", "}"))


def _numbered(pattern: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], int]]:
    """All matches, each with its line."""
    line, at = 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        yield match, line


def _absolute(iri: str, text: str) -> str:
    base = _BASE.search(text, 0, 10_000)
    return urljoin(base[1], iri) if base and ":" not in iri else iri


def _expanded(curie: str, prefixes: dict[str, str]) -> str:
    prefix, _, local = curie.partition(":")
    return prefixes.get(prefix, f"{prefix}:") + local


_FINDERS: dict[str, Callable[[str, dict[str, str]], Iterator[tuple[str, int]]]] = {
    "obo": _obo,
    "rdfxml": _rdf_xml,
    "owlxml": _owl_xml,
    "functional": _functional,
    "obographs": _obographs,
    "turtle": _turtle,
    "trig": _turtle,
    "ntriples": _turtle,
    "nquads": _turtle,
}
