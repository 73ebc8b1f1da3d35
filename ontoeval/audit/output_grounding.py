"""Annotates answers with whether their source text mentions the concepts that they name."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from ontoeval.annotate.finder import MentionFinder
from ontoeval.annotate.grounding import grounded

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.outputs.slots import Slots


class Grounder:
    """Looks for the concepts in the slots of outputs in the texts that they come from.

    Args:
        ontology: The ontology.
        slots: Reads the slots.
    """

    def __init__(self, ontology: Ontology, slots: Slots) -> None:
        self._ontology = ontology
        self._slots = slots

    def ground(self, value: Any, text: str) -> list[dict[str, str]]:
        """For each concept that an output names, ``{"id": …, "how": …}``; see `ontoeval.annotate.Grounding`."""
        concepts = dict.fromkeys(one.verdict.id for one in self._slots.read(value) if one.verdict.id is not None)
        found = (grounded(concept, text, self._finder) for concept in concepts)
        return [{"id": each.concept, "how": each.how} for each in found]

    @cached_property
    def _finder(self) -> MentionFinder:
        return MentionFinder(self._ontology, overlaps="all", inflection="plural")
