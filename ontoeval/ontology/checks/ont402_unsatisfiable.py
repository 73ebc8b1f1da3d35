"""A reasoner finds that a concept can have no members.

**What.** Concepts that HermiT finds unsatisfiable, or an ontology that it finds inconsistent as a whole. It runs only
with `--reasoner`; without it, or without Java, the check is skipped and never passed. ONT401 finds the plain cases
without a reasoner.

**Why it matters.** Everything follows from a contradiction: inferred edges of such a concept are worthless, and
so are scores over them.

**Fine when.** the file teaches unsatisfiability on purpose.

**Mend.** Ask an editor such as Protégé for the explanation, and mend the axiom.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT402", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... ''')
    skipped ONT402: no reasoner was asked for (--reasoner)
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.errors import InconsistentOntology
from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.checking.reasoner import unsatisfiable

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Unsatisfiable concepts, as the reasoner says; one finding when the axioms contradict each other as a whole."""
    try:
        concepts = unsatisfiable(context)
    except InconsistentOntology as error:
        yield context.found(error.message, mend=error.mend or "")
        return
    for concept in concepts:
        yield context.found(
            "it can have no members",
            concept,
            mend="its definition contradicts itself: look at its disjoint ancestors and its restrictions",
        )
