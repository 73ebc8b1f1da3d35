"""Filters as trees of predicates."""
