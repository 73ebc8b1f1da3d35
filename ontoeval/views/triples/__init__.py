"""Triples: those that a system put out, judged against the ontology, the text, and the gold ones."""
