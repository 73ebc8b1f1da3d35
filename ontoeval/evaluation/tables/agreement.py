"""How far each judge agrees with people on the samples that both judged: several coefficients with intervals."""

from __future__ import annotations

from typing import Any

from ontoeval.statistics.agreement import agreement
from ontoeval.views.compiled import Compiled
from ontoeval.views.verdicts import Verdicts


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per annotator and coefficient; the judge's first verdict of a sample counts."""
    view, ids = compiled.view(Verdicts), compiled.roster.ids
    result = []
    for annotator, repeated in sorted(view.repeated.items()):
        people = view.people.get(annotator, [])
        pairs = [
            (name, mine[0], theirs)
            for name, mine, theirs in zip(ids, repeated, people, strict=False)
            if mine and mine[0] is not None and theirs is not None
        ]
        if not pairs:
            continue
        names, judge, person = zip(*sorted(pairs, key=lambda pair: pair[0]), strict=True)
        for found in agreement(judge, person, ids=names):
            interval = found.interval
            result.append(
                {
                    "annotator": annotator,
                    "coefficient": found.name,
                    "value": found.value,
                    "n": found.n,
                    "low": interval.low,
                    "high": interval.high,
                    "interval": interval.method,
                }
            )
    return result
