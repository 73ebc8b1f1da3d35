"""Evaluate ontology-grounded RAG: which stage, and which place in the ontology, loses the answer.

Names are loaded on first use, so that ``import ontoeval`` is instant.

Example:
    >>> import ontoeval as oe
    >>> oe.score("recall@2", {"q1": ["d1", "d2"]}, {"q1": ["d1", "d3", "d2"]}).value
    0.5

Beside the names below there are ``oe.audit``, ``oe.filters``, ``oe.retrieval``, ``oe.ontology`` and ``oe.annotate``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval import annotate as annotate
    from ontoeval import audit as audit
    from ontoeval import filters as filters
    from ontoeval import ontology as ontology
    from ontoeval import retrieval as retrieval
    from ontoeval.audit.output_limits import assert_conforms as assert_conforms
    from ontoeval.errors import OntoevalError as OntoevalError
    from ontoeval.evaluation.api import compile as compile
    from ontoeval.evaluation.api import evaluate as evaluate
    from ontoeval.evaluation.api import score as score
    from ontoeval.evaluation.impact import impact as impact
    from ontoeval.evaluation.report import Report as Report
    from ontoeval.evaluation.result import Result as Result
    from ontoeval.findings import Finding as Finding
    from ontoeval.gate.gate import Gate as Gate
    from ontoeval.gate.history import History as History
    from ontoeval.metrics.definition import metric as metric
    from ontoeval.ontology import Ontology as Ontology
    from ontoeval.ontology import load as load
    from ontoeval.records.convert import convert as convert
    from ontoeval.records.samples import Samples as Samples
    from ontoeval.records.samples import read as read

    __version__: str

_HOMES = {
    "Finding": "ontoeval.findings",
    "Gate": "ontoeval.gate.gate",
    "History": "ontoeval.gate.history",
    "OntoevalError": "ontoeval.errors",
    "Ontology": "ontoeval.ontology",
    "Report": "ontoeval.evaluation.report",
    "Result": "ontoeval.evaluation.result",
    "Samples": "ontoeval.records.samples",
    "assert_conforms": "ontoeval.audit.output_limits",
    "compile": "ontoeval.evaluation.api",
    "convert": "ontoeval.records.convert",
    "evaluate": "ontoeval.evaluation.api",
    "impact": "ontoeval.evaluation.impact",
    "load": "ontoeval.ontology",
    "metric": "ontoeval.metrics.definition",
    "read": "ontoeval.records.samples",
    "score": "ontoeval.evaluation.api",
}

__all__ = [
    "Finding",
    "Gate",
    "History",
    "OntoevalError",
    "Ontology",
    "Report",
    "Result",
    "Samples",
    "assert_conforms",
    "compile",
    "convert",
    "evaluate",
    "impact",
    "load",
    "metric",
    "read",
    "score",
]


#: Reached as they are: ``oe.audit.links``, ``oe.filters.lint``.
_PACKAGES = ("annotate", "audit", "filters", "ontology", "retrieval")


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"ontoeval.{name}")
    if name == "__version__":
        return import_module("importlib.metadata").version("ontoeval")
    if name not in _HOMES:
        raise AttributeError(f"module 'ontoeval' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES, "__version__"])
