"""The most confused pairs of concepts, with labels and the relation between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.evaluation.tables._concepts import counted, scored_pairs
from ontoeval.ontology.relation import Relation
from ontoeval.views.compiled import Compiled

_MOST = 50


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """The fifty most frequent pairs of a gold and a different predicted concept."""
    pairs = scored_pairs(compiled)
    if pairs is None:
        return []
    ontology = pairs.ontology
    chosen = pairs.wrong & pairs.known
    found, counts = counted(pairs.gold[chosen], pairs.predicted[chosen], pairs.relation[chosen])
    if len(counts) > _MOST:  # all that are as frequent as the fiftieth: ids then decide
        keep = counts >= np.partition(counts, -_MOST)[-_MOST]
        found, counts = found[keep], counts[keep]
    ids = ontology.ids
    named = [(ids[g], ids[p], r, n) for (g, p, r), n in zip(found.tolist(), counts.tolist(), strict=True)]
    return [
        {
            "gold": gold,
            "gold_label": ontology.label(gold),
            "predicted": predicted,
            "predicted_label": ontology.label(predicted),
            "relation": Relation(relation).label,
            "pairs": count,
        }
        for gold, predicted, relation, count in sorted(named, key=lambda row: (-row[3], row[:3]))[:_MOST]
    ]
