"""A name holds stray space, invisible characters or broken encoding.

**What.** White space at the ends or doubled, control and zero-width characters, the replacement character, and
text that was decoded twice ("Ã©" for "é") in labels and synonyms.

**Why it matters.** Exact matching fails for no visible reason, and a prompt or a report shows rubbish.

**Fine when.** never.

**Mend.** Clean the text; look for the step that decoded it wrongly.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT305", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: house  cat
    ... ''')
    error bytes:6 A:2 "house  cat": doubled white space in the label "house  cat"
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.naming import quoted

SEVERITY: Severity = "error"


_FAULTS = {
    "white space at the ends": re.compile(r"\A\s|\s\Z"),
    "control characters": re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"),
    "doubled white space": re.compile(r"\s\s|[\t\n\r]"),
    "invisible characters": re.compile("[\xad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]"),
    "broken encoding": re.compile("\ufffd|[\u0080-\u009f]|\u00c3[\u0080-\u00bf]|\u00c2[\u00a0-\u00bf]|\u00e2\u20ac"),
}


def run(context: Context) -> Iterator[Finding]:
    """Faults of every label and synonym."""
    facts = context.facts
    for concept in context.live:
        names = [("label", text) for text, _ in facts.labels.get(concept, ())]
        names += [("synonym", text) for text, _ in facts.synonyms.get(concept, ())]
        for kind, text in names:
            fault = next((name for name, pattern in _FAULTS.items() if pattern.search(text)), None)
            if fault is not None:
                yield context.found(
                    f"{fault} in the {kind} {quoted(text)}",
                    concept,
                    about=(concept, kind, fault, text),
                    mend="clean the text",
                )
