"""Mentions and the concepts that they are linked to."""
