"""What a run must reach before it may pass, and what became of it over time."""
