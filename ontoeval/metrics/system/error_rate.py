"""Share of the questions that the pipeline failed on."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.base import Status
from ontoeval.views.failures import Failures


@metric(
    view=Failures,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="headline",
    source="Beyer et al. 2016, Site Reliability Engineering, chapter 6",
    missing=1.0,
)
def error_rate(failures: Failures) -> Ratio:
    """Share of the questions that the pipeline failed on.

    **Definition.** Questions with ``run.error``, or without a row in the run, over all questions.

    **Answers** how often nothing came back at all: a timeout, a crash, a question that was never sent.

    **Misleads when** the pipeline hides its failures behind an apology: that is an answer here, see
    ``over_refusal_rate``.

    Args:
        failures: Which questions the pipeline failed on.

    Returns:
        One row per question. Value in [0, 1], lower is better.

    Undefined when:
        There is no question; unmeasured when no row of the run has any field. Failures are the missing samples here, so
        a line of a gate must allow as many as its limit does.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": name} for name in "abcd"]
        >>> run = [{"id": "a", "answer": "yes"}, {"id": "b", "answer": ""}, {"id": "c", "error": "timeout"}]
        >>> result = oe.score("error_rate", gold, run)
        >>> result.value, result.n_ok, result.n_missing
        (0.5, 2, 2)

    Reference value:
        By hand: c failed and d has no row.

    Source:
        Beyer et al. 2016, Site Reliability Engineering, chapter 6 (errors are one of the four signals to watch).
    """
    failed = (failures.status == Status.MISSING).astype(int)
    return Ratio(failed, np.ones_like(failed))
