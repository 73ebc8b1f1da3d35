"""The most confused pairs of concepts, with labels and the relation between them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ontoeval.ontology.relation import Relation
from ontoeval.views.compiled import Compiled
from ontoeval.views.concepts import Concepts

_MOST = 50


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """The fifty most frequent pairs of a gold and a different predicted concept."""
    ontology = compiled.ontology
    if ontology is None:
        return []
    view = compiled.view(Concepts)
    if view.unmeasured is not None:
        return []
    pairs = view.pairs
    places = np.flatnonzero(pairs.wrong & (pairs.gold >= 0) & (pairs.predicted >= 0))
    ids = ontology.ids
    counts = Counter(
        (ids[pairs.gold[place]], ids[pairs.predicted[place]], int(pairs.relation[place])) for place in places
    )
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_MOST]
    return [
        {
            "gold": gold,
            "gold_label": ontology.label(gold),
            "predicted": predicted,
            "predicted_label": ontology.label(predicted),
            "relation": Relation(relation).label,
            "pairs": count,
        }
        for (gold, predicted, relation), count in ordered
    ]
