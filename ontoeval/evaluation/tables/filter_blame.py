"""Attributes of filters that exclude gold documents: alone, only together, and for which reasons."""

from __future__ import annotations

from collections import Counter
from math import fsum
from typing import Any

from ontoeval.evaluation.tables._filters import measured
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import Filters


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per attribute that some filter uses, the largest share first.

    Columns, in questions: ``used``, by whose filter; ``solo``, where its conditions exclude all gold documents on their
    own; ``rescues``, where leaving out one of its conditions lets a gold document pass; ``in_relaxation``, where it is
    in a smallest set of conditions without which one passes; ``shapley``, its share of the exclusions, which adds up to
    the number of excluded questions over all attributes. ``reasons`` counts the gold documents of excluded questions
    by why they fail its conditions.
    """
    filters = measured(compiled)
    if filters is None:
        return []
    found: dict[str, dict[str, Any]] = {}
    for sample in filters.scored.nonzero()[0].tolist():
        for field in {condition.field for condition in filters.conditions(sample)}:
            mine = found.setdefault(
                field,
                {
                    "field": field,
                    "used": 0,
                    "solo": 0,
                    "rescues": 0,
                    "in_relaxation": 0,
                    "shapley": [],
                    "reasons": Counter(),
                },
            )
            mine["used"] += 1
    for sample, blame in filters.blames.items():
        fields = [condition.field for condition in filters.conditions(sample)]
        for name, bits in (("solo", blame.solo), ("rescues", blame.rescues), ("in_relaxation", blame.involved)):
            for field in {fields[number] for number in range(bits.bit_length()) if bits >> number & 1}:
                found[field][name] += 1
        for number, share in blame.shares:
            found[fields[number]]["shapley"].append(share)
    _count_reasons(filters, found)
    for row in found.values():
        row["shapley"] = fsum(row["shapley"])  # the same whatever the order of the questions
        row["reasons"] = dict(sorted(row["reasons"].items(), key=lambda pair: (-pair[1], pair[0])))
    return sorted(found.values(), key=lambda row: (-row["shapley"], row["field"]))


def _count_reasons(filters: Filters, found: dict[str, dict[str, Any]]) -> None:
    for sample in filters.blames:
        conditions = filters.conditions(sample)
        for place in filters.places(sample):
            for number in filters.fails(place):
                found[conditions[number].field]["reasons"][filters.reason(place, number).code] += 1
