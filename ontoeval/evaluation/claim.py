"""Whether questions show that a rate of failures is below a limit: pass, fail, or how many more are needed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from ontoeval.errors import BadParameter
from ontoeval.evaluation.result import Result
from ontoeval.statistics.power import required_n, upper_bound

Outcome = Literal["pass", "fail", "inconclusive"]
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Claim:
    """What some questions say about the claim that a rate is below a limit.

    Attributes:
        limit: The claim: the rate is below it.
        failures, n: Failures among the questions; with weights or clusters what they are worth.
        low, high: One-sided 95 % bounds of the rate (Clopper-Pearson).
        outcome: ``"pass"``: the upper bound is below the limit; ``"fail"``: the lower one is not; else
            ``"inconclusive"``.
        more: Further questions, none of which fails, that would show the claim; None when it is decided.
    """

    limit: float
    failures: int
    n: int
    low: float
    high: float
    outcome: Outcome
    more: int | None

    def as_dict(self) -> dict[str, Any]:
        """The claim as a JSON-ready row."""
        return {name: getattr(self, name) for name in self.__slots__}


def check_limit(limit: float) -> None:
    """Refuse a claim that is no rate, before anything is measured.

    Raises:
        BadParameter: The limit is not between 0 and 1.
    """
    if not 0 < limit < 1:
        raise BadParameter(f"eps={limit} is not allowed", where="eps", expected="a rate between 0 and 1")


def claim(failures: int, n: int, limit: float) -> Claim:
    """Test the claim that the rate behind some failures is below a limit.

    Args:
        failures: Questions that failed.
        n: All questions, at least 1.
        limit: The claim, in (0, 1).

    Example:
        >>> claim(0, 150, 0.02).outcome, claim(40, 500, 0.02).outcome
        ('pass', 'fail')
        >>> found = claim(1, 200, 0.02)
        >>> found.outcome, found.more, round(found.high, 4)
        ('inconclusive', 36, 0.0235)

    Raises:
        BadParameter: The limit is not between 0 and 1.

    Source: Clopper and Pearson 1934, doi:10.1093/biomet/26.4.404.
    """
    check_limit(limit)
    low, high = 1 - upper_bound(n - failures, n, LEVEL), upper_bound(failures, n, LEVEL)
    if high < limit:
        return Claim(limit, failures, n, low, high, "pass", None)
    if low >= limit:
        return Claim(limit, failures, n, low, high, "fail", None)
    return Claim(limit, failures, n, low, high, "inconclusive", required_n(limit, failures, LEVEL) - n)


def claim_of(result: Result, limit: float) -> Claim | None:
    """Test the claim that the value of a result is below a limit; None where there is no value.

    Samples with weights or in clusters count as what they are worth, rounded against the claim.
    """
    if result.value is None:
        return None
    n = result.n_scored
    if result.n_effective is not None and result.n_effective < n:
        n = max(1, math.floor(result.n_effective))
    return claim(min(n, math.ceil(result.value * n - 1e-9)), n, limit)
