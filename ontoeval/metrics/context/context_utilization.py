"""Share of the contexts given to the generator that its answer uses."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.contexts import ContextUse, Evidence


@metric(
    view=ContextUse,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="Handbook, part 4",
    missing=None,
)
def context_utilization(contexts: ContextUse, *, by: Evidence = "cited") -> Ratio:
    """Share of the contexts given to the generator that its answer uses.

    **Definition.** Contexts that the answer cites (or uses), over all contexts that were placed in the prompt.

    **Answers** whether fewer contexts would do: below 30 % most of the prompt is waste.

    **Misleads when** the answer uses a context without citing it, or cites one that it does not use; and for refusals,
    which use none. Ragas' ``ContextUtilization`` is another measure: the average precision of contexts, judged by the
    answer.

    Args:
        contexts: Contexts and what is known of their use.
        by: ``"cited"``: ``run.citations`` names the context or its document; ``"judged"``: most of the verdicts in
            ``annotations.context_use``, whose fields are ``{"verdicts": [{"context": 0, "useful": true}]}`` in the
            order of the prompt, say that the answer uses it.

    Returns:
        One row per question: used, placed. Value in [0, 1], higher is better.

    Undefined when:
        No context was placed. Questions without contexts or citations are counted, and not scored; those with a context
        that nobody judged are invalid.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "q", "contexts": ["c1", "c2", "c3", "c4"], "citations": [{"claim": "…", "hit": "c3"}]}]
        >>> oe.score("context_utilization", [{"id": "q"}], run).value
        0.25

    Reference value:
        By hand: one of four.

    Source:
        Handbook, part 4 (context utilization).
    """
    return Ratio(contexts.used, contexts.placed)
