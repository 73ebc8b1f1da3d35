"""Probabilities of the grades of a rating, from the log-probabilities of its tokens."""

from __future__ import annotations

import math
import re
from typing import Any

_BEFORE = re.compile(r'"rating"\s*:\s*$')
_GRADES = frozenset("12345")


def grade_probabilities(choice: dict[str, Any]) -> dict[str, float] | None:
    """The probability of each grade where the rating stands; None when the server gave none.

    Args:
        choice: A choice of a chat completion with ``logprobs.content``.
    """
    tokens = (choice.get("logprobs") or {}).get("content") or []
    text = ""
    for token in tokens:
        said = str(token.get("token", ""))
        if said.strip() in _GRADES and _BEFORE.search(text + said[: len(said) - len(said.lstrip())]):
            return _grades(token.get("top_logprobs") or [token])
        text += said
    return None


def _grades(alternatives: list[dict[str, Any]]) -> dict[str, float] | None:
    shares: dict[str, float] = {}
    for alternative in alternatives:
        grade = str(alternative.get("token", "")).strip()
        if grade in _GRADES:
            shares[grade] = shares.get(grade, 0.0) + math.exp(float(alternative["logprob"]))
    return shares or None
