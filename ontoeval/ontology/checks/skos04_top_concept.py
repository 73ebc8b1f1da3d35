"""Top concepts of a scheme are not the roots of its hierarchy.

**What.** A top concept that has a broader one; and, where a scheme names any top concept, a live root that is
none.

**Why it matters.** Branches are the children of the roots: when the two disagree, scores by branch and the
browser show different things.

**Fine when.** the scheme names only the entries that it wants to be shown.

**Mend.** Name the roots as top concepts, or give the root a broader concept.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("SKOS04", '''
    ... @prefix : <urn:x:> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    ... :s a skos:ConceptScheme . :a a skos:Concept ; skos:topConceptOf :s ; skos:broader :b . :b a skos:Concept .
    ... ''')
    warning bytes urn:x:a: it is a top concept, and below urn:x:b
    warning bytes urn:x:b: it is a root, but no top concept
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context, Skipped

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Top concepts against roots."""
    if not context.facts.skos:
        raise Skipped("the concepts are no SKOS concepts")

    facts, onto = context.facts, context.ontology
    if not facts.top_concepts:
        raise Skipped("no scheme names a top concept")
    tops = {concept: None for concept, _ in facts.top_concepts}
    for concept in tops:
        above = sorted(onto.parents(concept)) if concept in onto else []
        if above:
            yield context.found(f"it is a top concept, and below {context.listed(above)}", concept)
    for root in onto.roots:
        if root not in tops:
            yield context.found("it is a root, but no top concept", root)
