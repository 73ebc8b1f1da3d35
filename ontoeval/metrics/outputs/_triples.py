"""What the metrics of triples have in common: whose rules count, and what they fix."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ontoeval.views.triples.checks import Check

TripleConvention = Literal["ontoeval", "text2kgbench"]
TripleCheck = Check | Literal["all", "duplicate"]

_MEAN = {"average": "macro"}
#: What Text2KGBench's rules fix, by kind of metric.
AGREEMENT: Mapping[str, Mapping[str, Any]] = {"text2kgbench": _MEAN}
AGREEMENT_BETA: Mapping[str, Mapping[str, Any]] = {"text2kgbench": {**_MEAN, "beta": 1.0}}
CONFORMANCE: Mapping[str, Mapping[str, Any]] = {
    "text2kgbench": {**_MEAN, "check": "predicate", "reading": "schema", "lenient": False}
}
