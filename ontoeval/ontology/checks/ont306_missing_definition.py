"""A live concept has no definition.

**What.** A declared concept that is not deprecated and has no definition. When no concept has one there is one
finding for all.

**Why it matters.** A judge or a language model that gets only the label guesses what the concept means, and
disagrees with the annotators who read the definition.

**Fine when.** labels say it all, or definitions are kept elsewhere.

**Mend.** Define it, the most used concepts first.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT306", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ... def: "A living thing." []
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... ''')
    warning bytes:7 A:2 "cat": it has no definition
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Live concepts without a definition."""
    lacking = [concept for concept in context.live if not context.facts.definitions.get(concept)]
    if lacking and len(lacking) == len(context.live):
        yield context.found(f"none of the {len(lacking):,} concepts has a definition")
        return
    for concept in lacking:
        yield context.found("it has no definition", concept, mend="define it")
