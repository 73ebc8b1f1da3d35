"""What a reader is told beside the document."""

from __future__ import annotations

from dataclasses import dataclass, field

from ontoeval.ontology.limits import Limits


@dataclass(frozen=True, slots=True)
class Context:
    """How to read a document.

    Attributes:
        syntax: Name of its format.
        base_iri: What relative IRIs are relative to.
        lang: Languages of labels, the preferred one first; None is a text without a language.
        same: Which mappings make aliases: ``"exact_match"``, ``"same_as"``.
        scheme: The only SKOS scheme to take concepts from.
        individuals: Whether individuals are concepts below their types.
        limits: What the document may cost.
    """

    syntax: str
    base_iri: str | None = None
    lang: tuple[str | None, ...] = ("en", None)
    same: frozenset[str] = frozenset()
    individuals: bool = False
    scheme: str | None = None
    limits: Limits = field(default_factory=Limits)
