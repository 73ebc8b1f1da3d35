"""A reader of nearly-JSON that says what it forgave: `repair` finds the value in an answer and names every repair."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

#: Every repair by name, with whether it only touches the ``"format"`` or may change the ``"content"``.
REPAIRS: dict[str, str] = {
    "bom": "format",
    "code_fence": "format",
    "prose_wrapped": "format",
    "double_encoded": "format",
    "comments": "format",
    "trailing_comma": "format",
    "single_quotes": "format",
    "python_literals": "format",
    "unquoted_keys": "format",
    "control_char": "format",
    "nan_infinity": "content",
    "duplicate_keys": "content",
    "invalid_escape": "content",
    "concatenated": "content",
    "multiple_documents": "content",
    "truncated_recovered": "content",
}

#: How deep arrays and objects may nest.
DEEPEST = 200
_MOST_STARTS = 100
_FENCE = re.compile(r"```[ \t]*[\w+-]*[ \t]*\r?\n?(.*?)(?:```|\Z)", re.DOTALL)
_OPEN = re.compile(r"[{\[]")
_LIKE_JSON = re.compile(
    r"\{\s*(?:[\"'}]|//|/\*|#|[A-Za-z_$][\w$-]*\s*:|\Z)"
    r"|\[\s*(?:[\"'\]{\[\d-]|//|/\*|#|\Z|(?:true|false|null|True|False|None|NaN)\b)"
)
_BLANK = re.compile(r"\s*")
_COMMENT = re.compile(r"//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])")
_CUT_NUMBER = re.compile(r"-?\d*(?:\.\d*)?(?:[eE][+-]?\d*)?\Z")
_WORD = re.compile(r"-?[A-Za-z_$][\w$-]*")
_PLAIN = {'"': re.compile(r'"([^"\\\x00-\x1f]*)"'), "'": re.compile(r"'([^'\\\x00-\x1f]*)'(?=\s*(?:[,:\]}]|\Z))")}
_RUN = {'"': re.compile(r'[^"\\\x00-\x1f]+'), "'": re.compile(r"[^'\\\x00-\x1f]+")}
_CLOSES = re.compile(r"\s*(?:[,:\]}]|\Z)")
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LITERALS: dict[str, Any] = {"true": True, "false": False, "null": None}
_PYTHON: dict[str, Any] = {"True": True, "False": False, "None": None}
_NOT_NUMBERS = ("NaN", "Infinity", "-Infinity", "-NaN", "nan", "inf", "-inf")
_NOTHING = object()


class Unreadable(ValueError):
    """No JSON value can be made of a text."""


@dataclass
class Repaired:
    """The value found in an answer.

    Attributes:
        value: The value; None when there is none.
        repairs: What was forgiven, in the order of `REPAIRS`.
        error: Why there is no value, or "".
    """

    value: Any = None
    repairs: tuple[str, ...] = ()
    error: str = ""


@dataclass
class _Found:
    """The values of one stretch of text."""

    values: list[Any] = field(default_factory=list)
    repairs: dict[str, None] = field(default_factory=dict)
    prose: bool = False
    prose_between: bool = False
    error: str = ""


def repair(text: str) -> Repaired:
    """The JSON object or array in an answer that is no strict JSON, with every repair named.

    NaN and infinities become null, the last of two equal keys wins, the first of several values is taken, and what a
    cut-off answer holds is kept (``truncated_recovered``: its value is nobody's answer). Time is linear in the length.

    Example:
        >>> repair("Sure! ```json\\n{'id': 'A:1',}\\n```")
        Repaired(value={'id': 'A:1'}, repairs=('code_fence', 'prose_wrapped', 'trailing_comma', 'single_quotes'), error='')
    """  # noqa: E501
    noted: dict[str, None] = {}
    if text.startswith("\ufeff"):
        noted["bom"] = None
        text = text.lstrip("\ufeff")
    inner = _inside_string(text)
    if inner is not None:
        noted["double_encoded"] = None
        text = inner
    bodies, outside = _fenced(text)
    if bodies:
        noted["code_fence"] = None
    found = [_values(body) for body in bodies or [text]]
    values = [value for one in found for value in one.values]
    if not values:
        return Repaired(error=next((one.error for one in found if one.error), "there is no JSON object or array in it"))
    for one in found:
        noted |= one.repairs
    if outside or any(one.prose for one in found):
        noted["prose_wrapped"] = None
    value, alike = _chosen(values)
    if alike > 1:
        apart = len(bodies) > 1 or any(one.prose_between for one in found)
        noted["multiple_documents" if apart else "concatenated"] = None
    return Repaired(value, tuple(name for name in REPAIRS if name in noted))


def _inside_string(text: str) -> str | None:
    """The text inside of a JSON string that holds JSON, or None."""
    if not text.lstrip().startswith('"'):
        return None
    try:
        inner = json.loads(text)
    except ValueError:
        return None
    return inner if isinstance(inner, str) and inner.lstrip()[:1] in ("{", "[", '"') else None


def _fenced(text: str) -> tuple[list[str], bool]:
    """The contents of code fences that can hold a value, and whether there is text outside of them."""
    if text.lstrip()[:1] in ("{", "["):
        return [], False
    bodies = [match[1] for match in _FENCE.finditer(text) if _OPEN.search(match[1])]
    return bodies, bool(bodies) and bool(_FENCE.sub("", text).strip())


def _chosen(values: list[Any]) -> tuple[Any, int]:
    """The first object, or without one the first value; and how many there are of its kind."""
    objects = [value for value in values if isinstance(value, dict)]
    return (objects[0], len(objects)) if objects else (values[0], len(values))


def _values(text: str) -> _Found:
    """Every object and array of a text, one after the other."""
    found = _Found()
    at, kept = 0, 0
    for _ in range(_MOST_STARTS):
        start = _OPEN.search(text, at)
        if start is None:
            break
        if not _LIKE_JSON.match(text, start.start()):
            at = start.end()
            continue
        scanner = _Scanner(text, start.start())
        try:
            value = scanner.value(0)
        except Unreadable as error:
            found.error = str(error)
            return found if found.values else _Found(error=str(error))
        if text[kept : start.start()].strip(" \t\r\n,;"):
            found.prose = True
            found.prose_between |= bool(found.values)
        found.values.append(value)
        found.repairs |= scanner.repairs
        at = kept = scanner.at
    found.prose |= bool(text[kept:].strip(" \t\r\n,;"))
    return found


class _Scanner:
    """Reads one value, forgiving what it can.

    Args:
        text: The text.
        at: Where the value starts.

    Attributes:
        at: Where the scanner is.
        repairs: What it forgave.
    """

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.repairs: dict[str, None] = {}

    def value(self, depth: int) -> Any:
        """The value at the current place; ``_NOTHING`` when the text ends first."""
        if depth > DEEPEST:
            raise Unreadable(f"it is nested deeper than {DEEPEST}")
        head = self._next()
        if head == "{":
            return self._object(depth)
        if head == "[":
            return self._array(depth)
        if head in ('"', "'"):
            return self._string(head)
        if not head:
            return self._cut()
        if _CUT_NUMBER.match(self.text, self.at):
            self.at = len(self.text)
            return self._cut()
        number = _NUMBER.match(self.text, self.at)
        if number is None:
            return self._word()
        self.at = number.end()
        return self._number(number[0])

    def _next(self) -> str:
        """The next character that is neither blank nor in a comment; "" at the end."""
        text = self.text
        while True:
            self.at = _BLANK.match(text, self.at).end()  # type: ignore[union-attr]
            head = text[self.at : self.at + 1]
            if head not in ("/", "#"):
                return head
            comment = _COMMENT.match(text, self.at)
            if comment is None:
                return head
            self.repairs["comments"] = None
            self.at = comment.end()

    def _cut(self) -> Any:
        self.repairs["truncated_recovered"] = None
        return _NOTHING

    def _array(self, depth: int) -> list[Any]:
        items: list[Any] = []
        self.at += 1
        while True:
            head = self._next()
            if head == "]":
                self.at += 1
                return items
            item = self.value(depth + 1)
            if item is not _NOTHING:
                items.append(item)
            if not self._more("]"):
                return items

    def _object(self, depth: int) -> dict[str, Any]:
        items: dict[str, Any] = {}
        self.at += 1
        while True:
            head = self._next()
            if head == "}":
                self.at += 1
                return items
            key = self._key(head)
            if key is _NOTHING:
                return items
            if self._next() != ":":
                if self.at >= len(self.text):
                    self._cut()
                    return items
                raise self._wrong("a colon")
            self.at += 1
            item = self.value(depth + 1)
            if item is not _NOTHING:
                if key in items:
                    self.repairs["duplicate_keys"] = None
                items[key] = item
            if not self._more("}"):
                return items

    def _more(self, closing: str) -> bool:
        """Whether another element follows; False at the closing bracket or at the end."""
        head = self._next()
        if head == ",":
            self.at += 1
            if self._next() == closing:
                self.repairs["trailing_comma"] = None
            return True
        if head == closing:
            self.at += 1
            return False
        if not head:
            self._cut()
            return False
        raise self._wrong(f"a comma or {closing}")

    def _key(self, head: str) -> Any:
        if head in ('"', "'"):
            return self._string(head)
        if not head:
            return self._cut()
        word = _WORD.match(self.text, self.at)
        if word is None:
            raise self._wrong("a key")
        self.at = word.end()
        if self.at == len(self.text):
            return self._cut()
        self.repairs["unquoted_keys"] = None
        return word[0]

    def _word(self) -> Any:
        word = _WORD.match(self.text, self.at)
        if word is None:
            raise self._wrong("a value")
        name = word[0]
        if name in _LITERALS:
            self.at = word.end()
            return _LITERALS[name]
        if name in _PYTHON:
            self.repairs["python_literals"] = None
            self.at = word.end()
            return _PYTHON[name]
        if name in _NOT_NUMBERS:
            self.repairs["nan_infinity"] = None
            self.at = word.end()
            return None
        if word.end() == len(self.text) and any(full.startswith(name) for full in (*_LITERALS, *_PYTHON, "NaN")):
            self.at = word.end()
            return self._cut()
        raise self._wrong("a value")

    def _number(self, text: str) -> Any:
        try:
            number = json.loads(text)
        except ValueError:
            raise Unreadable(f"a number of {len(text):,} digits") from None
        if number in (float("inf"), float("-inf")):
            self.repairs["nan_infinity"] = None
            return None
        return number

    def _string(self, quote: str) -> str:
        if quote == "'":
            self.repairs["single_quotes"] = None
        plain = _PLAIN[quote].match(self.text, self.at)
        if plain is not None:
            self.at = plain.end()
            return plain[1]
        pieces: list[str] = []
        self.at += 1
        text = self.text
        while True:
            run = _RUN[quote].match(text, self.at)
            if run is not None:
                pieces.append(run[0])
                self.at = run.end()
            head = text[self.at : self.at + 1]
            if not head:
                self._cut()
                break
            if head == "\\":
                pieces.append(self._escape(quote))
                continue
            self.at += 1
            if head == quote and (quote == '"' or _CLOSES.match(text, self.at)):
                break
            if head != quote:
                self.repairs["control_char"] = None
            pieces.append(head)
        return _whole("".join(pieces), self.repairs)

    def _escape(self, quote: str) -> str:
        """The character behind a backslash."""
        letter = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if letter == "u":
            digits = _HEX.match(self.text, self.at)
            if digits is not None:
                self.at = digits.end()
                return chr(int(digits[0], 16))
            if len(self.text) - self.at < 4:
                self.at = len(self.text)
                return ""
        elif letter in _ESCAPES:
            return _ESCAPES[letter]
        elif letter == quote:
            return quote
        if letter:
            self.repairs["invalid_escape"] = None
        return "\\" + letter

    def _wrong(self, expected: str) -> Unreadable:
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - self.text.rfind("\n", 0, self.at)
        return Unreadable(
            f"expected {expected} at line {line} column {column}, got {self.text[self.at : self.at + 20]!r}"
        )


def _whole(text: str, repairs: dict[str, None]) -> str:
    """A text whose surrogate pairs are characters; lone surrogates become U+FFFD."""
    if not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if "\ufffd" in joined:
        repairs["invalid_escape"] = None
    return joined
