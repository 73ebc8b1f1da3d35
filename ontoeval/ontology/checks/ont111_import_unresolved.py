"""An import was not read.

**What.** Every owl:imports (or `import:`) that the loader could not find locally; nothing is ever fetched.

**Why it matters.** What the import holds is missing: ancestors, names, deprecations. Errors about undeclared
concepts (ONT103) mostly come from it.

**Fine when.** the import adds nothing that the gold set needs.

**Mend.** Give the loader the folder of the imported files, or use the release that has its imports merged.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT111", '''
    ... import: http://example.org/upper.owl
    ...
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... ''')
    error bytes: owl:imports http://example.org/upper.owl was not read
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.imports import CATALOG

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Imports that the reader names as missing."""
    mend = _mend(context.loading.get("imports"))
    for warning in context.ontology.warnings:
        if warning.id.startswith("ontology.import") and warning.severity != "info":
            yield context.found(
                warning.got,
                mend=mend,
                about=(warning.got,),
            )


def _mend(given: object) -> str:
    if not isinstance(given, str | Path):
        return "name the folder of its file (--imports), or use a release with merged imports"
    if Path(given).is_file():
        return f"list its file in {given}"
    return f"put a {CATALOG} that lists its file into {given}, or name the file like the end of the IRI"
