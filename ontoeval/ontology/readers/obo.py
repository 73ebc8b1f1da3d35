"""Reads OBO 1.2 and 1.4, line by line, and as forgiving as the files in the wild need."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator

from ontoeval.errors import ParseError, SecurityError
from ontoeval.findings import shorten
from ontoeval.ontology.builder import Builder, Scope
from ontoeval.ontology.markup import check_runs
from ontoeval.ontology.readers.context import Context
from ontoeval.ontology.readers.obo_typedef import TypedefReader
from ontoeval.ontology.readers.obo_values import plain_text, read_id, unescape, without_trailer
from ontoeval.ontology.source import Document

_QUOTED = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"\s*([A-Za-z]+)?')
_SCOPES: dict[str, Scope] = {"EXACT": "exact", "NARROW": "narrow", "BROAD": "broad", "RELATED": "related"}
_OLD_SYNONYMS: dict[str, Scope] = {
    "exact_synonym": "exact",
    "narrow_synonym": "narrow",
    "broad_synonym": "broad",
    "related_synonym": "related",
}
_SHOWN = 20


def read(document: Document, builder: Builder, context: Context) -> None:
    """Tell the builder what an OBO file holds.

    Raises:
        ParseError: A stanza has no id, or the file is cut off.
        SecurityError: A line is longer than the limit.
    """
    check_runs(document.chunks(), b"\n", context.limits.max_literal, document.name)
    with io.TextIOWrapper(document.open(), encoding="utf-8", newline=None) as lines:
        OboReader(builder, context.limits.max_literal).read(_joined(lines))


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """Lines with their continuations; a continued line is followed by blank ones, so that the count stays right."""
    pending, held = "", 0
    for line in lines:
        if line.endswith("\\\n") and not line.endswith("\\\\\n"):
            pending += line[:-2]
            held += 1
            continue
        if held:
            line = pending + line
            yield line
            for _ in range(held):
                yield "\n"
            pending, held = "", 0
        else:
            yield line
    if pending:
        yield pending


class OboReader:
    """Goes through the lines of an OBO file once.

    Args:
        builder: Is told what they say.
        max_literal: Lines of more characters are refused.
    """

    def __init__(self, builder: Builder, max_literal: int = 1 << 24) -> None:
        self._builder = builder
        self._max_literal = max_literal
        self._typedefs = TypedefReader(builder)
        self._line = 0
        self._oddities = 0
        self._term: dict[str, Callable[[str, str], None]] = {
            "name": self._name,
            "is_a": self._is_a,
            "def": self._definition,
            "synonym": self._synonym,
            "alt_id": lambda term, value: builder.alias(term, read_id(value)),
            "is_obsolete": self._is_obsolete,
            "replaced_by": lambda term, value: builder.replaced_by(term, read_id(value)),
            "consider": lambda term, value: builder.consider(term, read_id(value)),
            "relationship": self._relationship,
            "intersection_of": self._intersection,
            "union_of": lambda term, value: builder.edge(read_id(value), term, origin="genus"),
            "equivalent_to": lambda term, value: builder.equivalent(term, read_id(value)),
            "disjoint_from": lambda term, value: builder.disjoint([(term,), (read_id(value),)]),
            "property_value": self._property_value,
            **{tag: self._old_synonym(scope) for tag, scope in _OLD_SYNONYMS.items()},
        }

    def read(self, lines: Iterable[str]) -> None:
        """Tell the builder what the lines say."""
        handlers, typedefs = self._term, self._typedefs
        concepts = self._builder.concepts
        kind, term, opened, number = "header", "", 0, 0
        named, headers = True, 0
        raw, longest = "", self._max_literal
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
            if len(line) > longest:
                self._too_long(number, len(line))
            value = value.strip()
            if kind == "Term":
                if tag == "id":
                    if not term:
                        term = read_id(value)
                        concepts[term] = None
                    continue
                handler = handlers.get(tag)
                if handler is None:
                    headers += tag == "format-version"
                    continue
                if not term:
                    raise self._no_id(opened)
                self._line = number
                handler(term, value)
                named = named or tag == "name"
            elif kind == "header":
                self._header(tag, value)
            elif kind == "Typedef":
                typedefs.line(tag, value)
        if kind == "Term" and not term:
            raise self._no_id(opened)
        if raw.strip() and not raw.endswith("\n"):
            self._check_end(raw, number, term, named or kind != "Term")
        if headers:
            self._builder.found(
                "headers", f"the file holds {headers + 1} ontologies one after the other, which were read as one"
            )
        if self._oddities > _SHOWN:
            self._builder.found("line", f"{self._oddities - _SHOWN} more lines without a tag")
        typedefs.finish()

    def _too_long(self, number: int, length: int) -> None:
        raise SecurityError(
            f"a line has {length} characters, the limit is {self._max_literal}",
            where=f"{self._builder.where}:{number}",
            mend="pass limits=Limits(max_literal=…) if you trust the file",
        )

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
        builder, text = self._builder, plain_text(value)
        if builder.labels.setdefault(term, text) != text:
            builder.found("name", f"{term} has a second name, {shorten(text, 40)!r}", line=self._line)

    def _is_a(self, term: str, value: str) -> None:
        self._builder.edge(term, read_id(value))

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
        relation, _, target = without_trailer(value).partition(" ")
        if target.strip():
            self._builder.edge(term, read_id(target), unescape(relation))

    def _intersection(self, term: str, value: str) -> None:
        parts = without_trailer(value).split()
        if len(parts) == 1:
            self._builder.edge(term, read_id(parts[0]), origin="genus")
        elif len(parts) >= 2:
            self._builder.edge(term, read_id(parts[1]), unescape(parts[0]), "genus")

    def _property_value(self, term: str, value: str) -> None:
        parts = value.split()
        if parts[:2] == ["IAO:0000231", "IAO:0000227"]:
            self._builder.merged(term)

    def _quoted(self, value: str) -> tuple[str, str]:
        """The quoted text at the start of a value and the word after it."""
        match = _QUOTED.match(value)
        if match:
            return unescape(match[1]), match[2] or ""
        self._builder.found("quote", f"a quoted text is not closed: {shorten(value, 60)!r}", line=self._line)
        return unescape(value.lstrip('"')), ""

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

    def _missing_parents(self, term: str) -> int:
        """How many parents with the prefix of a term are named, but not declared."""
        builder = self._builder
        prefix = term.partition(":")[0] + ":"
        named = {builder.index.names[parent] for _, parents in builder.edges.values() for parent in parents}
        return sum(parent.startswith(prefix) and parent not in builder.concepts for parent in named)

    def _check_end(self, raw: str, number: int, term: str, named: bool) -> None:
        """Recognise a file that was cut off in the middle of its last line, which then has no line break."""
        last = raw.strip()
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
        elif tag == "is_a" and read_id(value) not in builder.concepts and _cut_off(read_id(value), builder):
            reason = f"the last line names {read_id(value)}, which is shorter than the ids of the file"
        elif not named:
            reason = f"the last stanza, {term}, has no name"
        elif missing := self._missing_parents(term):
            reason = f"the file has no final line break, and does not declare {missing} parents that it names"
        if reason is not None:
            raise ParseError(
                f"the file is cut off: {reason}, and no line break follows",
                where=f"{builder.where}:{number}",
                expected="a complete stanza and a line break at the end",
                mend="download or export the file again",
            )


def _cut_off(target: str, builder: Builder) -> bool:
    """Whether an undeclared id is the beginning of declared ones."""
    return any(concept.startswith(target) for concept in builder.concepts)
