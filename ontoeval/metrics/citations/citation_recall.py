"""Share of the claims that should be cited that a citation supports, says a judge."""

from __future__ import annotations

from ontoeval.metrics.citations._points import Credit, points
from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.judged import Citations


@metric(
    view=Citations,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="doi:10.18653/v1/2023.emnlp-main.398",
)
def citation_recall(citations: Citations, *, credit: Credit = "strict") -> Mean:
    """Share of the claims that should be cited that a citation supports, says a judge.

    **Definition.** Of the checkable claims, those with at least one citation that supports them; then the mean over
    questions (``average="micro"``: over all claims). A claim counts by its best citation.

    **Answers** how much of an answer a reader can verify.

    **Misleads when** answers cite everything they were given: some passage will fit. Read ``citation_precision``
    beside it.

    Args:
        citations: Claims with what they cite (``annotations.citations``).
        credit: ``"strict"``: full support only; ``"lenient"``: support in part counts ½.

    Returns:
        One row per checkable claim and repetition. Value in [0, 1], higher is better. A question without a run counts
        as one claim without support.

    Undefined when:
        No claim should be cited.

    Example:
        >>> import ontoeval as oe
        >>> claims = [{"id": 0, "text": "It is blue.", "checkable": True, "citations": [0]},
        ...           {"id": 1, "text": "It is big.", "checkable": True, "citations": []}]
        >>> verdicts = [{"claim": 0, "citation": 0, "support": "full"}]
        >>> notes = {"citations": [{"fields": {"claims": claims, "verdicts": verdicts}}]}
        >>> run = {"answer": "…", "citations": [{"hit": "a"}]}
        >>> oe.evaluate([{"id": "q", "run": run, "annotations": notes}], ["citation_recall"]).results[0].value
        0.5

    Reference value:
        By hand.

    Source:
        Gao et al. 2023 (ALCE), doi:10.18653/v1/2023.emnlp-main.398; handbook, part 6.
    """
    kept = citations.checkable
    value, sample = citations.complete(points(citations.best[kept], credit), citations.sample[kept])
    return Mean(value, sample=sample)
