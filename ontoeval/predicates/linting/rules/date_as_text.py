"""A date is compared as text, or with what is no date in the documents.

Text is ordered by characters: ``2024-1-5`` comes after ``2024-01-10``, ``05/01/2024`` before both, and a field
with seconds since 1970 holds no text at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from ontoeval.findings import shorten
from ontoeval.predicates.dates import parse_date
from ontoeval.predicates.linting.facts import Facts, FieldFacts
from ontoeval.predicates.linting.logged import Logged
from ontoeval.predicates.linting.registry import Noticed
from ontoeval.predicates.tree import ORDER_OPS, Atom, Interval

SEVERITY = "warning"
NEEDS = ""

_NAMED_MONTH = re.compile(
    r"(\d{1,2}\.? )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2}, ?)?\d{4}", re.IGNORECASE
)


def run(logged: Logged, facts: Facts) -> Iterator[Noticed]:
    """Dates in comparisons by order, and dates against numbers."""
    for atom in logged.atoms:
        known = facts.field(atom.field, logged.profile)
        for asked in _single(atom):
            noticed = _noticed(asked, asked.value, known, logged.profile.text_order == "dates")
            if noticed is not None:
                yield noticed


def _noticed(atom: Atom, value: object, known: FieldFacts, dates_are_read: bool) -> Noticed | None:
    if not isinstance(value, datetime) and not (isinstance(value, str) and _is_date(value)):
        return None
    shown = value.isoformat() if isinstance(value, datetime) else repr(shorten(str(value), 40))
    if known.kinds == {"number"}:
        got = f"{atom.field} holds numbers, and the filter asks for the date {shown}"
        return Noticed(got, f"a number{_range(known)}", "write the date as the documents do", str(atom), "error")
    if isinstance(value, datetime) or atom.op not in ORDER_OPS or dates_are_read:
        return None
    if parse_date(value, "iso") and (not known.kinds or known.kinds <= {"date", "list"}):
        return None
    got = f"{atom} compares text by characters, not dates"
    return Noticed(got, "two-digit ISO dates on both sides", "store dates in one form, or as such", str(atom))


def _single(atom: Atom) -> list[Atom]:
    """The predicate for each of its values and bounds."""
    if isinstance(atom.value, Interval):
        return [Atom(atom.field, op, bound) for op, bound in atom.value.bounds()]
    return [replace(atom, value=value) for value in atom.values]


def _is_date(text: str) -> bool:
    return parse_date(text, "free") is not None or bool(_NAMED_MONTH.fullmatch(text.strip()))


def _range(known: FieldFacts) -> str:
    numbers = [value for value in known.values if not isinstance(value, str)]
    return f" between {min(numbers)} and {max(numbers)}" if numbers else ""
