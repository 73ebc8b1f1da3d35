"""How far the system's confidence is from how often it is right, on average over bins."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ontoeval.metrics.definition import metric
from ontoeval.statistics.calibration import CalibrationTable
from ontoeval.statistics.rows import Table
from ontoeval.views.answers import Confidences, Rightness


@metric(
    view=Confidences,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.1609/aaai.v29i1.9602",
    missing=None,
)
def expected_calibration_error(
    confidences: Confidences,
    *,
    bins: Annotated[int, Field(ge=1, le=1000)] = 10,
    scheme: Literal["width", "mass", "debiased"] = "width",
    right: Rightness = "stated",
) -> Table:
    """How far the system's confidence is from how often it is right, on average over bins.

    **Definition.** ``Σ n_b / n · |accuracy of b - mean confidence of b|`` over bins ``b``.

    **Answers** whether "90 % sure" is right nine times out of ten.

    **Misleads when** there are few questions: a perfectly calibrated system has an error well above 0 then, since the
    accuracy of small bins is noise (``scheme="debiased"`` takes that off). It says nothing about whether confidence
    separates right from wrong: saying the base rate always has 0. Read ``brier`` and the table ``reliability``.

    Args:
        confidences: ``run.confidence`` against whether the answer is right.
        bins: Number of bins.
        scheme: ``"width"``: bins of equal width, each with its lower edge, the last one with both; ``"mass"``: bins of
            equally many questions, equal confidences together; ``"debiased"``: equal width, with the root of the mean
            squared distance in place of the mean distance, less what noise adds to it.
        right: ``"stated"``: the answer states an accepted one and does not decline; ``"exact"``: it equals one.

    Returns:
        One key per bin, or per confidence. Value in [0, 1], lower is better.

    Undefined when:
        No question has a confidence and an accepted answer; with ``"debiased"`` also when no bin has two questions.

    Example:
        Twice 80 % sure, once right: |0.5 - 0.8|.

        >>> import ontoeval as oe
        >>> gold = [{"id": "a", "answers": ["14 days"]}, {"id": "b", "answers": ["blue"]}]
        >>> run = [{"id": "a", "answer": "14 days", "confidence": 0.8}, {"id": "b", "answer": "red", "confidence": 0.8}]
        >>> round(oe.score("expected_calibration_error", gold, run).value, 4)
        0.3

    Reference value:
        By hand, and an independent loop over bins (tests/reference/test_calibration.py).

    Source:
        Naeini et al. 2015, doi:10.1609/aaai.v29i1.9602; debiased: Kumar et al. 2019,
        https://arxiv.org/abs/1909.10155, definition 5.2.
    """
    known = confidences.known
    return CalibrationTable(confidences.confidence[known], confidences.right[known], known, bins=bins, scheme=scheme)
