"""Share of the claims that should be cited that cite anything at all."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.judged import Citations


@metric(
    view=Citations,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 7",
)
def citation_completeness(citations: Citations) -> Ratio:
    """Share of the claims that should be cited that cite anything at all.

    **Definition.** Of the checkable claims of all answers, those with at least one citation, whether it supports them
    or not.

    **Answers** whether the system cites at all, apart from whether it cites well.

    **Misleads when** citations are decoration: ``citation_recall`` asks for support.

    Args:
        citations: Claims with what they cite (``annotations.citations``).

    Returns:
        One row per checkable claim and repetition: cited, 1. Value in [0, 1], higher is better. A question without a
        run counts as one claim without a citation.

    Undefined when:
        No claim should be cited.

    Example:
        >>> import ontoeval as oe
        >>> claims = [{"id": 0, "text": "It is blue.", "checkable": True, "citations": [0]},
        ...           {"id": 1, "text": "It is big.", "checkable": True, "citations": []}]
        >>> verdicts = [{"claim": 0, "citation": 0, "support": "none"}]
        >>> notes = {"citations": [{"fields": {"claims": claims, "verdicts": verdicts}}]}
        >>> run = {"answer": "…", "citations": [{"hit": "a"}]}
        >>> oe.evaluate([{"id": "q", "run": run, "annotations": notes}], ["citation_completeness"]).results[0].value
        0.5

    Reference value:
        By hand.

    Source:
        Handbook, part 7.
    """
    kept = citations.checkable
    cited, sample = citations.complete(citations.cited[kept], citations.sample[kept])
    return Ratio(cited, np.ones(len(cited), dtype=np.int64), sample=sample)
