"""A concept has several labels in one language.

**What.** Two different labels of one concept with the same language tag, or both without one. One with and one
without a tag are not counted: that is two ways to write the same.

**Why it matters.** Which one is the label depends on the order of the file, so names in prompts and reports
change from release to release.

**Fine when.** never; further names are synonyms.

**Mend.** Keep one and make the others synonyms.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT303", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... name: house cat
    ... ''')
    error bytes:6 A:2 "cat": 2 labels: "cat", "house cat"
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context, Skipped
from ontoeval.ontology.checking.labels import several_labels
from ontoeval.ontology.facts import SEVERAL_LABELS

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Concepts with more than one label per language."""
    if context.facts.skos:
        raise Skipped("SKOS02 looks at skos:prefLabel")
    context.require(SEVERAL_LABELS)
    yield from several_labels(context)
