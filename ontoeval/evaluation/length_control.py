"""Win rate at equal lengths: what is left of a judge's preference when its liking for length is taken out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ontoeval.statistics.rows import Floats
from ontoeval.views.judged import Pairs

#: Fewer pairs than this do not tell a liking for length from chance.
FEWEST = 20
#: How strongly the effect of length is pulled towards none.
PENALTY = 0.1
_FARTHEST = 15.0


@dataclass(frozen=True)
class LengthControl:
    """A win rate with and without the effect of length.

    Attributes:
        n: Pairs with a verdict.
        win_rate: The plain win rate; None without pairs.
        longer: Words by which the answer is longer than the other one, on average.
        controlled: The win rate at equal lengths; None when it cannot be told.
        effect: Change of the log-odds of winning from equal lengths to much longer; None likewise.
        reason: Why it cannot be told, or empty.
    """

    n: int
    win_rate: float | None
    longer: float
    controlled: float | None
    effect: float | None
    reason: str


def length_controlled_win_rate(pairs: Pairs) -> LengthControl:
    """The win rate at equal lengths.

    **Definition.** A logistic regression of the preference (1, ½, 0; repetitions averaged) on
    ``tanh(d / s)``, with ``d`` the words by which the answer is longer and ``s`` the root mean square of all ``d``, the
    slope with a ridge penalty; the value is the probability of winning at ``d = 0``. It is AlpacaEval 2's model for two
    systems, without its term for the difficulty of questions.

    Args:
        pairs: Preferences in both orders.

    Returns:
        The win rates; ``controlled`` is None with fewer than 20 pairs, or when all lengths are equal.

    Source: Dubois et al. 2024, https://arxiv.org/abs/2404.04475.
    """
    samples, place = np.unique(pairs.sample, return_inverse=True)
    if not len(samples):
        return LengthControl(0, None, 0.0, None, None, "there is no verdict")
    counts = np.bincount(place)
    won = np.bincount(place, weights=pairs.score) / counts
    longer = pairs.longer[samples].astype(np.float64)
    rate, mean = float(won.mean()), float(longer.mean())
    if len(samples) < FEWEST:
        return LengthControl(len(samples), rate, mean, None, None, f"fewer than {FEWEST} pairs")
    if (longer == longer[0]).all():
        return LengthControl(len(samples), rate, mean, None, None, "all pairs differ in length alike")
    level, slope = _fit(won, np.tanh(longer / np.sqrt(np.mean(longer**2))))
    return LengthControl(len(samples), rate, mean, float(1 / (1 + np.exp(-level))), slope, "")


def _fit(won: Floats, length: Floats) -> tuple[float, float]:
    """Intercept and slope of the penalized logistic regression."""
    from scipy.optimize import minimize

    def loss(weights: Floats) -> tuple[float, Floats]:
        odds = weights[0] + weights[1] * length
        wrong = 1 / (1 + np.exp(-odds)) - won
        value = float((np.logaddexp(0.0, odds) - won * odds).mean() + PENALTY / len(won) * weights[1] ** 2)
        slope = float((wrong * length).mean() + 2 * PENALTY / len(won) * weights[1])
        return value, np.array([float(wrong.mean()), slope])

    found = minimize(loss, np.zeros(2), jac=True, method="L-BFGS-B", bounds=[(-_FARTHEST, _FARTHEST)] * 2)
    return float(found.x[0]), float(found.x[1])
