"""What a lenient reader of outputs forgives, and whether it may change what they say."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ontoeval.views.compiled import Compiled
from ontoeval.views.outputs import Outputs
from ontoeval.views.outputs.repairing import REPAIRS


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per repair: in how many outputs, in how many it is the only one, and an example; most frequent first."""
    outputs, roster = compiled.view(Outputs), compiled.roster
    counts: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    first: dict[str, str] = {}
    for sample, repairs in outputs.repairs.items():
        counts.update(repairs)
        alone.update(repairs if len(repairs) == 1 else ())
        for name in repairs:
            first[name] = min(roster.ids[sample], first.get(name, roster.ids[sample]))
    return [
        {"repair": name, "touches": REPAIRS[name], "outputs": count, "alone": alone[name], "example": first[name]}
        for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]
