"""`View`: an ontology in the order in which it is written, and the notes about what a format cannot say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from ontoeval.ontology import inside
from ontoeval.ontology.export_rdf import to_iri
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.ontology import Ontology
from ontoeval.ontology.parts import SCOPES

_NOT_IN_IRI = re.compile(r'[\x00-\x20<>"{}|^`\\\ud800-\udfff]')
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class View:
    """An ontology for writers: everything sorted by id, so that two releases can be compared as text.

    Args:
        ontology: The ontology.
    """

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self._lost: dict[str, int] = {}
        self._iris: dict[str, str] = {}
        self.prefixes = {name: iri for name, iri in ontology.prefixes.items() if "://" in iri}

    def note(self, what: str, n: int = 1) -> None:
        """Count something that the format cannot say."""
        self._lost[what] = self._lost.get(what, 0) + n

    def lost(self) -> list[str]:
        """The notes, each with its number."""
        return [f"{n:,} {what}" for what, n in self._lost.items() if n]

    @cached_property
    def concepts(self) -> list[str]:
        """All concepts, sorted."""
        return sorted(self.ontology.ids)

    @cached_property
    def edges(self) -> dict[str, dict[str, list[str]]]:
        """For each concept its targets by relation, sorted; ``"subclass"``, ``"equivalent"`` and others."""
        found: dict[str, dict[str, set[str]]] = {}
        for child, target, relation in inside.edges(self.ontology):
            found.setdefault(child, {}).setdefault(relation, set()).add(target)
        return {
            child: {relation: sorted(targets) for relation, targets in sorted(by.items())}
            for child, by in found.items()
        }

    def targets(self, concept: str, relation: str) -> list[str]:
        """The targets of one relation."""
        return self.edges.get(concept, {}).get(relation, [])

    @cached_property
    def _same(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for concept, by in self.edges.items():
            for other in by.get("equivalent", ()):
                found.setdefault(concept, set()).add(other)
                found.setdefault(other, set()).add(concept)
        return found

    def same(self, concept: str) -> list[str]:
        """What is said to be equivalent to a concept, on either side of the statement."""
        return sorted(self._same.get(concept, ()))

    def others(self, concept: str) -> Iterator[tuple[str, str]]:
        """(relation, target) besides the hierarchy and equivalences."""
        for relation, targets in self.edges.get(concept, {}).items():
            if relation not in ("subclass", "equivalent"):
                yield from ((relation, target) for target in targets)

    @cached_property
    def relations(self) -> list[str]:
        """The names of all other relations, sorted."""
        found = {name for by in self.edges.values() for name in by}
        return sorted(found - {"subclass", "equivalent"})

    @cached_property
    def aliases(self) -> dict[str, list[str]]:
        """Old ids by concept, sorted."""
        found: dict[str, list[str]] = {}
        for alias, concepts in self.ontology.aliases.items():
            for concept in concepts:
                found.setdefault(concept, []).append(alias)
        return {concept: sorted(aliases) for concept, aliases in found.items()}

    def instead(self, concept: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What replaces a concept, and what may."""
        replaced = inside.replacements(self.ontology).get(concept, ())
        return tuple(replaced), tuple(inside.considered(self.ontology).get(concept, ()))

    def synonyms(self, concept: str) -> list[tuple[str, str]]:
        """Synonyms with their scope, sorted by scope."""
        found = inside.scoped_synonyms(self.ontology, concept)
        return sorted(found, key=lambda synonym: (SCOPES.index(synonym[1]), synonym[0]))

    def iri(self, concept: str) -> str:
        """The IRI of an id; ids that do not come back from it are counted."""
        known = self._iris.get(concept)
        if known is None:
            known = self._iris[concept] = _encoded(to_iri(concept, self.prefixes))
            if canonical(known) != concept:
                self.note("ids were written as other IRIs, e.g. under urn:ontoeval:")
        return known

    def property_iri(self, relation: str) -> str:
        """The IRI of a relation."""
        found = self.ontology.properties.get(relation)
        return _encoded(to_iri(found.iri if found is not None else relation, self.prefixes))

    def clean(self, text: str) -> str:
        """A text that XML, and every reader of tables, can hold."""
        clean = _NOT_IN_XML.sub("\ufffd", text)
        if clean != text:
            self.note("texts with control characters, which became \ufffd")
        return clean


def _encoded(iri: str) -> str:
    """An IRI without what may not stand between angle brackets."""
    return _NOT_IN_IRI.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")), iri)
