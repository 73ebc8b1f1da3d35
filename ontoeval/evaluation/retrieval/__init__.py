"""Analyses of retrieval, from fusion to context: they compare runs, or versions of one, and return tables."""
