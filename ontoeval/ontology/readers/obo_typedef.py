"""Typedef stanzas of OBO: properties."""

from __future__ import annotations

from collections.abc import Callable

from ontoeval.ontology.builder import Builder
from ontoeval.ontology.identifiers import canonical
from ontoeval.ontology.properties import PropertyDraft
from ontoeval.ontology.readers.obo_values import plain_text, read_id

_CHARACTERISTICS = {
    "is_functional": "functional",
    "is_inverse_functional": "inverse_functional",
    "is_transitive": "transitive",
    "is_symmetric": "symmetric",
    "is_asymmetric": "asymmetric",
    "is_anti_symmetric": "asymmetric",
    "is_reflexive": "reflexive",
}


class TypedefReader:
    """Reads the lines of Typedef stanzas, one after the other.

    Args:
        builder: Is told what they say.
    """

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._draft: PropertyDraft | None = None
        self._id = ""
        self._inverses: list[tuple[str, str]] = []
        self._tags: dict[str, Callable[[PropertyDraft, str], None]] = {
            "name": self._name,
            "is_a": lambda draft, value: draft.parents.setdefault(read_id(value)),
            "domain": lambda draft, value: draft.domains.setdefault((read_id(value),)),
            "range": lambda draft, value: draft.ranges.setdefault((read_id(value),)),
            "inverse_of": lambda draft, value: self._inverses.append((self._id, read_id(value))),
            "equivalent_to": lambda draft, value: draft.equivalents.setdefault(read_id(value)),
            "xref": self._xref,
            "is_obsolete": self._is_obsolete,
            "is_metadata_tag": self._is_metadata,
        }

    def line(self, tag: str, value: str) -> None:
        """Take one line."""
        if tag == "id":
            self._id = read_id(value)
            self._draft = self._builder.property(self._id)
            self._draft.kind = "object"
            return
        draft = self._draft
        if draft is None:
            return
        handler = self._tags.get(tag)
        if handler is not None:
            handler(draft, value)
        elif tag in _CHARACTERISTICS and _true(value):
            draft.characteristics.add(_CHARACTERISTICS[tag])

    def finish(self) -> None:
        """Say of inverses both ways, once all stanzas are read."""
        for a, b in self._inverses:
            self._builder.property(a).inverses[b] = None
            if b in self._builder.properties:
                self._builder.property(b).inverses[a] = None

    def _name(self, draft: PropertyDraft, value: str) -> None:
        draft.label = draft.label or plain_text(value)

    def _xref(self, draft: PropertyDraft, value: str) -> None:
        """The xref to an id of the OBO family tells which IRI a short name stands for."""
        iri = canonical(value.split()[0]) if value.split() else ""
        if draft.iri is None and ":" not in self._id and iri.partition(":")[0] in ("BFO", "RO", "IAO", "OBI"):
            draft.iri = iri

    def _is_obsolete(self, draft: PropertyDraft, value: str) -> None:
        draft.deprecated = draft.deprecated or _true(value)

    def _is_metadata(self, draft: PropertyDraft, value: str) -> None:
        if _true(value):
            draft.kind = "annotation"


def _true(value: str) -> bool:
    return value.split(None, 1)[:1] == ["true"]
