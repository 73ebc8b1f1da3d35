"""Gold branch against predicted branch: where predictions leave the right part of the ontology."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from ontoeval.evaluation.tables._concepts import counted, scored_pairs
from ontoeval.views.compiled import Compiled

NO_BRANCH = "(no branch)"


def rows(compiled: Compiled, depth: int = 1) -> list[dict[str, Any]]:
    """One row per pair of branches; concepts that share branches stay in those, others count in all of theirs.

    Args:
        compiled: The samples.
        depth: How many steps below the branch roots the branches begin; 1 for the children of the roots. A concept
            nearer to the roots is in no branch.
    """
    pairs = scored_pairs(compiled)
    if pairs is None or not pairs.known.any():
        return []
    ontology = pairs.ontology
    branches = set(ontology.branches if depth == 1 else ontology.branches_at(depth))
    ids = ontology.ids
    found, numbers = counted(pairs.gold[pairs.known], pairs.predicted[pairs.known])

    def of(code: int) -> list[str]:
        concept = ids[code]
        mine = [branch for branch in ontology.ancestors(concept) if branch in branches]
        return sorted([*mine, *([concept] if concept in branches else [])]) or [NO_BRANCH]

    memo = {code: of(code) for code in {*found.ravel().tolist()}}
    counts: Counter[tuple[str, str]] = Counter()
    for (gold, predicted), n in zip(found.tolist(), numbers.tolist(), strict=True):
        right, given = memo[gold], memo[predicted]
        shared = [branch for branch in right if branch in given]
        for pair in zip(shared, shared, strict=True) if shared else product(right, given):
            counts[pair] += n

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
