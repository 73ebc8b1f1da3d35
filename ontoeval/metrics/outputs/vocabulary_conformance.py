"""Share of the named concept ids that are live ids of the ontology."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs import Named


@metric(
    view=Named,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="handbook, part 7",
    missing=None,
    requires=("ontology",),
)
def vocabulary_conformance(named: Named) -> Ratio:
    """Share of the named concept ids that are live ids of the ontology.

    **Definition.** Of the concept ids in the outputs (at the slots; without slots, ``run.concepts``), NIL set
    aside, those that are ids of concepts which are not deprecated. Aliases and replaced ids are not live: a
    reader that knows only the current release does not find them.

    **Answers** whether ids are made up or outdated.

    **Misleads when** read as correctness: a live id may belong to another concept.

    Args:
        named: The ids that the outputs name, and how the ontology resolves them.

    Returns:
        One row per named id: live, 1. Value in [0, 1], higher is better.

    Undefined when:
        No concept is named.

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
    resolution = np.array(named.resolution, dtype=str)
    return Ratio(resolution == "live", resolution != "nil", sample=named.sample)
