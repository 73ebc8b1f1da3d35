"""Whether the confidence of a system means what it says."""
