"""A number is asked for as text where documents hold numbers, or the other way round.

Most engines tell them apart, so that nothing matches.
"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.findings import shorten
from ontoeval.predicates.linting.facts import Facts
from ontoeval.predicates.linting.logged import Logged
from ontoeval.predicates.linting.registry import Noticed

SEVERITY = "error"
NEEDS = "facts"


def run(logged: Logged, facts: Facts) -> Iterator[Noticed]:
    """Values of the other type than that of the field."""
    for atom in logged.atoms:
        kinds = facts.field(atom.field, logged.profile).kinds - {"list"}
        for value in atom.values:
            text = isinstance(value, str) and _is_number(value)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if text and kinds == {"number"}:
                got, expected = f"{atom.field} holds numbers, and the filter asks for the text {value!r}", value
            elif number and kinds and kinds <= {"text", "date"}:
                got, expected = f"{atom.field} holds text, and the filter asks for the number {value}", repr(str(value))
            else:
                continue
            yield Noticed(got, shorten(str(expected), 40), "write the value as the documents do", str(atom))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.strip()[:1] in "+-.0123456789"
