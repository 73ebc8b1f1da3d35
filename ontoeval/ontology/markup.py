"""Looks through XML and bracketed text before a parser sees it: nesting, and what hides in comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import ParseError, SecurityError

_OPENERS = {b"<!--": b"-->", b"<![CDATA[": b"]]>"}
_HIDDEN = re.compile(rb"<!--|<!\[CDATA\[")
_CARRY = 16
_QUOTED = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


def visible(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The markup of an XML document without its comments and CDATA sections, never cut inside of a ``<!…`` head."""
    rest, closer = b"", b""
    for chunk in chunks:
        text = rest + chunk
        at, stop = 0, max(0, len(text) - _CARRY)
        last = text.rfind(b"<", stop)
        stop = stop if last < 0 else last
        if text[stop - 1 : stop] == b"/":
            stop -= 1
        while True:
            if closer:
                end = text.find(closer, at)
                if end < 0:
                    at = max(at, len(text) - len(closer) + 1)
                    break
                at, closer = end + len(closer), b""
            head = _HIDDEN.search(text, at) if b"!" in text else None
            if head is None:
                if stop > at:
                    yield text[at:stop]
                    at = stop
                break
            yield text[at : head.start()]
            at, closer = head.end(), _OPENERS[head[0]]
        rest = text[at:]
    if not closer:
        yield rest


def check_xml_nesting(pieces: Iterable[bytes], limit: int, name: str) -> Iterator[bytes]:
    """Pass pieces of markup on.

    Raises:
        SecurityError: Elements are nested too deeply.
        ParseError: There is a second root element, which parsers read in silence.
    """
    depth, ended = 0, False
    for piece in pieces:
        steps = _xml_steps(np.frombuffer(piece, np.uint8))
        if len(steps):
            depths = depth + np.cumsum(steps, dtype=np.int64)
            closed = np.flatnonzero(depths == 0)
            if steps.max() > 0 and (ended or (closed.size and (steps[closed[0] + 1 :] > 0).any())):
                raise ParseError(
                    "a second document begins where the first one ends",
                    where=name,
                    mend="load the two files one by one, or merge them first (e.g. with ROBOT)",
                )
            ended = ended or bool(closed.size)
        depth = _descend(steps, depth, limit, name, "elements")
        yield piece


def check_runs(chunks: Iterable[bytes], mark: bytes, limit: int, name: str) -> None:
    """Raise SecurityError when the bytes between two marks, e.g. two line breaks, are more than a limit.

    Only runs over whole chunks are found, so the limit holds to within two chunks; readers look closer.
    """
    run, line = 0, 1
    for chunk in chunks:
        run = 0 if mark in chunk else run + len(chunk)
        if run > limit:
            raise SecurityError(
                f"a text has more than {limit} bytes",
                where=f"{name}:{line}",
                mend="shorten it, or pass limits=Limits(max_literal=…) if you trust the file",
            )
        line += chunk.count(b"\n")


def check_brackets(data: bytes, opening: bytes, closing: bytes, limit: int, name: str) -> None:
    """Raise SecurityError when brackets outside of quoted texts are nested too deeply."""
    array = np.frombuffer(_QUOTED.sub(b"", data), np.uint8)
    up, down = (np.isin(array, np.frombuffer(signs, np.uint8)) for signs in (opening, closing))
    _descend(up.astype(np.int8) - down.astype(np.int8), 0, limit, name, "brackets")


def check_quoted_triples(chunks: Iterable[bytes], limit: int, name: str) -> None:
    """Raise SecurityError when triples about triples (``<<(``) are nested so deeply that a parser could crash."""
    depth = 0
    for chunk in chunks:
        if b"<<" not in chunk:
            continue
        found = re.finditer(rb"<<|>>", chunk)
        steps = np.fromiter((1 if mark[0] == b"<<" else -1 for mark in found), np.int64)
        depth = _descend(steps, depth, limit, name, "quoted triples")


def _xml_steps(data: NDArray[np.uint8]) -> NDArray[np.int8]:
    """+1 where an element opens, -1 where one closes, in the order of the text."""
    less = np.flatnonzero(data == ord("<"))
    following = data[np.minimum(less + 1, len(data) - 1)]
    step = np.ones(len(less), np.int8)
    step[following == ord("/")] = -1
    step[(following == ord("?")) | (following == ord("!"))] = 0
    more = np.flatnonzero(data == ord(">"))
    alone = more[(more > 0) & (data[more - 1] == ord("/"))]
    position = np.concatenate([less, alone])
    steps = np.concatenate([step, np.full(len(alone), -1, np.int8)])
    ordered: NDArray[np.int8] = steps[np.argsort(position, kind="stable")]
    return ordered


def _descend(steps: NDArray[np.signedinteger], depth: int, limit: int, name: str, what: str) -> int:
    """The depth after some steps; raises when it was too great on the way."""
    if not len(steps):
        return depth
    depths = depth + np.cumsum(steps, dtype=np.int64)
    if int(depths.max()) > limit:
        raise SecurityError(
            f"{what} are nested more than {limit} deep; parsers crash on such files or take hours",
            where=name,
            mend="pass limits=Limits(max_nesting=…) if you trust the file",
        )
    return max(0, int(depths[-1]))
