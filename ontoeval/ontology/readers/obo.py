"""Reads OBO 1.2 and 1.4, line by line, and as forgiving as the files in the wild need."""

from __future__ import annotations

import re
from collections.abc import Callable

from ontoeval.errors import ParseError
from ontoeval.findings import shorten
from ontoeval.ontology.builder import Builder, Scope
from ontoeval.ontology.identifiers import canonical

_QUOTED = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"\s*([A-Za-z]+)?')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "W": " "}
_COMMENT = re.compile(r"(?<!\\)\s!.*\Z|\A!.*\Z")
_MODIFIERS = re.compile(r"\s*(?<!\\)\{[^{}]*=[^{}]*\}\s*\Z")
_SCOPES: dict[str, Scope] = {"EXACT": "exact", "NARROW": "narrow", "BROAD": "broad", "RELATED": "related"}
_OLD_SYNONYMS: dict[str, Scope] = {
    "exact_synonym": "exact",
    "narrow_synonym": "narrow",
    "broad_synonym": "broad",
    "related_synonym": "related",
}
_SHOWN = 20


def read(data: bytes, builder: Builder, *, syntax: str, base_iri: str | None) -> None:
    """Tell the builder what an OBO file holds.

    Raises:
        ParseError: A stanza has no id, or the file is cut off.
    """
    del syntax, base_iri
    text = data.decode("utf-8")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\\\n" in text:
        # Joined lines leave blank ones behind, so that line numbers stay right; blank lines mean nothing in
        # OBO.
        text = _join_continued(text)
    _OboReader(builder).read(text)


def _join_continued(text: str) -> str:
    out: list[str] = []
    pending, held = "", 0
    for line in text.split("\n"):
        if line.endswith("\\") and not line.endswith("\\\\"):
            pending += line[:-1]
            held += 1
            continue
        out.append(pending + line)
        out.extend([""] * held)
        pending, held = "", 0
    if pending:
        out.append(pending)
    return "\n".join(out)


