"""Two answers to one question: which one a judge prefers."""
