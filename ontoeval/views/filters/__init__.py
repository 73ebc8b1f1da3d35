"""Filters against gold documents and corpus: exclusion, blame, reasons, what ifs."""

from __future__ import annotations

from ontoeval.views.filters.blame import Blame
from ontoeval.views.filters.conditions import Condition
from ontoeval.views.filters.logged import LoggedFilter, LoggedFilters
from ontoeval.views.filters.returned import ReturnedFilters
from ontoeval.views.filters.view import AppliedFilters, DocState, Filters, GoldDoc

__all__ = [
    "AppliedFilters",
    "Blame",
    "Condition",
    "DocState",
    "Filters",
    "GoldDoc",
    "LoggedFilter",
    "LoggedFilters",
    "ReturnedFilters",
]
