"""Share of the gold NIL mentions that the system linked to a concept."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ontoeval.metrics.definition import SpanShare, metric
from ontoeval.ontology.relation import Relation
from ontoeval.statistics.rows import Ratio
from ontoeval.views.base import Status
from ontoeval.views.coding import NIL
from ontoeval.views.links import Links, Match
from ontoeval.views.links.nearest import nearest_relation

OverlinkedTo = Literal[
    "any",
    "exact",
    "equivalent",
    "parent",
    "child",
    "ancestor",
    "descendant",
    "sibling",
    "cousin",
    "same_branch",
    "unrelated",
    "disjoint",
    "invalid",
]


@metric(
    view=Links,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 7",
    missing=None,
)
def overlinking_rate(
    links: Links, *, relation: OverlinkedTo = "any", match: Match = "strong", iou: SpanShare = 0.5
) -> Ratio:
    """Share of the gold NIL mentions that the system linked to a concept.

    **Definition.** Of the gold mentions that are NIL (the ontology has no such concept), those where the system put a
    concept on the same span; with a ``relation``, a concept that lies there as seen from the nearest gold concept of
    the same sample. The rates of all relations add up to that of ``"any"``.

    **Answers** whether the system rather takes a similar wrong concept than admits that there is none, and how similar.

    **Misleads when** the golden set marks no NIL mentions: then it is undefined and not good.

    Args:
        links: Predicted against gold mentions.
        relation: Relation of the linked concept to the nearest gold concept of the sample (fewest edges through a
            common ancestor): ``"exact"``, ``"equivalent"``, ``"parent"``, ``"child"``, ``"ancestor"``,
            ``"descendant"``, ``"sibling"``, ``"cousin"``, ``"same_branch"``, ``"unrelated"`` (also where the sample
            has no gold concept), ``"disjoint"`` or ``"invalid"`` (an id that the ontology does not hold). Anything but
            ``"any"`` needs the ontology.
        match: When spans are the same: ``"strong"``, ``"word"``, ``"weak"`` or ``"iou"``, as for ``linking_f1``.
        iou: The share for ``"iou"``, in (0, 1].

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
    required = (links.gold.code == NIL) & ~links.gold.optional
    nil = np.flatnonzero(required & (links.status[links.gold_unit] == Status.OK))
    pairs = links.same_span(match, iou)
    pairs = pairs[(links.predicted.code[pairs[:, 1]] != NIL) & np.isin(pairs[:, 0], nil)]
    if relation != "any":
        found = nearest_relation(links, links.gold.sample[pairs[:, 0]], links.predicted.code[pairs[:, 1]])
        pairs = pairs[found == Relation[relation.upper()]]
    return Ratio(np.isin(nil, pairs[:, 0]), np.ones(len(nil), dtype=np.int64), sample=links.gold_unit[nil])
