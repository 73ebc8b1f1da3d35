"""Lint of logged filters: what empties a result, or says something else than was meant."""
