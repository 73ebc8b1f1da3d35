"""Class expressions in RDF: intersections, unions, lists and restrictions, followed without recursion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ontoeval.ontology.readers.rdf_model import Triples
from ontoeval.ontology.readers.vocabulary import OWL, RDF


class Unfolded(NamedTuple):
    """What a class expression says about a class below it.

    Attributes:
        conjuncts: Named classes of its intersections, however nested.
        restrictions: Existential restrictions in it: relation, filler, and whether the expression itself is one.
    """

    conjuncts: list[str]
    restrictions: list[tuple[str, str, bool]]


class Expressions:
    """Looks up the parts of class expressions.

    Args:
        triples: All statements.
    """

    def __init__(self, triples: Triples) -> None:
        grouped = triples.grouped
        self._first, self._rest = grouped(RDF + "first"), grouped(RDF + "rest")
        self._some, self._property = grouped(OWL + "someValuesFrom"), grouped(OWL + "onProperty")
        names = ("intersectionOf", "unionOf", "disjointUnionOf", "members")
        self._lists = {OWL + name: grouped(OWL + name) for name in names}

    def subjects(self, predicate: str) -> list[str]:
        """What has a list of this kind: classes and blank nodes."""
        return list(self._lists[predicate])

    def items(self, predicate: str, subject: str) -> Iterator[str]:
        """The items of the lists that a predicate gives a subject; a list that bites its tail ends there."""
        for head in self._lists[predicate].get(subject, ()):
            seen: set[str] = set()
            at: str | None = head
            while at is not None and at not in seen:
                seen.add(at)
                yield from self._first.get(at, ())
                at = next(iter(self._rest.get(at, ())), None)

    def union(self, expression: str) -> tuple[str, ...]:
        """The named members of a union, however nested; of a name the name itself; of all else nothing."""
        found: dict[str, None] = {}
        seen: set[str] = set()
        waiting = [expression]
        while waiting:
            at = waiting.pop()
            if not at.startswith("_:"):
                found[at] = None
            elif at not in seen:
                seen.add(at)
                members = list(self.items(OWL + "unionOf", at))
                waiting.extend(members)
        return tuple(sorted(found))

    def unfold(self, expression: str) -> Unfolded:
        """All named conjuncts and existential restrictions of an expression."""
        found = Unfolded([], [])
        seen: set[str] = set()
        waiting = [expression]
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            for part in self.items(OWL + "intersectionOf", at):
                (waiting if part.startswith("_:") else found.conjuncts).append(part)
            for filler in self._some.get(at, ()):
                for relation in self._property.get(at, ()):
                    if not relation.startswith("_:"):
                        found.restrictions.append((relation, filler, at == expression))
        return found
