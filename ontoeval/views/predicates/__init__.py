"""Predicates: the filter that a system derived from a question, against the right one."""
