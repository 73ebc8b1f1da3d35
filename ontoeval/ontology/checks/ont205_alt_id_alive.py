"""The old id of a concept is also a live concept.

**What.** An `alt_id` that another live stanza or class declares as a concept of its own.

**Why it matters.** Does the id mean the one or the other? Loaders decide differently, so gold and prediction
may be resolved to different concepts.

**Fine when.** never (real cases: CL:0000381, DOID:10827).

**Mend.** Remove the `alt_id`, or obsolete the concept.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT205", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... alt_id: A:1
    ... ''')
    error bytes:2 A:1 "animal": it is alive, and A:2 "cat" claims it as alt_id
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Old ids that are alive."""
    facts = context.facts
    for concept, aliases in facts.alt_ids.items():
        for alias in aliases:
            if alias != concept and alias in facts.declared and alias not in facts.deprecated_ids:
                yield context.found(
                    f"it is alive, and {context.named(concept)} claims it as alt_id",
                    alias,
                    concept,
                    mend="remove the alt_id, or obsolete the concept",
                )
