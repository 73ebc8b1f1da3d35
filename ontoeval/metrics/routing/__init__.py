"""Intents that are recognized, and pipelines that questions are sent to."""
