"""Semantic similarity of concept pairs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.hierarchy import Hierarchy


def wu_palmer(hierarchy: Hierarchy, a: Int32, b: Int32) -> NDArray[np.float64]:
    """Wu-Palmer similarity of concept pairs.

    **Definition.** 2 · depth(lcs) / (depth(a) + depth(b)), where depth counts the nodes on the longest path
    from a root (a root has depth 1) and lcs is the deepest common ancestor, the concepts themselves included.
    When the ontology has more than one live root, a virtual root above them is assumed: every depth grows by
    one, and two concepts below different live roots meet in it. Without a common ancestor the similarity is
    0.

    **Misleads when** branches differ in how finely they are cut: depth is not specificity.

    Args:
        hierarchy: The compiled hierarchy.
        a: int32 concept codes, shape (n,); a code below zero has no ancestors.
        b: int32 concept codes, shape (n,).

    Returns:
        float64 in [0, 1], shape (n,); 1 exactly for the same (or an equivalent) concept.

    Source:
        doi:10.3115/981732.981751
    """
    a, b = hierarchy.nodes(a), hierarchy.nodes(b)
    virtual = 1 if len(hierarchy.roots) > 1 else 0
    _, deepest = hierarchy.common_nodes(a, b, hierarchy.depth)
    if deepest is None:  # pragma: no cover - values were given
        raise AssertionError
    inside = (a >= 0) & (b >= 0)
    shared = deepest + virtual
    if virtual:
        live = hierarchy.has_live_root
        met = inside & np.isneginf(deepest)
        met[met] = live[a[met]] & live[b[met]]
        shared[met] = 1.0
    depth = (hierarchy.depth + virtual).astype(np.float64)
    out = np.zeros(len(a))
    related = inside & np.isfinite(shared)
    out[related] = 2 * shared[related] / (depth[a[related]] + depth[b[related]])
    return out


SIMILARITIES: dict[str, Callable[[Hierarchy, Int32, Int32], NDArray[np.float64]]] = {"wu_palmer": wu_palmer}
"""Every similarity by name; each takes the hierarchy and two arrays of concept codes."""
