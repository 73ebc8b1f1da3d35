"""Finds the relation between predicted and gold concepts, for many pairs at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.arrays import Int32, row_reduce
from ontoeval.ontology.disjoint import Disjoint
from ontoeval.ontology.hierarchy import CHUNK, Hierarchy
from ontoeval.ontology.relation import RELATION_LABELS, Relation, RelationName

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


#: What each relation costs by default, from nothing to as wrong as can be; None: 1 minus the Wu-Palmer similarity.
COSTS: dict[RelationName, float | None] = {
    "exact": 0.0,
    "equivalent": 0.0,
    "parent": 0.25,
    "child": 0.35,
    "ancestor": None,
    "descendant": None,
    "sibling": 0.5,
    "cousin": 0.7,
    "same_branch": None,
    "unrelated": 1.0,
    "disjoint": 1.0,
    "missed": 1.0,
    "spurious": 1.0,
    "invalid": 1.0,
}


def severity(
    relations: NDArray[np.int8], wu_palmer: NDArray[np.float64], costs: Mapping[RelationName, float] | None = None
) -> NDArray[np.float64]:
    """What each pair costs by its relation.

    Args:
        relations: `Relation` numbers, shape (n,).
        wu_palmer: Wu-Palmer similarity of each pair, in [0, 1].
        costs: Costs of one's own, by relation; others cost what ``COSTS`` says.

    Returns:
        float64, shape (n,).
    """
    by_relation = {**COSTS, **(costs or {})}
    out = np.zeros(len(relations))
    for name, cost in by_relation.items():
        mine = relations == RELATION_LABELS.index(name)
        out[mine] = 1.0 - wu_palmer[mine] if cost is None else cost
    return out


class Relater:
    """Compares pairs of concepts; see ``Relation`` for the categories and their order.

    Args:
        hierarchy: The compiled hierarchy.
        roots: Nodes of the branch roots. They, their ancestors and all nodes without parents are "top" nodes,
            which do not make two concepts siblings, cousins or members of one branch.
        disjoint: What is told to be disjoint, if anything is.
    """

    def __init__(self, hierarchy: Hierarchy, roots: Int32, disjoint: Disjoint | None = None) -> None:
        self._hierarchy = hierarchy
        self._disjoint = disjoint
        top = np.zeros(hierarchy.n_nodes, bool)
        top[hierarchy.sources] = True
        top[hierarchy.closure.gather(roots)[0]] = True
        self._top = top

    def relations(self, gold: Int32, predicted: Int32) -> NDArray[np.int8]:
        """The relation of each predicted concept to its gold concept, as ``Relation`` numbers."""
        gold, predicted = np.asarray(gold, np.int32), np.asarray(predicted, np.int32)
        out = np.full(len(gold), Relation.UNRELATED, np.int8)
        out[predicted == -1] = Relation.MISSED
        out[gold == -1] = Relation.SPURIOUS
        out[gold == predicted] = Relation.EXACT
        out[(gold < -1) | (predicted < -1)] = Relation.INVALID
        a, b = self._hierarchy.nodes(gold), self._hierarchy.nodes(predicted)
        both = (a >= 0) & (b >= 0)
        out[both & (a == b) & (gold != predicted)] = Relation.EQUIVALENT
        open_pairs = np.flatnonzero(both & (a != b))
        for start in range(0, len(open_pairs), CHUNK):
            part = open_pairs[start : start + CHUNK]
            out[part] = self._different(a[part], b[part])
        return out

    def node_relations(self, gold: Int32, predicted: Int32) -> NDArray[np.int8]:
        """The relation of nodes to nodes, ``EXACT`` for the same."""
        out = np.full(len(gold), Relation.EXACT, np.int8)
        open_pairs = np.flatnonzero(gold != predicted)
        for start in range(0, len(open_pairs), CHUNK):
            part = open_pairs[start : start + CHUNK]
            out[part] = self._different(gold[part], predicted[part])
        return out

    def _different(self, gold: Int32, predicted: Int32) -> NDArray[np.int8]:
        """The relation of different nodes; later assignments take precedence."""
        hierarchy = self._hierarchy
        out = np.full(len(gold), Relation.UNRELATED, np.int8)
        closure = hierarchy.closure
        product = closure.matrix(gold).multiply(closure.matrix(predicted)).tocsr()
        common = np.diff(product.indptr)
        below_top = row_reduce(np.logical_or, ~self._top[product.indices], product.indptr, 0)
        out[below_top.astype(bool)] = Relation.SAME_BRANCH
        near = np.flatnonzero(out == Relation.SAME_BRANCH)
        parents = self._parents()
        gold_parents, predicted_parents = parents[gold[near]], parents[predicted[near]]
        cousins = self._share(gold_parents @ parents, predicted_parents @ parents)
        out[near[cousins]] = Relation.COUSIN
        out[near[self._share(gold_parents, predicted_parents)]] = Relation.SIBLING
        above = common == closure.sizes(predicted)
        below = common == closure.sizes(gold)
        out[below], out[above] = Relation.DESCENDANT, Relation.ANCESTOR
        out[self._is_parent(predicted, gold)] = Relation.CHILD
        out[self._is_parent(gold, predicted)] = Relation.PARENT
        if self._disjoint is not None:
            far = np.flatnonzero(out == Relation.UNRELATED)
            out[far[self._disjoint.pairs(gold[far], predicted[far])]] = Relation.DISJOINT
        return out

    def _parents(self) -> csr_matrix:
        from scipy.sparse import csr_matrix

        hierarchy = self._hierarchy
        ones = np.ones(len(hierarchy.parents), np.int32)
        shape = (hierarchy.n_nodes, hierarchy.n_nodes)
        return csr_matrix((ones, hierarchy.parents, hierarchy.parents_indptr), shape=shape)

    def _share(self, a: csr_matrix, b: csr_matrix) -> NDArray[np.bool_]:
        """Rows in which both matrices hold a node that is not a top node."""
        product = a.multiply(b).tocsr()
        return row_reduce(np.logical_or, ~self._top[product.indices], product.indptr, 0).astype(bool)

    def _is_parent(self, child: Int32, parent: Int32) -> NDArray[np.bool_]:
        hierarchy = self._hierarchy
        n = hierarchy.n_nodes
        owner = np.repeat(np.arange(n, dtype=np.int64), np.diff(hierarchy.parents_indptr))
        edges = owner * n + hierarchy.parents
        wanted = child.astype(np.int64) * n + parent
        if edges.size == 0:
            return np.zeros(len(child), bool)
        position = np.minimum(np.searchsorted(edges, wanted), len(edges) - 1)
        found: NDArray[np.bool_] = edges[position] == wanted
        return found
