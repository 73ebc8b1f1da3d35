"""Gathers the triples that matter, whatever the syntax.

Statements are gathered first and read afterwards, since RDF has no order: an intersection may come before or after
the class that uses it. They are kept in plain lists of strings, which cost the least memory and time: IRIs in their
canonical form, blank nodes as ``_:`` and their name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from ontoeval.errors import SecurityError
from ontoeval.ontology.builder import Scope
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.readers.vocabulary import OBO, OIO, OWL, RDF, RDFS, SKOS, is_concept

if TYPE_CHECKING:
    from pyoxigraph import Quad

SKOSXL = "http://www.w3.org/2008/05/skos-xl#"
SCHEMA = ("http://schema.org/", "https://schema.org/")
TYPE, _ONTOLOGY = RDF + "type", OWL + "Ontology"

CLASS_TYPES = (OWL + "Class", RDFS + "Class", OWL + "DeprecatedClass")
PROPERTY_TYPES = {
    OWL + "ObjectProperty": "object",
    OWL + "DatatypeProperty": "data",
    OWL + "AnnotationProperty": "annotation",
    RDF + "Property": "property",
}
CHARACTERISTIC_TYPES = {
    OWL + "FunctionalProperty": "functional",
    OWL + "InverseFunctionalProperty": "inverse_functional",
    OWL + "TransitiveProperty": "transitive",
    OWL + "SymmetricProperty": "symmetric",
    OWL + "AsymmetricProperty": "asymmetric",
    OWL + "ReflexiveProperty": "reflexive",
    OWL + "IrreflexiveProperty": "irreflexive",
}
_TYPES = (
    *CLASS_TYPES, *PROPERTY_TYPES, *CHARACTERISTIC_TYPES, OWL + "DeprecatedProperty",
    SKOS + "Concept", SKOS + "ConceptScheme", OWL + "Ontology", OWL + "NamedIndividual",
)  # fmt: skip

HIERARCHY_SKOS = (
    (SKOS + "broader", True), (SKOS + "broaderTransitive", True),
    (SKOS + "narrower", False), (SKOS + "narrowerTransitive", False),
)  # fmt: skip
"""SKOS predicates of the hierarchy, and whether they point to the parent."""

SCHEME_PREDICATES = ((SKOS + "inScheme", True), (SKOS + "topConceptOf", True), (SKOS + "hasTopConcept", False))
DOMAINS_OF_ONE_OF = tuple(base + "domainIncludes" for base in SCHEMA)
RANGES_OF_ONE_OF = tuple(base + "rangeIncludes" for base in SCHEMA)
XL_LABELS = {SKOSXL + name: SKOS + name for name in ("prefLabel", "altLabel", "hiddenLabel")}

_NODE_PREDICATES = (
    RDFS + "subClassOf", OWL + "equivalentClass", OWL + "intersectionOf", OWL + "unionOf", OWL + "disjointUnionOf",
    OWL + "someValuesFrom", OWL + "onProperty", OWL + "complementOf", OWL + "disjointWith", OWL + "members",
    OWL + "sameAs", OWL + "inverseOf", OWL + "equivalentProperty", RDF + "first", RDF + "rest",
    RDFS + "domain", RDFS + "range", RDFS + "subPropertyOf", SKOS + "exactMatch",
    *(name for name, _ in HIERARCHY_SKOS), *(name for name, _ in SCHEME_PREDICATES),
    *DOMAINS_OF_ONE_OF, *RANGES_OF_ONE_OF, *XL_LABELS,
)  # fmt: skip

LABELS = (RDFS + "label", SKOS + "prefLabel")
SYNONYMS: dict[str, Scope] = {
    OIO + "hasExactSynonym": "exact",
    OIO + "hasNarrowSynonym": "narrow",
    OIO + "hasBroadSynonym": "broad",
    OIO + "hasRelatedSynonym": "related",
    OIO + "hasSynonym": "related",
    SKOS + "altLabel": "exact",
    SKOS + "hiddenLabel": "hidden",
    OBO + "IAO_0000118": "related",
}
DEFINITIONS = (OBO + "IAO_0000115", SKOS + "definition")
ALT_ID, CONSIDER, SHORTHAND = OIO + "hasAlternativeId", OIO + "consider", OIO + "shorthand"
REPLACED_BY, REASON = OBO + "IAO_0100001", OBO + "IAO_0000231"
VERSION_IRI, VERSION_INFO = OWL + "versionIRI", OWL + "versionInfo"
DEPRECATED, IMPORTS, LITERAL_FORM = OWL + "deprecated", OWL + "imports", SKOSXL + "literalForm"
_TEXT_PREDICATES = (
    *LABELS, *SYNONYMS, *DEFINITIONS, ALT_ID, REPLACED_BY, CONSIDER, SHORTHAND, VERSION_IRI, VERSION_INFO,
    DEPRECATED, IMPORTS, REASON, LITERAL_FORM,
)  # fmt: skip

Grouped = dict[str, list[str]]


class Triples:
    """The statements of one or more files.

    Args:
        individuals: Whether types of individuals are kept too.
        max_literal: Texts of more bytes are refused.
    """

    def __init__(self, *, individuals: bool = False, max_literal: int = 1 << 24) -> None:
        self.prefixes: dict[str, str] = {}
        self.types: dict[str, set[str]] = {name: set() for name in _TYPES}
        self.individual_types: tuple[list[str], list[str]] = ([], [])
        self.headers: list[set[str]] = []
        self._individuals = individuals
        self._max_literal = max_literal
        self._nodes: dict[str, tuple[list[str], list[str]]] = {name: ([], []) for name in _NODE_PREDICATES}
        self._texts: dict[str, tuple[list[str], list[str], list[str]]] = {
            name: ([], [], []) for name in _TEXT_PREDICATES
        }
        self._keys = _Keys()

    @property
    def no_concepts(self) -> set[str]:
        """The nodes that can be no concepts: blank ones, and terms of the language itself."""
        return self._keys.no_concepts

    def close(self) -> None:
        """Free what only gathering needs: the table of nodes is as large as the rest."""
        self._keys.clear()

    def add_all(self, quads: Iterable[Quad], name: str) -> None:
        """Keep the statements of a file that matter; ``name`` is that of the file, for messages."""
        from pyoxigraph import Literal, NamedNode

        stores: dict[str, tuple[list[str], ...]] = {**self._nodes, **self._texts}
        types, keys, languages = self.types, self._keys, _Languages()
        header: set[str] = set()
        self.headers.append(header)
        longest = self._max_literal // 4
        for quad in quads:  # runs once per statement, so that nothing in it calls a function of ours
            predicate = quad.predicate.value
            store = stores.get(predicate)
            if store is None:
                if predicate == TYPE:
                    target = quad.object
                    if not isinstance(target, NamedNode):
                        continue
                    kind, subject = target.value, quad.subject
                    key = keys[subject.value if isinstance(subject, NamedNode) else str(subject)]
                    if kind in types:
                        types[kind].add(key)
                        if kind == _ONTOLOGY:
                            header.add(key)
                    elif self._individuals:
                        self.individual_types[0].append(key)
                        self.individual_types[1].append(keys[kind])
                continue
            target, language = quad.object, ""
            if isinstance(target, NamedNode):
                value = keys[target.value]
            elif isinstance(target, Literal):
                if len(store) == 2:
                    continue
                value = target.value
                if len(value) > longest:
                    self._check_length(value, name)
                language = languages[target.language]
            else:
                value = keys[str(target)]
            subject = quad.subject
            store[0].append(keys[subject.value if isinstance(subject, NamedNode) else str(subject)])
            store[1].append(value)
            if len(store) == 3:
                store[2].append(language)

    def _check_length(self, text: str, name: str) -> None:
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > self._max_literal:
            raise too_long(name, self._max_literal)

    def statements(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Subject and object of each statement, as often as the file has it."""
        return zip(*self._nodes[predicate], strict=True)

    def grouped(self, predicate: str) -> Grouped:
        """All statements of a predicate, as subject to objects, each once."""
        out: Grouped = {}
        for subject, target in dict.fromkeys(self.statements(predicate)):
            out.setdefault(subject, []).append(target)
        return out

    def columns(self, predicate: str) -> tuple[list[str], list[str]]:
        """Subjects and objects of the statements, in two lists."""
        return self._nodes[predicate]

    def one_each(self, predicate: str, known: set[str]) -> dict[str, str] | None:
        """The text of each subject, when every subject has one and all of them are known."""
        subjects, texts, _ = self._texts[predicate]
        if len(set(subjects)) != len(subjects) or not known.issuperset(subjects):
            return None
        return dict(zip(subjects, texts, strict=True))

    def texts(self, predicate: str) -> Iterator[tuple[str, str, str]]:
        """Subject, text and language of each statement."""
        return zip(*self._texts[predicate], strict=True)

    def languages(self, predicate: str) -> list[str]:
        """The language of each text."""
        return self._texts[predicate][2]

    def entries(
        self, predicate: str, known: Collection[str], lang: tuple[str | None, ...] = ("en", None)
    ) -> Iterator[tuple[str, str]]:
        """Subject and text of the statements about known subjects; of each subject the preferred language first."""
        subjects, texts, languages = self._texts[predicate]
        if len(set(subjects)) == len(subjects):
            yield from ((subject, text) for subject, text in zip(subjects, texts, strict=True) if subject in known)
            return
        rows: dict[str, set[tuple[int, str, str]]] = {}
        for subject, text, language in zip(subjects, texts, languages, strict=True):
            if subject in known:
                rows.setdefault(subject, set()).add((language_rank(language, lang), language, text))
        for subject, found in rows.items():
            for _, _, text in sorted(found) if len(found) > 1 else found:
                yield subject, text


