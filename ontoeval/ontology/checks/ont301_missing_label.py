"""A live concept has no label.

**What.** A declared concept that is not deprecated and has no name at all.

**Why it matters.** It cannot be found by its name, shown to a judge or put into a prompt: a linker that never
predicts it looks bad for no fault of its own.

**Fine when.** ids are names themselves (schema.org); then skip the check.

**Mend.** Give it a label.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT301", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... is_a: A:1
    ... ''')
    error bytes:6 A:2: it has no label
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Live concepts without a name."""
    for concept in context.live:
        if not any(text.strip() for text, _ in context.facts.labels.get(concept, ())):
            yield context.found("it has no label", concept, mend="give it one")
