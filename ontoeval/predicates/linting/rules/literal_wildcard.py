"""A wildcard is taken literally: equality knows no patterns.

``kind = "HP*"`` asks for the four characters.
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import shorten
from ontoeval.predicates.linting.facts import Facts
from ontoeval.predicates.linting.logged import Logged
from ontoeval.predicates.linting.registry import Noticed

SEVERITY = "warning"
NEEDS = ""


def run(logged: Logged, facts: Facts) -> Iterator[Noticed]:
    """Texts with ``*`` or ``%`` at an end, or ``.*``, that no document holds."""
    for atom in logged.atoms:
        if atom.op not in ("eq", "ne", "in", "nin", "contains"):
            continue
        held = facts.field(atom.field, logged.profile).allowed
        for value in atom.values:
            if isinstance(value, str) and _is_pattern(value) and value not in held:
                got = f"{atom.field}: {shorten(value, 40)!r} takes the wildcard literally"
                yield Noticed(got, "a whole value", "list the values, or use 'under' with an ontology", str(atom))


def _is_pattern(text: str) -> bool:
    inner = text.strip()
    return len(inner) > 1 and (inner[0] in "*%" or inner[-1] in "*%" or ".*" in inner)
