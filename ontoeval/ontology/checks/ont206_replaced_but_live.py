"""A live concept says what replaces it.

**What.** `replaced_by` on a concept that is not deprecated.

**Why it matters.** Either the deprecation was forgotten or the statement means something else; tools that
follow it move gold that is right.

**Fine when.** the file uses the property in another sense; then don't migrate by it.

**Mend.** Deprecate the concept, or remove the statement.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT206", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... replaced_by: A:1
    ... ''')
    warning bytes:6 A:2 "cat": it is replaced by A:1 "animal", but not deprecated
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Replacements of live concepts."""
    facts = context.facts
    for concept, targets in facts.replaced_by.items():
        if concept in facts.declared and concept not in facts.deprecated_ids and targets:
            yield context.found(
                f"it is replaced by {context.listed(targets)}, but not deprecated",
                concept,
                mend="deprecate it, or remove the statement",
            )
