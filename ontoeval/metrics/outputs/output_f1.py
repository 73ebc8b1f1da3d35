"""F1 of the concepts in outputs against those of the golden set, over all requests."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.outputs import Correctness
from ontoeval.views.outputs.parsing import Parse


@metric(
    view=Correctness,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="handbook, part 7",
    requires=("ontology",),
)
def output_f1(correctness: Correctness, *, parse: Parse = "strict") -> FScore:
    """F1 of the concepts in outputs against those of the golden set, over all requests.

    **Definition.** The concepts in the slots against those in ``gold.output`` (without that, in ``gold.concepts``), as
    sets per sample, ids resolved on both sides. Ids that do not conform are wrong like any other wrong id, a request
    without a readable output misses all of its gold: nothing is dropped. Abstentions name no concept.

    **Answers** how right the outputs are end to end, whatever their form.

    **Misleads when** near misses matter: ``hierarchical_f1`` and ``wu_palmer`` say how far off they are.

    Args:
        correctness: Concepts in the slots against those of the golden set.
        parse: ``"strict"`` reads strict JSON only, ``"lenient"`` also what can be repaired.

    Returns:
        One row per sample: tp, fp, fn. Value in [0, 1], higher is better.

    Undefined when:
        Nothing is named on either side: abstaining was right.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> onto = oe.load(nx.DiGraph([("sedan", "car"), ("coupe", "car")]), edges_point="to_parent")
        >>> gold = [{"id": "q", "concepts": ["sedan", "car"]}]
        >>> run = [{"id": "q", "output": {"ids": ["sedan", "coupe", "plane"]}}]
        >>> oe.score("output_f1", gold, run, ontology=onto, slots=["ids"]).value
        0.4

    Reference value:
        None published.

    Source:
        Handbook, part 7.
    """
    counts = correctness.counts(parse)
    right = counts["right"] + counts["right_odd"]
    return FScore.counts(tp=right, fp=counts["wrong"] + counts["wrong_odd"], fn=counts["missed"])
