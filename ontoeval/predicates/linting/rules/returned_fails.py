"""A document was returned that fails the filter: the logged filter is not the one that was applied.

It was lost on the way, or relaxed when nothing passed, or the engine reads it differently than its profile says.
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import shorten
from ontoeval.predicates.linting.facts import Facts
from ontoeval.predicates.linting.logged import Logged
from ontoeval.predicates.linting.registry import Noticed

SEVERITY = "error"
NEEDS = "docs"


def run(logged: Logged, facts: Facts) -> Iterator[Noticed]:
    """Filters that returned documents of the corpus do not pass."""
    if logged.needs_ontology:
        return
    failing = [doc for doc in logged.returned if facts.passes(logged.node, doc, logged.profile) is False]
    if failing:
        shown = ", ".join(map(repr, failing[:3])) + (" …" if len(failing) > 3 else "")
        share = f"{len(failing):,} of {len(logged.returned):,} returned documents"
        yield Noticed(
            f"{share} fail {shorten(str(logged.node), 80)!r}: {shown}",
            f"what passes under {logged.profile.name}",
            "log the filter that the engine got, or name its profile: --profile",
            str(logged.node),
        )
