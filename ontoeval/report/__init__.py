"""Writers of reports: terminal, JSON, Markdown, CSV, HTML."""
