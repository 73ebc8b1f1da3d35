"""Filters that an extractor makes of questions, against gold filters."""
