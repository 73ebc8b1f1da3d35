"""Metrics: one per file, pure functions from a view to additive rows.

The file system is the registry: the module's name is the metric's name, its folder the family, and the first
line of its docstring the summary.
"""
