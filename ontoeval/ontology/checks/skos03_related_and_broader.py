"""Two SKOS concepts are related and also above each other.

**What.** skos:related between a concept and one of its ancestors, which SKOS forbids (S27).

**Why it matters.** Related is not hierarchy: one of the statements is wrong, and with it the ancestor set.

**Fine when.** never.

**Mend.** Keep the one that is meant.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("SKOS03", '''
    ... @prefix : <urn:x:> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    ... :a a skos:Concept ; skos:broader :b ; skos:related :b . :b a skos:Concept .
    ... ''')
    error bytes:2 urn:x:a: it is related to urn:x:b, which is also above it
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context, Skipped

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Related pairs on one path."""
    if not context.facts.skos:
        raise Skipped("the concepts are no SKOS concepts")

    seen: set[tuple[str, str]] = set()
    for a, b in context.facts.related:
        for low, high in ((a, b), (b, a)):
            if high in context.ancestors(low) and (low, high) not in seen:
                seen.add((low, high))
                yield context.found(f"it is related to {context.named(high)}, which is also above it", low, high)
