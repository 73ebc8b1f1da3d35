"""What judges say of answers and of what they were given."""
