"""The audits: which metrics and diagnosis tables belong together, as one report each.

``oe.audit.concepts`` compares predicted with gold concepts in an ontology.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval.audit.concept_audit import ConceptAudit as ConceptAudit
    from ontoeval.audit.concept_audit import concepts as concepts

_HOMES = {"ConceptAudit": "ontoeval.audit.concept_audit", "concepts": "ontoeval.audit.concept_audit"}

__all__ = ["ConceptAudit", "concepts"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ontoeval.audit' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
