"""Share of the concepts in outputs that are right, among those that conform."""

from __future__ import annotations

from typing import Literal

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Correctness
from ontoeval.views.outputs.parsing import Parse

Among = Literal["conformant", "all"]


@metric(
    view=Correctness,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="handbook, part 7",
    missing=None,
    requires=("ontology",),
)
def output_correctness(correctness: Correctness, *, among: Among = "conformant", parse: Parse = "strict") -> Ratio:
    """Share of the concepts in outputs that are right, among those that conform.

    **Definition.** Of the distinct concepts in the slots of each sample that conform to the vocabulary, those that the
    golden set has. The rest is what constrained decoding hides: conformant, but wrong. The table ``output_outcomes`` is
    the whole table of conformant × correct.

    **Answers** what conformance is worth.

    **Misleads when** the system says little: missing concepts are not in it, see ``output_f1``.

    Args:
        correctness: Concepts in the slots against those of the golden set.
        among: Denominator: the ``"conformant"`` concepts, or ``"all"`` that are named.
        parse: ``"strict"`` reads strict JSON only, ``"lenient"`` also what can be repaired.

    Returns:
        One row per sample: right, named. Value in [0, 1], higher is better.

    Undefined when:
        No such concept is named.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> onto = oe.load(nx.DiGraph([("sedan", "car"), ("coupe", "car")]), edges_point="to_parent")
        >>> gold = [{"id": "q", "concepts": ["sedan", "car"]}]
        >>> run = [{"id": "q", "output": {"ids": ["sedan", "coupe", "plane"]}}]
        >>> oe.score("output_correctness", gold, run, ontology=onto, slots=["ids"]).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 7.
    """
    counts = correctness.counts(parse)
    right, wrong = counts["right"], counts["wrong"]
    if among == "all":
        right, wrong = right + counts["right_odd"], wrong + counts["wrong_odd"]
    return Ratio(right, right + wrong)
