"""Share of the ids whose label in the output is a name of that concept."""

from __future__ import annotations

from typing import Literal

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Slots
from ontoeval.views.outputs.checksum import LabelClass
from ontoeval.views.outputs.parsing import Parse

Names = Literal["label", "any", "fuzzy"]


@metric(
    view=Slots,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://github.com/ai4curation/aidocs/issues/37",
    missing=None,
    requires=("ontology",),
)
def id_label_agreement(slots: Slots, *, names: Names = "any", parse: Parse = "strict") -> Ratio:
    """Share of the ids whose label in the output is a name of that concept.

    **Definition.** Of the slots that hold an existing id and have a label beside them, those whose label is one of the
    names of that id. The label is a checksum: an id that was guessed rarely has the right name beside it.

    **Answers** whether ids mean what the output says that they mean: existence alone is a weak check.

    **Misleads when** the labels are spans of the text instead of names (OntoGPT writes so): then they are often
    inflected, and "label_unknown" is no error.

    Args:
        slots: What stands in the slots.
        names: What agrees: the ``"label"`` alone, ``"any"`` label or synonym, also when only case and punctuation
            differ, or ``"fuzzy"`` (also nearly equal names, such as with a typing error).
        parse: ``"strict"`` reads strict JSON only, ``"lenient"`` also what can be repaired.

    Returns:
        One row per slot with an existing id and a label: agrees, 1. Value in [0, 1], higher is better.

    Undefined when:
        No existing id has a label beside it.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("X:2", "X:1")])
        >>> nx.set_node_attributes(tree, {"X:1": "car", "X:2": "sedan"}, "label")
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> run = [{"id": "q", "output": [{"id": "X:1", "label": "Car"}, {"id": "X:2", "label": "car"}]}]
        >>> given = {"ontology": onto, "slots": ["$[*].id"], "labels": ["$[*].label"]}
        >>> oe.score("id_label_agreement", [{"id": "q"}], run, **given).value
        0.5

    Reference value:
        None published.

    Source:
        The pair of id and label as a checksum: https://github.com/ai4curation/aidocs/issues/37.
    """
    last = {"label": LabelClass.LABEL, "any": LabelClass.NORMALISED, "fuzzy": LabelClass.FUZZY}[names]
    read = slots.read(parse) & slots.labelled
    return Ratio(read & (slots.label <= last), read, sample=slots.sample)
