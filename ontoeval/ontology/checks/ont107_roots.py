"""The hierarchy has other roots than expected.

**What.** Concepts with children and without parents: more than one of them when nobody said which are expected,
else every one that is not expected and every expected one that is no root.

**Why it matters.** Concepts below different roots share no ancestor: their similarity is 0 or near it, and a
second root lowers every Wu-Palmer value by a virtual level. A new root after a release is mostly a lost edge.

**Fine when.** the ontology has several top concepts on purpose: name them with `--root`.

**Mend.** Give the extra root a parent, or name it as expected.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT107", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: cat
    ...
    ... [Term]
    ... id: A:3
    ... name: black cat
    ... is_a: A:2
    ...
    ... [Term]
    ... id: A:4
    ... name: worm
    ... is_a: A:1
    ... ''')
    warning bytes: 2 roots: A:1 "animal", A:2 "cat"
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context

SEVERITY: Severity = "warning"


def run(context: Context) -> Iterator[Finding]:
    """Roots that have children, against those that are expected."""
    onto = context.ontology
    roots = [root for root in onto.roots if onto.children(root)]
    expected = context.options.roots
    if expected is None:
        roots = [root for root in roots if root.startswith(context.options.scope or "")]
        if len(roots) > 1:
            yield context.found(
                f"{len(roots)} roots: {context.listed(roots, 5)}",
                expected="one root, or roots that are named (--root)",
                mend="give the extra ones a parent, or name the roots that are expected",
                about=tuple(sorted(roots)),
            )
        return
    wanted = {onto.resolve(root).id or root for root in expected}
    for root in roots:
        if root not in wanted:
            n = len(onto.descendants(root))
            yield context.found(
                f"an unexpected root with {n:,} {'concept' if n == 1 else 'concepts'} below it",
                root,
                mend="give it a parent, or name it with --root",
            )
    for root in sorted(wanted - set(roots)):
        what = "has a parent or no child" if root in onto else "is not in the ontology"
        yield context.found(f"the expected root {what}", root)
