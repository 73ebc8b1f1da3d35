"""Namespaces and terms that more than one reader knows."""

from __future__ import annotations

OWL = "http://www.w3.org/2002/07/owl#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
OBO = "http://purl.obolibrary.org/obo/"
OIO = "http://www.geneontology.org/formats/oboInOwl#"

BUILT_IN = (OWL, RDF, RDFS, XSD)
"""Namespaces whose members are no concepts."""

MERGED = "IAO:0000227"
"""The reason "terms merged" for an obsolete term: the term is nothing but an old id."""


_NO_CONCEPTS = ("_:", *BUILT_IN)


def is_concept(key: str) -> bool:
    """Whether a key of the RDF reader can be a concept: an IRI that is not part of the language itself."""
    return not key.startswith(_NO_CONCEPTS)
