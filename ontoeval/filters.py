"""Filters: ``oe.filters.parse`` reads what a stack has logged, ``oe.filters.lint`` looks it over."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval.audit.engines import compare_engines as compare_engines
    from ontoeval.evaluation.compare_engines import EngineComparison as EngineComparison
    from ontoeval.evaluation.hard_or_soft import Decisions as Decisions
    from ontoeval.evaluation.hard_or_soft import decide as decide
    from ontoeval.predicates.dialects import parse as parse
    from ontoeval.predicates.dialects import write as write
    from ontoeval.predicates.linting.run import LintReport as LintReport
    from ontoeval.predicates.linting.run import lint as lint

_HOMES = {
    "Decisions": "ontoeval.evaluation.hard_or_soft",
    "EngineComparison": "ontoeval.evaluation.compare_engines",
    "compare_engines": "ontoeval.audit.engines",
    "decide": "ontoeval.evaluation.hard_or_soft",
    "LintReport": "ontoeval.predicates.linting.run",
    "lint": "ontoeval.predicates.linting.run",
    "parse": "ontoeval.predicates.dialects",
    "write": "ontoeval.predicates.dialects",
}

__all__ = ["Decisions", "EngineComparison", "LintReport", "compare_engines", "decide", "lint", "parse", "write"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ontoeval.filters' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
