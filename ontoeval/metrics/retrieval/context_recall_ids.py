"""Share of the relevant documents that were given to the generator, by their ids."""

from __future__ import annotations

from ontoeval.metrics.definition import Cut, Relevance, metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.rankings import Contexts


@metric(
    view=Contexts,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/context_recall/",
)
def context_recall_ids(contexts: Contexts, *, k: Cut = None, rel: Relevance = None) -> Ratio:
    """Share of the relevant documents that were given to the generator, by their ids.

    **Definition.** ``|relevant ∩ contexts| / |relevant|`` for each question, then the mean over questions. It is the
    recall of ``run.contexts``, and Ragas' ``IDBasedContextRecall``, which adds nothing to it.

    **Answers** whether the generator had what it needed: what is missing here it can only guess.

    **Misleads when** one document is enough for an answer: then compare ``success(of="contexts")``.

    Args:
        contexts: Documents given to the generator, against graded gold.
        k: Cut-off rank; none is the whole list.
        rel: Smallest grade that counts as relevant; none is any positive grade.

    Returns:
        One row per question: relevant contexts, relevant documents. Value in [0, 1], higher is better.

    Undefined when:
        The question has no relevant document.

    Example:
        Two of three relevant documents are among the contexts:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "docs": ["a", "b", "c"]}]
        >>> run = [{"id": "q", "contexts": ["a", "x", "b"]}]
        >>> round(oe.score("context_recall_ids", gold, run).value, 4)
        0.6667

    Reference value:
        2/3 for the example by the formula of Ragas 0.4.3 (``IDBasedContextRecall``).

    Source:
        Ragas, https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/context_recall/.
    """
    ranked = contexts.by()
    return Ratio(ranked.hits(k, rel), ranked.wanted(rel))
