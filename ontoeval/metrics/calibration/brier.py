"""Mean squared distance of the system's confidence from being right."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.answers import Confidences, Rightness


@metric(
    view=Confidences,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2",
    missing=None,
)
def brier(confidences: Confidences, *, right: Rightness = "stated") -> Mean:
    """Mean squared distance of the system's confidence from being right.

    **Definition.** ``Σ (confidence - right)² / n`` with right 1 or 0.

    **Answers** whether confidence separates right from wrong answers, and is honest, in one number.

    **Misleads when** compared over sets of different difficulty: where most answers are right, saying "sure" always is
    cheap. Compare with the base rate's ``p (1 - p)``.

    Args:
        confidences: ``run.confidence`` against whether the answer is right.
        right: ``"stated"``: the answer states an accepted one and does not decline; ``"exact"``: it equals one.

    Returns:
        One row per question. Value in [0, 1], lower is better.

    Undefined when:
        The golden set has no answer. Questions without a confidence are missing, those with one outside [0, 1] invalid.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "a", "answers": ["14 days"]}, {"id": "b", "answers": ["blue"]}]
        >>> run = [{"id": "a", "answer": "14 days", "confidence": 0.5}, {"id": "b", "answer": "red", "confidence": 0.5}]
        >>> oe.score("brier", gold, run).value
        0.25

    Reference value:
        ``sklearn.metrics.brier_score_loss`` 1.9.1 (tests/reference/test_calibration.py).

    Source:
        Brier 1950, doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2.
    """
    return Mean((confidences.confidence - confidences.right) ** 2, confidences.known)
