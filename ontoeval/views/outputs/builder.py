"""Compiles batches into `Outputs`: response, parse, schema, slots and labels in one pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ontoeval.records.batch import Batch
from ontoeval.views.answers import is_refusal
from ontoeval.views.base import Inputs, Status, run_is_missing, statuses
from ontoeval.views.outputs.checksum import LabelClass, LabelVerdict
from ontoeval.views.outputs.faults import (
    Fault,
    label_fault,
    parse_fault,
    response_fault,
    schema_fault,
    slot_fault,
    unusable_fault,
)
from ontoeval.views.outputs.parsing import Parsed, Unusable, parse
from ontoeval.views.outputs.paths import written
from ontoeval.views.outputs.schemas import OutputSchema
from ontoeval.views.outputs.slots import Filled, Slots, vocabulary_test
from ontoeval.views.outputs.view import Draft, Outputs
from ontoeval.views.outputs.vocabulary import SlotClass

_FLAGS = ("answered", "strict", "usable", "valid", "valid_lenient")
_FAULTY = frozenset(kind for kind in SlotClass if kind not in (SlotClass.NIL, SlotClass.OK))
_NO_LABEL = LabelVerdict(LabelClass.NONE)


class OutputsBuilder:
    """Compiles batches into `Outputs`.

    Args:
        inputs: Ontology and settings.

    Raises:
        ConfigError: The schema, a slot or a root cannot be used.
    """

    def __init__(self, inputs: Inputs) -> None:
        settings, self.ontology = inputs.settings, inputs.ontology
        self.schema = None
        if settings.schema is not None:
            self.schema = OutputSchema(settings.schema, vocabulary_test(self.ontology))
        self.slots = Slots(self.ontology, settings, self.schema.vocabularies if self.schema is not None else ())
        self.field = "run.output" if self.slots.slots else "run.concepts"
        self.any_output = self.any_value = False
        self.status: list[int] = []
        self.slot_status: list[int] = []
        self.flags: dict[str, list[bool]] = {name: [] for name in _FLAGS}
        self.repairs: dict[int, tuple[str, ...]] = {}
        self.faults: list[Fault] = []
        self.draft = Draft()
        self.gold: dict[int, frozenset[str]] = {}

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        names = ("run.output", "run.error", "run.concepts", "gold.output", "gold.concepts")
        columns = (batch.column(name) for name in names)
        for lost, output, error, concepts, gold, right in zip(run_is_missing(batch), *columns, strict=True):
            sample = len(self.status)
            self.any_output |= output is not None
            value = output if self.slots.slots else concepts
            self.any_value |= value is not None
            self.slot_status.append(Status.MISSING if lost or value is None else Status.OK)
            if gold is not None or right is not None:
                self._add_gold(sample, gold, right)
            if lost or output is None:
                self._add_missing(sample, error)
            else:
                self._add_output(sample, output)
            if not (lost or self.slots.slots or concepts is None):
                self._add_concepts(sample, concepts)

    def build(self) -> Outputs:
        """The view of all batches."""
        flags = {name: np.array(values, dtype=bool) for name, values in self.flags.items()}
        names = [slot.name for slot in self.slots.slots] or ["run.concepts"]
        view = Outputs(statuses(self.status), flags, self.repairs, self.faults, self.draft, names, self.gold)
        view.slot_status = statuses(self.slot_status)
        view.unmeasured = None if self.any_output else "no row has run.output"
        if not self.any_value:
            hint = "" if self.slots.slots else ", and no slot was given (--slot)"
            view.slots_unmeasured = f"no row has {self.field}{hint}"
        return view

    def _add_missing(self, sample: int, error: str | None) -> None:
        self.status.append(Status.MISSING)
        self._flag(*[False] * len(_FLAGS))
        self.faults.append(response_fault(sample, "missing" if error is None else "error", error))

    def _flag(self, *values: bool) -> None:
        for name, value in zip(_FLAGS, values, strict=True):
            self.flags[name].append(value)

    def _add_output(self, sample: int, output: Any) -> None:
        self.status.append(Status.OK)
        parsed = parse(output)
        kind = _no_answer(output, parsed)
        if kind:
            error, mend = (output.error, output.mend) if isinstance(output, Unusable) else (None, "")
            self.faults.append(response_fault(sample, kind, error, mend))
            self._flag(*[False] * len(_FLAGS))
            return
        if isinstance(output, Unusable):
            self.faults.append(unusable_fault(sample, output))
        elif parsed.code:
            self.faults.append(parse_fault(sample, parsed))
        if parsed.repairs:
            self.repairs[sample] = parsed.repairs
        valid, valid_lenient = self._add_values(sample, parsed)
        self._flag(True, parsed.strict, parsed.usable, valid, valid_lenient)

    def _add_values(self, sample: int, parsed: Parsed) -> tuple[bool, bool]:
        """Check the strict value and the repaired one where it differs; whether each is valid."""
        valid = parsed.strict and self._add_value(sample, parsed.value, lenient=False)
        if parsed.strict and parsed.lenient is None:
            return valid, valid
        repaired = parsed.lenient if parsed.strict else parsed.value
        return valid, parsed.usable and self._add_value(sample, repaired, lenient=True)

    def _add_value(self, sample: int, value: Any, *, lenient: bool) -> bool:
        """Check one value against schema and vocabulary; whether it validates."""
        valid = self.schema is None or self.schema.valid(value)
        if not valid:
            assert self.schema is not None
            self.faults += [
                schema_fault(sample, error, written(error.path), lenient) for error in self.schema.errors(value)
            ]
        if self.ontology is not None and self.slots.slots:
            filled = list(self.slots.read(value))
            self._add_slots(sample, filled, lenient)
            wrong = [one for one in filled if _is_fault(one)]
            if wrong:
                self._add_slot_faults(sample, value, wrong, lenient)
        return valid

    def _add_slots(self, sample: int, filled: Iterable[Filled], lenient: bool) -> None:
        draft = self.draft
        for one in filled:
            verdict = one.verdict
            draft.sample.append(sample)
            draft.slot.append(one.slot)
            draft.kind.append(verdict.kind)
            draft.label.append(one.named.kind)
            draft.repairable.append(verdict.repairable)
            draft.lenient.append(lenient)
            draft.text.append(one.text)
            draft.details.append(verdict.detail)
            draft.key.append(self.slots.key(one.text))

    def _add_slot_faults(self, sample: int, value: Any, wrong: list[Filled], lenient: bool) -> None:
        places = {one.slot: self.slots.places(value, one.slot) for one in wrong}
        for one in wrong:
            path = written(places[one.slot][one.place])
            if one.verdict.kind in _FAULTY:
                right = one.verdict.right
                self.faults.append(slot_fault(sample, one, path, self._label(right), lenient))
            mixed_up = label_fault(sample, one, path, self._label(one.verdict.id), lenient)
            if mixed_up is not None:
                self.faults.append(mixed_up)

    def _label(self, concept: str | None) -> str | None:
        return None if concept is None or self.ontology is None else self.ontology.label(concept)

    def _add_concepts(self, sample: int, concepts: Iterable[str | None]) -> None:
        classifier = self.slots.unset
        if classifier is None:
            return
        filled = [
            Filled(0, place, text, None, classifier.classify(text), _NO_LABEL) for place, text in enumerate(concepts)
        ]
        self._add_slots(sample, filled, lenient=False)

    def _add_gold(self, sample: int, output: Any, concepts: Any) -> None:
        texts = concepts
        if output is not None and self.slots.slots:
            texts = self.slots.texts(parse(output).value)
        if texts is not None:
            self.gold[sample] = frozenset(key for key in map(self.slots.key, texts) if key is not None)


def _no_answer(output: Any, parsed: Parsed) -> str:
    """Why an output is no answer at all: ``"empty"`` or ``"refusal"``; else ""."""
    if not isinstance(output, str):
        return ""
    if isinstance(output, Unusable) and output.code == "refusal":
        return "refusal"
    if not output.strip():
        return "empty"
    return "refusal" if not parsed.usable and is_refusal(output) else ""


def _is_fault(filled: Filled) -> bool:
    return filled.verdict.kind in _FAULTY or filled.named.kind >= LabelClass.FUZZY
