"""Facts of an RDF file, streamed through pyoxigraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ontoeval.ontology.facts.model import Facts, Ids
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.readers.rdf import NO_BASE

if TYPE_CHECKING:
    from pyoxigraph import Quad

_OWL = "http://www.w3.org/2002/07/owl#"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_OBO = "http://purl.obolibrary.org/obo/"
_OIO = "http://www.geneontology.org/formats/oboInOwl#"
_BUILT_IN = (_OWL, _RDF, _RDFS, "http://www.w3.org/2001/XMLSchema#")

_TYPE = _RDF + "type"
_CLASSES = (_OWL + "Class", _RDFS + "Class", _OWL + "DeprecatedClass")
_PROPERTIES = (
    _OWL + "ObjectProperty", _OWL + "DatatypeProperty", _OWL + "AnnotationProperty", _RDF + "Property",
    _OWL + "FunctionalProperty", _OWL + "InverseFunctionalProperty", _OWL + "TransitiveProperty",
    _OWL + "SymmetricProperty", _OWL + "DeprecatedProperty", _OWL + "OntologyProperty",
)  # fmt: skip
_NOT_INDIVIDUALS = {
    *_CLASSES, *_PROPERTIES, _OWL + "Ontology", _OWL + "Restriction", _OWL + "Axiom", _OWL + "AllDisjointClasses",
    _OWL + "AllDifferent", _OWL + "AllDisjointProperties", _OWL + "NamedIndividual", _RDF + "List", _RDFS + "Datatype",
    _OWL + "NegativePropertyAssertion", _OWL + "Annotation", _SKOS + "Concept", _SKOS + "ConceptScheme",
    _SKOS + "Collection", _SKOS + "OrderedCollection",
}  # fmt: skip
_LABELS = (_RDFS + "label", _SKOS + "prefLabel")
_SYNONYMS = {
    _OIO + "hasExactSynonym": "exact",
    _OIO + "hasNarrowSynonym": "narrow",
    _OIO + "hasBroadSynonym": "broad",
    _OIO + "hasRelatedSynonym": "related",
    _OIO + "hasSynonym": "related",
    _OBO + "IAO_0000118": "related",
    _SKOS + "altLabel": "exact",
    _SKOS + "hiddenLabel": "hidden",
}
_DEFINITIONS = (_OBO + "IAO_0000115", _SKOS + "definition")
_OLD = {_OBO + "IAO_0100001": "replaced_by", _OIO + "consider": "consider", _OIO + "hasAlternativeId": "alt_ids"}
_STEPS = (
    _OWL + "equivalentClass", _OWL + "intersectionOf", _OWL + "unionOf", _OWL + "someValuesFrom",
    _OWL + "disjointUnionOf", _RDFS + "subClassOf", _RDF + "first", _RDF + "rest",
)  # fmt: skip
_NODES = {
    *_STEPS, _RDFS + "domain", _RDFS + "range",
    _OWL + "imports", *(_SKOS + name for name in (
        "broader", "narrower", "broaderTransitive", "narrowerTransitive", "related", "topConceptOf", "hasTopConcept",
    )),
}  # fmt: skip
_TEXTS = {*_LABELS, *_SYNONYMS, *_DEFINITIONS, *_OLD, _OWL + "deprecated"}


def rdf_facts(data: bytes, syntax: str, base_iri: str | None) -> Facts:
    """The facts of an RDF file that was found readable."""
    statements = _Statements()
    statements.gather(_quads(data, syntax, base_iri))
    facts = statements.facts()
    if facts.domains or facts.ranges:
        named = {*facts.domains, *facts.ranges}
        keys = statements.keys
        for quad in _quads(data, syntax, base_iri):
            predicate = keys(f"<{quad.predicate.value}>")
            if predicate in named and str(quad.subject).startswith("<") and str(quad.object).startswith("<"):
                start, end = keys(str(quad.subject)), keys(str(quad.object))
                if start in facts.individuals or end in facts.individuals:
                    facts.uses[start, predicate, end] = None
    return facts


def _quads(data: bytes, syntax: str, base_iri: str | None) -> Iterable[Quad]:
    import pyoxigraph

    from ontoeval.ontology.readers.rdf import rdf_format

    return pyoxigraph.parse(data, format=rdf_format(syntax), base_iri=base_iri or NO_BASE, lenient=True)


class _Statements:
    """Statements by predicate; blank nodes keep their name, IRIs become ids."""

    def __init__(self) -> None:
        self.nodes: dict[str, dict[tuple[str, str], None]] = {name: {} for name in _NODES}
        self.texts: dict[str, dict[tuple[str, str, str], None]] = {name: {} for name in _TEXTS}
        self.types: dict[str, dict[str, None]] = {}
        self._keys: dict[str, str] = {}

    def keys(self, text: str) -> str:
        key = self._keys.get(text)
        if key is None:
            key = self._keys[text] = canonical(text[1:-1]) if text.startswith("<") else text
        return key

    def gather(self, quads: Iterable[Quad]) -> None:
        from pyoxigraph import Literal

        nodes, texts, keys = self.nodes, self.texts, self.keys
        for quad in quads:
            predicate, target = quad.predicate.value, quad.object
            if predicate in nodes:
                if not isinstance(target, Literal):
                    nodes[predicate][keys(str(quad.subject)), keys(str(target))] = None
            elif predicate in texts:
                if isinstance(target, Literal):
                    entry = keys(str(quad.subject)), target.value, target.language or ""
                else:
                    entry = keys(str(quad.subject)), keys(str(target)), ""
                texts[predicate][entry] = None
            elif predicate == _TYPE and not isinstance(target, Literal):
                self.types.setdefault(keys(str(quad.subject)), {})[str(target)[1:-1]] = None

    def facts(self) -> Facts:
        facts = Facts("rdf")
        classes = {x: None for x, kinds in self.types.items() if _named(x) and any(k in kinds for k in _CLASSES)}
        concepts = {x: None for x, kinds in self.types.items() if _named(x) and _SKOS + "Concept" in kinds}
        facts.skos = len(concepts) > len(classes)
        facts.declared = concepts if facts.skos else classes
        self._hierarchy(facts)
        self._names(facts)
        self._logic(facts)
        facts.imports = {target.strip("<>"): None for _, target in self.nodes[_OWL + "imports"]}
        return facts

    def _pairs(self, predicate: str) -> Iterator[tuple[str, str]]:
        return ((a, b) for a, b in self.nodes[predicate] if _named(a) and _named(b))

    def _hierarchy(self, facts: Facts) -> None:
        if facts.skos:
            for name, upwards in (
                ("broader", True), ("broaderTransitive", True), ("narrower", False), ("narrowerTransitive", False),
            ):  # fmt: skip
                for a, b in self._pairs(_SKOS + name):
                    facts.edges[(a, b) if upwards else (b, a)] = None
            facts.related = dict.fromkeys(self._pairs(_SKOS + "related"))
            facts.top_concepts = dict.fromkeys(self._pairs(_SKOS + "topConceptOf"))
            facts.top_concepts |= {(b, a): None for a, b in self._pairs(_SKOS + "hasTopConcept")}
            return
        facts.edges = dict.fromkeys(self._pairs(_RDFS + "subClassOf"))
        facts.equivalent = dict.fromkeys(self._pairs(_OWL + "equivalentClass"))
        above = {b: a for step in _STEPS for a, b in self.nodes[step] if b.startswith("_:")}
        for step in (_OWL + "someValuesFrom", _RDF + "first"):
            for node, target in self.nodes[step]:
                owner = _owner(node, above)
                if owner is not None and _named(target):
                    facts.references[owner, "part of its definition", target] = None

    def _names(self, facts: Facts) -> None:
        for predicates, table in ((_LABELS, facts.labels), (_DEFINITIONS, facts.definitions)):
            for predicate in predicates:
                for concept, text, language in self.texts[predicate]:
                    if (text, language) not in table.setdefault(concept, []):
                        table[concept].append((text, language))
        for predicate, scope in _SYNONYMS.items():
            for concept, text, _ in self.texts[predicate]:
                facts.synonyms.setdefault(concept, []).append((text, scope))
        for predicate, name in _OLD.items():
            table_of: Ids = getattr(facts, name)
            for concept, text, _ in self.texts[predicate]:
                table_of.setdefault(concept, {})[canonical(text.strip())] = None
        for concept, text, _ in self.texts[_OWL + "deprecated"]:
            facts.deprecated[concept] = text
            if text.strip().lower() in ("true", "1"):
                facts.deprecated_ids.add(concept)
        for concept, kinds in self.types.items():
            if _OWL + "DeprecatedClass" in kinds:
                facts.deprecated.setdefault(concept, "true")
                facts.deprecated_ids.add(concept)

    def _logic(self, facts: Facts) -> None:
        for table, name in ((facts.domains, "domain"), (facts.ranges, "range")):
            for prop, target in self._pairs(_RDFS + name):
                table.setdefault(prop, {})[target] = None
        for thing, kinds in self.types.items():
            if _named(thing) and (_OWL + "NamedIndividual" in kinds or any(k not in _NOT_INDIVIDUALS for k in kinds)):
                own = {canonical(kind): None for kind in kinds if kind not in _NOT_INDIVIDUALS}
                facts.individuals[thing] = own


def _named(key: str) -> bool:
    return not key.startswith("_:") and not key.startswith(_BUILT_IN)


def _owner(node: str, above: dict[str, str]) -> str | None:
    """The named concept in whose definition a blank node stands."""
    seen: set[str] = set()
    while node.startswith("_:"):
        if node in seen or node not in above:
            return None
        seen.add(node)
        node = above[node]
    return node if _named(node) else None
