"""The audits: which metrics and diagnosis tables belong together, as one report each.

``oe.audit.concepts`` compares predicted with gold concepts in an ontology, ``oe.audit.filters`` finds the filters that
exclude what they should find, ``oe.audit.links`` compares mentions and the concepts that they are linked to,
``oe.audit.outputs`` follows answers from their text to the right concept.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval.audit.concept_audit import ConceptAudit as ConceptAudit
    from ontoeval.audit.concept_audit import concepts as concepts
    from ontoeval.audit.filter_audit import FilterAudit as FilterAudit
    from ontoeval.audit.filter_audit import filters as filters
    from ontoeval.audit.link_audit import LinkAudit as LinkAudit
    from ontoeval.audit.link_audit import links as links
    from ontoeval.audit.output_audit import OutputAudit as OutputAudit
    from ontoeval.audit.output_audit import outputs as outputs

_HOMES = {
    "ConceptAudit": "ontoeval.audit.concept_audit",
    "FilterAudit": "ontoeval.audit.filter_audit",
    "LinkAudit": "ontoeval.audit.link_audit",
    "OutputAudit": "ontoeval.audit.output_audit",
    "concepts": "ontoeval.audit.concept_audit",
    "filters": "ontoeval.audit.filter_audit",
    "links": "ontoeval.audit.link_audit",
    "outputs": "ontoeval.audit.output_audit",
}

__all__ = ["ConceptAudit", "FilterAudit", "LinkAudit", "OutputAudit", "concepts", "filters", "links", "outputs"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ontoeval.audit' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
