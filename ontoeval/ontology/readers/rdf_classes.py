"""What triples say about concepts: their hierarchy, relations and disjointness."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ontoeval.errors import BadParameter
from ontoeval.ontology.builder import Builder, Origin
from ontoeval.ontology.readers.rdf_expressions import Expressions
from ontoeval.ontology.readers.rdf_model import HIERARCHY_SKOS, SCHEME_PREDICATES, Triples
from ontoeval.ontology.readers.vocabulary import OWL, RDFS, SKOS, is_concept


def tell_skos(triples: Triples, builder: Builder, concepts: dict[str, None], scheme: str | None) -> None:
    """Tell the builder about concepts, broader, narrower and concept schemes.

    Raises:
        BadParameter: The scheme that was asked for is not in the file.
    """
    members: dict[str, set[str]] = {}
    for predicate, of_concept in SCHEME_PREDICATES:
        for subject, target in triples.statements(predicate):
            concept, its = (subject, target) if of_concept else (target, subject)
            members.setdefault(its, set()).add(concept)
    builder.schemes.update({name: frozenset(members[name]) for name in sorted(members)})
    if scheme is not None and scheme not in members:
        expected = f"one of {', '.join(sorted(members))}" if members else None
        raise BadParameter(f"no concept is in {scheme}", where="scheme", expected=expected)
    inside = None if scheme is None else members[scheme]
    builder.concepts.update(dict.fromkeys(x for x in concepts if inside is None or x in inside))
    for predicate, upwards in HIERARCHY_SKOS:
        for subject, target in triples.statements(predicate):
            if not is_concept(subject) or not is_concept(target):
                continue
            if inside is None or (subject in inside and target in inside):
                builder.edge(*((subject, target) if upwards else (target, subject)))


def tell_classes(triples: Triples, builder: Builder, expressions: Expressions, names: Mapping[str, str]) -> None:
    """Tell the builder about the hierarchy of classes, and what definitions add to it.

    Args:
        triples: All statements.
        builder: Is told.
        expressions: Looks up class expressions.
        names: Short names of properties.
    """
    teller = _Classes(triples, builder, expressions, names)
    teller.subclasses()
    teller.definitions()
    teller.disjointness()


def tell_individuals(triples: Triples, builder: Builder) -> None:
    """Make individuals concepts below the classes that are their types."""
    classes = set(builder.concepts)
    for individual, kind in triples.individual_types():
        if kind in classes and is_concept(individual):
            builder.add_concept(individual)
            builder.edge(individual, kind)
    for individual in sorted(filter(is_concept, triples.types[OWL + "NamedIndividual"])):
        builder.add_concept(individual)


def tell_mappings(triples: Triples, builder: Builder, same: frozenset[str]) -> None:
    """Make the targets of ``skos:exactMatch`` and ``owl:sameAs`` aliases, as asked for.

    A mapping between two concepts of this ontology makes them equivalent.
    """
    if not same:
        return
    known = builder.everything()
    for name, predicate in (("exact_match", SKOS + "exactMatch"), ("same_as", OWL + "sameAs")):
        if name not in same:
            continue
        for subject, target in sorted(set(triples.statements(predicate))):
            if subject in known and target in known:
                builder.equivalent(subject, target)
            elif subject in known and is_concept(target):
                builder.alias(subject, target)
            elif target in known and is_concept(subject):
                builder.alias(target, subject)


class _Classes:
    def __init__(self, triples: Triples, builder: Builder, expressions: Expressions, names: Mapping[str, str]) -> None:
        self._triples = triples
        self._builder = builder
        self._expressions = expressions
        self._names = names

    def subclasses(self) -> None:
        builder, names, concept = self._builder, self._builder.index.names, self._triples.is_concept
        child, parent = self._triples.numbers(RDFS + "subClassOf")
        plain = concept[child] & concept[parent]
        builder.number_edges(child[plain], parent[plain])
        rest = np.flatnonzero(concept[child] & ~concept[parent])
        for above, below in dict.fromkeys(zip(parent[rest].tolist(), child[rest].tolist(), strict=True)):
            if names[above].startswith("_:"):
                self._expression(names[below], names[above], defines=False)

    def definitions(self) -> None:
        builder, expressions = self._builder, self._expressions
        for a, b in dict.fromkeys(self._triples.statements(OWL + "equivalentClass")):
            if is_concept(a) and is_concept(b):
                builder.equivalent(a, b)
            for named, expression in ((a, b), (b, a)):
                if is_concept(named) and expression.startswith("_:"):
                    self._expression(named, expression, defines=True)
                    self._members(named, expressions.items(OWL + "unionOf", expression))
        for named in filter(is_concept, expressions.subjects(OWL + "intersectionOf")):
            self._expression(named, named, defines=True)
        for predicate in (OWL + "unionOf", OWL + "disjointUnionOf"):
            for named in filter(is_concept, expressions.subjects(predicate)):
                self._members(named, expressions.items(predicate, named))

    def disjointness(self) -> None:
        """Pairs, groups, disjoint unions, and complements above a class."""
        builder, expressions, statements = self._builder, self._expressions, self._triples.statements
        for a, b in dict.fromkeys(statements(OWL + "disjointWith")):
            builder.disjoint([self._union(a), self._union(b)])
        for group in expressions.subjects(OWL + "members"):
            builder.disjoint([self._union(member) for member in expressions.items(OWL + "members", group)])
        for union in expressions.subjects(OWL + "disjointUnionOf"):
            builder.disjoint([self._union(member) for member in expressions.items(OWL + "disjointUnionOf", union)])
        complements = self._triples.grouped(OWL + "complementOf")
        if complements:
            for predicate in (RDFS + "subClassOf", OWL + "equivalentClass"):
                for concept, expression in dict.fromkeys(statements(predicate)):
                    for other in complements.get(expression, ()) if is_concept(concept) else ():
                        builder.disjoint([(concept,), self._union(other)])

    def _union(self, expression: str) -> tuple[str, ...]:
        return tuple(filter(is_concept, self._expressions.union(expression)))

    def _expression(self, concept: str, expression: str, *, defines: bool) -> None:
        """Named conjuncts of an expression become parents, fillers of its restrictions relations."""
        builder = self._builder
        unfolded = self._expressions.unfold(expression)
        for conjunct in filter(is_concept, unfolded.conjuncts):
            builder.edge(concept, conjunct, origin="genus")
        for relation, filler, direct in unfolded.restrictions:
            stated = direct and not defines
            if is_concept(filler):
                origin: Origin = "asserted" if stated else "genus"
                builder.edge(concept, filler, self._names.get(relation, relation), origin)
            elif stated and not filler.startswith("_:"):
                builder.n_relation_statements += 1  # to a datatype: counted, but no edge between concepts

    def _members(self, concept: str, members: Iterable[str]) -> None:
        for member in filter(is_concept, members):
            self._builder.edge(member, concept, origin="genus")
