"""Share of the ids in outputs with one kind of fault."""

from __future__ import annotations

from typing import Literal

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Slots
from ontoeval.views.outputs.parsing import Parse
from ontoeval.views.outputs.vocabulary import SlotClass

FaultKind = Literal[
    "any",
    "malformed",
    "label_instead_of_id",
    "unknown_prefix",
    "wrong_prefix",
    "unknown_id",
    "deprecated",
    "wrong_kind",
    "wrong_branch",
]


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
def vocabulary_fault_rate(slots: Slots, *, fault: FaultKind = "any", parse: Parse = "strict") -> Ratio:
    """Share of the ids in outputs with one kind of fault.

    **Definition.** Of the filled slots, abstentions set aside, those with the fault. Each slot has at most one: the
    first that applies, in the order below, so that the rates of all kinds add up to that of ``"any"``.

    **Answers** which fault to mend first: decoding, prompt, or the release of the ontology.

    **Misleads when** the release is not the one that the system was built with: new and old ids then count as unknown.

    Args:
        slots: What stands in the slots.
        fault: ``"malformed"`` (no id, or one in another spelling), ``"label_instead_of_id"``, ``"unknown_prefix"``,
            ``"wrong_prefix"`` (of the ontology, but not allowed), ``"unknown_id"`` (well formed, but absent),
            ``"deprecated"`` (also merged ids), ``"wrong_kind"`` (a property, or a root itself), ``"wrong_branch"`` (not
            below the roots, or not in the enum of the schema), or ``"any"``.
        parse: ``"strict"`` reads strict JSON only, ``"lenient"`` also what can be repaired.

    Returns:
        One row per filled slot: has the fault, 1. Value in [0, 1], lower is better.

    Undefined when:
        No slot is filled.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> onto = oe.load(nx.DiGraph([("sedan", "car")]), edges_point="to_parent")
        >>> run = [{"id": "q", "concepts": ["sedan", "flying car", None]}]
        >>> oe.score('vocabulary_fault_rate(fault="unknown_id")', [{"id": "q"}], run, ontology=onto).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 7.
    """
    read = slots.read(parse) & ~slots.abstains
    wrong = ~slots.ok if fault == "any" else slots.kind == SlotClass[fault.upper()]
    return Ratio(wrong & read, read, sample=slots.sample)
