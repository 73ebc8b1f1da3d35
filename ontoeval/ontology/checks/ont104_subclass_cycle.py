"""Concepts are below each other in a circle.

**What.** A group of concepts in which every one is a subclass of every other, by asserted subclass edges and
definitions.

**Why it matters.** Logically they are all the same concept, and we score them as one: a prediction of any of
them counts as right for any other.

**Fine when.** never; say it with an equivalence when it is meant (ONT105).

**Mend.** Remove the edge that points down.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT104", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ... is_a: A:2
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... is_a: A:1
    ... ''')
    error bytes:2 A:1 "animal": a circle of 2 subclass edges: A:1 "animal", A:2 "cat"
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology import inside
from ontoeval.ontology.checking.context import Context, Skipped

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Strongly connected groups of subclass edges alone."""
    if context.facts.skos:
        raise Skipped("SKOS01 looks at skos:broader")
    pairs = [(a, b) for a, b, relation in inside.edges(context.ontology) if relation == "subclass"]
    for group in inside.told_groups(pairs):
        yield context.found(
            f"a circle of {len(group)} subclass edges: {context.listed(group, 5)}",
            *group,
            expected="edges that only go up",
            mend="remove the edge that points down",
        )
