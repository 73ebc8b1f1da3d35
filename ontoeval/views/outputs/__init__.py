"""Outputs of systems against what they must conform to: JSON, a schema, a vocabulary, their own labels, the truth."""

from __future__ import annotations

from ontoeval.views.outputs.parsing import value_of
from ontoeval.views.outputs.paths import slot_steps, slot_values
from ontoeval.views.outputs.view import Correctness, Outputs, Slots, Validity

__all__ = ["Correctness", "Outputs", "Slots", "Validity", "slot_steps", "slot_values", "value_of"]
