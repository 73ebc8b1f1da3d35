"""Filters that exclude what they should keep."""
