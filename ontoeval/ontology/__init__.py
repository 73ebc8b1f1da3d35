"""The graph: reading ontologies, resolving ids, hierarchy arrays, relations and similarity.

``check`` and ``diff`` are loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.limits import Limits
from ontoeval.ontology.load import load
from ontoeval.ontology.nil import NilPolicy
from ontoeval.ontology.ontology import Ontology
from ontoeval.ontology.properties import Property
from ontoeval.ontology.relation import Relation
from ontoeval.ontology.resolution import Resolution

if TYPE_CHECKING:
    from ontoeval.ontology.checking.run import check as check
    from ontoeval.ontology.diffing import diff as diff

_LATER = {"check": "ontoeval.ontology.checking.run", "diff": "ontoeval.ontology.diffing"}

__all__ = [
    "Hierarchy",
    "Limits",
    "NilPolicy",
    "Ontology",
    "Property",
    "Relation",
    "Resolution",
    "check",
    "diff",
    "load",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'ontoeval.ontology' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