def too_long(name: str, limit: int) -> SecurityError:
    """The error about a text that is longer than the limit."""
    return SecurityError(
        f"a text has more than {limit} bytes",
        where=name,
        mend="shorten it; limits=Limits(max_literal=…) can be raised for RDF/XML and OBO, and to 16 MiB for the rest",
    )


class _Keys(dict[str, str]):
    """Remembers one string per node: IRIs in canonical form, blank nodes as they are."""

    def __init__(self) -> None:
        super().__init__()
        self.no_concepts: set[str] = set()

    def __missing__(self, text: str) -> str:
        self[text] = key = canonical(text)
        if not is_concept(key):
            self.no_concepts.add(key)
        return key


class _Languages(dict[str | None, str]):
    """Remembers one lower-case string per language."""

    def __missing__(self, language: str | None) -> str:
        self[language] = text = (language or "").lower()
        return text


def language_rank(language: str, preferred: tuple[str | None, ...]) -> int:
    """How far down a list of preferences a language stands: exact matches first, then regions, then the rest.

    Example:
        >>> [language_rank(language, ("en", None)) for language in ("en", "", "en-gb", "de")]
        [0, 1, 2, 4]
    """
    exact = [(wanted or "").lower() for wanted in preferred]
    if language in exact:
        return exact.index(language)
    regions = [place for place, wanted in enumerate(exact) if wanted and language.startswith(wanted + "-")]
    return len(exact) + (regions[0] if regions else len(exact))
