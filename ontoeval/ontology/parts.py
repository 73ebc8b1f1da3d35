"""What an Ontology is made of: arrays, tables of ids, and text columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.properties import Property
from ontoeval.ontology.text import TextColumn

SCOPES = ("exact", "narrow", "broad", "related", "hidden")
"""Scopes of synonyms; their positions are the numbers in ``Parts.scopes``."""

ORIGINS = ("asserted", "genus", "reasoned", "relation")
"""Where an edge of the hierarchy comes from; the positions are the numbers in ``Edges.origin``."""


class Edges(NamedTuple):
    """Edges between concept codes.

    Attributes:
        child: Children of the hierarchy edges.
        parent: Parents of the hierarchy edges.
        origin: Where each of them comes from, as a position in ``ORIGINS``.
        equivalent: Pairs of concepts said to be the same, shape (n, 2).
        source: Concepts that have another relation, in the hierarchy or not …
        relation: … which, as a position in ``relation_names`` …
        target: … to which concept.
        relation_names: The names of these relations.
    """

    child: Int32
    parent: Int32
    origin: NDArray[np.int8]
    equivalent: Int32
    source: Int32
    relation: Int32
    target: Int32
    relation_names: tuple[str, ...]

    @property
    def genus(self) -> NDArray[np.bool_]:
        """Whether each hierarchy edge comes from anything but an assertion."""
        inferred: NDArray[np.bool_] = self.origin != ORIGINS.index("asserted")
        return inferred

    @property
    def relations(self) -> list[tuple[int, str, int]]:
        """Edges of other relations: (concept, relation, concept)."""
        names = [self.relation_names[number] for number in self.relation.tolist()]
        return list(zip(self.source.tolist(), names, self.target.tolist(), strict=True))


class Disjointness(NamedTuple):
    """Groups of mutually disjoint members, each of which is a union of concepts; one row per concept.

    Attributes:
        group: The number of the group.
        member: The number of the member in it.
        concept: The concept's code.
    """

    group: Int32
    member: Int32
    concept: Int32


@dataclass(frozen=True, slots=True)
class Parts:
    """The assembled data of an ontology; rows of all columns are concept codes."""

    name: str
    version: str | None
    iri: str | None
    content_hash: str
    options: str
    ids: tuple[str, ...]
    hierarchy: Hierarchy
    deprecated: NDArray[np.bool_]
    undeclared: frozenset[str]
    labels: TextColumn
    synonyms: TextColumn
    scopes: NDArray[np.int8]
    definitions: TextColumn
    aliases: dict[str, tuple[str, ...]]
    replacements: dict[str, tuple[str, ...]]
    considered: dict[str, tuple[str, ...]]
    edges: Edges
    properties: dict[str, Property]
    disjoint: Disjointness
    unsatisfiable: tuple[str, ...]
    schemes: dict[str, int]
    languages: dict[str, int]
    prefixes: dict[str, str]
    imports: tuple[str, ...]
    findings: tuple[Finding, ...]
    counts: dict[str, int]
