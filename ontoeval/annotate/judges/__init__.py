"""Judges: models behind a server or in this process, classifiers, rules, recordings, and several at once."""
