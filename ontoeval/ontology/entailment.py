"""Which statements say the same, or imply one another, given what an ontology says of its properties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.identifiers import Normaliser
from ontoeval.ontology.properties import Property

Integers = NDArray[np.int64]


class Readings:
    """Properties read forwards and backwards: reading 2 p is property p, and 2 p + 1 is p from object to subject.

    Inverse, symmetric and equivalent properties make readings the same; a property implies its parents. Cycles are
    allowed: properties that imply each other say the same.

    Args:
        names: The properties, in order; names that the ontology does not know stand for themselves.
        properties: What the ontology says of them, by their name in it.
        symmetric: Whether every property holds both ways.
    """

    def __init__(
        self, names: Sequence[str], properties: Mapping[str, Property] | None = None, *, symmetric: bool = False
    ) -> None:
        known = properties or {}
        self.names = list(dict.fromkeys([*names, *_mentioned(known)]))
        self._place = {name: position for position, name in enumerate(self.names)}
        self._same: list[tuple[int, int]] = []
        self._implied: list[tuple[int, int]] = []
        for name, prop in known.items():
            self._learn(name, prop)
        if symmetric:
            self._same += [(2 * place, 2 * place + 1) for place in range(len(self.names))]

    def _learn(self, name: str, prop: Property) -> None:
        forwards, backwards = self._readings(name)
        if "symmetric" in prop.characteristics:
            self._same.append((forwards, backwards))
        for other in prop.inverses:
            theirs, turned = self._readings(other)
            self._same += [(forwards, turned), (backwards, theirs)]
        for other in prop.equivalents:
            self._same += zip((forwards, backwards), self._readings(other), strict=True)
        for other in prop.parents:
            self._implied += zip((forwards, backwards), self._readings(other), strict=True)

    def _readings(self, name: str) -> tuple[int, int]:
        place = self._place[name]
        return 2 * place, 2 * place + 1

    def same(self) -> Integers:
        """A number for each reading, equal where two readings say the same, shape ``(2 n,)``."""
        from scipy.sparse.csgraph import connected_components

        number: Integers = connected_components(self._graph(self._same), directed=False)[1].astype(np.int64)
        return number

    def implied(self, readings: Iterable[int]) -> dict[int, set[int]]:
        """For each of the readings all that it implies, itself and what says the same included."""
        from scipy.sparse.csgraph import breadth_first_order

        both = [*self._same, *((other, reading) for reading, other in self._same), *self._implied]
        graph = self._graph(both)
        return {
            reading: set(breadth_first_order(graph, reading, return_predecessors=False).tolist())
            for reading in readings
        }

    def _graph(self, edges: Sequence[tuple[int, int]]) -> object:
        from scipy.sparse import coo_array

        ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
        n = 2 * len(self.names)
        return coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(n, n)).tocsr()


def _mentioned(properties: Mapping[str, Property]) -> list[str]:
    """All properties that others are said to be related to, and themselves."""
    tables = ([name, *prop.inverses, *prop.equivalents, *prop.parents] for name, prop in properties.items())
    return [name for table in tables for name in table]


class PropertyNames:
    """Finds the property that a text names: by its name in relations, its id or IRI in any spelling, or its label.

    Args:
        properties: The properties of an ontology by name.
        prefixes: The prefixes of its file.
    """

    def __init__(self, properties: Mapping[str, Property], prefixes: Mapping[str, str]) -> None:
        labels = Counter(prop.label for prop in properties.values() if prop.label)
        self._known = {prop.label: name for name, prop in properties.items() if prop.label and labels[prop.label] == 1}
        self._known.update({prop.iri: name for name, prop in properties.items()})
        self._known.update({name: name for name in properties})
        self._normaliser = Normaliser(prefixes, self._known)

    def find(self, text: str) -> str | None:
        """The name of the property, or None; a label that several properties have names none of them."""
        spellings = self._normaliser.spellings(text)
        return next((self._known[spelling] for spelling in spellings if spelling in self._known), None)
