"""`Outputs` and what is derived from it: conformance, stage by stage, of what a system put out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.views.base import Flags, Integers, Status, View
from ontoeval.views.outputs.checksum import LabelClass
from ontoeval.views.outputs.faults import Fault
from ontoeval.views.outputs.parsing import Parse
from ontoeval.views.outputs.vocabulary import SlotClass

if TYPE_CHECKING:
    from ontoeval.views.base import Inputs
    from ontoeval.views.compiled import Compiled
    from ontoeval.views.outputs.builder import OutputsBuilder


@dataclass
class Draft:
    """Columns of slots while they are read."""

    sample: list[int] = field(default_factory=list)
    slot: list[int] = field(default_factory=list)
    kind: list[int] = field(default_factory=list)
    label: list[int] = field(default_factory=list)
    repairable: list[bool] = field(default_factory=list)
    lenient: list[bool] = field(default_factory=list)
    text: list[str | None] = field(default_factory=list)
    details: list[str] = field(default_factory=list)
    key: list[str | None] = field(default_factory=list)


class Outputs(View):
    """What the system put out (``run.output``): a text is parsed, anything else is JSON already.

    Attributes:
        answered: Whether there is an answer at all: neither missing nor empty nor a refusal, shape ``(n,)``.
        strict: Whether it is strict JSON.
        usable: Whether the lenient reader gets a value, ``strict`` included.
        valid: Whether it is strict JSON and validates against the schema; without a schema the same as ``strict``.
        valid_lenient: The same of the repaired value.
        repairs: By sample the repairs that the lenient reader makes.
        faults: Everything that is wrong, by sample.
        slot_names: The path of each slot.
        slot_status: `Status` of each sample for what stands in its slots.
    """

    stage = "conformance"

    def __init__(
        self,
        status: NDArray[np.int8],
        flags: dict[str, Flags],
        repairs: dict[int, tuple[str, ...]],
        faults: list[Fault],
        draft: Draft,
        slot_names: list[str],
        gold: dict[int, frozenset[str]],
    ) -> None:
        self.status = status
        self.answered = flags["answered"]
        self.strict = flags["strict"]
        self.usable = flags["usable"]
        self.valid = flags["valid"]
        self.valid_lenient = flags["valid_lenient"]
        self.repairs = repairs
        self.faults = faults
        self.slot_names = slot_names
        self.draft = draft
        self.gold = gold
        self.slot_status = status
        self.slots_unmeasured: str | None = None

    @classmethod
    def builder(cls, inputs: Inputs) -> OutputsBuilder:
        """A new builder."""
        from ontoeval.views.outputs.builder import OutputsBuilder

        return OutputsBuilder(inputs)

    def parsed(self, parse: Parse) -> Flags:
        """Which outputs are read."""
        return self.strict if parse == "strict" else self.usable

    def validates(self, parse: Parse) -> Flags:
        """Which outputs are read and valid."""
        return self.valid if parse == "strict" else self.valid_lenient


class Validity(View):
    """Whether outputs validate against the schema. Without one this is whether they are JSON, which a finding says.

    Attributes:
        outputs: The outputs.
    """

    stage = "conformance"

    def __init__(self, outputs: Outputs) -> None:
        self.outputs = outputs
        self.status = outputs.status
        self.unmeasured = outputs.unmeasured

    @classmethod
    def builder(cls, inputs: Inputs) -> None:
        """No builder: the outputs are read anyway."""
        if inputs.settings.schema is None:
            got = "there is no schema: schema_validity only says which outputs are JSON"
            inputs.findings.append(Finding("schema.none", "warning", "run.output", got, mend="give one: --schema FILE"))

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The outputs."""
        return (Outputs,)

    @classmethod
    def derive(cls, compiled: Compiled) -> View:
        """The outputs, which hold what validates."""
        return cls(compiled.view(Outputs))


