"""Share of the ids in outputs that are live ids of the ontology, where they are allowed."""

from __future__ import annotations

from typing import Literal

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Slots
from ontoeval.views.outputs.parsing import Parse

Counted = Literal["ok", "repairable"]


@metric(
    view=Slots,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="handbook, part 7",
    version=2,
    missing=None,
    requires=("ontology",),
)
def vocabulary_conformance(slots: Slots, *, parse: Parse = "strict", count: Counted = "ok") -> Ratio:
    """Share of the ids in outputs that are live ids of the ontology, where they are allowed.

    **Definition.** Of the filled slots of the outputs (without slots, of ``run.concepts``), those that hold the id of a
    concept which is not deprecated, written as the ontology writes it, and below the allowed roots where such are set.
    Null, empty, NIL and ungrounded slots (``AUTO:…``) are abstentions and in no denominator. An enum of ids in the
    schema restricts what is allowed.

    **Answers** whether ids are made up, outdated, misspelt or out of place. The table ``output_classes`` says which.

    **Misleads when** read as correctness: a live id may belong to another concept. On densely allocated ids a slip of
    one digit mostly hits another live id: see ``id_label_agreement``.

    Args:
        slots: What stands in the slots.
        parse: ``"strict"`` reads strict JSON only, ``"lenient"`` also what can be repaired.
        count: ``"ok"``, or ``"repairable"`` to count also what certainly means an allowed id: another spelling, a
            label or synonym of one concept, an id with one replacement.

    Returns:
        One row per filled slot: conforms, 1. Value in [0, 1], higher is better.

    Undefined when:
        No slot is filled.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> onto = oe.load(nx.DiGraph([("sedan", "car")]), edges_point="to_parent")
        >>> gold = [{"id": "q1"}, {"id": "q2"}]
        >>> run = [{"id": "q1", "concepts": ["sedan"]}, {"id": "q2", "concepts": ["flying car"]}]
        >>> oe.score("vocabulary_conformance", gold, run, ontology=onto).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 7.
    """
    conforms = slots.ok | slots.repairable if count == "repairable" else slots.ok
    read = slots.read(parse) & ~slots.abstains
    return Ratio(conforms & read, read, sample=slots.sample)
