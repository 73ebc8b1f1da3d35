"""What answering takes: time, money, failures."""
