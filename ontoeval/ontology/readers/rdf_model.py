"""What triples say about classes and concepts, whatever the syntax.

Statements are gathered first and read afterwards, since RDF has no order: an intersection may come before or after
the class that uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from ontoeval.ontology.builder import Builder, Origin, Scope
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.readers.rdf_expressions import Expressions, Grouped

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
_TYPE = RDF + "type"
_CLASS_TYPES = (OWL + "Class", RDFS + "Class", OWL + "DeprecatedClass")
_TYPES = (*_CLASS_TYPES, SKOS + "Concept", SKOS + "ConceptScheme", OWL + "Ontology")
_NODE_PREDICATES = (
    OWL + "equivalentClass", OWL + "intersectionOf", OWL + "unionOf", OWL + "disjointUnionOf",
    OWL + "someValuesFrom", OWL + "onProperty", RDFS + "subClassOf", RDF + "first", RDF + "rest",
    SKOS + "broader", SKOS + "narrower", SKOS + "broaderTransitive", SKOS + "narrowerTransitive",
)  # fmt: skip
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
_ALT_ID, _CONSIDER, _SHORTHAND = OIO + "hasAlternativeId", OIO + "consider", OIO + "shorthand"
_REPLACED_BY, _REASON, _MERGED = OBO + "IAO_0100001", OBO + "IAO_0000231", "IAO:0000227"
_VERSION_IRI, _VERSION_INFO = OWL + "versionIRI", OWL + "versionInfo"
_DEPRECATED, _IMPORTS = OWL + "deprecated", OWL + "imports"
_TEXT_PREDICATES = (
    *_LABELS, *_SYNONYMS, *_DEFINITIONS, _ALT_ID, _REPLACED_BY, _CONSIDER, _SHORTHAND,
    _VERSION_IRI, _VERSION_INFO, _DEPRECATED, _IMPORTS, _REASON,
)  # fmt: skip


class RdfModel:
    """Gathers triples and tells a builder what they say.

    Statements are kept in plain lists of strings, which cost the least memory and time: IRIs in their canonical
    form, blank nodes as ``_:`` and their name.
    """

    def __init__(self) -> None:
        self.prefixes: dict[str, str] = {}
        self._types: dict[str, set[str]] = {name: set() for name in _TYPES}
        self._nodes: dict[str, tuple[list[str], list[str]]] = {name: ([], []) for name in _NODE_PREDICATES}
        self._texts: dict[str, tuple[list[str], list[str], list[str]]] = {
            name: ([], [], []) for name in _TEXT_PREDICATES
        }

    def add_all(self, quads: Iterable[Quad]) -> None:
        """Keep the statements that matter."""
        from pyoxigraph import Literal

        nodes, texts, types, keys = self._nodes, self._texts, self._types, _Keys()
        for quad in quads:
            predicate, target = quad.predicate.value, quad.object
            if predicate in nodes:
                if not isinstance(target, Literal):
                    subjects, objects = nodes[predicate]
                    subjects.append(keys[str(quad.subject)])
                    objects.append(keys[str(target)])
            elif predicate in texts:
                subjects, values, languages = texts[predicate]
                subjects.append(keys[str(quad.subject)])
                if isinstance(target, Literal):
                    values.append(target.value)
                    languages.append((target.language or "").lower())
                else:
                    values.append(keys[str(target)])
                    languages.append("")
            elif predicate == _TYPE:
                kind = str(target)[1:-1]
                if kind in types:
                    types[kind].add(keys[str(quad.subject)])

    def tell(self, builder: Builder) -> None:
        """Tell the builder about concepts, hierarchy and texts."""
        for name, iri in self.prefixes.items():
            builder.prefix(name, iri)
        self._tell_header(builder)
        classes = {x for kind in _CLASS_TYPES for x in self._types[kind] if _is_concept(x)}
        concepts = {x for x in self._types[SKOS + "Concept"] if _is_concept(x)}
        if len(concepts) > len(classes):
            if classes:
                builder.found(
                    "skos",
                    f"{len(concepts)} SKOS concepts and {len(classes)} classes: the SKOS concepts were taken",
                    severity="info",
                )
            builder.concepts.update(dict.fromkeys(concepts))
            self._tell_skos(builder)
        else:
            builder.concepts.update(dict.fromkeys(classes))
            expressions = Expressions(self._grouped)
            self._tell_subclasses(builder, expressions)
            self._tell_definitions(builder, expressions)
        self._tell_names(builder)
        self._tell_old_ids(builder)

    def _tell_header(self, builder: Builder) -> None:
        for kind in (OWL + "Ontology", SKOS + "ConceptScheme"):
            headers = sorted(x for x in self._types[kind] if not x.startswith("_:"))
            if headers:
                builder.iri = headers[0]
                break
        for predicate in (_VERSION_IRI, _VERSION_INFO):
            for _, text in self._entries(predicate, (builder.iri,)):
                if builder.version is None:
                    builder.version = text
        for subject, imported, _ in zip(*self._texts[_IMPORTS], strict=True):
            builder.imports[subject, imported] = None

    @cached_property
    def _relation_names(self) -> dict[str, str]:
        """The short names that OBO gives to properties."""
        return dict(zip(*self._texts[_SHORTHAND][:2], strict=True))

    # Hierarchy

    def _tell_skos(self, builder: Builder) -> None:
        for name, upwards in (
            ("broader", True), ("broaderTransitive", True), ("narrower", False), ("narrowerTransitive", False),
        ):  # fmt: skip
            for subject, target in self._statements(SKOS + name):
                if _is_concept(subject) and _is_concept(target):
                    builder.edge(*((subject, target) if upwards else (target, subject)))

    def _tell_subclasses(self, builder: Builder, expressions: Expressions) -> None:
        for child, parent in self._statements(RDFS + "subClassOf"):
            if _is_concept(child) and _is_concept(parent):
                builder.edge(child, parent)
            elif _is_concept(child) and parent.startswith("_:"):
                self._tell_expression(builder, expressions, child, parent, defines=False)

    def _tell_definitions(self, builder: Builder, expressions: Expressions) -> None:
        for a, b in dict.fromkeys(self._statements(OWL + "equivalentClass")):
            if _is_concept(a) and _is_concept(b):
                builder.equivalent(a, b)
            for named, expression in ((a, b), (b, a)):
                if _is_concept(named) and expression.startswith("_:"):
                    self._tell_expression(builder, expressions, named, expression, defines=True)
                    self._tell_members(builder, named, expressions.items(OWL + "unionOf", expression))
        for named in filter(_is_concept, expressions.subjects(OWL + "intersectionOf")):
            self._tell_expression(builder, expressions, named, named, defines=True)
        for predicate in (OWL + "unionOf", OWL + "disjointUnionOf"):
            for named in filter(_is_concept, expressions.subjects(predicate)):
                self._tell_members(builder, named, expressions.items(predicate, named))

    def _tell_expression(
        self, builder: Builder, expressions: Expressions, concept: str, expression: str, *, defines: bool
    ) -> None:
        """Named conjuncts of an expression become parents, fillers of its restrictions relations."""
        unfolded = expressions.unfold(expression)
        for conjunct in filter(_is_concept, unfolded.conjuncts):
            builder.edge(concept, conjunct, origin="genus")
        for relation, filler, direct in unfolded.restrictions:
            if _is_concept(filler):
                origin: Origin = "asserted" if direct and not defines else "genus"
                builder.edge(concept, filler, self._relation_names.get(relation, relation), origin)

    def _tell_members(self, builder: Builder, concept: str, members: Iterable[str]) -> None:
        for member in filter(_is_concept, members):
            builder.edge(member, concept, origin="genus")

    def _statements(self, predicate: str) -> Iterator[tuple[str, str]]:
        return zip(*self._nodes[predicate], strict=True)

    def _grouped(self, predicate: str) -> Grouped:
        out: Grouped = {}
        for subject, target in dict.fromkeys(self._statements(predicate)):
            out.setdefault(subject, []).append(target)
        return out

    # Texts

    def _tell_names(self, builder: Builder) -> None:
        known = {*builder.concepts, *builder.hierarchy_ids()}
        for predicate in _LABELS:
            for concept, text in self._entries(predicate, known):
                builder.label(concept, text)
        for predicate, scope in _SYNONYMS.items():
            for concept, text in self._entries(predicate, known):
                builder.synonym(concept, text, scope)
        for predicate in _DEFINITIONS:
            for concept, text in self._entries(predicate, known):
                builder.definition(concept, text)

    def _tell_old_ids(self, builder: Builder) -> None:
        known = {*builder.concepts, *builder.hierarchy_ids()}
        for concept, text in self._entries(_DEPRECATED, known):
            if text.strip().lower() in ("true", "1"):
                builder.deprecated(concept)
        for concept in self._types[OWL + "DeprecatedClass"] & known:
            builder.deprecated(concept)
        for concept, text in self._entries(_REASON, known):
            if text == _MERGED:
                builder.merged(concept)
        tells: dict[str, Callable[[str, str], None]] = {
            _ALT_ID: builder.alias,
            _REPLACED_BY: builder.replaced_by,
            _CONSIDER: builder.consider,
        }
        for predicate, tell in tells.items():
            for concept, text in self._entries(predicate, known):
                tell(concept, canonical(text.strip()))

    def _entries(self, predicate: str, known: Container[str | None]) -> Iterator[tuple[str, str]]:
        """Subject and text of the statements about known subjects: English first, then by language and text."""
        subjects, texts, languages = self._texts[predicate]
        rows = {
            (_language_rank(language), language, text, subject)
            for subject, text, language in zip(subjects, texts, languages, strict=True)
            if subject in known
        }
        return ((subject, text) for _, _, text, subject in sorted(rows))


class _Keys(dict[str, str]):
    """Remembers one string per node: IRIs in canonical form, blank nodes as they are."""

    def __missing__(self, text: str) -> str:
        key = canonical(text[1:-1]) if text.startswith("<") else text
        self[text] = key
        return key


def _is_concept(key: str) -> bool:
    return not key.startswith("_:") and not key.startswith(_BUILT_IN)


def _language_rank(language: str) -> int:
    """English first, then texts without a language, then other English, then the rest."""
    if language == "en":
        return 0
    if not language:
        return 1
    return 2 if language.startswith("en-") else 3
