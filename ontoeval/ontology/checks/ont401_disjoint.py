"""A concept lies under two concepts that are said to be disjoint.

**What.** A concept (or an individual) with two ancestors, itself included, between which the file states
disjointness. Only what is told counts; no reasoner is needed. Of several concepts in one line the topmost is
named.

**Why it matters.** Nothing can be such a concept, so a gold set that uses it holds a contradiction, and
everything that a reasoner says about it is empty.

**Fine when.** the file teaches unsatisfiability on purpose (the pizza ontology does).

**Mend.** Remove one parent, or the disjointness.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT401", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... disjoint_from: A:1
    ...
    ... [Term]
    ... id: A:3
    ... name: chimera
    ... is_a: A:1
    ... is_a: A:2
    ... ''')
    error bytes:11 A:3 "chimera": it lies under A:1 "animal" and A:2 "cat", which are disjoint
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context, Skipped

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Concepts and individuals under both members of a disjoint pair."""
    onto = context.ontology
    below: dict[str, frozenset[str]] = {}

    def reach(concept: str) -> frozenset[str]:
        if concept not in below:
            members = onto.descendants(concept) | onto.equivalents(concept) | {concept} if concept in onto else ()
            below[concept] = frozenset(members)
        return below[concept]

    pairs = list(context.facts.disjoint_pairs())
    if not pairs:
        raise Skipped("the file says nothing about disjointness")
    for a, b in pairs:
        both = reach(a) & reach(b)
        for concept in sorted(both):
            if not onto.parents(concept) & both:
                yield context.found(
                    f"it lies under {context.named(a)} and {context.named(b)}, which are disjoint",
                    concept,
                    a,
                    b,
                    mend="remove one parent, or the disjointness",
                )
        for thing, kinds in context.facts.individuals.items():
            if any(k in reach(a) for k in kinds) and any(k in reach(b) for k in kinds) and not both & kinds.keys():
                yield context.found(
                    f"it is an individual of {context.named(a)} and {context.named(b)}, which are disjoint", thing, a, b
                )
