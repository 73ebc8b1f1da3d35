"""What is wrong with extracted filters: which error, on which attribute, how often."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from ontoeval.views.base import Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.predicates.errors import ERRORS, PredicateError
from ontoeval.views.predicates.view import Predicates


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per error and attribute, most frequent first.

    Columns: ``predicates`` that are wrong in this way, ``questions`` that have one, their ``share`` of the questions
    with a gold filter and a predicted one, what the error ``means``, and an example: ``id``, ``gold``, ``predicted``.
    """
    view = compiled.view(Predicates)
    if view.unmeasured is not None:
        return []
    groups: defaultdict[tuple[str, str], list[PredicateError]] = defaultdict(list)
    for error in view.errors:
        groups[error.error, error.field].append(error)
    n_questions = int((view.status == Status.OK).sum())
    found = []
    for (name, field), errors in groups.items():
        example = min(errors, key=lambda error: compiled.roster.ids[error.sample])
        questions = len({error.sample for error in errors})
        found.append(
            {
                "error": name,
                "attribute": field,
                "predicates": len(errors),
                "questions": questions,
                "share": questions / n_questions,
                "means": ERRORS[name],
                "id": compiled.roster.ids[example.sample],
                "gold": example.gold,
                "predicted": example.predicted,
            }
        )
    return sorted(found, key=lambda row: (-row["predicates"], row["error"], row["attribute"]))
