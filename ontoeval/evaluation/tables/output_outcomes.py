"""Conformant × correct: what conformance to the vocabulary is worth."""

from __future__ import annotations

from typing import Any

from ontoeval.views.base import Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.outputs import Correctness
from ontoeval.views.outputs.parsing import Parse


def rows(compiled: Compiled, parse: Parse = "strict") -> list[dict[str, Any]]:
    """Two rows, conformant concepts and others: how many are right and wrong; and what was missed."""
    view = compiled.view(Correctness)
    if compiled.ontology is None or view.unmeasured is not None:
        return []
    counted = view.status <= Status.MISSING
    if not counted.any():
        return []
    sums = {name: int(values[counted].sum()) for name, values in view.counts(parse).items()}
    return [
        {"concepts": "conformant", "right": sums["right"], "wrong": sums["wrong"], "missed": None},
        {"concepts": "not conformant", "right": sums["right_odd"], "wrong": sums["wrong_odd"], "missed": None},
        {"concepts": "not named", "right": None, "wrong": None, "missed": sums["missed"]},
    ]
