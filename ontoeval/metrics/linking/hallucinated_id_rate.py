"""Share of the predicted ids that the ontology does not hold."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.coding import NIL
from ontoeval.views.links import Links


@metric(
    view=Links,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 7",
    missing=None,
    requires=("ontology",),
)
def hallucinated_id_rate(links: Links) -> Ratio:
    """Share of the predicted ids that the ontology does not hold.

    **Definition.** Of the predicted mentions with an id, those whose id is neither a concept of the ontology
    nor an alias, nor replaced by one.

    **Answers** whether the system makes ids up.

    **Misleads when** ids are densely numbered: a made-up id often belongs to another concept, and then counts
    as wrong and not as hallucinated.

    Args:
        links: Predicted against gold mentions.

    Returns:
        One row per predicted mention with an id: absent, 1. Value in [0, 1], lower is better.

    Undefined when:
        No id was predicted.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> onto = oe.load(nx.DiGraph([("sedan", "car")]), edges_point="to_parent")
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 5, "id": "sedan"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 5, "id": "sedan"}, {"start": 6, "end": 9, "id": "x"}]}]
        >>> oe.score("hallucinated_id_rate", gold, run, ontology=onto).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 7.
    """
    named = np.flatnonzero(links.predicted.code != NIL)
    absent = links.predicted.code[named] < NIL
    return Ratio(absent, np.ones(len(named), dtype=np.int64), sample=links.predicted_unit[named])
