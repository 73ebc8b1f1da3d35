"""SKOS in Turtle: the hierarchy as skos:broader."""

from __future__ import annotations

from ontoeval.ontology.exports.turtle import block, literal, node
from ontoeval.ontology.exports.view import View

_HEAD = {
    "owl": "http://www.w3.org/2002/07/owl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "oio": "http://www.geneontology.org/formats/oboInOwl#",
    "obo": "http://purl.obolibrary.org/obo/",
}


def render(view: View) -> str:
    """The ontology as a concept scheme."""
    onto = view.ontology
    scheme = node("urn:ontoeval:scheme")
    header = [("a", "skos:ConceptScheme")]
    header += [("owl:versionInfo", literal(onto.version))] if onto.version else []
    header += [("skos:hasTopConcept", node(view.iri(root))) for root in sorted(onto.roots)]
    blocks = ["\n".join(f"@prefix {name}: <{iri}> ." for name, iri in _HEAD.items()), block(scheme, header)]
    for concept in view.concepts:
        said = [("a", "skos:Concept")] if onto.declared(concept) else []
        if not onto.declared(concept):
            view.note("concepts that are only mentioned; SKOS counts them all the same")
        said.append(("skos:inScheme", scheme))
        label, definition = onto.label(concept), onto.definition(concept)
        said += [("skos:prefLabel", literal(label))] if label is not None else []
        said += [("skos:definition", literal(definition))] if definition is not None else []
        for text, scope in view.synonyms(concept):
            said.append(("skos:hiddenLabel" if scope == "hidden" else "skos:altLabel", literal(text)))
            if scope not in ("exact", "hidden"):
                view.note("synonyms that are not exact became skos:altLabel")
        said += [("skos:broader", node(view.iri(parent))) for parent in view.targets(concept, "subclass")]
        for other in view.targets(concept, "equivalent"):
            said.append(("skos:exactMatch", node(view.iri(other))))
            view.note("equivalences became skos:exactMatch, which is no hierarchy")
        for _ in view.others(concept):
            view.note("relations beside the hierarchy were left out")
        said += [("owl:deprecated", "true")] if onto.deprecated(concept) else []
        replaced, considered = view.instead(concept)
        said += [("obo:IAO_0100001", node(view.iri(other))) for other in replaced]
        said += [("oio:consider", node(view.iri(other))) for other in considered]
        said += [("oio:hasAlternativeId", literal(alias)) for alias in view.aliases.get(concept, ())]
        blocks.append(block(node(view.iri(concept)), said))
    return "\n\n".join(blocks) + "\n"
