"""Share of all requests that were answered."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Outputs


@metric(
    view=Outputs,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="handbook, part 7",
)
def output_coverage(outputs: Outputs) -> Ratio:
    """Share of all requests that were answered.

    **Definition.** Of all samples, those with an answer: a run row without error, whose output is neither null nor
    empty text nor a refusal in prose.

    **Answers** how much of the work was done at all: every conditional rate is about these answers only.

    **Misleads when** read as quality: an answer may be anything.

    Args:
        outputs: Parsed and validated outputs.

    Returns:
        One row per sample: answered, 1. Value in [0, 1], higher is better.

    Undefined when:
        There is no sample.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "q1", "output": '{"id": "A:1"'}, {"id": "q2", "output": "I cannot find any."}]
        >>> oe.score("output_coverage", [{"id": "q1"}, {"id": "q2"}], run).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 7.
    """
    return Ratio(outputs.answered, np.ones(len(outputs.answered), dtype=np.int64))
