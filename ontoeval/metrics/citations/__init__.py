"""Citations: whether they support what they stand behind, and whether they lead to a source."""
