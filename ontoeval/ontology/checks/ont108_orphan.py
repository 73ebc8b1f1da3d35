"""A concept has neither parents nor children.

**What.** A live concept without any edge of the hierarchy.

**Why it matters.** It shares no ancestor with anything: a prediction of it is as wrong as one from another
ontology, and it is outside of every branch.

**Fine when.** the list is flat by nature (all concepts are orphans: then there is one finding for all).

**Mend.** Give it a parent; it was mostly lost with an import or a merge.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT108", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ...
    ... [Term]
    ... id: A:3
    ... name: black cat
    ... is_a: A:2
    ... ''')
    warning bytes:2 A:1 "animal": it has neither parents nor children
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Live concepts without an edge."""
    onto = context.ontology
    known = [concept for concept in context.live if onto.resolve(concept).id == concept]
    bare = [concept for concept in known if not onto.parents(concept) and not onto.children(concept)]
    grouped: set[str] = set()
    for concept in bare:
        if concept not in grouped:
            grouped |= onto.equivalents(concept)
    alone = [concept for concept in bare if concept not in grouped and not onto.equivalents(concept)]
    if len(alone) == len(known) and len(known) > 1:
        yield context.found(f"none of the {len(alone):,} concepts has a parent: there is no hierarchy")
        return
    if len(known) > 1:
        for concept in alone:
            yield context.found("it has neither parents nor children", concept, mend="give it a parent")
