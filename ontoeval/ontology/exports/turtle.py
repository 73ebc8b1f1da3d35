"""OWL in Turtle, with the annotation properties of OBO."""

from __future__ import annotations

import re

from ontoeval.ontology import inside
from ontoeval.ontology.export_rdf import to_iri
from ontoeval.ontology.exports.view import View

_HEAD = {
    "owl": "http://www.w3.org/2002/07/owl#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "oio": "http://www.geneontology.org/formats/oboInOwl#",
    "obo": "http://purl.obolibrary.org/obo/",
}
_SYNONYMS = {
    "exact": "oio:hasExactSynonym",
    "narrow": "oio:hasNarrowSynonym",
    "broad": "oio:hasBroadSynonym",
    "related": "oio:hasRelatedSynonym",
    "hidden": "skos:hiddenLabel",
}
_SPECIAL = re.compile('["\\\\\x00-\x1f\x7f\ud800-\udfff]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def render(view: View) -> str:
    """The ontology as Turtle."""
    onto = view.ontology
    own = {name: iri for name, iri in sorted(view.prefixes.items()) if re.fullmatch(r"[A-Za-z][\w\-]*|", name)}
    prefixes = {**own, **_HEAD}
    blocks = ["\n".join(f"@prefix {name}: <{iri}> ." for name, iri in prefixes.items())]
    header = [("a", "owl:Ontology")]
    if onto.version:
        header.append(("owl:versionInfo", literal(onto.version)))
    name = inside.iri(onto)
    blocks.append(block(node(to_iri(name or "ontology", {})), header))
    for relation in view.relations:
        about = [("a", "owl:ObjectProperty")]
        iri = view.property_iri(relation)
        found = onto.properties.get(relation)
        if found is not None and found.label:
            about.append(("rdfs:label", literal(found.label)))
        if view.ontology.resolve(relation).id is None and "://" not in relation and ":" not in relation:
            about.append(("oio:shorthand", literal(relation)))
        blocks.append(block(node(iri), about))
    blocks += [block(node(view.iri(concept)), statements(view, concept)) for concept in view.concepts]
    return "\n\n".join(text for text in blocks if text) + "\n"


def statements(view: View, concept: str) -> list[tuple[str, str]]:
    """Everything that is said about a concept, as predicate and object."""
    onto = view.ontology
    said: list[tuple[str, str]] = []
    if onto.declared(concept):
        said.append(("a", "owl:Class"))
    label, definition = onto.label(concept), onto.definition(concept)
    said += [("rdfs:label", literal(label))] if label is not None else []
    said += [("obo:IAO_0000115", literal(definition))] if definition is not None else []
    said += [(_SYNONYMS[scope], literal(text)) for text, scope in view.synonyms(concept)]
    said += [("rdfs:subClassOf", node(view.iri(parent))) for parent in view.targets(concept, "subclass")]
    said += [("owl:equivalentClass", node(view.iri(other))) for other in view.targets(concept, "equivalent")]
    for relation, target in view.others(concept):
        restriction = f"[ a owl:Restriction ; owl:onProperty {node(view.property_iri(relation))} ; "
        said.append(("rdfs:subClassOf", f"{restriction}owl:someValuesFrom {node(view.iri(target))} ]"))
    said += [("owl:deprecated", "true")] if onto.deprecated(concept) else []
    replaced, considered = view.instead(concept)
    said += [("obo:IAO_0100001", node(view.iri(other))) for other in replaced]
    said += [("oio:consider", node(view.iri(other))) for other in considered]
    said += [("oio:hasAlternativeId", literal(alias)) for alias in view.aliases.get(concept, ())]
    return said


def block(subject: str, said: list[tuple[str, str]]) -> str:
    """The statements about one subject."""
    return f"{subject} " + " ;\n    ".join(f"{predicate} {target}" for predicate, target in said) + " ." if said else ""


def node(iri: str) -> str:
    """An IRI between angle brackets; what may not stand there was percent-encoded."""
    return f"<{iri}>"


def literal(text: str) -> str:
    """A text between quotes."""
    return f'"{_SPECIAL.sub(lambda match: _ESCAPES.get(match[0]) or _code(match[0]), text)}"'


def _code(letter: str) -> str:
    return "\\uFFFD" if "\ud800" <= letter <= "\udfff" else f"\\u{ord(letter):04X}"
