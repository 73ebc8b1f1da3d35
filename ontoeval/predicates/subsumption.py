"""``under`` with an ontology: the ids that an engine would have to be asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from ontoeval.errors import InputError, UnknownConcept, closest
from ontoeval.ontology import Ontology
from ontoeval.predicates.transform import map_atoms
from ontoeval.predicates.tree import Atom, Expand, Node, Not, walk


class Subsumption:
    """Turns ``under`` into what an engine would have to be asked for, for many filters.

    Args:
        ontology: Where the concepts are.
        spellings: How documents write the concepts (see `spellings_of`), accepted as well.
    """

    def __init__(self, ontology: Ontology, spellings: Mapping[str, Collection[str]] | None = None) -> None:
        self.ontology = ontology
        self._written: dict[str, set[str]] = {concept: set(texts) for concept, texts in (spellings or {}).items()}
        for alias, concepts in ontology.aliases.items():
            if len(concepts) == 1:
                self._written.setdefault(concepts[0], set()).add(alias)
        self._accepted: dict[tuple[str, tuple[str, ...], Expand], frozenset[str]] = {}
        self._graphs: dict[tuple[str, ...], Any] = {}

    def expand(self, node: Node) -> Node:
        """The filter with every ``under`` turned into an ``in`` over the ids that it accepts.

        These are the concept, its equivalents and its descendants (for ``down_up`` its ancestors too), with their
        other ids (``alt_id`` and the like).

        Raises:
            InputError: A concept or a relation is not in the ontology.

        Example:
            >>> import ontoeval as oe
            >>> cars = oe.load(b"child,parent\\ncar,vehicle\\nsedan,car\\nboat,vehicle\\n", format="csv")
            >>> print(Subsumption(cars).expand(Atom("kind", "under", "car")))
            kind in ['car', 'sedan']
            >>> print(Subsumption(cars).expand(Atom("kind", "under", "car", expand="down_up")))
            kind in ['car', 'sedan', 'vehicle']
        """
        found = {part for part in walk(node) if isinstance(part, Atom) and part.op == "under"}
        return map_atoms(node, {atom: self._listed(atom) for atom in found}) if found else node

    def accepted(self, concept: str, relations: tuple[str, ...] = (), expand: Expand = "down") -> frozenset[str]:
        """Ids of the concepts that ``under`` accepts for a concept.

        Raises:
            UnknownConcept: The concept is not in the ontology.
            InputError: No two concepts have the relation.
        """
        key = (concept, relations, expand)
        if key not in self._accepted:
            self._accepted[key] = self._reached(self.ontology.resolve(concept).id or concept, relations, expand)
        return self._accepted[key]

    def _listed(self, atom: Atom) -> Atom:
        ids: set[str] = set()
        for value in atom.values:
            try:
                ids |= self.accepted(str(value), atom.relations, atom.expand)
            except UnknownConcept as error:
                raise InputError(error.message, where=atom.path or str(atom), mend=error.mend) from error
        written = ids.union(*(self._written.get(concept, ()) for concept in ids))
        return Atom(atom.field, "in", tuple(sorted(written)), path=atom.path)

    def _reached(self, concept: str, relations: tuple[str, ...], expand: Expand) -> frozenset[str]:
        ontology = self.ontology
        accepted = {concept} | ontology.equivalents(concept)
        if not relations:
            accepted |= ontology.descendants(concept)
            return frozenset(accepted | ontology.ancestors(concept) if expand == "down_up" else accepted)
        import networkx as nx

        graph = self._along(relations)
        accepted |= nx.ancestors(graph, concept)
        return frozenset(accepted | nx.descendants(graph, concept) if expand == "down_up" else accepted)

    def check_relations(self, relations: tuple[str, ...]) -> None:
        """Refuse relations that no two concepts have.

        Raises:
            InputError: One of them.
        """
        graph = self.ontology.graph
        named = {name for _, _, names in graph.edges(data="relations") for name in names}
        for relation in relations:
            if relation not in named:
                raise InputError(
                    f"no relation {relation!r} between concepts",
                    where=self.ontology.source,
                    expected=" or ".join(closest(relation, named) or sorted(named)[:5]),
                )

    def _along(self, relations: tuple[str, ...]) -> Any:
        import networkx as nx

        if relations in self._graphs:
            return self._graphs[relations]
        self.check_relations(relations)
        graph = self.ontology.graph
        followed = {*relations, "equivalent"}
        edges = [(a, b) for a, b, names in graph.edges(data="relations") if names & followed]
        self._graphs[relations] = nx.DiGraph(edges)
        self._graphs[relations].add_nodes_from(graph)
        return self._graphs[relations]


def subsume(node: Node, fields: Collection[str], *, relations: tuple[str, ...] = (), expand: Expand = "down") -> Node:
    """The filter as it would be if equality on some fields meant subsumption.

    ``eq`` and ``in`` on the fields become ``under``, ``ne`` and ``nin`` its negation.

    Example:
        >>> print(subsume(Atom("kind", "ne", "car"), {"kind"}))
        not (kind under 'car')
    """
    change: dict[Atom, Node] = {}
    for part in walk(node):
        if isinstance(part, Atom) and part.field in fields and part.op in ("eq", "in", "ne", "nin"):
            wide = Atom(part.field, "under", part.value, relations, expand, path=part.path)
            change[part] = Not(wide) if part.op in ("ne", "nin") else wide
    return map_atoms(node, change)


def spellings_of(values: Iterable[Any], ontology: Ontology) -> dict[str, tuple[str, ...]]:
    """How a corpus writes the concepts of a field: the texts that resolve to each concept, without its id."""
    texts = sorted({value for value in values if isinstance(value, str)})
    found: dict[str, list[str]] = {}
    for text, code in zip(texts, ontology.encode(texts).tolist(), strict=True):
        if code >= 0 and ontology.ids[code] != text:
            found.setdefault(ontology.ids[code], []).append(text)
    return {concept: tuple(written) for concept, written in found.items()}
