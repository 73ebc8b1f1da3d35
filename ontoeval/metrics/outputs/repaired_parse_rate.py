"""Share of all requests whose output is JSON after repairs, each of which is named and counted."""

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
    level="diagnostic",
    source="doi:10.17487/RFC8259",
)
def repaired_parse_rate(outputs: Outputs, *, of: ParsedOf = "requested") -> Ratio:
    """Share of all requests whose output is JSON after repairs, each of which is named and counted.

    **Definition.** Of all samples, those whose output is strict JSON, or becomes JSON by named repairs (a code fence, a
    trailing comma, single quotes …). What a cut-off answer holds (``truncated_recovered``) is never counted. The table
    ``output_repairs`` counts the repairs, and says which may change the content.

    **Answers** how often a forgiving reader can read what the system says.

    **Misleads when** a repair changes the content: of two values the first is taken, of two equal keys the last.

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
        >>> oe.score("repaired_parse_rate", [{"id": "q1"}, {"id": "q2"}], run).value
        1.0

    Reference value:
        None published.

    Source:
        RFC 8259, doi:10.17487/RFC8259.
    """
    asked = outputs.answered if of == "answered" else np.ones(len(outputs.answered), dtype=bool)
    return Ratio(outputs.usable, asked)
