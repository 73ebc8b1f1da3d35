"""How predictions err in each branch of the gold concepts: how often, how far, and too high or too low."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ontoeval.evaluation.tables._concepts import ScoredPairs, scored_pairs
from ontoeval.evaluation.tables.branches import NO_BRANCH
from ontoeval.ontology.relating import severity
from ontoeval.ontology.relation import Relation, RelationName
from ontoeval.views.base import Flags
from ontoeval.views.compiled import Compiled

ALL = "(all)"
_ABOVE = (Relation.PARENT, Relation.ANCESTOR)
_BELOW = (Relation.CHILD, Relation.DESCENDANT)


def rows(compiled: Compiled, depth: int = 1, costs: Mapping[RelationName, float] | None = None) -> list[dict[str, Any]]:
    """A row for all pairs, then one per branch of the gold concept; a concept in two branches counts in both.

    Columns: ``pairs``; ``wrong``, concepts that are not the right one; ``error_rate``, their share; ``above`` and
    ``below``, wrong ones that are ancestors or descendants of gold; ``hedging_index``, (above - below) / wrong, from
    -1 (always too specific) to 1 (always too general); ``mean_deeper``, by how many steps wrong ones lie deeper than
    gold; ``mean_wu_palmer`` and ``mean_cost`` over all pairs.
    """
    pairs = scored_pairs(compiled)
    if pairs is None:
        return []
    ontology = pairs.ontology
    cost = severity(pairs.relation, pairs.similarity, costs)
    result = [_row(ALL, ALL, pairs, cost, np.ones(len(cost), bool))]
    branches = ontology.branches if depth == 1 else ontology.branches_at(depth)
    has_branch = np.zeros(len(cost), bool)
    known = pairs.gold >= 0
    unique = np.unique(pairs.gold[known])
    inside: dict[str, list[int]] = {}
    for code in unique.tolist():
        for concept in ontology.ancestors(ontology.ids[code]) | {ontology.ids[code]}:
            inside.setdefault(concept, []).append(code)
    found = []
    for branch in branches:
        if branch in inside:
            mine = known & np.isin(pairs.gold, inside[branch])
            has_branch |= mine
            found.append(_row(branch, ontology.label(branch) or branch, pairs, cost, mine))
    if (known & ~has_branch).any():
        found.append(_row(NO_BRANCH, NO_BRANCH, pairs, cost, known & ~has_branch))
    return result + sorted(found, key=lambda row: (-row["wrong"], -row["pairs"], row["branch"]))


def _row(branch: str, label: str, pairs: ScoredPairs, cost: Any, mine: Flags) -> dict[str, Any]:
    wrong = mine & pairs.wrong
    n_wrong = int(wrong.sum())
    above, below = (int((wrong & np.isin(pairs.relation, kinds)).sum()) for kinds in (_ABOVE, _BELOW))
    measured = wrong & pairs.known
    return {
        "branch": branch,
        "label": label,
        "pairs": int(mine.sum()),
        "wrong": n_wrong,
        "error_rate": n_wrong / int(mine.sum()),
        "above": above,
        "below": below,
        "hedging_index": (above - below) / n_wrong if n_wrong else None,
        "mean_deeper": float(pairs.deeper[measured].mean()) if measured.any() else None,
        "mean_wu_palmer": float(pairs.similarity[mine].mean()),
        "mean_cost": float(cost[mine].mean()),
    }
