"""A concept has very many children, or lies very deep.

**What.** More children than `--max-children` (50) and than three interquartile ranges above the third quartile;
or a leaf that is as far out in depth.

**Why it matters.** Depth measures such as Wu-Palmer take a level for a step of meaning. A branch that is cut
much finer or coarser than the others bends them.

**Fine when.** the domain is like that (species, chemicals, product models).

**Mend.** Look whether levels are missing (many children) or doubled (great depth).

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT110", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ... is_a: A:1
    ...
    ... [Term]
    ... id: A:3
    ... name: dog
    ... is_a: A:1
    ... ''', max_children=1)
    info bytes:2 A:1 "animal": it has 2 children; 1 is the most that is usual here
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import quantiles

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "info"


def run(context: Context) -> Iterator[Finding]:
    """Concepts far outside of the usual number of children or depth."""
    onto = context.ontology
    known = [concept for concept in context.live if onto.resolve(concept).id == concept]
    children = {concept: len(onto.children(concept)) for concept in known}
    most = max(context.options.max_children, _fence([n for n in children.values() if n], context.options.max_children))
    for concept, n in children.items():
        if n > most:
            yield context.found(f"it has {n} children; {most} is the most that is usual here", concept)
    leaves = {concept: onto.depth(concept) for concept, n in children.items() if not n}
    deepest = _fence(list(leaves.values()), 0)
    for concept, depth in leaves.items():
        if depth > deepest:
            yield context.found(f"it lies {depth} levels deep; {deepest} is the most that is usual here", concept)


def _fence(values: list[int], least: int) -> int:
    """Three interquartile ranges above the third quartile; ``least`` when there are few values."""
    if len(values) < 4:
        return least or max(values, default=0)
    first, _, third = quantiles(values, n=4)
    return int(third + 3 * max(third - first, 1))
