"""Share of all requests whose output is strict JSON."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Outputs

ParsedOf = Literal["requested", "answered"]


@metric(
    view=Outputs,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="doi:10.17487/RFC8259",
)
def strict_parse_rate(outputs: Outputs, *, of: ParsedOf = "requested") -> Ratio:
    """Share of all requests whose output is strict JSON.

    **Definition.** Of all samples, those whose output is strict JSON: no prose or fence around it, no NaN, no key
    twice in one object, no lone surrogate, at most 200 levels deep.

    **Answers** how often a plain JSON parser can read what the system says.

    **Misleads when** the answers stand in code fences: then nothing parses although little is wrong; see
    ``repaired_parse_rate``.

    Args:
        outputs: Parsed and validated outputs.
        of: Denominator: all samples (``"requested"``), or those with an answer (``"answered"``).

    Returns:
        One row per sample: parsed, 1. Value in [0, 1], higher is better.

    Undefined when:
        There is no sample; with ``of="answered"`` no answer.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "q1", "output": '{"a": 1}'}, {"id": "q2", "output": "```json\\n{'a': 1,}\\n```"}]
        >>> oe.score("strict_parse_rate", [{"id": "q1"}, {"id": "q2"}], run).value
        0.5

    Reference value:
        None published.

    Source:
        RFC 8259, doi:10.17487/RFC8259.
    """
    asked = outputs.answered if of == "answered" else np.ones(len(outputs.answered), dtype=bool)
    return Ratio(outputs.strict, asked)
