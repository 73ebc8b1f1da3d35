"""A concept is a kind of something and also a part of it.

**What.** A part-of relation to a concept that is also an ancestor in the hierarchy.

**Why it matters.** Nothing is a proper part of its own kind: one of the two edges is wrong, and with it
ancestor sets and the relation of a prediction to gold.

**Fine when.** the relation is reflexive on purpose (a cell part is a part of a cell part).

**Mend.** Remove the is-a edge when a whole and its part are meant.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT113", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... is_a: A:1
    ... relationship: part_of A:1
    ... ''')
    warning bytes:6 A:2 "cat": it is a kind of A:1 "animal" and also part_of it
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology import inside
from ontoeval.ontology.checking.context import Context, Skipped

SEVERITY: Severity = "warning"


_PART_OF = re.compile(r"(?:^|[#/:_])(?:is_?)?part_?of$|BFO[:_]0000050$", re.IGNORECASE)


def run(context: Context) -> Iterator[Finding]:
    """Part-of relations to ancestors."""
    named = [edge for edge in inside.edges(context.ontology) if edge[2] not in ("subclass", "equivalent")]
    parts = [(child, target, relation) for child, target, relation in named if _PART_OF.search(relation)]
    if not parts:
        raise Skipped("the file has no part-of relation")
    for child, target, relation in parts:
        if target in context.ancestors(child):
            yield context.found(
                f"it is a kind of {context.named(target)} and also {relation} it",
                child,
                target,
                mend="keep the one that is meant",
            )
