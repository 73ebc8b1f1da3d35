"""Predicted against gold concepts, seen in the hierarchy."""