class _OboReader:
    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._line = 0
        self._oddities = 0
        self._term: dict[str, Callable[[str, str], None]] = {
            "name": self._name,
            "is_a": self._is_a,
            "def": self._definition,
            "synonym": self._synonym,
            "alt_id": lambda term, value: builder.alias(term, _id(value)),
            "is_obsolete": self._is_obsolete,
            "replaced_by": lambda term, value: builder.replaced_by(term, _id(value)),
            "consider": lambda term, value: builder.consider(term, _id(value)),
            "relationship": self._relationship,
            "intersection_of": self._intersection,
            "union_of": lambda term, value: builder.edge(_id(value), term, origin="genus"),
            "equivalent_to": lambda term, value: builder.equivalent(term, _id(value)),
            "property_value": self._property_value,
            **{tag: self._old_synonym(scope) for tag, scope in _OLD_SYNONYMS.items()},
        }

    def read(self, text: str) -> None:
        lines = text.split("\n")
        handlers = self._term
        kind, term, opened = "header", "", 0
        named = True
        for number, raw in enumerate(lines, 1):
            line = raw.strip()
            if not line or line[0] == "!":
                continue
            if line[0] == "[":
                end = line.find("]")
                if end > 0 and ":" not in line[:end]:
                    if kind == "Term" and not term:
                        raise self._no_id(opened)
                    kind, term, opened, named = line[1:end], "", number, False
                    continue
            tag, colon, value = line.partition(":")
            if not colon:
                self._odd(number, line)
                continue
            value = value.strip()
            if kind == "Term":
                if tag == "id":
                    if not term:
                        term = _id(value)
                        self._builder.add_concept(term)
                    continue
                handler = handlers.get(tag)
                if handler is None:
                    continue
                if not term:
                    raise self._no_id(opened)
                self._line = number
                handler(term, value)
                named = named or tag == "name"
            elif kind == "header":
                self._header(tag, value)
        if kind == "Term" and not term:
            raise self._no_id(opened)
        if lines and lines[-1].strip():
            self._check_end(lines, term, named or kind != "Term")
        if self._oddities > _SHOWN:
            self._builder.found("line", f"{self._oddities - _SHOWN} more lines without a tag")

    def _header(self, tag: str, value: str) -> None:
        builder = self._builder
        if tag == "data-version":
            builder.version = value
        elif tag == "ontology":
            builder.iri = value
        elif tag == "import":
            builder.imports["", value] = None
        elif tag == "idspace":
            parts = value.split()
            if len(parts) >= 2:
                builder.prefix(parts[0], parts[1])

    def _name(self, term: str, value: str) -> None:
        builder, text = self._builder, _plain(value)
        if builder.labels.setdefault(term, text) != text:
            builder.found("name", f"{term} has a second name, {shorten(text, 40)!r}", line=self._line)

    def _is_a(self, term: str, value: str) -> None:
        self._builder.edge(term, _id(value))

    def _definition(self, term: str, value: str) -> None:
        self._builder.definition(term, self._quoted(value)[0])

    def _synonym(self, term: str, value: str) -> None:
        text, scope = self._quoted(value)
        self._builder.synonym(term, text, _SCOPES.get(scope, "related"))

    def _old_synonym(self, scope: Scope) -> Callable[[str, str], None]:
        return lambda term, value: self._builder.synonym(term, self._quoted(value)[0], scope)

    def _is_obsolete(self, term: str, value: str) -> None:
        if value.split(None, 1)[:1] == ["true"]:
            self._builder.deprecated(term)

    def _relationship(self, term: str, value: str) -> None:
        relation, _, target = _without_trailer(value).partition(" ")
        if target.strip():
            self._builder.edge(term, _id(target), _unescape(relation))

    def _intersection(self, term: str, value: str) -> None:
        parts = _without_trailer(value).split()
        if len(parts) == 1:
            self._builder.edge(term, _id(parts[0]), origin="genus")
        elif len(parts) >= 2:
            self._builder.edge(term, _id(parts[1]), _unescape(parts[0]), "genus")

    def _property_value(self, term: str, value: str) -> None:
        parts = value.split()
        if parts[:2] == ["IAO:0000231", "IAO:0000227"]:
            self._builder.merged(term)

    def _quoted(self, value: str) -> tuple[str, str]:
        """The quoted text at the start of a value and the word after it."""
        match = _QUOTED.match(value)
        if match:
            return _unescape(match[1]), match[2] or ""
        self._builder.found("quote", f"a quoted text is not closed: {shorten(value, 60)!r}", line=self._line)
        return _unescape(value.lstrip('"')), ""

    def _odd(self, number: int, line: str) -> None:
        self._oddities += 1
        if self._oddities <= _SHOWN:
            self._builder.found("line", f"a line without a tag was skipped: {shorten(line, 60)!r}", line=number)

    def _no_id(self, line: int) -> ParseError:
        return ParseError(
            "a [Term] stanza has no id before its other lines or before it ends",
            where=f"{self._builder.where}:{line}",
            expected="an id: line first in every stanza",
            mend="the file may be cut off or edited by hand: compare it with its source",
        )

    def _check_end(self, lines: list[str], term: str, named: bool) -> None:
        """Recognise a file that was cut off in the middle of its last line, which then has no line break."""
        last = lines[-1].strip()
        tag, colon, value = last.partition(":")
        value = value.strip()
        builder = self._builder
        reason = None
        if last[0] == "!":
            return
        if last[0] == "[" and "]" not in last:
            reason = "the last stanza's head is cut off"
        elif not colon and last[0] != "[":
            reason = "the last line has no tag"
        elif colon and not value:
            reason = "the last line has no value"
        elif value.startswith('"') and not _QUOTED.match(value):
            reason = "a quoted text is not closed on the last line"
        elif tag in ("def", "synonym") and value.count("[") > value.count("]"):
            reason = "a list of references is not closed on the last line"
        elif tag == "is_a" and _id(value) not in builder.concepts and _cut_off(_id(value), builder):
            reason = f"the last line names {_id(value)}, which is shorter than the ids of the file"
        elif not named:
            reason = f"the last stanza, {term}, has no name"
        if reason is not None:
            raise ParseError(
                f"the file is cut off: {reason}, and no line break follows",
                where=f"{builder.where}:{len(lines)}",
                expected="a complete stanza and a line break at the end",
                mend="download or export the file again",
            )


def _cut_off(target: str, builder: Builder) -> bool:
    """Whether an undeclared id is the beginning of declared ones."""
    return any(concept.startswith(target) for concept in builder.concepts)


def _id(value: str) -> str:
    """An id, without trailing modifiers and comment."""
    if "!" in value or "{" in value:
        value = _without_trailer(value)
    value = value.strip()
    if "\\" in value:
        value = _unescape(value)
    return canonical(value)


def _without_trailer(value: str) -> str:
    """A value without its trailing ``! comment`` and ``{modifiers}``."""
    if "!" in value:
        value = _COMMENT.sub("", value)
    if "{" in value:
        value = _MODIFIERS.sub("", value)
    return value.strip()


def _plain(value: str) -> str:
    """An unquoted text, without modifiers and comment."""
    return _unescape(_without_trailer(value))


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text)
