"""Launcher: ``python cli.py …`` is the same as ``ontoeval …`` and ``python -m ontoeval …``."""

from ontoeval.cli import main

if __name__ == "__main__":
    main()
