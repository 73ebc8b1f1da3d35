"""Several concepts of the file are said to be equivalent.

**What.** A group of concepts that equivalence statements make one, with more than one concept that the file
declares.

**Why it matters.** They are scored as one concept: telling them apart is never rewarded, and a gold set that
uses both has duplicates.

**Fine when.** one of them is kept for people who know the old name; then an alias (`alt_id`) says it better.

**Mend.** Merge them: keep one concept and make the others its aliases.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT105", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... equivalent_to: A:1
    ... ''')
    warning bytes:2 A:1 "animal": 2 concepts are one: A:1 "animal", A:2 "cat"
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology import inside
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Groups that hold an equivalence and more than one declared concept."""
    pairs: list[tuple[str, str]] = []
    same: set[frozenset[str]] = set()
    for a, b, relation in inside.edges(context.ontology):
        if relation == "subclass":
            pairs.append((a, b))
        elif relation == "equivalent":
            pairs += [(a, b), (b, a)]
            same.add(frozenset((a, b)))
    for group in inside.told_groups(pairs):
        members = set(group)
        local = [concept for concept in group if concept in context.facts.declared]
        if len(local) > 1 and any(pair <= members for pair in same):
            yield context.found(
                f"{len(group)} concepts are one: {context.listed(group, 5)}",
                *local,
                mend="merge them, or check that the equivalence is meant",
            )
