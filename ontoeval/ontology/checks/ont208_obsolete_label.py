"""A live concept is called obsolete.

**What.** A label that starts with "obsolete" or "deprecated" on a concept that is not deprecated.

**Why it matters.** Mostly the flag was forgotten, so prompts, enums and linkers still offer a concept that
nobody should use.

**Fine when.** the word belongs to the name, as for HP:0031859: write an exception with the reason.

**Mend.** Deprecate the concept, or name it otherwise.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT208", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: obsolete cat
    ... ''')
    warning bytes:6 A:2 "obsolete cat": it is called obsolete, but not deprecated
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "warning"


_OBSOLETE = re.compile(r"\W*(obsolete|deprecated)\b", re.IGNORECASE)


def run(context: Context) -> Iterator[Finding]:
    """Labels of live concepts that say that they are not."""
    for concept in context.live:
        for text, _ in context.facts.labels.get(concept, ()):
            if _OBSOLETE.match(text):
                yield context.found(
                    "it is called obsolete, but not deprecated", concept, mend="deprecate it, or rename it"
                )
                break