class Slots(View):
    """The values of the slots of the outputs; without slots, the ids in ``run.concepts``.

    Attributes:
        sample: Sample of each value, shape ``(m,)``.
        slot: Number of its slot.
        kind: What it is, a `SlotClass`.
        label: How the label beside it agrees, a `LabelClass`; -1 where there is no existing id or no label.
        repairable: Whether the id that is meant is certain.
        lenient: Whether it is only there once the output is repaired.
        text: What was written.
        details: What it is within its class.
        key: The concept that it resolves to, or the text; None for NIL and ungrounded.
    """

    stage = "conformance"

    def __init__(self, status: NDArray[np.int8], draft: Draft) -> None:
        self.status = status
        self.sample: Integers = np.array(draft.sample, dtype=np.int64)
        self.slot: Integers = np.array(draft.slot, dtype=np.int64)
        self.kind = np.array(draft.kind, dtype=np.int8)
        self.label = np.array(draft.label, dtype=np.int8)
        self.repairable = np.array(draft.repairable, dtype=bool)
        self.lenient = np.array(draft.lenient, dtype=bool)
        self.text = draft.text
        self.details = draft.details
        self.key = draft.key

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The outputs."""
        return (Outputs,)

    @classmethod
    def derive(cls, compiled: Compiled) -> View:
        """The slots that were read with the outputs."""
        outputs = compiled.view(Outputs)
        view = cls(outputs.slot_status, outputs.draft)
        view.unmeasured = outputs.slots_unmeasured
        return view

    def read(self, parse: Parse) -> Flags:
        """Which values are there for a reader."""
        return ~self.lenient if parse == "strict" else np.ones(len(self.sample), dtype=bool)

    @property
    def abstains(self) -> Flags:
        """Values that name nothing: null, empty, NIL, or said to be ungrounded."""
        abstains: Flags = self.kind <= SlotClass.UNGROUNDED
        return abstains

    @property
    def ok(self) -> Flags:
        """Values that are ids of the vocabulary."""
        ok: Flags = self.kind == SlotClass.OK
        return ok

    @property
    def labelled(self) -> Flags:
        """Values that are existing ids and have a label beside them."""
        labelled: Flags = self.label > LabelClass.NONE
        return labelled


class Correctness(View):
    """The concepts in the slots against those of the golden set (``gold.output``, else ``gold.concepts``), as sets.

    Attributes:
        counts: By reader, the concepts of each sample, shape ``(n,)`` each: ``right`` and ``wrong`` ones that conform,
            ``right_odd`` and ``wrong_odd`` ones that do not, and ``missed``.
    """

    stage = "conformance"

    def __init__(self, status: NDArray[np.int8], strict: Integers, lenient: Integers) -> None:
        self.status = status
        self.counts_strict = strict
        self.counts_lenient = lenient

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The outputs and their slots."""
        return (Outputs, Slots)

    @classmethod
    def derive(cls, compiled: Compiled) -> View:
        """Compare the slots with the gold of each sample."""
        outputs, slots = compiled.view(Outputs), compiled.view(Slots)
        status = outputs.slot_status.copy()
        known = np.zeros(len(status), dtype=bool)
        known[list(outputs.gold)] = True
        status[~known] = Status.UNDEFINED
        strict = compared(outputs, slots, "strict")
        view = cls(status, strict, compared(outputs, slots, "lenient") if slots.lenient.any() else strict)
        view.unmeasured = slots.unmeasured
        return view

    def counts(self, parse: Parse) -> dict[str, Integers]:
        """Right, wrong, right_odd, wrong_odd and missed concepts of each sample."""
        table = self.counts_strict if parse == "strict" else self.counts_lenient
        return dict(zip(COUNTS, table, strict=True))


COUNTS = ("right", "wrong", "right_odd", "wrong_odd", "missed")


def compared(outputs: Outputs, slots: Slots, parse: Parse) -> Integers:
    """The counts of `Correctness`, shape ``(5, n)``."""
    predicted: dict[int, dict[str, bool]] = {}
    rows = np.flatnonzero(slots.read(parse)).tolist()
    ok = slots.ok.tolist()
    samples = slots.sample.tolist()
    for row in rows:
        key = slots.key[row]
        if key is not None:
            mine = predicted.setdefault(samples[row], {})
            mine[key] = mine.get(key, False) or ok[row]
    n = len(outputs.status)
    cells: list[int] = []
    for sample, gold in outputs.gold.items():
        mine = predicted.get(sample, {})
        cells += [((0 if conforms else 2) + (key not in gold)) * n + sample for key, conforms in mine.items()]
        cells += [4 * n + sample] * len(gold - mine.keys())
    return np.bincount(np.array(cells, dtype=np.int64), minlength=len(COUNTS) * n).reshape(len(COUNTS), n)
