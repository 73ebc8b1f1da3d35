"""Entities in sequences of tags, and spans with a type."""
