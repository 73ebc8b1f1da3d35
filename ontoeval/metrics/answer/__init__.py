"""Final answers, and refusals."""
