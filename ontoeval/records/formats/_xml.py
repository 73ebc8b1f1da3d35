"""Elements of an XML file, one after the other; entities and external definitions are never followed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from ontoeval.errors import InputError
from ontoeval.records.jsonl import BROKEN, cut_short, open_bytes

#: Limits of one element: bytes of the file while it is open, and depth.
MOST_BYTES = 256 * 1024 * 1024
MOST_DEPTH = 200

_CHUNK = 1 << 16


def elements(path: Path, tag: str) -> Iterator[tuple[int, Element]]:
    """Elements of a name with their lines, without those inside them; only one is in memory at a time.

    Places of inner elements are in their attribute ``line``.

    Raises:
        InputError: The file cannot be opened, is no XML, ends too early, declares entities, or an element is too
            large or too deep. Elements before the broken place have been given by then.
    """
    collector = _Collector(path, tag)
    with open_bytes(path) as stream:
        try:
            while chunk := stream.read(_CHUNK):
                collector.feed(chunk)
                yield from collector.take()
            collector.feed(b"", last=True)
        except BROKEN as error:
            raise cut_short(path, collector.line, error) from None
    yield from collector.take()


class _Collector:
    """Turns bytes into finished elements."""

    def __init__(self, path: Path, tag: str) -> None:
        self.path = path
        self.tag = tag
        self.depth = 0
        self.outer = 0
        self.size = 0
        self.begin = 0
        self.builder: TreeBuilder | None = None
        self.done: list[tuple[int, Element]] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self.parser.EntityDeclHandler = self._refuse
        self.parser.ExternalEntityRefHandler = self._refuse

    @property
    def line(self) -> int:
        """The line that is being read."""
        return self.parser.CurrentLineNumber

    def feed(self, chunk: bytes, *, last: bool = False) -> None:
        """Read on."""
        self.size += len(chunk)
        try:
            self.parser.Parse(chunk, last)
        except expat.ExpatError as error:
            where = f"{self.path}:{error.lineno}"
            raise InputError(
                f"this is no well-formed XML ({expat.errors.messages[error.code]})",
                where=where,
                mend="was the file cut short? its encoding must be the one that it declares",
            ) from None
        if self.builder is not None and self.size > MOST_BYTES:
            raise self._too_large(f"the element <{self.tag}> is larger than {MOST_BYTES:,} bytes")

    def take(self) -> list[tuple[int, Element]]:
        """The elements that were finished since."""
        done, self.done = self.done, []
        return done

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self._too_large(f"elements are nested deeper than {MOST_DEPTH}")
        if self.builder is None and name == self.tag:
            self.builder, self.outer, self.size, self.begin = TreeBuilder(), self.depth, 0, self.line
        if self.builder is not None:
            self.builder.start(name, {**attributes, "line": str(self.line)})

    def _end(self, name: str) -> None:
        if self.builder is not None:
            self.builder.end(name)
            if self.depth == self.outer:
                self.done.append((self.begin, self.builder.close()))
                self.builder = None
        self.depth -= 1

    def _data(self, text: str) -> None:
        if self.builder is not None:
            self.builder.data(text)

    def _refuse(self, *_: Any) -> int:
        raise InputError("entities are not read", where=f"{self.path}:{self.line}", mend="write the text itself")

    def _too_large(self, message: str) -> InputError:
        return InputError(message, where=f"{self.path}:{self.line}")


def text_of(element: Element, tag: str) -> str | None:
    """The text of the first child of a name."""
    child = element.find(tag)
    return None if child is None else child.text or ""
