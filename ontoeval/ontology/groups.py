"""Similarity of two sets of concepts."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from ontoeval.errors import BadParameter
from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.information import Information
from ontoeval.ontology.setbased import overlap
from ontoeval.ontology.similarity import Depth, Measurer

Combine = Literal["bma", "bma_pooled", "bmm", "max", "avg", "simui", "simgic"]


def group_similarity(
    measurer: Measurer,
    a: Int32,
    b: Int32,
    name: str = "lin",
    combine: Combine = "bma",
    ic: str | Information = "resnik",
    depth: Depth = "max",
) -> float | None:
    """Similarity of two sets of concepts.

    **Definition.** With m(i, j) the similarity of member i of A and member j of B, best(i) = max_j m(i, j) and
    best(j) = max_i m(i, j):

    - ``"bma"``: the mean over A of best(i) and the mean over B of best(j), averaged
    - ``"bma_pooled"``: the mean of all best(i) and best(j) together, which favors the larger set
    - ``"bmm"``: the higher of the two means
    - ``"max"``, ``"avg"``: the highest, and the mean, of all m(i, j)
    - ``"simui"``, ``"simgic"``: of the two sets with all their ancestors, the common part over the union, by count
      or by information content; ``name`` does not matter

    Args:
        measurer: Computes the measures.
        a: int32 concept codes; repeated ones count once, codes below zero do not count.
        b: int32 concept codes.
        name: Name of the measure between members.
        combine: How the members' similarities become one.
        ic: Kind of information content, or an `Information`.
        depth: Which depths Wu-Palmer takes.

    Returns:
        The similarity; None when one of the sets is empty.

    Raises:
        BadParameter: There is no such measure or combination.
    """
    if combine not in get_args(Combine):
        raise BadParameter(f"{combine!r} combines nothing", where="combine", expected=", ".join(get_args(Combine)))
    a, b = np.unique(a[a >= 0]), np.unique(b[b >= 0])
    if not len(a) or not len(b):
        return None
    if combine in ("simui", "simgic"):
        weights = measurer.information(ic, ["simgic"]).values if combine == "simgic" else None
        found = overlap(measurer.hierarchy, ([0, len(a)], a), ([0, len(b)], b), information=weights)
        both, union = float(found.both[0]), float(found.gold[0] + found.predicted[0] - found.both[0])
        return both / union if union else 1.0  # nothing but roots on both sides, which are without information
    cells = np.asarray(measurer.matrix(a, b, name, ic, depth))
    rows, columns = cells.max(axis=1), cells.max(axis=0)
    if combine == "max":
        return float(cells.max())
    if combine == "avg":
        return float(cells.mean())
    if combine == "bma_pooled":
        return float((rows.sum() + columns.sum()) / (len(rows) + len(columns)))
    means = float(rows.mean()), float(columns.mean())
    return max(means) if combine == "bmm" else (means[0] + means[1]) / 2
