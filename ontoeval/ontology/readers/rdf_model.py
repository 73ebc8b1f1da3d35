"""What triples say about classes and concepts, whatever the syntax.

Statements are gathered first and read afterwards, since RDF has no order: an intersection may come before or
after the class that uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ontoeval.ontology.builder import Builder, Origin, Scope
from ontoeval.ontology.identifiers import canonical

if TYPE_CHECKING:
    from pyoxigraph import Quad

OWL = "http://www.w3.org/2002/07/owl#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
OBO = "http://purl.obolibrary.org/obo/"
OIO = "http://www.geneontology.org/formats/oboInOwl#"

_BUILT_IN = (OWL, RDF, RDFS, XSD)
_CLASS_TYPES = {OWL + "Class", RDFS + "Class", OWL + "DeprecatedClass"}
_NODE_PREDICATES = {
    OWL + "equivalentClass", OWL + "intersectionOf", OWL + "unionOf", OWL + "disjointUnionOf",
    OWL + "someValuesFrom", OWL + "onProperty", RDFS + "subClassOf", RDF + "first", RDF + "rest",
    SKOS + "broader", SKOS + "narrower", SKOS + "broaderTransitive", SKOS + "narrowerTransitive",
}  # fmt: skip
_LABELS = (RDFS + "label", SKOS + "prefLabel")
_SYNONYMS: dict[str, Scope] = {
    OIO + "hasExactSynonym": "exact",
    OIO + "hasNarrowSynonym": "narrow",
    OIO + "hasBroadSynonym": "broad",
    OIO + "hasRelatedSynonym": "related",
    OIO + "hasSynonym": "related",
    SKOS + "altLabel": "exact",
    SKOS + "hiddenLabel": "hidden",
    OBO + "IAO_0000118": "related",
}
_DEFINITIONS = (OBO + "IAO_0000115", SKOS + "definition")
_ALT_ID = OIO + "hasAlternativeId"
_REPLACED_BY = OBO + "IAO_0100001"
_CONSIDER = OIO + "consider"
_SHORTHAND = OIO + "shorthand"
_VERSION_IRI, _VERSION_INFO = OWL + "versionIRI", OWL + "versionInfo"
_DEPRECATED, _IMPORTS, _REASON = OWL + "deprecated", OWL + "imports", OBO + "IAO_0000231"
_MERGED = OBO + "IAO_0000227"
_TEXT_PREDICATES = {
    *_LABELS, *_SYNONYMS, *_DEFINITIONS, _ALT_ID, _REPLACED_BY, _CONSIDER, _SHORTHAND,
    _VERSION_IRI, _VERSION_INFO, _DEPRECATED, _IMPORTS, _REASON,
}  # fmt: skip
_TYPE = RDF + "type"


class RdfModel:
    """Gathers triples and tells a builder what they say."""

    def __init__(self) -> None:
        self.prefixes: dict[str, str] = {}
        self._types: dict[str, set[str]] = {}
        self._nodes: dict[str, dict[str, dict[str, None]]] = {name: {} for name in _NODE_PREDICATES}
        self._texts: dict[str, dict[str, dict[tuple[str, str], None]]] = {name: {} for name in _TEXT_PREDICATES}

    def add_all(self, quads: Iterable[Quad]) -> None:
        """Keep the statements that matter; repeated ones are kept once."""
        from pyoxigraph import Literal, NamedNode

        nodes, texts, types = self._nodes, self._texts, self._types
        for quad in quads:
            predicate = quad.predicate.value
            if predicate in nodes:
                target = quad.object
                if not isinstance(target, Literal):
                    subject = _key(quad.subject)
                    nodes[predicate].setdefault(subject, {})[_key(target)] = None
            elif predicate in texts:
                target = quad.object
                if isinstance(target, Literal):
                    entry = (target.value, target.language or "")
                else:
                    entry = (_key(target), "")
                texts[predicate].setdefault(_key(quad.subject), {})[entry] = None
            elif predicate == _TYPE and isinstance(quad.object, NamedNode):
                types.setdefault(quad.object.value, set()).add(_key(quad.subject))

    def tell(self, builder: Builder) -> None:
        """Tell the builder about concepts, hierarchy and texts."""
        for name, iri in self.prefixes.items():
            builder.prefix(name, iri)
        self._tell_header(builder)
        classes = {x for kind in _CLASS_TYPES for x in self._types.get(kind, ()) if _is_concept(x)}
        concepts = {x for x in self._types.get(SKOS + "Concept", ()) if _is_concept(x)}
        if len(concepts) > len(classes):
            if classes:
                builder.found(
                    "skos",
                    f"{len(concepts)} SKOS concepts and {len(classes)} classes: the SKOS concepts were taken",
                    severity="info",
                )
            self._tell_skos(builder, concepts)
        else:
            for concept in sorted(classes):
                builder.add_concept(canonical(concept))
            self._tell_classes(builder)
        self._tell_texts(builder)

    def _tell_header(self, builder: Builder) -> None:
        ontologies = sorted(x for x in self._types.get(OWL + "Ontology", ()) if not x.startswith("_:"))
        schemes = sorted(x for x in self._types.get(SKOS + "ConceptScheme", ()) if not x.startswith("_:"))
        for header in ontologies or schemes:
            builder.iri = builder.iri or header
            for predicate in (_VERSION_IRI, _VERSION_INFO):
                for text, _ in self._texts[predicate].get(header, ()):
                    builder.version = builder.version or text
        for header, targets in self._texts[_IMPORTS].items():
            for text, _ in targets:
                builder.imports[header, text] = None

    # Hierarchy

    def _tell_skos(self, builder: Builder, concepts: set[str]) -> None:
        for concept in sorted(concepts):
            builder.add_concept(canonical(concept))
        for name in ("broader", "broaderTransitive"):
            for child, parent in self._pairs(SKOS + name):
                builder.edge(canonical(child), canonical(parent))
        for name in ("narrower", "narrowerTransitive"):
            for parent, child in self._pairs(SKOS + name):
                builder.edge(canonical(child), canonical(parent))

    def _tell_classes(self, builder: Builder) -> None:
        for child, parent in self._statements(RDFS + "subClassOf"):
            if _is_concept(child):
                if _is_concept(parent):
                    builder.edge(canonical(child), canonical(parent))
                else:
                    self._tell_parts(builder, child, parent, defines=False)
        for a, b in self._statements(OWL + "equivalentClass"):
            if _is_concept(a) and _is_concept(b):
                builder.equivalent(canonical(a), canonical(b))
            for named, expression in ((a, b), (b, a)):
                if _is_concept(named) and expression.startswith("_:"):
                    self._tell_parts(builder, named, expression, defines=True)
                    self._tell_members(builder, named, OWL + "unionOf", expression)
        for named in list(self._nodes[OWL + "intersectionOf"]):
            if _is_concept(named):
                self._tell_parts(builder, named, named, defines=True)
        for predicate in (OWL + "unionOf", OWL + "disjointUnionOf"):
            for named in list(self._nodes[predicate]):
                if _is_concept(named):
                    self._tell_members(builder, named, predicate, named)

    def _tell_parts(self, builder: Builder, concept: str, expression: str, *, defines: bool) -> None:
        """Named conjuncts of an expression become parents, fillers of its restrictions relations."""
        seen: set[str] = set()
        waiting = [expression]
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen.add(at)
            for part in self._list_items(OWL + "intersectionOf", at):
                if _is_concept(part):
                    builder.edge(canonical(concept), canonical(part), origin="genus")
                elif part.startswith("_:"):
                    waiting.append(part)
            for filler in self._nodes[OWL + "someValuesFrom"].get(at, ()):
                for relation in self._nodes[OWL + "onProperty"].get(at, ()):
                    if _is_concept(filler) and not relation.startswith("_:"):
                        origin: Origin = "asserted" if at == expression and not defines else "genus"
                        builder.edge(canonical(concept), canonical(filler), self._relation_name(relation), origin)

    def _tell_members(self, builder: Builder, concept: str, predicate: str, expression: str) -> None:
        for member in self._list_items(predicate, expression):
            if _is_concept(member):
                builder.edge(canonical(member), canonical(concept), origin="genus")

    def _relation_name(self, relation: str) -> str:
        """The short name that OBO gives to a property, or its id."""
        short = self._texts[_SHORTHAND].get(relation)
        return next(iter(short))[0] if short else canonical(relation)

    def _list_items(self, predicate: str, subject: str) -> Iterator[str]:
        first, rest = self._nodes[RDF + "first"], self._nodes[RDF + "rest"]
        for head in self._nodes[predicate].get(subject, ()):
            seen: set[str] = set()
            at: str | None = head
            while at is not None and at not in seen:
                seen.add(at)
                yield from first.get(at, ())
                at = next(iter(rest.get(at, ())), None)

    def _statements(self, predicate: str) -> Iterator[tuple[str, str]]:
        for subject, objects in self._nodes[predicate].items():
            for target in objects:
                yield subject, target

    def _pairs(self, predicate: str) -> Iterator[tuple[str, str]]:
        return ((a, b) for a, b in self._statements(predicate) if _is_concept(a) and _is_concept(b))

    # Texts

    def _tell_texts(self, builder: Builder) -> None:
        known = set(builder.concepts)
        known.update(builder.hierarchy_ids())
        for predicate in _LABELS:
            for concept, entries in self._about(predicate, known):
                for text, _ in sorted(entries, key=_by_language):
                    builder.label(concept, text)
        for predicate, scope in _SYNONYMS.items():
            for concept, entries in self._about(predicate, known):
                for text, _ in sorted(entries, key=_by_language):
                    builder.synonym(concept, text, scope)
        for predicate in _DEFINITIONS:
            for concept, entries in self._about(predicate, known):
                builder.definition(concept, min(entries, key=_by_language)[0])
        for concept, entries in self._about(_DEPRECATED, known):
            if any(text.strip().lower() in ("true", "1") for text, _ in entries):
                builder.deprecated(concept)
        for iri in self._types.get(OWL + "DeprecatedClass", ()):
            if canonical(iri) in known:
                builder.deprecated(canonical(iri))
        for concept, entries in self._about(_REASON, known):
            if (_MERGED, "") in entries:
                builder.merged(concept)
        for predicate, tell in (
            (_ALT_ID, builder.alias),
            (_REPLACED_BY, builder.replaced_by),
            (_CONSIDER, builder.consider),
        ):
            for concept, entries in self._about(predicate, known):
                for text, _ in entries:
                    tell(concept, canonical(text.strip()))

    def _about(self, predicate: str, known: set[str]) -> Iterator[tuple[str, dict[tuple[str, str], None]]]:
        for subject, entries in self._texts[predicate].items():
            concept = canonical(subject)
            if concept in known:
                yield concept, entries


def _key(node: object) -> str:
    """A node as a string: its IRI, or ``_:`` and the name of a blank node."""
    text = str(node)
    return text[1:-1] if text.startswith("<") else text


def _is_concept(key: str) -> bool:
    return not key.startswith("_:") and not key.startswith(_BUILT_IN)


def _by_language(entry: tuple[str, str]) -> tuple[int, str, str]:
    """English first, then texts without a language, then other English, then the rest by language."""
    text, language = entry[0], entry[1].lower()
    if language == "en":
        return 0, language, text
    if not language:
        return 1, language, text
    return (2 if language.startswith("en-") else 3), language, text
