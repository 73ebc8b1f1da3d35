"""Share of the returned documents that the logged filter should have kept out."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.filters import ReturnedFilters
from ontoeval.views.filters.returned import Negations


@metric(
    view=ReturnedFilters,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 5",
    missing=None,
    requires=("docs",),
)
def leak_rate(filters: ReturnedFilters, *, negations: Negations = "exact") -> Ratio:
    """Share of the returned documents that the logged filter should have kept out.

    **Definition.** Of the documents of ``run.retrieved`` that are in the corpus, those that fail the filter of their
    question. With ``negations="down"`` also those that fail it once its negated concepts stand for everything below
    them: "not Vehicle" by exact match returns what is tagged Sedan.

    **Answers** whether the logged filter is the one that was applied: a filter that is dropped in silence, or relaxed
    when nothing passes, shows here. With ``"down"``, whether negations hold in the ontology's sense.

    **Misleads when** the filter is read with the semantics of another engine (set the profile), or the corpus has
    changed since the run.

    Args:
        filters: The returned documents against the filters.
        negations: ``"exact"``: as the engine reads them; ``"down"``: a negated concept keeps out its descendants too
            (needs the ontology).

    Returns:
        One row per question: returned documents that fail, returned documents in the corpus. Value in [0, 1], lower is
        better.

    Undefined when:
        No returned document is in the corpus. Questions without a logged filter or without a returned list are missing.

    Example:
        The second document is not in English:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "docs": ["d1"]}]
        >>> run = [{"id": "q", "predicates": {"lang": "en"}, "retrieved": ["d1", "d2"]}]
        >>> docs = [{"id": "d1", "lang": "en"}, {"id": "d2", "lang": "de"}]
        >>> oe.score("leak_rate", gold, run, docs=docs).value
        0.5

    Reference value:
        None published. Filters that are ignored in silence: llama_index #17857, litellm #14323, dify #35666.

    Source:
        Handbook, part 5.
    """
    return Ratio(filters.n_leaked(negations), filters.n_returned)
