"""The one place where readers put what they find; it makes the Ontology."""

from __future__ import annotations

import itertools
from array import array
from collections import Counter
from collections.abc import Iterable, Set
from typing import Literal, get_args

import numpy as np

from ontoeval.errors import EmptyOntology
from ontoeval.findings import Finding, Severity
from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.index import Index
from ontoeval.ontology.properties import PropertyDraft

Origin = Literal["asserted", "genus", "reasoned"]
Scope = Literal["exact", "narrow", "broad", "related", "hidden"]


class Builder:
    """Collects concepts, edges and texts in any order; ``ontoeval.ontology.assemble`` makes the Ontology of
    them.

    Ids are strings in their canonical form (see ``identifiers.canonical``). What is said about an id that no
    ``add_concept`` declares is kept but does not make it a concept, except for ends of hierarchy edges and
    equivalences: those become concepts that are flagged as undeclared. The ends of hierarchy edges are kept as
    numbers of the builder's ``index``.
    """

    def __init__(self, where: str = "ontology") -> None:
        self.where = where
        self.index = Index()
        self.concepts: dict[str, None] = {}
        self.labels: dict[str, str] = {}
        self.synonym_rows: tuple[list[str], list[str], list[Scope]] = ([], [], [])
        self.definitions: dict[str, str] = {}
        self.deprecated_ids: set[str] = set()
        self.merged_ids: set[str] = set()
        self.aliases: dict[str, dict[str, None]] = {}
        self.replacements: dict[str, dict[str, None]] = {}
        self.considered: dict[str, dict[str, None]] = {}
        self.edges: dict[Origin, tuple[array[int], array[int]]] = {
            origin: (array("i"), array("i")) for origin in get_args(Origin)
        }
        self.equivalences: list[tuple[str, str]] = []
        self.relations: dict[tuple[str, str, str], Origin] = {}
        self.n_relation_statements = 0
        self.prefixes: dict[str, str] = {}
        self.imports: dict[tuple[str, str], None] = {}
        self.properties: dict[str, PropertyDraft] = {}
        self.disjoint_groups: list[tuple[tuple[str, ...], ...]] = []
        self.languages: Counter[str] = Counter()
        self.unsatisfiable: list[str] = []
        self.schemes: dict[str, frozenset[str]] = {}
        self.imports_read: set[str] = set()
        self.version: str | None = None
        self.iri: str | None = None
        self.findings: list[Finding] = []

    def add_concept(self, concept: str) -> None:
        """Declare a concept; declaring it again changes nothing."""
        self.concepts[concept] = None

    def label(self, concept: str, text: str) -> None:
        """Set the name of a concept; the first one stays, later and different ones become synonyms."""
        if self.labels.setdefault(concept, text) != text:
            self.synonym(concept, text, "exact")

    def synonym(self, concept: str, text: str, scope: Scope = "related") -> None:
        """Add another name of a concept."""
        concepts, texts, scopes = self.synonym_rows
        concepts.append(concept)
        texts.append(text)
        scopes.append(scope)

    def definition(self, concept: str, text: str) -> None:
        """Set the definition of a concept; the first one stays."""
        self.definitions.setdefault(concept, text)

    def deprecated(self, concept: str) -> None:
        """Mark a concept as deprecated."""
        self.deprecated_ids.add(concept)

    def merged(self, concept: str) -> None:
        """Say that a deprecated concept stands for nothing but an old id of its replacement."""
        self.merged_ids.add(concept)

    def alias(self, concept: str, alias: str) -> None:
        """Add another id of a concept (``alt_id``)."""
        self.aliases.setdefault(alias, {})[concept] = None

    def replaced_by(self, concept: str, other: str) -> None:
        """Name the concept that takes the place of a deprecated one."""
        self.replacements.setdefault(concept, {})[other] = None

    def consider(self, concept: str, other: str) -> None:
        """Name a concept that may take the place of a deprecated one."""
        self.considered.setdefault(concept, {})[other] = None

    def edge(self, child: str, parent: str, relation: str = "subclass", origin: Origin = "asserted") -> None:
        """Add an edge; every relation but ``"subclass"`` is kept beside the hierarchy.

        The origin is ``"genus"`` for what follows from a definition by intersection or union.
        """
        if relation != "subclass":
            key = (child, relation, parent)
            self.n_relation_statements += origin == "asserted"
            if origin == "asserted" or key not in self.relations:
                self.relations[key] = origin
            return
        children, parents = self.edges[origin]
        children.append(self.index[child])
        parents.append(self.index[parent])

    def number_edges(self, child: Int32, parent: Int32) -> None:
        """Add asserted hierarchy edges whose ends are numbers of the index."""
        for column, more in zip(self.edges["asserted"], (child, parent), strict=True):
            column.frombytes(more.tobytes())

    def numbers(self, origin: Origin) -> tuple[Int32, Int32]:
        """Children and parents of the hierarchy edges of an origin, as numbers of the index."""
        child, parent = (np.array(column, np.int32) for column in self.edges[origin])
        return child, parent

    def equivalent(self, a: str, b: str) -> None:
        """Say that two named concepts are the same."""
        self.equivalences.append((a, b))

    def property(self, name: str) -> PropertyDraft:
        """The draft of a property, made on first use."""
        return self.properties.setdefault(name, PropertyDraft())

    def disjoint(self, group: Iterable[Iterable[str]]) -> None:
        """Say that the members of a group are mutually disjoint.

        Args:
            group: Its members; each is a union of named concepts (of one, usually).
        """
        members = tuple(slot for slot in map(tuple, group) if slot)
        if len(members) > 1:
            self.disjoint_groups.append(members)

    def prefix(self, name: str, iri: str) -> None:
        """Keep a prefix of the file, so that CURIEs can be resolved."""
        self.prefixes.setdefault(name, iri)

    def found(
        self, rule: str, got: str, *, line: int | None = None, severity: Severity = "warning",
        expected: str = "", mend: str = "", count: int = 1,
    ) -> None:  # fmt: skip
        """Record something worth a look."""
        where = self.where if line is None else f"{self.where}:{line}"
        self.findings.append(Finding(f"ontology.{rule}", severity, where, got, expected, mend, count))

    def everything(self) -> Set[str]:
        """All ids that are declared or at an end of a hierarchy edge or equivalence."""
        undeclared = self.undeclared()
        return self.concepts.keys() | undeclared if undeclared else self.concepts.keys()

    def undeclared(self) -> set[str]:
        """Ids at an end of a hierarchy edge or equivalence that are not declared."""
        return set(itertools.filterfalse(self.concepts.__contains__, self.hierarchy_ids()))

    def hierarchy_ids(self) -> Iterable[str]:
        """Ids at the ends of stated hierarchy edges and equivalences; those of edges once each."""
        used = np.zeros(len(self.index.names), bool)
        for origin in self.edges:
            for column in self.numbers(origin):
                used[column] = True
        yield from map(self.index.names.__getitem__, np.flatnonzero(used).tolist())
        for a, b in self.equivalences:
            yield a
            yield b

    def require_concepts(self) -> None:
        """Raise EmptyOntology when nothing in the file is a concept."""
        if self.concepts or any(True for _ in self.hierarchy_ids()):
            return
        raise EmptyOntology(
            "the file was read to its end, but nothing in it is a concept",
            where=self.where,
            expected="owl:Class, rdfs:Class or skos:Concept in RDF, [Term] stanzas in OBO",
            mend="check that this is the ontology and not its data, its imports or a list of individuals",
        )
