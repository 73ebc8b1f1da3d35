"""The filter asks for an attribute that no document has.

A positive predicate on it empties the result, a negated one excludes everything or nothing, as the engine has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.errors import closest
from ontoeval.predicates.linting.facts import Facts
from ontoeval.predicates.linting.logged import Logged
from ontoeval.predicates.linting.registry import Noticed

SEVERITY = "error"
NEEDS = "facts"


def run(logged: Logged, facts: Facts) -> Iterator[Noticed]:
    """Attributes that are in no document and in no schema."""
    for leaf in logged.leaves:
        name = leaf.node.field
        if facts.field(name, logged.profile).known:
            continue
        near = closest(name, facts.names)
        yield Noticed(
            f"no document has the attribute {name!r}",
            " or ".join(map(repr, near)),
            f"correct the name, or say where it is: --field {name}=PATH",
            name,
        )
