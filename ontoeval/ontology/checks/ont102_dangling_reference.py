"""A concept refers to an id that should be in the file and is not.

**What.** A parent, an equivalent or a part of a definition whose id lies in a namespace of the ontology itself,
but that the file does not declare.

**Why it matters.** The path to the root ends there: ancestor sets, depths and every hierarchical score below it
are too small. Loaders either invent a concept without a name or drop the edge.

**Fine when.** the file is a subset on purpose, and nobody scores with it.

**Mend.** Declare the concept, or point to the one that took its place.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT102", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... is_a: A:9
    ... ''')
    error bytes:6 A:2 "cat": refers to A:9 (is_a), which the file does not declare
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.checking.references import references

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """References into the file's own namespaces that lead nowhere."""
    yield from references(context, own=True)
