"""Checks of ontologies: one file each; `ontoeval.ontology.checking.registry` finds them."""
