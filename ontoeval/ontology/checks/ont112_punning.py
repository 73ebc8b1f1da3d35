"""An id is a class and an individual at the same time.

**What.** A declared class that is also a named individual, or has a class as its type ("punning").

**Why it matters.** Both readings have the same id, so a link to one counts as a link to the other; readers that
know only one of them lose the other.

**Fine when.** it is meant: vocabularies of techniques or units often do it.

**Mend.** Split the id, or leave it and know it.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT112", '''
    ... @prefix : <urn:x:> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
    ... :Species a owl:Class . :Eagle a owl:Class, :Species .
    ... ''')
    info bytes urn:x:Eagle: it is a class and also an individual of urn:x:Species
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context, Skipped

SEVERITY: Severity = "info"


def run(context: Context) -> Iterator[Finding]:
    """Classes that are individuals."""
    if context.facts.syntax not in ("rdf", "obographs"):
        raise Skipped(f"{context.facts.syntax} has no individuals")
    for concept in context.facts.declared:
        if concept in context.facts.individuals:
            kinds = context.facts.individuals[concept]
            of = f" of {context.listed(kinds)}" if kinds else ""
            yield context.found(f"it is a class and also an individual{of}", concept)
