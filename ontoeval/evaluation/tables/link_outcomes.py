"""What became of mentions: right, linked to another concept, taken for NIL, missed, or found where nothing is."""

from __future__ import annotations

from typing import Any

from ontoeval.evaluation.tables._links import LinkOptions, link_pairs, share
from ontoeval.views.compiled import Compiled
from ontoeval.views.links import Outcome


def rows(compiled: Compiled, options: LinkOptions | None = None) -> list[dict[str, Any]]:
    """One row per outcome that occurs: ``outcome``, ``pairs``, and ``share`` of all."""
    pairs = link_pairs(compiled, options)
    if pairs is None:
        return []
    counts = {outcome: pairs.count(outcome) for outcome in Outcome}
    return [
        {"outcome": outcome.label, "pairs": count, "share": share(count, len(pairs))}
        for outcome, count in counts.items()
        if count
    ]
