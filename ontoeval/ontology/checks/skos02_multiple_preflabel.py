"""A SKOS concept has several preferred labels in one language.

**What.** Two different skos:prefLabel with the same language tag, which SKOS forbids (S14).

**Why it matters.** Which one is the label depends on the order of the file.

**Fine when.** never.

**Mend.** Keep one and make the others skos:altLabel.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("SKOS02", '''
    ... @prefix : <urn:x:> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    ... :a a skos:Concept ; skos:prefLabel "cat"@en, "house cat"@en .
    ... ''')
    error bytes:2 urn:x:a "cat": 2 labels in en: "cat", "house cat"
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context, Skipped
from ontoeval.ontology.checking.labels import several_labels

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Concepts with more than one preferred label per language."""
    if not context.facts.skos:
        raise Skipped("the concepts are no SKOS concepts")

    yield from several_labels(context)
