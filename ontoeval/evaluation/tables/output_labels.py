"""How the labels in outputs agree with the ids beside them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.views.compiled import Compiled
from ontoeval.views.outputs import Slots
from ontoeval.views.outputs.checksum import LabelClass
from ontoeval.views.outputs.parsing import Parse


def rows(compiled: Compiled, parse: Parse = "strict") -> list[dict[str, Any]]:
    """One row per class of agreement, the best first, with its count and share."""
    slots = compiled.view(Slots)
    if compiled.ontology is None or slots.unmeasured is not None:
        return []
    counts = np.bincount(slots.label[slots.read(parse) & slots.labelled], minlength=len(LabelClass) - 1)
    total = int(counts.sum())
    return [
        {"label": LabelClass(kind).name.lower(), "count": int(count), "share": int(count) / total}
        for kind, count in enumerate(counts.tolist())
        if count
    ]
