"""A parent is also a farther ancestor.

**What.** An asserted edge to a concept that can also be reached through another parent.

**Why it matters.** Ancestor sets stay the same, but the edge makes a grandparent a parent: relations (parent,
ancestor), siblings and shortest paths change.

**Fine when.** the edges were made by a reasoner that keeps all of them.

**Mend.** Remove the edge.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT109", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... is_a: A:1
    ...
    ... [Term]
    ... id: A:3
    ... name: black cat
    ... is_a: A:2
    ... is_a: A:1
    ... ''')
    info bytes:11 A:3 "black cat": its parent A:1 "animal" is also above its parent A:2 "cat"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "info"


def run(context: Context) -> Iterator[Finding]:
    """Asserted edges that another path makes superfluous."""
    parents: dict[str, list[str]] = {}
    for child, parent in context.facts.edges:
        if child != parent:
            parents.setdefault(child, []).append(parent)
    for child, above in parents.items():
        ways = _ways(context, child, above) if len(above) > 1 else {}
        for parent in above:
            if parent in ways:
                yield context.found(
                    f"its parent {context.named(parent)} is also above its parent {context.named(ways[parent])}",
                    child,
                    parent,
                    mend="remove the edge",
                )


def _ways(context: Context, child: str, parents: Sequence[str]) -> dict[str, str]:
    """Parents that are above another parent, and the first one that they are above."""
    wanted = set(parents)
    found: dict[str, str] = {}
    for one in parents:
        above = context.ancestors(one)
        if child not in above:
            for parent in (wanted & above) - {one}:
                found.setdefault(parent, one)
    return found
