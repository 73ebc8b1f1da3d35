"""What stands in the slots of outputs, by slot and class."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.views.compiled import Compiled
from ontoeval.views.outputs import Outputs, Slots
from ontoeval.views.outputs.parsing import Parse
from ontoeval.views.outputs.vocabulary import SlotClass


def rows(compiled: Compiled, parse: Parse = "strict") -> list[dict[str, Any]]:
    """One row per slot, class and detail: how many, their share of the slot, and an example; most frequent first."""
    slots = compiled.view(Slots)
    if compiled.ontology is None or slots.unmeasured is not None:
        return []
    names = compiled.view(Outputs).slot_names
    counts: dict[tuple[int, int, str], int] = {}
    examples: dict[tuple[int, int, str], str] = {}
    read = np.flatnonzero(slots.read(parse)).tolist()
    for row in read:
        key = (int(slots.slot[row]), int(slots.kind[row]), slots.details[row])
        counts[key] = counts.get(key, 0) + 1
        text = slots.text[row]
        if text is not None:
            examples[key] = min(text, examples.get(key, text))
    totals = np.bincount(slots.slot[read], minlength=len(names)).tolist() if read else []
    return [
        {
            "slot": names[slot],
            "class": SlotClass(kind).name.lower(),
            "detail": detail,
            "count": count,
            "share": count / totals[slot],
            "example": examples.get((slot, kind, detail)),
        }
        for (slot, kind, detail), count in sorted(counts.items(), key=lambda item: (item[0][0], -item[1], item[0]))
    ]
