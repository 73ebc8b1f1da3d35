"""Told disjointness: what the file says, inherited by what lies below."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.parts import Disjointness

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


class Disjoint:
    """Answers whether two concepts can have no common instance, as far as it is told.

    Args:
        hierarchy: The compiled hierarchy.
        table: The groups of disjoint concepts.
    """

    def __init__(self, hierarchy: Hierarchy, table: Disjointness) -> None:
        self._hierarchy = hierarchy
        self._table = table

    def told(self, a: int, b: int) -> bool:
        """Whether an ancestor (or itself) of one node and one of the other are different members of a group."""
        return bool(self.pairs(np.array([a], np.int32), np.array([b], np.int32))[0])

    def pairs(self, a: Int32, b: Int32) -> NDArray[np.bool_]:
        """The same for many pairs of nodes, shape (n,)."""
        if not len(self._table.concept):
            return np.zeros(len(a), bool)
        members, groups = self._members
        left, right = (self._hierarchy.closure.matrix(side) @ members for side in (a, b))
        left.data[:], right.data[:] = 1, 1
        same = left.multiply(right).sum(axis=1)
        in_one_group = (left @ groups).multiply(right @ groups).sum(axis=1)
        told: NDArray[np.bool_] = np.asarray(in_one_group > same).ravel()
        return told

    @cached_property
    def _members(self) -> tuple[csr_matrix, csr_matrix]:
        """Nodes by the members of groups that they belong to, and members by their group, as 0/1 matrices."""
        from scipy.sparse import csr_matrix

        table = self._table
        keys = np.stack([table.group, table.member])
        member, column = np.unique(keys, axis=1, return_inverse=True)
        column = column.ravel()
        nodes = self._hierarchy.nodes(table.concept)
        ones = np.ones(len(nodes), np.int32)
        shape = (self._hierarchy.n_nodes, member.shape[1])
        of_nodes = csr_matrix((ones, (nodes, column)), shape=shape)
        n_groups = int(member[0].max()) + 1
        by_group = (np.arange(member.shape[1]), member[0])
        of_groups = csr_matrix((np.ones(member.shape[1], np.int32), by_group), shape=(member.shape[1], n_groups))
        return of_nodes, of_groups
