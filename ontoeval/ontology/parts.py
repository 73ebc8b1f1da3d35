"""What an Ontology is made of: arrays, tables of ids, and text columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.text import TextColumn

SCOPES = ("exact", "narrow", "broad", "related", "hidden")
"""Scopes of synonyms; their positions are the numbers in ``Parts.scopes``."""


class Edges(NamedTuple):
    """Edges between concept codes.

    Attributes:
        child: Children of the hierarchy edges.
        parent: Parents of the hierarchy edges.
        genus: Whether each of them comes from an intersection or a union, not from an assertion.
        equivalent: Pairs of concepts said to be the same, shape (n, 2).
        relations: Edges of other relations: (concept, relation, concept).
    """

    child: Int32
    parent: Int32
    genus: NDArray[np.bool_]
    equivalent: Int32
    relations: list[tuple[int, str, int]]


@dataclass(frozen=True, slots=True)
class Parts:
    """The assembled data of an ontology; rows of all columns are concept codes."""

    name: str
    version: str | None
    iri: str | None
    content_hash: str
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
    prefixes: dict[str, str]
    imports: tuple[str, ...]
    findings: tuple[Finding, ...]
    counts: dict[str, int]
