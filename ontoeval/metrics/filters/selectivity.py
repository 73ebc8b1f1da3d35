"""Share of the corpus that a filter lets pass."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.filters import AppliedFilters


@metric(
    view=AppliedFilters,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="Selinger et al. 1979, doi:10.1145/582095.582099",
    missing=None,
    requires=("docs",),
)
def selectivity(filters: AppliedFilters) -> Mean:
    """Share of the corpus that a filter lets pass.

    **Definition.** ``documents that pass / documents of the corpus`` for each question whose filter was logged, then
    the mean over questions. 1 is no filter at all, 0 an empty result.

    **Answers** how much the filters narrow the search: what a ranking is spared, and what is at stake when a filter is
    wrong.

    **Misleads when** taken for quality. A filter that keeps one document in a thousand is fine when that is the right
    one. Read it beside ``recall_ceiling``.

    Args:
        filters: The applied filters against the whole corpus.

    Returns:
        One row per question. Value in [0, 1]; higher loses less, lower searches less.

    Undefined when:
        No filter was logged. Whether the question has gold does not matter here.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q1", "docs": ["d1"]}, {"id": "q2", "docs": ["d1"]}]
        >>> run = [{"id": "q1", "predicates": {"lang": "en"}}, {"id": "q2", "predicates": {}}]
        >>> docs = [{"id": "d1", "lang": "en"}, {"id": "d2", "lang": "de"}]
        >>> oe.score("selectivity", gold, run, docs=docs).value
        0.75

    Reference value:
        None published; survivors are counted as DuckDB counts them (a benchmark compares the two).

    Source:
        Selinger et al. 1979, doi:10.1145/582095.582099 (the term, as databases use it).
    """
    share = filters.n_survivors / max(filters.n_docs, 1)
    return Mean(np.where(filters.known, share, 0.0), filters.known)
