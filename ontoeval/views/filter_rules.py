"""How logged filters are read: dialect, engine semantics, names of attributes, mandatory ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class FilterRules:
    """What the records do not say about the filters in them.

    Attributes:
        dialect: Dialect of ``run.filter`` where a row has no ``run.dialect``.
        profile: Engine profile that every filter is read with; by default ``run.filter`` with the profile of its
            dialect, and ``run.predicates`` with the profile ``ontoeval``.
        fields: For attributes of filters, the path of the document's metadata that holds them, e.g.
            ``{"category": "meta.category"}``. They name the attributes that hold concepts as well, where an ontology
            is given; without any, those whose values are mostly concepts do.
        mandatory: Attributes that nobody may drop (access, legal, draft). A gold document that fails a condition on
            them is ineligible, not excluded.
        relations: Relations of the ontology that subsumption follows; empty for those of its hierarchy.
    """

    dialect: str | None = None
    profile: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    mandatory: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
