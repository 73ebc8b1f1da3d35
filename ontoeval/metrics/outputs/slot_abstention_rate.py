"""Share of the slots that name nothing: null, NIL, or said to be ungrounded."""

from __future__ import annotations

from typing import Literal

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Slots
from ontoeval.views.outputs.parsing import Parse
from ontoeval.views.outputs.vocabulary import SlotClass

Abstention = Literal["any", "nil", "ungrounded"]


@metric(
    view=Slots,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 7",
    missing=None,
    requires=("ontology",),
)
def slot_abstention_rate(slots: Slots, *, kind: Abstention = "any", parse: Parse = "strict") -> Ratio:
    """Share of the slots that name nothing: null, NIL, or said to be ungrounded.

    **Definition.** Of all slots that are there, those that are null, empty or a spelling of NIL (``"nil"``), or hold an
    id that says itself to be ungrounded (``AUTO:…``, as OntoGPT writes, ``"ungrounded"``).

    **Answers** how much conformance leaves out: abstentions are in no conformance denominator.

    **Misleads when** read as an error: with gold, ``output_f1`` says whether abstaining was right.

    Args:
        slots: What stands in the slots.
        kind: ``"nil"``, ``"ungrounded"``, or ``"any"`` of both.
        parse: ``"strict"`` reads strict JSON only, ``"lenient"`` also what can be repaired.

    Returns:
        One row per slot: abstains, 1. Value in [0, 1], lower is better.

    Undefined when:
        There is no slot.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> onto = oe.load(nx.DiGraph([("sedan", "car")]), edges_point="to_parent")
        >>> run = [{"id": "q", "concepts": ["sedan", "NIL", "AUTO:big%20car", None]}]
        >>> oe.score("slot_abstention_rate", [{"id": "q"}], run, ontology=onto).value
        0.75

    Reference value:
        None published.

    Source:
        Handbook, part 7.
    """
    read = slots.read(parse)
    chosen = slots.abstains if kind == "any" else slots.kind == SlotClass[kind.upper()]
    return Ratio(chosen & read, read, sample=slots.sample)
