"""Labels are missing in a language that most concepts have.

**What.** For each expected language (`--language`; else those in which at least half of the live concepts have
a label): how many concepts have no label in it.

**Why it matters.** In that language the missing concepts cannot be found by name, and a comparison of languages
measures the labels, not the system.

**Fine when.** the language is being added bit by bit: name the languages that you rely on.

**Mend.** Add the labels.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT308", '''
    ... @prefix : <urn:x:> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
    ... @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ... :Cat a owl:Class ; rdfs:label "cat"@en, "Katze"@de . :Dog a owl:Class ; rdfs:label "dog"@en .
    ... ''')
    warning bytes: 1 of 2 concepts have no label in "de": urn:x:Dog "dog"
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context, Skipped

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Coverage of each language."""
    having: dict[str, set[str]] = {}
    for concept in context.live:
        for _, language in context.facts.labels.get(concept, ()):
            if language:
                having.setdefault(language.lower(), set()).add(concept)
    wanted = context.options.languages
    if not having and wanted is None:
        raise Skipped("no label has a language")
    n = len(context.live)
    chosen = [language for language, concepts in having.items() if 2 * len(concepts) >= n]
    for language in sorted(chosen) if wanted is None else [language.lower() for language in wanted]:
        lacking = [concept for concept in context.live if concept not in having.get(language, ())]
        if lacking:
            yield context.found(
                f'{len(lacking):,} of {n:,} concepts have no label in "{language}": {context.listed(lacking)}',
                about=(f"@{language}",),
                count=len(lacking),
                mend="add the labels",
            )
