"""Relations between concepts, or between spans of a text."""
