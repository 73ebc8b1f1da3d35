"""What triples say about the header, the names and the old ids of concepts, and about properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from ontoeval.ontology.builder import Builder
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.readers import rdf_model as rdf
from ontoeval.ontology.readers.rdf_expressions import Expressions
from ontoeval.ontology.readers.rdf_model import Triples
from ontoeval.ontology.readers.vocabulary import MERGED, OWL, RDFS, SKOS

Lang = tuple[str | None, ...]


def tell_header(triples: Triples, builder: Builder) -> None:
    """Tell the builder the IRI and version of the ontology (the first file's), its prefixes and imports."""
    for name, iri in triples.prefixes.items():
        builder.prefix(name, iri)
    own = triples.headers[0] if triples.headers else []
    schemes = triples.types[SKOS + "ConceptScheme"]
    headers = sorted(x for x in own if not x.startswith("_:"))
    if len(headers) > 1:
        builder.found(
            "headers",
            f"the file holds {len(headers)} ontologies, which were read as one: {', '.join(headers[:5])}",
            mend="split it, if they are not meant to be one",
        )
    candidates = headers or sorted(x for x in schemes if not x.startswith("_:"))
    builder.iri = candidates[0] if candidates else None
    for predicate in (rdf.VERSION_IRI, rdf.VERSION_INFO):
        for _, text in triples.entries(predicate, (builder.iri or "",)):
            if builder.version is None:
                builder.version = text
    for subject, imported, _ in triples.texts(rdf.IMPORTS):
        builder.imports[subject, imported] = None


def tell_names(triples: Triples, builder: Builder, known: Set[str], lang: Lang) -> None:
    """Tell the builder labels, synonyms and definitions of the known concepts."""
    for predicate in rdf.LABELS:
        builder.languages.update(triples.languages(predicate))
        alone = None if builder.labels else triples.one_each(predicate, known)
        if alone is not None:
            builder.labels = alone
            continue
        for concept, text in triples.entries(predicate, known, lang):
            builder.label(concept, text)
    _tell_extended_labels(triples, builder, known, lang)
    for predicate, scope in rdf.SYNONYMS.items():
        for concept, text in triples.entries(predicate, known, lang):
            builder.synonym(concept, text, scope)
    for predicate in rdf.DEFINITIONS:
        for concept, text in triples.entries(predicate, known, lang):
            builder.definition(concept, text)


def _tell_extended_labels(triples: Triples, builder: Builder, known: Set[str], lang: Lang) -> None:
    """Labels of SKOS-XL, which are nodes of their own."""
    forms: dict[str, list[tuple[int, str, str]]] = {}
    for node, text, language in triples.texts(rdf.LITERAL_FORM):
        forms.setdefault(node, []).append((rdf.language_rank(language, lang), language, text))
    if not forms:
        return
    for predicate, plain in rdf.XL_LABELS.items():
        rows: dict[str, set[tuple[int, str, str]]] = {}
        for concept, node in triples.statements(predicate):
            if concept in known:
                rows.setdefault(concept, set()).update(forms.get(node, ()))
        for concept, found in rows.items():
            for _, language, text in sorted(found):
                if plain == SKOS + "prefLabel":
                    builder.languages[language] += 1
                    builder.label(concept, text)
                else:
                    builder.synonym(concept, text, rdf.SYNONYMS[plain])


def tell_old_ids(triples: Triples, builder: Builder, known: Set[str]) -> None:
    """Tell the builder which of the known concepts are deprecated, and what stands for them."""
    for concept, text in triples.entries(rdf.DEPRECATED, known):
        if text.strip().lower() in ("true", "1"):
            builder.deprecated(concept)
    for concept in triples.types[OWL + "DeprecatedClass"].keys() & known:
        builder.deprecated(concept)
    for concept, text in triples.entries(rdf.REASON, known):
        if text == MERGED:
            builder.merged(concept)
    tells: dict[str, Callable[[str, str], None]] = {
        rdf.ALT_ID: builder.alias,
        rdf.REPLACED_BY: builder.replaced_by,
        rdf.CONSIDER: builder.consider,
    }
    for predicate, tell in tells.items():
        for concept, text in triples.entries(predicate, known):
            tell(concept, canonical(text.strip()))


def property_names(triples: Triples) -> dict[str, str]:
    """The short names that OBO gives to properties."""
    return {subject: text for subject, text, _ in triples.texts(rdf.SHORTHAND)}


def tell_properties(
    triples: Triples, builder: Builder, expressions: Expressions, names: Mapping[str, str], lang: Lang
) -> None:
    """Tell the builder about properties and what may stand at their ends."""

    def name(iri: str) -> str:
        return names.get(iri, iri)

    known = {x for kind in rdf.PROPERTY_TYPES for x in triples.types[kind]}
    known.update(x for kind in rdf.CHARACTERISTIC_TYPES for x in triples.types[kind])
    known = {x for x in known if not x.startswith("_:")}
    for iri in sorted(known):
        draft = builder.property(name(iri))
        draft.iri = iri
        kinds = [kind for kind, title in rdf.PROPERTY_TYPES.items() if iri in triples.types[kind]]
        if kinds:
            draft.kind = rdf.PROPERTY_TYPES[kinds[0]]  # type: ignore[assignment]
        draft.characteristics.update(
            title for kind, title in rdf.CHARACTERISTIC_TYPES.items() if iri in triples.types[kind]
        )
        if draft.kind == "property" and draft.characteristics - {"functional"}:
            draft.kind = "object"
        draft.deprecated = iri in triples.types[OWL + "DeprecatedProperty"]
    for predicate in rdf.LABELS:
        for iri, text in triples.entries(predicate, known, lang):
            draft = builder.property(name(iri))
            draft.label = draft.label or text
    for iri, text in triples.entries(rdf.DEPRECATED, known):
        if text.strip().lower() in ("true", "1"):
            builder.property(name(iri)).deprecated = True
    for predicate, attribute in (
        (RDFS + "subPropertyOf", "parents"),
        (OWL + "inverseOf", "inverses"),
        (OWL + "equivalentProperty", "equivalents"),
    ):
        for iri, other in triples.statements(predicate):
            if iri in known and not other.startswith("_:"):
                getattr(builder.property(name(iri)), attribute)[name(other)] = None
                if attribute != "parents" and other in known:
                    getattr(builder.property(name(other)), attribute)[name(iri)] = None
    for predicate, attribute in ((RDFS + "domain", "domains"), (RDFS + "range", "ranges")):
        for iri, expression in triples.statements(predicate):
            union = expressions.union(expression)
            if iri in known and union:
                getattr(builder.property(name(iri)), attribute)[union] = None
    for predicates, attribute in ((rdf.DOMAINS_OF_ONE_OF, "domains"), (rdf.RANGES_OF_ONE_OF, "ranges")):
        for predicate in predicates:
            for iri, others in triples.grouped(predicate).items():
                getattr(builder.property(name(iri)), attribute)[tuple(sorted(others))] = None
