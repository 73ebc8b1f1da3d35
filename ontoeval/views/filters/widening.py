"""Filters as they would be if an attribute's concept stood for all concepts below it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from ontoeval.ontology import Ontology
from ontoeval.predicates.subsumption import Subsumption
from ontoeval.predicates.tree import Atom, Expand, Node, Not, Scalar
from ontoeval.views.filter_rules import FilterRules
from ontoeval.views.filters.conditions import Condition
from ontoeval.views.filters.logged import FilterReader, LoggedFilter, LoggedFilters

#: Operators whose values may be concepts.
_OPS = ("eq", "ne", "in", "nin")


class Widening:
    """Expands concepts in the filters of all samples.

    Args:
        logged: The filters and the corpus.
        ontology: Where the concepts are.
        rules: Which attributes may hold concepts, and the relations to follow.
    """

    def __init__(self, logged: LoggedFilters, ontology: Ontology, rules: FilterRules) -> None:
        self.logged = logged
        self.ontology = ontology
        self.rules = rules
        self._reader = FilterReader(rules, ontology, logged.corpus)
        self._wide: dict[tuple[Atom, Expand], Node] = {}

    @cached_property
    def fields(self) -> frozenset[str]:
        """Attributes of which at least half of the values that filters ask for are concepts of the ontology."""
        asked: dict[str, dict[str, None]] = {}
        for atom in self._atoms():
            asked.setdefault(atom.field, {}).update((value, None) for value in atom.values if isinstance(value, str))
        if self.rules.fields:
            asked = {field: values for field, values in asked.items() if field in self.rules.fields}
        codes = {field: self.ontology.encode(list(values)) for field, values in asked.items() if values}
        return frozenset(field for field, found in codes.items() if 2 * int((found >= 0).sum()) >= len(found))

    def positive(self, found: LoggedFilter, expand: Expand) -> Node:
        """The filter with what it asks for widened, and its negations as they are."""
        return self._changed(found, expand, negations=False)

    def negative(self, found: LoggedFilter) -> Node:
        """The filter with its negations widened: "not C" keeps out what is below C as well."""
        return self._changed(found, "down", negations=True)

    def negates(self, found: LoggedFilter) -> bool:
        """Whether a filter keeps out a concept."""
        return any(not condition.positive and self._concerns(condition) for condition in found.conditions)

    def _changed(self, found: LoggedFilter, expand: Expand, *, negations: bool) -> Node:
        tests = [
            self._widened(condition, expand)
            if self._concerns(condition) and condition.positive != negations
            else condition.test
            for condition in found.conditions
        ]
        return found.threshold.node(tests)

    def _concerns(self, condition: Condition) -> bool:
        leaf = condition.leaf
        return isinstance(leaf, Atom) and leaf.op in _OPS and leaf.field in self.fields

    def _widened(self, condition: Condition, expand: Expand) -> Node:
        atom = condition.leaf
        assert isinstance(atom, Atom)
        if (atom, expand) not in self._wide:
            accepted = self._accepted(self._reader.subsumption(atom.field), atom, expand)
            self._wide[atom, expand] = Atom(atom.field, "nin" if atom.op in ("ne", "nin") else "in", accepted)
        wide = self._wide[atom, expand]
        return Not(wide) if condition.negated else wide

    def _accepted(self, subsumption: Subsumption, atom: Atom, expand: Expand) -> tuple[Scalar, ...]:
        """The values that an atom asks for, with what lies below those that are concepts."""
        known = [value for value in atom.values if isinstance(value, str) and value in self.ontology]
        wide = Atom(atom.field, "under", tuple(known), self.rules.relations, expand)
        below = subsumption.expand(wide) if known else None
        added: tuple[Scalar, ...] = below.values if isinstance(below, Atom) else ()
        return tuple(dict.fromkeys([*atom.values, *added]))

    def _atoms(self) -> Iterator[Atom]:
        for found in self.logged.logged:
            for condition in found.conditions:
                if isinstance(condition.leaf, Atom) and condition.leaf.op in _OPS:
                    yield condition.leaf
