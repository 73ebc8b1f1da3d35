"""A concept of another ontology is used, but not declared.

**What.** A parent, an equivalent or a part of a definition in a foreign namespace that neither the file nor
what was loaded with it declares.

**Why it matters.** Such a stub has no name and no ancestors: concepts below it look like roots of their own, so
similarities across ontologies are 0.

**Fine when.** the stubs are upper levels (BFO, owl:Thing and the like) that no gold concept needs.

**Mend.** Load the ontology together with what it imports, or declare the stubs with label and parent.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT103", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... is_a: UBERON:1
    ... ''')
    warning bytes:6 A:2 "cat": refers to UBERON:1 (is_a), which nothing that was loaded declares
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.checking.references import references

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """References into foreign namespaces that lead nowhere."""
    yield from references(context, own=False)
