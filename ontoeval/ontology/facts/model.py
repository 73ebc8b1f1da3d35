"""`Facts`: the statements of a file, as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

Texts = dict[str, list[tuple[str, str]]]
Ids = dict[str, dict[str, None]]

SELF_LOOPS, SEVERAL_LABELS, WRITTEN_VALUES = "self loops", "several labels", "values as written"
"""What only the file itself tells; loading mends it."""

_CURIE = re.compile(r"([A-Za-z_][\w.\-]*):(?!//)")


def namespace(concept: str) -> str:
    """The namespace of an id: ``HP:`` for a CURIE, everything up to the last ``#`` or ``/`` for an IRI.

    Example:
        >>> namespace("HP:0001250"), namespace("http://ex.org/o#Cat"), namespace("Animals")
        ('HP:', 'http://ex.org/o#', '')
    """
    curie = _CURIE.match(concept)
    if curie:
        return curie[0]
    cut = max(concept.rfind("#"), concept.rfind("/")) + 1
    return concept[:cut] if "://" in concept else ""


@dataclass
class Facts:
    """The statements of an ontology file.

    Attributes:
        syntax: ``"obo"``, ``"rdf"``, or another name for facts that were taken from a loaded ontology.
        lacks: What these facts cannot tell, and why: of ``SELF_LOOPS``, ``SEVERAL_LABELS`` and ``WRITTEN_VALUES``.
        skos: Whether the concepts are SKOS concepts.
        declared: Concepts that the file declares.
        lines: Line at which each concept starts, where the format has such a thing.
        labels: Names of each concept with their language, in the order of the file.
        synonyms: Other names, each with its scope.
        definitions: Definitions, each with its language.
        edges: (child, parent) of every asserted edge, self loops included.
        references: (concept, relation, target) of relations and definitions.
        equivalent: Pairs of named concepts said to be the same.
        deprecated: Value of the statement that deprecates a concept, as it is written.
        deprecated_ids: Concepts whose value means yes.
        replaced_by, consider, alt_ids: Targets of these statements by concept.
        disjoint: Groups of concepts of which no two may have a common member.
        individuals: Types of each named individual.
        domains, ranges: Concepts named as domain and range of each property.
        uses: (individual, property, individual) statements of properties with domain or range.
        related: Pairs that are skos:related.
        top_concepts: (concept, scheme) pairs.
        imports: What the file imports.
    """

    syntax: str
    lacks: dict[str, str] = field(default_factory=dict)
    skos: bool = False
    declared: dict[str, None] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    labels: Texts = field(default_factory=dict)
    synonyms: Texts = field(default_factory=dict)
    definitions: Texts = field(default_factory=dict)
    edges: dict[tuple[str, str], None] = field(default_factory=dict)
    references: dict[tuple[str, str, str], None] = field(default_factory=dict)
    equivalent: dict[tuple[str, str], None] = field(default_factory=dict)
    deprecated: dict[str, str] = field(default_factory=dict)
    deprecated_ids: set[str] = field(default_factory=set)
    replaced_by: Ids = field(default_factory=dict)
    consider: Ids = field(default_factory=dict)
    alt_ids: Ids = field(default_factory=dict)
    disjoint: dict[tuple[str, ...], None] = field(default_factory=dict)
    individuals: Ids = field(default_factory=dict)
    domains: Ids = field(default_factory=dict)
    ranges: Ids = field(default_factory=dict)
    uses: dict[tuple[str, str, str], None] = field(default_factory=dict)
    related: dict[tuple[str, str], None] = field(default_factory=dict)
    top_concepts: dict[tuple[str, str], None] = field(default_factory=dict)
    imports: dict[str, None] = field(default_factory=dict)

    def disjoint_pairs(self) -> Iterator[tuple[str, str]]:
        """Every pair of concepts that are said to be disjoint, in id order within the pair, without repeats."""
        seen: set[tuple[str, str]] = set()
        for group in self.disjoint:
            members = sorted(set(group))
            for place, one in enumerate(members):
                for other in members[place + 1 :]:
                    if (one, other) not in seen:
                        seen.add((one, other))
                        yield one, other

    def namespaces(self) -> dict[str, int]:
        """How many concepts the file declares in each namespace, most first."""
        counts: dict[str, int] = {}
        for concept in self.declared:
            name = namespace(concept)
            counts[name] = counts.get(name, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
