"""The graph: reading ontologies, resolving ids, hierarchy arrays, relations and similarity."""

from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.load import load
from ontoeval.ontology.nil import NilPolicy
from ontoeval.ontology.ontology import Ontology
from ontoeval.ontology.relation import Relation
from ontoeval.ontology.resolution import Resolution

__all__ = ["Hierarchy", "NilPolicy", "Ontology", "Relation", "Resolution", "load"]
