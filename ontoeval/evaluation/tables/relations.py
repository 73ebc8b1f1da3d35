"""Predicted against gold concepts by relation: each pair has exactly one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ontoeval.evaluation.tables._concepts import ScoredPairs, scored_pairs, share_bounds
from ontoeval.ontology.relating import severity
from ontoeval.ontology.relation import Relation, RelationName
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled, costs: Mapping[RelationName, float] | None = None) -> list[dict[str, Any]]:
    """One row per relation that occurs.

    Columns: ``pairs``; ``share`` of all pairs and ``share_of_wrong`` of the wrong ones, each with ``_low`` and
    ``_high``, the bounds of a 95 % interval; ``mean_wu_palmer``; ``mean_deeper``, by how many steps predictions lie
    deeper than gold; ``mean_cost`` as for the metric ``error_severity``; ``chance``, how often a wrong prediction
    would be of this relation if it were drawn at random from the branch of gold, and ``lift``, how many times as
    often it is.
    """
    pairs = scored_pairs(compiled)
    if pairs is None:
        return []
    cost = severity(pairs.relation, pairs.similarity, costs)
    deeper, known = pairs.deeper, pairs.known
    chances = _chances(pairs)
    n_wrong = int(pairs.wrong.sum())
    result = []
    for kind in Relation:
        mine = pairs.relation == kind
        count = int(mine.sum())
        if not count:
            continue
        errors = int((mine & pairs.wrong).sum())
        low, high = share_bounds(mine, mine | True, pairs.cluster)
        wrong_low, wrong_high = share_bounds(mine, pairs.wrong, pairs.cluster) if errors else (None, None)
        share_of_wrong = errors / n_wrong if errors else None
        chance = chances.get(kind.label) if errors else None
        result.append(
            {
                "relation": kind.label,
                "pairs": count,
                "share": count / len(pairs.relation),
                "share_low": low,
                "share_high": high,
                "share_of_wrong": share_of_wrong,
                "share_of_wrong_low": wrong_low,
                "share_of_wrong_high": wrong_high,
                "mean_wu_palmer": float(pairs.similarity[mine].mean()),
                "mean_deeper": float(deeper[mine & known].mean()) if (mine & known).any() else None,
                "mean_cost": float(cost[mine].mean()),
                "chance": chance,
                "lift": share_of_wrong / chance if share_of_wrong is not None and chance else None,
            }
        )
    return result


def _chances(pairs: ScoredPairs) -> dict[str, float]:
    gold = pairs.gold[pairs.wrong & (pairs.gold >= 0)]
    found = pairs.ontology.relation_chances(gold) if len(gold) else {}
    return found if any(found.values()) else {}
