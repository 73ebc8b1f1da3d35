"""A replacement is missing, deprecated itself, or leads in a circle.

**What.** `replaced_by` that names an id which does not exist, which is deprecated itself (a chain), or which
leads back (a loop).

**Why it matters.** A migration that follows it ends at a dead id, and a careless one never ends.

**Fine when.** the target lies in another ontology (then it is a warning).

**Mend.** Point straight at the live concept.

Example:
    >>> from ontoeval.ontology.checking.example import shown
    >>> shown("ONT204", '''
    ... [Term]
    ... id: A:1
    ... name: animal
    ...
    ... [Term]
    ... id: A:2
    ... name: obsolete beast
    ... is_obsolete: true
    ... replaced_by: A:9
    ... ''')
    error bytes:6 A:2 "obsolete beast": it is replaced by A:9, which does not exist
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.checking.context import Context
from ontoeval.ontology.facts.model import Ids

SEVERITY: Severity = "error"


def run(context: Context) -> Iterator[Finding]:
    """Follows every replacement."""
    facts, onto = context.facts, context.ontology
    ends: dict[str, str | None] = {}
    for concept, targets in facts.replaced_by.items():
        for target in targets:
            severity: Severity | None = None
            if target in facts.deprecated_ids:
                way = _follow(target, facts.replaced_by, ends)
                way = None if way == concept else way
                got = f"it is replaced by {context.named(target)}, which is deprecated itself"
                got += ": a loop" if way is None else f", and so on to {context.named(way)}" if way != target else ""
            elif target not in onto:
                got = f"it is replaced by {target}, which does not exist"
                if not context.own(target):
                    got, severity = f"it is replaced by {target}, which is not in this file", "warning"
            else:
                continue
            yield context.found(got, concept, target, severity=severity, mend="point straight at the live concept")


def _follow(start: str, replaced_by: Ids, ends: dict[str, str | None]) -> str | None:
    """Where a chain of replacements ends, remembered in ``ends``; None for a loop."""
    passed: dict[str, None] = {}
    while start not in ends and start not in passed:
        passed[start] = None
        onward = replaced_by.get(start, {})
        if len(onward) != 1:
            ends[start] = start
        else:
            start = next(iter(onward))
    end = ends.get(start)
    ends.update(dict.fromkeys(passed, end))
    return end
