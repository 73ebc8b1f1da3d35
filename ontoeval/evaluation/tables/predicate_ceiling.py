"""What errors of extraction cost in recall: as a rule of thumb has it, and as measured."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ontoeval.views.base import Flags, Integers, Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import Filters
from ontoeval.views.predicates.parts import Part
from ontoeval.views.predicates.view import Predicates


def expected_ceiling(error: float, predicates: int, passing: float = 0.0) -> float:
    """The share of gold documents that can still be found behind an extracted filter.

    **Definition.** ``(1 − e (1 − s))^m``, when each of the m predicates of a filter is wrong with probability e,
    whatever the others are, and a gold document passes a wrong one with probability s.

    Args:
        error: Share of predicates that are wrong, in [0, 1].
        predicates: Predicates in a filter.
        passing: Share of gold documents that pass a wrong predicate, in [0, 1].

    Example:
        >>> [round(expected_ceiling(e, m), 4) for e, m in ((.08, 1), (.08, 3), (.08, 5), (.02, 5))]
        [0.92, 0.7787, 0.6591, 0.9039]
        >>> [round(expected_ceiling(.08, 1, s), 4) for s in (.25, .5)]
        [0.94, 0.96]
    """
    value: float = (1 - error * (1 - passing)) ** predicates
    return value


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per number of predicates in the extracted filter, and one for all.

    A predicate is all that a filter says of one attribute, and wrong when gold says something else of it or nothing.

    Columns: ``questions`` with eligible gold documents; ``error``, the share of wrong predicates in all their filters;
    ``expected``, the mean ceiling of ``expected_ceiling`` when a wrong predicate excludes every gold document;
    ``measured``, the mean share of eligible gold documents that pass the filter.
    """
    view = compiled.view(Predicates)
    if view.unmeasured is not None or view.corpus is None:
        return []
    filters = compiled.view(Filters)
    known = (view.status == Status.OK) & filters.scored
    said, wrong = _predicates(view)
    if not said[known].any():
        return []
    error = float(wrong[known].sum() / said[known].sum())
    sizes = [int(size) for size in np.unique(said[known])]
    result = [_row(filters, error, said, known & (said == size), str(size)) for size in sizes]
    return [_row(filters, error, said, known, "all"), *result]


def _predicates(view: Predicates) -> tuple[Integers, Integers]:
    """How many predicates each extracted filter has, and how many of them are wrong, shape ``(n,)`` each."""
    found = []
    for gold, predicted in zip(*view.parts, strict=True):
        mine, theirs = _by_field(gold), _by_field(predicted)
        found.append((len(theirs), sum(mine.get(field) != keys for field, keys in theirs.items())))
    counts = np.array(found, dtype=np.int64).reshape(-1, 2)
    return counts[:, 0], counts[:, 1]


def _by_field(parts: Iterable[Part]) -> dict[str, set[Any]]:
    groups: dict[str, set[Any]] = {}
    for part in parts:
        groups.setdefault(part.field, set()).add(part.key)
    return groups


def _row(filters: Filters, error: float, said: Integers, mine: Flags, name: str) -> dict[str, Any]:
    expected = [expected_ceiling(error, size) for size in said[mine].tolist()]
    measured = filters.n_surviving[mine] / filters.n_eligible[mine]
    return {
        "predicates": name,
        "questions": int(mine.sum()),
        "error": error,
        "expected": float(np.mean(expected)),
        "measured": float(measured.mean()),
    }
