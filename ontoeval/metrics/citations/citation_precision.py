"""Share of the citations that support the claim they stand behind, says a judge."""

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
    missing=None,
)
def citation_precision(citations: Citations, *, credit: Credit = "strict") -> Mean:
    """Share of the citations that support the claim they stand behind, says a judge.

    **Definition.** Of the pairs of a claim and a passage that it cites, those where the passage supports the claim;
    then the mean over questions (``average="micro"``: over all pairs).

    **Answers** whether a reader who follows a citation finds what was said.

    **Misleads when** answers cite little: one right citation has 1. Read ``citation_recall`` beside it. A passage that
    supports a claim only together with another one counts as support in part.

    Args:
        citations: Claims with what they cite (``annotations.citations``).
        credit: ``"strict"``: full support only; ``"lenient"``: support in part counts ½.

    Returns:
        One row per pair and repetition. Value in [0, 1], higher is better.

    Undefined when:
        The answer cites nothing.

    Example:
        >>> import ontoeval as oe
        >>> claims = [{"id": 0, "text": "It is blue.", "checkable": True, "citations": [0, 1]}]
        >>> verdicts = [{"claim": 0, "citation": 0, "support": "full"}, {"claim": 0, "citation": 1, "support": "none"}]
        >>> notes = {"citations": [{"fields": {"claims": claims, "verdicts": verdicts}}]}
        >>> run = {"answer": "…", "citations": [{"hit": "a"}, {"hit": "b"}]}
        >>> oe.evaluate([{"id": "q", "run": run, "annotations": notes}], ["citation_precision"]).results[0].value
        0.5

    Reference value:
        By hand. ALCE calls a citation irrelevant only where the others do without it; here each is judged alone.

    Source:
        Gao et al. 2023 (ALCE), doi:10.18653/v1/2023.emnlp-main.398; handbook, part 6.
    """
    return Mean(points(citations.degree, credit), sample=citations.pair_sample)
