"""Losses along the pipeline."""
