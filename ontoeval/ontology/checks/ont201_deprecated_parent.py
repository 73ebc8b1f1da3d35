"""A live concept has a deprecated parent.

**What.** An edge from a live concept to one that is deprecated.

**Why it matters.** A deprecated concept usually has no parents itself, so the path to the root ends there and
everything below it loses its ancestors.

**Fine when.** never for long: somebody obsoleted a concept and forgot its children.

**Mend.** Move the child to the replacement of the parent.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT201", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: obsolete beast
    ... is_obsolete: true
    ...
    ... [Term]
    ... id: A:3
    ... name: cat
    ... is_a: A:2
    ... ''')
    error bytes:11 A:3 "cat": its parent A:2 "obsolete beast" is deprecated
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Edges from live to deprecated concepts."""
    old = context.facts.deprecated_ids
    for child, parent in context.facts.edges:
        if parent in old and child not in old:
            replaced = context.facts.replaced_by.get(parent, {})
            yield context.found(
                f"its parent {context.named(parent)} is deprecated",
                child,
                parent,
                mend=f"move it to {context.listed(replaced)}" if replaced else "give it a live parent",
            )
