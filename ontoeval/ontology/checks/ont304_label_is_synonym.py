"""The label of a concept is an exact synonym of another.

**What.** A label that, but for case, is listed as an exact synonym of another live concept.

**Why it matters.** A mention with that text has two right concepts, and gold holds only one of them: a
dictionary linker loses by the toss of a coin.

**Fine when.** the synonym is used in another context only; then `related` or `broad` says it better.

**Mend.** Change the scope of the synonym, or remove it.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT304", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ... synonym: "cat" EXACT []
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... ''')
    warning bytes:7 A:2 "cat": its label is an exact synonym of A:1 "animal"
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Labels that are exact synonyms elsewhere."""
    meant: dict[str, list[str]] = {}
    for concept in context.live:
        for text, scope in context.facts.synonyms.get(concept, ()):
            if scope == "exact":
                meant.setdefault(text.strip().casefold(), []).append(concept)
    for concept in context.live:
        others = {
            other: None
            for text, _ in context.facts.labels.get(concept, ())
            for other in meant.get(text.strip().casefold(), ())
            if other != concept
        }
        for other in others:
            yield context.found(
                f"its label is an exact synonym of {context.named(other)}",
                concept,
                other,
                mend="change the synonym's scope",
            )
