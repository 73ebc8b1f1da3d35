"""Over-linking: how linked concepts of gold NIL mentions relate to right ones, and how it depends on the score."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.evaluation.tables._links import LinkOptions, link_pairs, share
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.calibration import BINS, score_bins
from ontoeval.views.coding import NIL
from ontoeval.views.compiled import Compiled
from ontoeval.views.links import LinkPairs, Outcome
from ontoeval.views.links.nearest import nearest_relation


def rows(compiled: Compiled, options: LinkOptions | None = None) -> list[dict[str, Any]]:
    """All, then one row per relation, then one per bin of the score; none without gold NIL mentions.

    Columns: ``by`` (``all``, ``relation`` or ``score``), ``value``, ``overlinked``, ``of`` and ``share``. All and
    relations are of the gold NIL mentions; a relation is that to the nearest gold concept of the sample, as for
    ``overlinking_rate``, and there with an ontology only. Bins are of the links whose score lies in them.
    """
    pairs = link_pairs(compiled, options)
    if pairs is None:
        return []
    over = np.flatnonzero(pairs.of(Outcome.NIL_AS_LINK))
    n_nil = int(((pairs.links.gold.code == NIL) & ~pairs.links.gold.optional).sum())
    if not n_nil:
        return []
    found = [_row("all", "", len(over), n_nil)]
    if compiled.ontology is not None:
        code = pairs.links.predicted.code[pairs.predicted[over]]
        kinds = nearest_relation(pairs.links, pairs.sample[over], code)
        counts = np.bincount(kinds, minlength=len(Relation))
        found += [_row("relation", kind.label, int(counts[kind]), n_nil) for kind in Relation if counts[kind]]
    return found + _by_score(pairs)


def _by_score(pairs: LinkPairs) -> list[dict[str, Any]]:
    """The bins of the score that hold links."""
    linked = np.flatnonzero(pairs.of(Outcome.RIGHT, Outcome.WRONG_LINK, Outcome.NIL_AS_LINK, Outcome.SPURIOUS))
    linked = linked[pairs.links.predicted.code[pairs.predicted[linked]] != NIL]
    score = pairs.links.predicted.score[pairs.predicted[linked]]
    linked, score = linked[~np.isnan(score)], score[~np.isnan(score)]
    if not len(score):
        return []
    edges, place = score_bins(score)
    total = np.bincount(place, minlength=BINS)
    over = np.bincount(place, pairs.of(Outcome.NIL_AS_LINK)[linked], minlength=BINS)
    return [
        _row("score", f"{edges[at]:.4g} to {edges[at + 1]:.4g}", int(over[at]), int(total[at]))
        for at in range(BINS)
        if total[at]
    ]


def _row(by: str, value: str, count: int, total: int) -> dict[str, Any]:
    return {"by": by, "value": value, "overlinked": count, "of": total, "share": share(count, total)}
