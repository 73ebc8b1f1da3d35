"""Samples and documents: what was asked, what is true, what the system did."""
