"""Which spellings mean NIL: "this mention has no concept in the ontology"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

NIL_TOKENS = frozenset({"", "NIL", "<NIL>", "<NO_MAPPING>", "-1", "-", "*", "Unknown"})
NIL_PATTERN = r"^NIL\d*$"


@dataclass(frozen=True)
class NilPolicy:
    """The spellings that stand for NIL.

    An id that exists in the ontology is never NIL, whatever the policy says: the ontology is asked first.

    Args:
        tokens: Texts that mean NIL, compared without regard to case and surrounding space.
        pattern: A regular expression that also means NIL (numbered NIL clusters: ``NIL0042``); "" for none.

    Example:
        >>> policy = NilPolicy()
        >>> [policy.is_nil(text) for text in (None, "", "NIL", "NIL0042", "-1", "HP:0000001")]
        [True, True, True, True, True, False]
        >>> NilPolicy(tokens=frozenset({"none"}), pattern="").is_nil("NIL")
        False
    """

    tokens: frozenset[str] = NIL_TOKENS
    pattern: str = NIL_PATTERN

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(token.strip().casefold() for token in self.tokens)

    def is_nil(self, text: object) -> bool:
        """Whether a value means NIL: None, a float NaN, or one of the spellings."""
        if text is None or text != text:  # NaN, the empty cell of a data frame, differs from itself
            return True
        stripped = str(text).strip()
        if stripped.casefold() in self._folded:
            return True
        return bool(self.pattern) and re.match(self.pattern, stripped) is not None
