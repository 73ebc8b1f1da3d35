"""Rules of the filter lint: one file each."""
