"""Whether the right concept is among the first candidates, and what a perfect choice among them would bring."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.scored import score
from ontoeval.evaluation.tables._links import LinkOptions
from ontoeval.metrics.registry import get
from ontoeval.views.compiled import Compiled
from ontoeval.views.links import Links

_CUTS = (1, 2, 3, 5, 10, None)


def rows(compiled: Compiled, options: LinkOptions | None = None) -> list[dict[str, Any]]:
    """One row per cut; none where no prediction lists candidates.

    Columns: ``k`` (None: all candidates), ``found`` and ``of`` (gold mentions with a concept), ``recall``;
    ``recall_near``, which one edge away is near enough for (with an ontology); ``ceiling``, the F1 of links if the
    right one of the first ``k`` candidates were always chosen.
    """
    links = compiled.view(Links)
    if links.unmeasured is not None or not len(links.predicted.candidates.code):
        return []
    spans = (options or LinkOptions()).spans
    result = []
    for k in _CUTS:
        recall = score(get("candidate_recall").measure({**spans, "k": k}), compiled)
        ceiling = score(get("candidate_ceiling").measure({**spans, "k": k}), compiled)
        assert recall.rows is not None
        assert ceiling.rows is not None
        sums = recall.rows.sums()
        near = None
        if compiled.ontology is not None:
            wider = score(get("candidate_recall").measure({**spans, "k": k, "within": 1}), compiled)
            near = None if wider.rows is None else wider.rows.sums().value
        row = {"k": k, "found": sums.shown["num"], "of": sums.shown["den"], "recall": sums.value}
        result.append({**row, "recall_near": near, "ceiling": ceiling.rows.sums().value})
    return result
