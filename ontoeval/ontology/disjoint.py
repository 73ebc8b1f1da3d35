"""Told disjointness: what the file says, inherited by what lies below."""

from __future__ import annotations

from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.parts import Disjointness


class Disjoint:
    """Answers whether two concepts can have no common instance, as far as it is told.

    Args:
        hierarchy: The compiled hierarchy.
        table: The groups of disjoint concepts.
    """

    def __init__(self, hierarchy: Hierarchy, table: Disjointness) -> None:
        self._hierarchy = hierarchy
        self._of_node: dict[int, set[tuple[int, int]]] = {}
        nodes = hierarchy.nodes(table.concept).tolist()
        for node, group, member in zip(nodes, table.group.tolist(), table.member.tolist(), strict=True):
            self._of_node.setdefault(node, set()).add((group, member))

    def told(self, a: int, b: int) -> bool:
        """Whether an ancestor (or itself) of one node and one of the other are different members of a group."""
        mine, theirs = self._above(a), self._above(b)
        groups: dict[int, set[int]] = {}
        for group, member in mine:
            groups.setdefault(group, set()).add(member)
        return any(groups.get(group, set()) - {member} for group, member in theirs)

    def _above(self, node: int) -> set[tuple[int, int]]:
        if not self._of_node:
            return set()
        chain = self._hierarchy.ancestors(node) | {node}
        return set().union(*(self._of_node[x] for x in chain if x in self._of_node))
