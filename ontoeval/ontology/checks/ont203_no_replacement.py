"""A deprecated concept does not say what to use instead.

**What.** A deprecated concept with neither `replaced_by` nor `consider`, that no live concept claims as
`alt_id`.

**Why it matters.** Gold and predictions that hold the id cannot be moved: they are right answers that nobody
can count.

**Fine when.** the concept was wrong and nothing takes its place.

**Mend.** Add `replaced_by` when one concept takes its place, `consider` when a person must choose.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT203", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: obsolete beast
    ... is_obsolete: true
    ... ''')
    warning bytes:6 A:2 "obsolete beast": it is deprecated, and nothing says what to use instead
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Deprecated concepts that lead nowhere."""
    facts = context.facts
    claimed = {alias for aliases in facts.alt_ids.values() for alias in aliases}
    for concept in facts.declared:
        onward = facts.replaced_by.get(concept) or facts.consider.get(concept)
        if concept in facts.deprecated_ids and concept not in claimed and not onward:
            yield context.found(
                "it is deprecated, and nothing says what to use instead", concept, mend="add replaced_by or consider"
            )
