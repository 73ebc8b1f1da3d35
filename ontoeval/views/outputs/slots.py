"""The slots of an output: which texts stand where ids are expected, and what each of them is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from ontoeval.errors import ConfigError
from ontoeval.views.outputs.checksum import Checksum, LabelClass, LabelVerdict
from ontoeval.views.outputs.lifting import Enum
from ontoeval.views.outputs.paths import Path, Steps, labels_beside, places_at, slot_steps, slot_values
from ontoeval.views.outputs.vocabulary import Classifier, Verdict

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.base import Settings

_SAMPLED = 100
_NO_LABEL = LabelVerdict(LabelClass.NONE)


class Filled(NamedTuple):
    """One value of a slot.

    Attributes:
        slot: Number of the slot.
        place: Position among the values of this slot in this output.
        text: What stands there; None for null.
        label: What stands beside it as its label, or None.
        verdict: What the text is.
        named: How the label agrees with the id.
    """

    slot: int
    place: int
    text: str | None
    label: str | None
    verdict: Verdict
    named: LabelVerdict


@dataclass(frozen=True, slots=True)
class Slot:
    """Where outputs hold ids.

    Attributes:
        steps: The path.
        label: The path of the labels, or None.
        classifier: Says what a text is; None without an ontology.
    """

    steps: Steps
    label: Steps | None
    classifier: Classifier | None

    @property
    def name(self) -> str:
        """The path as text."""
        return "$" + "".join(step if step.startswith("[") else f".{step}" for step in self.steps)


class Slots:
    """Reads the slots of outputs.

    Args:
        ontology: The ontology, or None.
        settings: Slots, labels, roots and NIL policy.
        enums: Enums of ids that the schema has; where no slot is set, each makes one.

    Attributes:
        slots: The slots.
        unset: Classifies ids that stand in no slot (``run.concepts``); None without an ontology.

    Raises:
        ConfigError: A path cannot be read, there are more labels than slots, or a root is no concept.
    """

    def __init__(self, ontology: Ontology | None, settings: Settings, enums: Sequence[Enum] = ()) -> None:
        if len(settings.labels) > len(settings.slots):
            raise ConfigError("there are more labels than slots", where="labels", expected="one label for each slot")
        self.ontology = ontology
        self._settings = settings
        self._any: Classifier | None = None
        allowed = {enum.steps: enum.values for enum in enums}
        slots = {tuple(slot_steps(slot)): label for slot, label in zip_longest(settings.slots, settings.labels)}
        for steps in allowed:
            slots.setdefault(steps, None)
        self.slots = [
            Slot(steps, tuple(slot_steps(label)) if label else None, self._classifier(allowed.get(steps)))
            for steps, label in slots.items()
        ]
        self.unset = self._classifier(None)
        self._checksum = None if ontology is None else Checksum(ontology)

    def read(self, value: Any) -> Iterator[Filled]:
        """Every value of every slot of an output."""
        for number, slot in enumerate(self.slots):
            texts = slot_values(value, slot.steps)
            if not texts or slot.classifier is None:
                continue
            labels = labels_beside(value, slot.steps, slot.label) if slot.label else [None] * len(texts)
            for place, (text, label) in enumerate(zip(texts, labels, strict=True)):
                verdict = slot.classifier.classify(text, label)
                yield Filled(number, place, text, label, verdict, self._named(verdict, label))

    def texts(self, value: Any) -> list[str | None]:
        """The texts of all slots of an output."""
        return [text for slot in self.slots for text in slot_values(value, slot.steps)]

    def places(self, value: Any, slot: int) -> list[Path]:
        """The place of each value of a slot."""
        return [path for path, _ in places_at(value, self.slots[slot].steps)]

    def key(self, text: str | None) -> str | None:
        """What a text is compared by, see `Classifier.key`; itself without an ontology."""
        return text if self.unset is None else self.unset.key(text)

    def _named(self, verdict: Verdict, label: str | None) -> LabelVerdict:
        if not label or verdict.id is None or self._checksum is None:
            return _NO_LABEL
        return self._checksum.check(verdict.id, label)

    def _classifier(self, allowed: frozenset[str | None] | None) -> Classifier | None:
        if self.ontology is None:
            return None
        if allowed is not None:
            return Classifier(self.ontology, self._settings.roots, allowed, self._settings.nil)
        if self._any is None:
            self._any = Classifier(self.ontology, self._settings.roots, None, self._settings.nil)
        return self._any


def vocabulary_test(ontology: Ontology | None) -> Callable[[frozenset[str | None]], bool] | None:
    """Says of the values of an enum whether most of them are ids of the ontology; None without one."""
    if ontology is None:
        return None

    def is_vocabulary(values: frozenset[str | None]) -> bool:
        sample = [value for value in sorted(values, key=str)[:_SAMPLED] if value is not None]
        return 2 * sum(value in ontology for value in sample) > len(sample)

    return is_vocabulary
