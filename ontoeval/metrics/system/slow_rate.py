"""Share of the questions that take longer than a limit."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from ontoeval.metrics.definition import RecordKey, metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.spent import Timings

Milliseconds = Annotated[int, Field(ge=1)]


@metric(
    view=Timings,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="Handbook, part 8",
    missing=None,
)
def slow_rate(timings: Timings, *, limit: Milliseconds = 1500, stage: RecordKey = "total") -> Ratio:
    """Share of the questions that take longer than a limit.

    **Definition.** Questions with a time above ``limit``, over the questions that say their time.

    **Answers** whether a promise such as "95 % within 1.5 s" is kept: it is, when this is at most .05. Unlike the 95th
    percentile it has an exact interval for any number of questions, and two runs are compared question by question.

    **Misleads when** read as the share of the users who wait: failures are not counted, see ``error_rate``.

    Args:
        timings: Milliseconds of each question by stage.
        limit: Longest time that is not slow, in whole milliseconds.
        stage: A stage that the run names, or ``"total"``, see ``latency_ms``.

    Returns:
        One row per question. Value in [0, 1], lower is better.

    Undefined when:
        No question says its time; unmeasured when none says that of the stage. A question that failed or does not say
        it is counted, but not scored.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": name, "latency_ms": {"total": time}} for name, time in zip("abcd", (900, 1500, 1501, 4000))]
        >>> oe.score("slow_rate", [{"id": name} for name in "abcd"], run).value
        0.5

    Reference value:
        By hand: 1501 and 4000 of four are above 1500.

    Source:
        Handbook, part 8 (p95 below 1.5 s).
    """
    times, sample = timings.known(stage)
    return Ratio((times > limit).astype(int), np.ones_like(sample), sample=sample)
