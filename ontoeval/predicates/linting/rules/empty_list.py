"""A list of values, or of alternatives, is empty.

``in []`` passes no document in some engines and is an error in others, ``nin []`` excludes nothing, and an "or" of
nothing is everything in some engines and nothing in others. Language models write empty lists often.
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.predicates.linting.facts import Facts
from ontoeval.predicates.linting.logged import Logged
from ontoeval.predicates.linting.registry import Noticed
from ontoeval.predicates.tree import LIST_OPS, Atom, MinShould, Or, walk

SEVERITY = "error"
NEEDS = ""


def run(logged: Logged, facts: Facts) -> Iterator[Noticed]:
    """Lists without values, and alternatives without any."""
    for node in walk(logged.node):
        if isinstance(node, Atom) and node.op in LIST_OPS and not node.values:
            effect = "passes no document" if node.op == "in" else "excludes nothing"
            yield Noticed(f"{node} {effect}", "at least one value", "leave the predicate out", str(node))
        elif isinstance(node, Or | MinShould) and not node.children:
            effect = "everything" if logged.profile.empty_or else "nothing"
            got = f"alternatives without any pass {effect} in {logged.profile.name}, and the opposite elsewhere"
            yield Noticed(got, "at least one alternative", "leave it out", str(node))
