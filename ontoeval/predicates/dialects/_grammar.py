"""Expression languages: a grammar, its parser, and errors with the place in the text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ontoeval.errors import InputError
from ontoeval.findings import shorten

if TYPE_CHECKING:
    from lark import Lark, Transformer

#: Escapes of JSON and Python; any other character stands for itself.
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}

#: What lark calls signs.
_SIGNS = {
    "LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]", "LBRACE": "{", "RBRACE": "}", "COMMA": ",", "COLON": ":",
    "BANG": "!", "STAR": "*", "DOT": ".", "SEMICOLON": ";", "$END": "the end",
}  # fmt: skip


def read(grammar: str, text: str, path: str, transformer: Transformer[Any, Any], start: str = "start") -> Any:
    """What the transformer makes of a text.

    Args:
        grammar: The grammar, for an LALR parser; it must define ``start``.
        text: The text.
        path: Its place, for messages.
        transformer: Turns rules into nodes, bottom up.
        start: The rule that the text must be.

    Raises:
        InputError: The text is not in the language; the error says at which character.
    """
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken, VisitError

    try:
        tree = _parser(grammar, start).parse(text)
    except UnexpectedInput as error:
        ended = isinstance(error, UnexpectedEOF) or (isinstance(error, UnexpectedToken) and error.token.type == "$END")
        place = len(text) if ended else (error.pos_in_stream or 0)
        rest = "the end" if ended else repr(shorten(text[place : place + 40], 40))
        allowed = error.allowed if isinstance(error, UnexpectedCharacters) else getattr(error, "accepts", ())
        raise InputError(f"cannot read {rest}", where=at(path, place), expected=_expected(allowed or ())) from None
    try:
        return transformer.transform(tree)
    except VisitError as error:
        raise error.orig_exc from None


def at(path: str, place: int) -> str:
    """The place of a character."""
    return f"{path}, character {place + 1}"


def unquoted(text: str, path: str) -> str:
    """The content of a quoted text.

    Raises:
        InputError: It has an escape that nobody knows.
    """
    parts, rest = [], text[1:-1]
    while "\\" in rest:
        before, _, rest = rest.partition("\\")
        mark, rest = rest[:1], rest[1:]
        if mark in ("u", "x"):
            digits = rest[: 4 if mark == "u" else 2]
            try:
                mark = chr(int(digits, 16))
            except ValueError:
                raise InputError(f"cannot read the escape \\{mark}{digits}", where=path, expected="\\u00e9") from None
            rest = rest[len(digits) :]
        parts += [before, _ESCAPES.get(mark, mark)]
    return "".join([*parts, rest])


@cache
def _parser(grammar: str, start: str) -> Lark:
    from lark import Lark

    return Lark(grammar, parser="lalr", start=start, propagate_positions=True, maybe_placeholders=False)


def _expected(names: Any) -> str:
    return ", ".join(sorted(_SIGNS.get(name, name.lower().strip("_").replace("_", " ")) for name in names)[:8])
