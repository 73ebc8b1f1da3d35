"""Ranked documents against graded gold."""
