"""How names are compared when spelling must not matter, and how they are shown when they may be hostile."""

from __future__ import annotations

import json
import re
import unicodedata

_NOT_WORDS = re.compile(r"[^\w]+|_+")
_UNSEEN = re.compile("[\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]")


def fold(text: str) -> str:
    """A name without case, punctuation, width and doubled space: what string matching usually compares.

    Example:
        >>> fold("Non-small cell  (lung) CARCINOMA")
        'non small cell lung carcinoma'
    """
    return _NOT_WORDS.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


def quoted(text: str, limit: int = 80) -> str:
    r"""A name for a message, on one line: control and direction characters are written as escapes.

    Example:
        >>> print(quoted('a "b"\n::error::c'))
        "a \"b\"\n::error::c"
    """
    if len(text) > limit:
        text = f"{text[: limit - 2]} …"
    written = json.dumps(text, ensure_ascii=False)
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", written)
