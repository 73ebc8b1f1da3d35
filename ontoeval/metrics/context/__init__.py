"""What the generator was given: relevance, use and length."""
