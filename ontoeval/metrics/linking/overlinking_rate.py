"""Share of the gold NIL mentions that the system linked to a concept."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.base import Status
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
)
def overlinking_rate(links: Links) -> Ratio:
    """Share of the gold NIL mentions that the system linked to a concept.

    **Definition.** Of the gold mentions that are NIL (the ontology has no such concept), those where the system put a
    concept on the same span.

    **Answers** whether the system rather takes a similar wrong concept than admits that there is none.

    **Misleads when** the golden set marks no NIL mentions: then it is undefined and not good.

    Args:
        links: Predicted against gold mentions.

    Returns:
        One row per gold NIL mention: linked, 1. Value in [0, 1], lower is better.

    Undefined when:
        No gold mention is NIL.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": None}, {"start": 5, "end": 9, "id": None}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}]}]
        >>> oe.score("overlinking_rate", gold, run).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 7; Hachey et al. 2014 name the error nil-as-link.
    """
    nil = np.flatnonzero((links.gold.code == NIL) & (links.status[links.gold.sample] == Status.OK))
    pairs = links.same_span()
    linked = pairs[links.predicted.code[pairs[:, 1]] != NIL][:, 0]
    return Ratio(np.isin(nil, linked), np.ones(len(nil), dtype=np.int64), sample=links.gold.sample[nil])
