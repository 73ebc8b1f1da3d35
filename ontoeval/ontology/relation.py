"""The names of the relations between a predicted concept and the gold one."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal

RelationName = Literal[
    "exact",
    "equivalent",
    "parent",
    "child",
    "ancestor",
    "descendant",
    "sibling",
    "cousin",
    "same_branch",
    "unrelated",
    "disjoint",
    "missed",
    "spurious",
    "invalid",
]


class Relation(IntEnum):
    """Where the *predicted* concept lies as seen from the *gold* one; the first that fits is taken.

    ``PARENT`` means that the predicted concept is a parent of the gold one (too general), ``CHILD`` that it
    is a child of it (too specific). "Top" below means the branch roots, their ancestors and every concept
    without a parent: what all concepts of a branch, or of the ontology, share by construction and what thus says
    nothing.

    Attributes:
        EXACT: The same concept once ids are resolved; also NIL predicted where gold is NIL.
        EQUIVALENT: Another concept of the same cycle or equivalence group.
        PARENT: A direct parent of the gold concept.
        CHILD: A direct child of the gold concept.
        ANCESTOR: A farther ancestor.
        DESCENDANT: A farther descendant.
        SIBLING: Shares a parent that is not a top concept.
        COUSIN: Shares a grandparent that is not a top concept.
        SAME_BRANCH: Shares any ancestor that is not a top concept.
        UNRELATED: Shares top concepts only, or nothing.
        DISJOINT: The same, and the ontology says that the two, or ancestors of them, have no common instance.
        MISSED: NIL was predicted, gold is a concept.
        SPURIOUS: A concept was predicted, gold is NIL.
        INVALID: One of the two ids does not exist in the ontology (this is looked at first).
    """

    EXACT = 0
    EQUIVALENT = 1
    PARENT = 2
    CHILD = 3
    ANCESTOR = 4
    DESCENDANT = 5
    SIBLING = 6
    COUSIN = 7
    SAME_BRANCH = 8
    UNRELATED = 9
    DISJOINT = 10
    MISSED = 11
    SPURIOUS = 12
    INVALID = 13

    @property
    def label(self) -> str:
        """The name used in reports: lower case, e.g. ``"same_branch"``."""
        return self.name.lower()


RELATION_LABELS: tuple[str, ...] = tuple(relation.label for relation in Relation)
