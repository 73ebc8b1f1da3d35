"""Gathers the triples that matter, whatever the syntax.

Statements are gathered first and read afterwards, since RDF has no order: an intersection may come before or after
the class that uses it. Nodes are kept as numbers of the builder's index, which cost the least memory and time; they
are told as strings: IRIs in their canonical form, blank nodes as ``_:`` and their name.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import SecurityError
from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.builder import Scope
from ontoeval.ontology.index import Index
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
_TYPES_OF_CONCEPTS = (OWL + "Class", RDFS + "Class", SKOS + "Concept")
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
        index: Numbers nodes.
        individuals: Whether types of individuals are kept too.
        max_literal: Texts of more bytes are refused.

    Attributes:
        prefixes: The prefixes that the files declare.
        headers: For each file the ontologies in it.
        types: The nodes of each type that matters, in the order of the files; ``concepts`` gives the concepts.
    """

    def __init__(self, index: Index, *, individuals: bool = False, max_literal: int = 1 << 24) -> None:
        self.prefixes: dict[str, str] = {}
        self.headers: list[list[str]] = []
        self.types: dict[str, dict[str, None]] = {}
        self._index = index
        self._individuals = individuals
        self._max_literal = max_literal
        self._members: dict[str, array[int]] = {name: array("i") for name in _TYPES}
        self._individual_types = (array("i"), array("i"))
        self._nodes = {name: (array("i"), array("i")) for name in _NODE_PREDICATES}
        self._texts: dict[str, tuple[array[int], list[str], list[str]]] = {
            name: (array("i"), [], []) for name in _TEXT_PREDICATES
        }

    def add_all(self, quads: Iterable[Quad], name: str) -> None:
        """Keep the statements of a file that matter; ``name`` is that of the file, for messages."""
        from pyoxigraph import Literal, NamedNode

        index, languages = self._index, _Languages()
        nodes, texts, members = self._nodes, self._texts, self._members
        individuals, kinds = self._individual_types
        latest, own = "", -1
        n_ontologies, longest = len(members[_ONTOLOGY]), self._max_literal // 4
        for quad in quads:  # runs once per statement, so that little in it calls a function of ours
            predicate = quad.predicate.value
            if predicate in nodes:
                target = quad.object
                if type(target) is NamedNode:
                    number = index[target.value]
                elif type(target) is Literal:
                    continue
                else:
                    number = index[str(target)]
                subjects, objects = nodes[predicate]
                objects.append(number)
            elif predicate == TYPE:
                target = quad.object
                if type(target) is not NamedNode:
                    continue
                kind = target.value
                if kind in members:
                    subjects = members[kind]
                elif self._individuals:
                    subjects = individuals
                    kinds.append(index[kind])
                else:
                    continue
            elif predicate in texts:
                target, language = quad.object, ""
                if type(target) is Literal:
                    value, language = target.value, languages[target.language]
                    if len(value) > longest:
                        self._check_length(value, name)
                else:
                    value = index.names[index[target.value if type(target) is NamedNode else str(target)]]
                subjects, values, tags = texts[predicate]
                values.append(value)
                tags.append(language)
            else:
                continue
            subject = quad.subject
            text = subject.value if type(subject) is NamedNode else str(subject)
            if text != latest:  # statements about one subject mostly come together
                latest, own = text, index[text]
            subjects.append(own)
        self.headers.append(list(dict.fromkeys(self._named(members[_ONTOLOGY][n_ontologies:]))))

    def close(self) -> None:
        """Make ``types``, once all files are in."""
        kinds = (kind for kind in _TYPES if kind not in _TYPES_OF_CONCEPTS)
        self.types = {kind: dict.fromkeys(self._named(self._members[kind])) for kind in kinds}

    def concepts(self, kinds: Iterable[str]) -> dict[str, None]:
        """The concepts that are of one of these types, in the order of the types and the files."""
        numbers = np.concatenate([np.array(self._members[kind], np.int32) for kind in kinds])
        return dict.fromkeys(self._named(numbers[self.is_concept[numbers]].tolist()))

    @cached_property
    def is_concept(self) -> NDArray[np.bool_]:
        """Whether each number that the files gave to the index can be a concept."""
        names = self._index.names
        return np.fromiter(map(is_concept, names), bool, len(names))

    def _check_length(self, text: str, name: str) -> None:
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > self._max_literal:
            raise too_long(name, self._max_literal)

    def statements(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Subject and object of each statement, as often as the file has it."""
        subjects, objects = self._nodes[predicate]
        return zip(self._named(subjects), self._named(objects), strict=True)

    def grouped(self, predicate: str) -> Grouped:
        """All statements of a predicate, as subject to objects, each once."""
        out: Grouped = {}
        for subject, target in dict.fromkeys(self.statements(predicate)):
            out.setdefault(subject, []).append(target)
        return out

    def numbers(self, predicate: str) -> tuple[Int32, Int32]:
        """Subjects and objects of the statements, as numbers of the index."""
        subjects, objects = (np.array(column, np.int32) for column in self._nodes[predicate])
        return subjects, objects

    def individual_types(self) -> Iterator[tuple[str, str]]:
        """Individuals, and what they are."""
        individuals, kinds = self._individual_types
        return zip(self._named(individuals), self._named(kinds), strict=True)

    def one_each(self, predicate: str, known: Collection[str]) -> dict[str, str] | None:
        """The text of each subject, when every subject has one and all of them are known."""
        subjects, texts, _ = self._texts[predicate]
        found = dict(zip(self._named(subjects), texts, strict=True))
        return found if len(found) == len(texts) and all(map(known.__contains__, found)) else None

    def texts(self, predicate: str) -> Iterator[tuple[str, str, str]]:
        """Subject, text and language of each statement."""
        subjects, texts, languages = self._texts[predicate]
        return zip(self._named(subjects), texts, languages, strict=True)

    def languages(self, predicate: str) -> list[str]:
        """The language of each text."""
        return self._texts[predicate][2]

    def entries(
        self, predicate: str, known: Collection[str], lang: tuple[str | None, ...] = ("en", None)
    ) -> Iterator[tuple[str, str]]:
        """Subject and text of the statements about known subjects; of each subject the preferred language first."""
        subjects, texts, _ = self._texts[predicate]
        if not known:
            return
        if len(set(subjects)) == len(subjects):
            pairs = zip(self._named(subjects), texts, strict=True)
            yield from ((subject, text) for subject, text in pairs if subject in known)
            return
        rows: dict[str, set[tuple[int, str, str]]] = {}
        for subject, text, language in self.texts(predicate):
            if subject in known:
                rows.setdefault(subject, set()).add((language_rank(language, lang), language, text))
        for subject, found in rows.items():
            for _, _, text in sorted(found) if len(found) > 1 else found:
                yield subject, text

    def _named(self, numbers: Iterable[int]) -> Iterator[str]:
        return map(self._index.names.__getitem__, numbers)


def too_long(name: str, limit: int) -> SecurityError:
    """The error about a text that is longer than the limit."""
    return SecurityError(
        f"a text has more than {limit} bytes",
        where=name,
        mend="shorten it; limits=Limits(max_literal=…) can be raised for RDF/XML and OBO, and to 16 MiB for the rest",
    )


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
