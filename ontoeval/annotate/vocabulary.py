"""Numbers for tokens, so that names and texts are compared as integers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.annotate.tokens import APOSTROPHES, fold

Case = Literal["acronyms", "ignore", "exact"]

UNKNOWN = 2**31 - 1
"""The number of a token that is in no name."""
SKIPPED = -1
"""The number of a token that does not count."""

_KEPT = 500_000
_KEPT_LENGTH = 64


class Vocabulary(dict[str, int]):
    """The number of every token as it is written, found out when it is first asked for.

    It learns new tokens until ``close`` is called; afterwards they are ``UNKNOWN``. Of the forms asked for it remembers
    so many that long runs do not fill the memory.

    Args:
        case: ``"exact"`` keeps case.
        stem: What the forms of a word have in common; with it, apostrophes and the possessive ``'s`` are ``SKIPPED``.
    """

    def __init__(self, case: Case, stem: Callable[[str], str] | None) -> None:
        super().__init__()
        self._case = case == "exact"
        self._stem = stem
        self._numbers: dict[str, int] = {}
        self._learns = True

    def __missing__(self, token: str) -> int:
        number = self._number(token)
        if len(token) <= _KEPT_LENGTH:
            if len(self) >= _KEPT:
                self.clear()
            self[token] = number
        return number

    @property
    def n_known(self) -> int:
        """How many tokens, folded, are in names."""
        return len(self._numbers)

    def close(self, renumbered: NDArray[np.int64]) -> None:
        """Learn no more.

        Args:
            renumbered: The number that each number becomes.
        """
        self._numbers = dict(zip(self._numbers, renumbered.tolist(), strict=True))
        self._learns = False
        self.clear()

    def _number(self, token: str) -> int:
        folded = fold(token, case=self._case)
        if self._stem is not None:
            if folded.lower() in APOSTROPHES:
                return SKIPPED
            if len(token) > 2 and token[-1] == "s" and token[:-1].isupper():  # ALSs
                folded = folded[:-1]
            folded = self._stem(folded)
        if self._learns:
            return self._numbers.setdefault(folded, len(self._numbers))
        return self._numbers.get(folded, UNKNOWN)
