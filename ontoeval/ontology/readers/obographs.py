"""Reads OBO Graphs JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ontoeval.errors import FormatMismatch, ParseError
from ontoeval.ontology.builder import Builder, Scope
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.markup import check_brackets, check_runs
from ontoeval.ontology.readers.context import Context
from ontoeval.ontology.readers.vocabulary import BUILT_IN, MERGED, OBO, OIO, OWL, RDFS
from ontoeval.ontology.source import Document

_SCOPES: dict[str, Scope] = {
    "hasExactSynonym": "exact",
    "hasNarrowSynonym": "narrow",
    "hasBroadSynonym": "broad",
    "hasRelatedSynonym": "related",
}
IS_A = frozenset({"is_a", "subClassOf", RDFS + "subClassOf"})
_SUB_PROPERTY = frozenset({"subPropertyOf", RDFS + "subPropertyOf"})
_INVERSE = frozenset({"inverseOf", OWL + "inverseOf"})
TYPE = frozenset({"type", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"})
_KINDS = {"OBJECT": "object", "DATA": "data", "ANNOTATION": "annotation"}


def read(document: Document, builder: Builder, context: Context) -> None:
    """Tell the builder what an OBO Graphs file holds.

    Nodes of the type CLASS are concepts; nodes without a type (synonym types, terms of RDF) are none, unless an
    edge or a definition uses them as a class. What OBO Graphs leaves out (unions, definitions that are not of the
    form genus and differentia) cannot be read back.

    Raises:
        ParseError: The JSON is broken or cut off, or a node or edge lacks a part.
        FormatMismatch: It is no OBO Graphs document.
        SecurityError: A text or the nesting exceeds the limits.
    """
    check_runs(document.chunks(), b'"', context.limits.max_literal, document.name)
    data = document.read()
    check_brackets(data, b"[{", b"]}", context.limits.max_nesting, document.name)
    try:
        content = json.loads(data)
    except json.JSONDecodeError as error:
        raise ParseError(
            f"the JSON is broken or cut off: {error.msg}",
            where=f"{document.name}:{error.lineno}",
            mend="download or export the file again",
        ) from None
    graphs = content.get("graphs", [content]) if isinstance(content, dict) else None
    if not isinstance(graphs, list) or not all(isinstance(graph, dict) for graph in graphs):
        raise FormatMismatch("this is no OBO Graphs document", where=document.name, expected='{"graphs": [{…}]}')
    if len(graphs) > 1:
        builder.found("headers", f"the file holds {len(graphs)} graphs; they were read as one")
    for number, graph in enumerate(graphs):
        try:
            _Graph(graph, builder).tell(first=number == 0)
        except (KeyError, TypeError, AttributeError) as error:
            raise ParseError(
                f"graph {number} is not as OBO Graphs describes it: {error!r}",
                where=document.name,
                mend="see https://github.com/geneontology/obographs, and export the file again",
            ) from None
    builder.n_relation_statements = 0  # its edges do not say whether they come from restrictions


class _Graph:
    def __init__(self, graph: dict[str, Any], builder: Builder) -> None:
        self._graph = graph
        self._builder = builder
        self._names: dict[str, str] = {}

    def tell(self, *, first: bool) -> None:
        builder, graph = self._builder, self._graph
        meta = graph.get("meta") or {}
        if first:
            builder.iri = graph.get("id")
            builder.version = meta.get("version")
        for imported in graph.get("imports") or ():
            builder.imports[str(builder.iri or ""), imported] = None
        nodes = graph.get("nodes") or []
        for node in nodes:
            if node.get("type") == "PROPERTY":
                self._property(node)
        for node in nodes:
            if node.get("type") == "CLASS" and not node["id"].startswith(BUILT_IN):
                builder.add_concept(canonical(node["id"]))
        self._hierarchy()
        used = {*builder.concepts, *builder.hierarchy_ids()}
        for node in nodes:
            concept = canonical(node["id"])
            if concept in used:
                if node.get("type") is None:  # real files leave the type out
                    builder.add_concept(concept)
                self._texts(concept, node)

    def _hierarchy(self) -> None:
        builder, graph = self._builder, self._graph
        for edge in graph.get("edges") or ():
            predicate, subject, target = edge["pred"], canonical(edge["sub"]), canonical(edge["obj"])
            if predicate in IS_A:
                if not target.startswith(BUILT_IN):
                    builder.edge(subject, target)
            elif predicate in _SUB_PROPERTY:
                builder.property(self._name(subject)).parents[self._name(target)] = None
            elif predicate in _INVERSE:
                builder.property(self._name(subject)).inverses[self._name(target)] = None
                builder.property(self._name(target)).inverses[self._name(subject)] = None
            elif predicate not in TYPE:
                builder.edge(subject, target, self._name(canonical(predicate)))
        for group in graph.get("equivalentNodesSets") or ():
            members = [canonical(node) for node in group["nodeIds"]]
            for other in members[1:]:
                builder.equivalent(members[0], other)
        for axiom in graph.get("logicalDefinitionAxioms") or ():
            defined = canonical(axiom["definedClassId"])
            for genus in axiom.get("genusIds") or ():
                builder.edge(defined, canonical(genus), origin="genus")
            for restriction in axiom.get("restrictions") or ():
                if restriction:
                    relation = self._name(canonical(restriction["propertyId"]))
                    builder.edge(defined, canonical(restriction["fillerId"]), relation, "genus")
        for axiom in graph.get("domainRangeAxioms") or ():
            draft = builder.property(self._name(canonical(axiom["predicateId"])))
            draft.domains.update({(canonical(x),): None for x in axiom.get("domainClassIds") or ()})
            draft.ranges.update({(canonical(x),): None for x in axiom.get("rangeClassIds") or ()})

    def _property(self, node: dict[str, Any]) -> None:
        iri = canonical(node["id"])
        shorthand = next((value for pred, value in values(node) if pred == OIO + "shorthand"), None)
        self._names[iri] = shorthand or iri
        draft = self._builder.property(shorthand or iri)
        draft.iri, draft.label = iri, node.get("lbl")
        draft.deprecated = bool((node.get("meta") or {}).get("deprecated"))
        kind = _KINDS.get(str(node.get("propertyType")))
        if kind:
            draft.kind = kind  # type: ignore[assignment]

    def _name(self, iri: str) -> str:
        return self._names.get(iri, iri)

    def _texts(self, concept: str, node: dict[str, Any]) -> None:
        builder, meta = self._builder, node.get("meta") or {}
        if node.get("lbl"):
            builder.label(concept, node["lbl"])
        if meta.get("definition"):
            builder.definition(concept, meta["definition"]["val"])
        for synonym in meta.get("synonyms") or ():
            builder.synonym(concept, synonym["val"], _SCOPES.get(synonym["pred"], "related"))
        if meta.get("deprecated"):
            builder.deprecated(concept)
        for predicate, value in values(node):
            if predicate == OIO + "hasAlternativeId":
                builder.alias(concept, canonical(value))
            elif predicate == OBO + "IAO_0100001":
                builder.replaced_by(concept, canonical(value))
            elif predicate == OIO + "consider":
                builder.consider(concept, canonical(value))
            elif predicate == OBO + "IAO_0000231" and canonical(value) == MERGED:
                builder.merged(concept)


def values(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Predicate and value of each further annotation of a node."""
    for entry in (node.get("meta") or {}).get("basicPropertyValues") or ():
        yield entry["pred"], entry["val"]
