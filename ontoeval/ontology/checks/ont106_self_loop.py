"""A concept is said to be its own parent.

**What.** A subclass (or broader) edge from a concept to itself.

**Why it matters.** It says nothing, and graph code that follows parents without a guard never ends.

**Fine when.** the tool that wrote the file adds it to everything (some reasoners do) and yours can bear it.

**Mend.** Remove the edge.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT106", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... is_a: A:2
    ... ''')
    warning bytes:6 A:2 "cat": it is its own parent
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.facts import SELF_LOOPS

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Edges from a concept to itself, as the file has them."""
    context.require(SELF_LOOPS)
    for child, parent in context.facts.edges:
        if child == parent:
            yield context.found("it is its own parent", child, mend="remove the edge")
