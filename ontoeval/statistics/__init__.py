"""Rows, exact sums and intervals: everything between a metric's rows and its value."""
