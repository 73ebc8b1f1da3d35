"""Share of the ids whose label in the output is not a name of that concept."""

from __future__ import annotations

from typing import Literal

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Slots
from ontoeval.views.outputs.checksum import LabelClass
from ontoeval.views.outputs.parsing import Parse

Mismatch = Literal["any", "label_of_other_term", "fuzzy", "label_unknown"]


@metric(
    view=Slots,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="https://github.com/ai4curation/aidocs/issues/37",
    missing=None,
    requires=("ontology",),
)
def id_label_mismatch_rate(slots: Slots, *, kind: Mismatch = "any", parse: Parse = "strict") -> Ratio:
    """Share of the ids whose label in the output is not a name of that concept.

    **Definition.** Of the slots that hold an existing id and have a label beside them, those whose label is no name of
    that id. ``"any"`` is 1 minus ``id_label_agreement``.

    **Answers** how many ids are live ids of another concept, the fault that no check of existence finds.

    **Misleads when** labels are spans of the text instead of names: look at ``"label_of_other_term"`` then.

    Args:
        slots: What stands in the slots.
        kind: ``"label_of_other_term"`` (it is a name of another concept), ``"fuzzy"`` (nearly a name of this one),
            ``"label_unknown"`` (nobody's name), or ``"any"`` of them.
        parse: ``"strict"`` reads strict JSON only, ``"lenient"`` also what can be repaired.

    Returns:
        One row per slot with an existing id and a label: mismatch, 1. Value in [0, 1], lower is better.

    Undefined when:
        No existing id has a label beside it.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("X:2", "X:1")])
        >>> nx.set_node_attributes(tree, {"X:1": "car", "X:2": "sedan"}, "label")
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> run = [{"id": "q", "output": [{"id": "X:1", "label": "Car"}, {"id": "X:2", "label": "car"}]}]
        >>> given = {"ontology": onto, "slots": ["$[*].id"], "labels": ["$[*].label"]}
        >>> oe.score('id_label_mismatch_rate(kind="label_of_other_term")', [{"id": "q"}], run, **given).value
        0.5

    Reference value:
        None published.

    Source:
        The pair of id and label as a checksum: https://github.com/ai4curation/aidocs/issues/37.
    """
    read = slots.read(parse) & slots.labelled
    wrong = slots.label >= LabelClass.FUZZY if kind == "any" else slots.label == LabelClass[kind.upper()]
    return Ratio(read & wrong, read, sample=slots.sample)
