"""SKOS concepts are broader than each other in a circle.

**What.** A group of concepts in which skos:broader leads from every one to every other.

**Why it matters.** They are scored as one node; a thesaurus browser goes round in circles.

**Fine when.** never.

**Mend.** Remove the statement that points down.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("SKOS01", '''
    ... @prefix : <urn:x:> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    ... :a a skos:Concept ; skos:broader :b . :b a skos:Concept ; skos:broader :a .
    ... ''')
    error bytes:2 urn:x:a: a circle of 2 concepts: urn:x:a, urn:x:b
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology import inside
from ontoeval.ontology.checking.context import Context, Skipped

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Strongly connected groups of skos:broader."""
    if not context.facts.skos:
        raise Skipped("the concepts are no SKOS concepts")

    for group in inside.told_groups(list(context.facts.edges)):
        yield context.found(f"a circle of {len(group)} concepts: {context.listed(group, 5)}", *group)
