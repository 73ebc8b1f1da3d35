"""Gold branch against predicted branch: where predictions leave the right part of the ontology."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np

from ontoeval.views.compiled import Compiled
from ontoeval.views.concepts import Concepts


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per pair of branches; concepts that share branches stay in those, others count in all of theirs."""
    ontology = compiled.ontology
    if ontology is None:
        return []
    view = compiled.view(Concepts)
    if view.unmeasured is not None:
        return []
    pairs = view.pairs
    both = np.flatnonzero((pairs.gold >= 0) & (pairs.predicted >= 0))
    if not len(both):
        return []
    branches = {branch: branch for branch in ontology.branches}
    ids = ontology.ids

    def of(code: int) -> list[str]:
        concept = ids[code]
        mine = [branch for branch in ontology.ancestors(concept) if branch in branches]
        return sorted([*mine, *([concept] if concept in branches else [])]) or ["(no branch)"]

    memo = {code: of(code) for code in {*pairs.gold[both].tolist(), *pairs.predicted[both].tolist()}}
    counts: Counter[tuple[str, str]] = Counter()
    for place in both.tolist():
        right, found = memo[int(pairs.gold[place])], memo[int(pairs.predicted[place])]
        shared = [branch for branch in right if branch in found]
        for pair in zip(shared, shared, strict=True) if shared else product(right, found):
            counts[pair] += 1

    def label(branch: str) -> str:
        return (ontology.label(branch) or branch) if branch in branches else branch

    return [
        {
            "gold": gold,
            "gold_label": label(gold),
            "predicted": predicted,
            "predicted_label": label(predicted),
            "pairs": n,
        }
        for (gold, predicted), n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]
