"""A live concept is defined with a deprecated one.

**What.** A deprecated concept in an equivalence, a definition or another relation of a live one.

**Why it matters.** A reasoner, or a prompt that shows the definition, still uses what was withdrawn.

**Fine when.** never for long.

**Mend.** Put the replacement in its place.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT202", '''
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
    ... relationship: part_of A:2
    ... ''')
    error bytes:11 A:3 "cat": it uses A:2 "obsolete beast" (part_of), which is deprecated
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Statements of live concepts about deprecated ones, besides parents."""
    old = context.facts.deprecated_ids
    same = ((a, "equivalent", b) for a, b in context.facts.equivalent)
    for concept, relation, target in (*context.facts.references, *same):
        if target in old and concept not in old:
            yield context.found(
                f"it uses {context.named(target)} ({relation}), which is deprecated",
                concept,
                target,
                mend="use its replacement",
            )
