"""``python -m ontoeval``."""

from ontoeval.cli import main

if __name__ == "__main__":
    main()
