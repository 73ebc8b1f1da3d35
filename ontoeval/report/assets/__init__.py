"""Style and script of the HTML report."""
