"""Two live concepts have the same label.

**What.** The same label, in the same language, on several concepts that are not deprecated.

**Why it matters.** A system that answers with names cannot be told right from wrong, and a lookup by name takes
one of them by accident.

**Fine when.** the concepts differ by type and your system always says which.

**Mend.** Make the labels differ, or merge the concepts.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT302", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: animal
    ... ''')
    error bytes:2 A:1 "animal": 2 concepts are called "animal": A:1, A:2
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.naming import quoted

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Groups of live concepts with one label."""
    groups: dict[tuple[str, str], dict[str, None]] = {}
    for concept in context.live:
        for text, language in context.facts.labels.get(concept, ()):
            if text.strip():
                groups.setdefault((text.strip(), language.lower()), {})[concept] = None
    for (text, language), concepts in groups.items():
        if len(concepts) > 1:
            tongue = f" in {language}" if language else ""
            some = ", ".join(sorted(concepts)[:5]) + (" …" if len(concepts) > 5 else "")
            yield context.found(
                f"{len(concepts)} concepts are called {quoted(text)}{tongue}: {some}",
                *sorted(concepts),
                mend="make the labels differ, or merge the concepts",
            )
