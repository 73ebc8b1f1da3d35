"""A value is asked for that is outside of the vocabulary of the field.

The vocabulary is the ``enum`` of the schema, else what the documents hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ontoeval.errors import closest
from ontoeval.findings import shorten
from ontoeval.predicates.linting.facts import Facts
from ontoeval.predicates.linting.logged import Logged
from ontoeval.predicates.linting.registry import Noticed

SEVERITY = "warning"
NEEDS = "facts"

_OPS = ("eq", "ne", "in", "nin", "contains")
#: Values of one list that get suggestions; a list of 10,000 unknown ids needs none.
_MOST_SUGGESTED = 50


def run(logged: Logged, facts: Facts) -> Iterator[Noticed]:
    """Texts that nobody allows and no document holds, each with the closest ones that are."""
    for atom in logged.atoms:
        known = facts.field(atom.field, logged.profile)
        vocabulary = known.vocabulary
        if atom.op not in _OPS or vocabulary is None or "number" in known.kinds:
            continue
        unknown = [value for value in atom.values if isinstance(value, str) and value not in known.allowed]
        for position, value in enumerate(unknown):
            labels = nearest(value, vocabulary) if position < _MOST_SUGGESTED else ()
            near = " or ".join(repr(shorten(label, 40)) for label in labels)
            got = f"{atom.field} has no value {shorten(value, 60)!r}"
            yield Noticed(got, near, "correct the value", f"{atom.field}={value}")


@lru_cache(maxsize=1 << 14)
def nearest(value: str, vocabulary: tuple[str, ...]) -> Sequence[str]:
    """Up to three labels: those that differ in case only, else those that the value is a part of, else similar ones."""
    folded = value.strip().casefold()
    same = [label for label in vocabulary if label.strip().casefold() == folded]
    inside = [label for label in vocabulary if folded and folded in label.casefold()]
    return (same or inside or closest(value, vocabulary))[:3]
