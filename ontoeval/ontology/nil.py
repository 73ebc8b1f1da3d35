"""Which spellings mean NIL: "this mention has no concept in the ontology"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

NIL_TOKENS = frozenset({"", "NIL", "<NIL>", "<NO_MAPPING>", "-1", "-", "*", "Unknown"})
NIL_PATTERN = r"^NIL\d*$"
_LIKE_NIL = re.compile(
    r"nil\W?\w{0,4}|none|null|nan|n[/.]?a\.?|unk|unknown|unlinked|unmapped|out[ _-]?of[ _-]?kb|oov|\?+|0|"
    r"(no|not)[ _-]?(id|link|match|mapping|concept|found|mapped|in[ _-]?kb)|cui[ _-]?less|<\w*>",
    re.IGNORECASE,
)
OutsideGold = Literal["keep", "nil", "drop", "error"]


@dataclass(frozen=True)
class NilPolicy:
    """The spellings that stand for NIL.

    An id that exists in the ontology is never NIL, whatever the policy says: the ontology is asked first.

    Args:
        tokens: Texts that mean NIL, compared without regard to case and surrounding space.
        pattern: A regular expression that also means NIL (numbered NIL clusters: ``NIL0042``); "" for none.
        outside_gold: What to do with gold mentions whose id the ontology does not hold: ``"keep"`` the id, which only
            itself matches; count it as ``"nil"``; ``"drop"`` the mention; or raise an ``"error"``.

    Example:
        >>> policy = NilPolicy()
        >>> [policy.is_nil(text) for text in (None, "", "NIL", "NIL0042", "-1", "HP:0000001")]
        [True, True, True, True, True, False]
        >>> NilPolicy(tokens=frozenset({"none"}), pattern="").is_nil("NIL")
        False
    """

    tokens: frozenset[str] = NIL_TOKENS
    pattern: str = NIL_PATTERN
    outside_gold: OutsideGold = "keep"

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(token.strip().casefold() for token in self.tokens)

    @cached_property
    def _regex(self) -> re.Pattern[str] | None:
        return re.compile(self.pattern) if self.pattern else None

    def is_nil(self, text: object) -> bool:
        """Whether a value means NIL: None, NaN or NA as in an empty cell of a DataFrame, or one of the spellings."""
        if text is None or (isinstance(text, float) and text != text) or type(text).__name__ == "NAType":
            return True
        stripped = str(text).strip()
        if stripped.casefold() in self._folded:
            return True
        return self._regex is not None and self._regex.match(stripped) is not None

    def looks_nil(self, text: str) -> bool:
        """Whether a text that does not mean NIL looks as if somebody meant it so.

        Example:
            >>> NilPolicy().looks_nil("none"), NilPolicy().looks_nil("NILE_RIVER"), NilPolicy().looks_nil("NIL")
            (True, False, False)
        """
        return _LIKE_NIL.fullmatch(text.strip()) is not None and not self.is_nil(text)
