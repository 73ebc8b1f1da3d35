"""Two live concepts have the same definition.

**What.** The same definition, but for case and white space, on several live concepts.

**Why it matters.** Either they are one concept, or one of the definitions is a copy that was never changed;
nobody can tell them apart by reading.

**Fine when.** the text is a placeholder for a whole group.

**Mend.** Write the difference into the definitions, or merge the concepts.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT307", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ... def: "A thing." []
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... def: "A thing." []
    ... ''')
    warning bytes:2 A:1 "animal": 2 concepts have one definition: A:1 "animal", A:2 "cat"
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Groups of live concepts with one definition."""
    groups: dict[str, dict[str, None]] = {}
    for concept in context.live:
        for text, _ in context.facts.definitions.get(concept, ()):
            if text.strip():
                groups.setdefault(" ".join(text.casefold().split()), {})[concept] = None
    for concepts in groups.values():
        if len(concepts) > 1:
            yield context.found(
                f"{len(concepts)} concepts have one definition: {context.listed(sorted(concepts), 5)}",
                *sorted(concepts),
                mend="write the difference into them, or merge the concepts",
            )
