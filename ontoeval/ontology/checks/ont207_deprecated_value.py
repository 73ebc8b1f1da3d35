"""The value that deprecates a concept is no boolean.

**What.** `owl:deprecated` with another value than true, false, 1 or 0, or `is_obsolete` with another word than
true or false.

**Why it matters.** Some readers take "yes" or "True " for true and some for false: the concept is alive for one
and dead for the other.

**Fine when.** never.

**Mend.** Write `true`.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT207", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... is_obsolete: yes
    ... ''')
    warning bytes:6 A:2 "cat": its deprecation has the value "yes"
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.facts import WRITTEN_VALUES
from ontoeval.ontology.naming import quoted

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Odd values of deprecation."""
    context.require(WRITTEN_VALUES)
    good = ("true", "false") if context.facts.syntax == "obo" else ("true", "false", "1", "0")
    for concept, value in context.facts.deprecated.items():
        if value not in good and (concept in context.facts.declared or concept in context.ontology):
            yield context.found(
                f"its deprecation has the value {quoted(value)}", concept, expected="true or false", mend="write true"
            )
