"""Two labels are the same once case and punctuation are gone.

**What.** Labels of live concepts that differ only in case, width, punctuation or white space, which is what
matching of strings usually removes.

**Why it matters.** Every matcher that normalises text confuses the two: "CD4+" and "CD4" become one, and the
score depends on which comes first.

**Fine when.** your linker matches exactly.

**Mend.** Make the labels differ in words, or teach the linker the difference.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT309", '''
    ... [Term]
    ... id: A:1
    ... name: Cat-
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... ''')
    warning bytes:2 A:1 "Cat-": 2 labels become "cat": A:1 "Cat-", A:2 "cat"
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.naming import fold, quoted

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Groups of labels that folding makes one; equal labels are ONT302's."""
    groups: dict[str, dict[str, str]] = {}
    for concept in context.live:
        label = context.label(concept)
        if label is not None and fold(label):
            groups.setdefault(fold(label), {})[concept] = label.strip()
    for text, labels in groups.items():
        if len(set(labels.values())) > 1:
            yield context.found(
                f"{len(labels)} labels become {quoted(text)}: {context.listed(sorted(labels), 5)}",
                *sorted(labels),
                mend="make the labels differ in words",
            )
