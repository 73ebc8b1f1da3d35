"""The ontology as an rdflib graph, and SPARQL over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ontoeval.errors import BadParameter
from ontoeval.ontology.parts import ORIGINS, SCOPES, Parts

if TYPE_CHECKING:
    import rdflib

OBO = "http://purl.obolibrary.org/obo/"
OIO = "http://www.geneontology.org/formats/oboInOwl#"
LOCAL = "urn:ontoeval:"

_SCOPED = {
    "exact": "hasExactSynonym",
    "narrow": "hasNarrowSynonym",
    "broad": "hasBroadSynonym",
    "related": "hasRelatedSynonym",
}


def to_iri(concept: str, prefixes: dict[str, str]) -> str:
    """The IRI of a concept id: OBO ids become PURLs, CURIEs take the file's prefixes, other ids a ``urn:``.

    Example:
        >>> to_iri("HP:0001250", {}), to_iri("http://ex.org/a", {}), to_iri("Animals > Cats", {})
        ('http://purl.obolibrary.org/obo/HP_0001250', 'http://ex.org/a', 'urn:ontoeval:Animals%20%3E%20Cats')
    """
    head, colon, local = concept.partition(":")
    if colon and (local.startswith("//") or head.lower() in ("urn", "http", "https", "tag", "file")):
        return quote(concept, safe=":/?#[]@!$&'()*+,;=%~") if not concept.isascii() or " " in concept else concept
    if colon and head in prefixes:
        return prefixes[head] + quote(local)
    if colon and head.replace("_", "").isalnum() and head[:1].isalpha():
        return f"{OBO}{head}_{quote(local)}"
    return LOCAL + quote(concept, safe="")


def to_rdflib(parts: Parts) -> rdflib.Graph:
    """Build the graph that ``Ontology.to_rdflib`` describes."""
    from rdflib import OWL, RDF, RDFS, SKOS, BNode, Graph, Literal, URIRef

    graph = Graph()
    own = {name: iri for name, iri in parts.prefixes.items() if "://" in iri}
    iris = [URIRef(to_iri(concept, own)) for concept in parts.ids]
    definition = URIRef(OBO + "IAO_0000115")
    for code, node in enumerate(iris):
        graph.add((node, RDF.type, OWL.Class))
        for predicate, text in ((RDFS.label, parts.labels.first(code)), (definition, parts.definitions.first(code))):
            if text is not None:
                graph.add((node, predicate, Literal(text)))
        first, _ = parts.synonyms.span(code)
        for place, text in enumerate(parts.synonyms.all(code), first):
            scope = SCOPES[parts.scopes[place]]
            predicate = URIRef(OIO + _SCOPED[scope]) if scope in _SCOPED else SKOS.hiddenLabel
            graph.add((node, predicate, Literal(text)))
        if parts.deprecated[code]:
            graph.add((node, OWL.deprecated, Literal(True)))
    edges, by_relation = parts.edges, ORIGINS.index("relation")
    for child, parent, origin in zip(edges.child.tolist(), edges.parent.tolist(), edges.origin.tolist(), strict=True):
        if origin != by_relation:
            graph.add((iris[child], RDFS.subClassOf, iris[parent]))
    for a, b in edges.equivalent.tolist():
        graph.add((iris[a], OWL.equivalentClass, iris[b]))
    relations = [_property_iri(name, parts, own) for name in edges.relation_names]
    for a, relation, b in zip(edges.source.tolist(), edges.relation.tolist(), edges.target.tolist(), strict=True):
        restriction = BNode()
        graph.add((iris[a], RDFS.subClassOf, restriction))
        graph.add((restriction, RDF.type, OWL.Restriction))
        graph.add((restriction, OWL.onProperty, URIRef(relations[relation])))
        graph.add((restriction, OWL.someValuesFrom, iris[b]))
    _add_old_ids(graph, parts, own)
    return graph


def _property_iri(name: str, parts: Parts, own: dict[str, str]) -> str:
    found = parts.properties.get(name)
    return to_iri(found.iri if found else name, own)


def _add_old_ids(graph: Any, parts: Parts, own: dict[str, str]) -> None:
    from rdflib import Literal, URIRef

    for alias, concepts in parts.aliases.items():
        for concept in concepts:
            graph.add((URIRef(to_iri(concept, own)), URIRef(OIO + "hasAlternativeId"), Literal(alias)))
    for predicate, table in (
        (OBO + "IAO_0100001", parts.replacements),
        (OIO + "consider", parts.considered),
    ):
        for concept, others in table.items():
            for other in others:
                graph.add((URIRef(to_iri(concept, own)), URIRef(predicate), URIRef(to_iri(other, own))))


def sparql(graph: rdflib.Graph, query: str) -> rdflib.query.Result:
    """Run a query that can reach nothing but the graph.

    Raises:
        BadParameter: The query is broken, or names other data (``FROM``, ``SERVICE``), which could be fetched.
    """
    from rdflib.plugins.sparql import prepareQuery

    try:
        prepared = prepareQuery(query, initNs=dict(graph.namespaces()))
    except Exception as error:
        raise BadParameter(f"the query is broken: {str(error).strip()[:300]}", where="query") from None
    if prepared.algebra.get("datasetClause") or _mentions_service(prepared.algebra):
        raise BadParameter(
            "FROM and SERVICE reach for other data, and nothing is ever fetched",
            where="query",
            mend="load the other data yourself, and join the results",
        )
    return graph.query(prepared)


def _mentions_service(node: Any) -> bool:
    if getattr(node, "name", None) == "ServiceGraphPattern":
        return True
    if isinstance(node, dict):
        return any(map(_mentions_service, node.values()))
    if isinstance(node, (list, tuple, set)):
        return any(map(_mentions_service, node))
    return False
