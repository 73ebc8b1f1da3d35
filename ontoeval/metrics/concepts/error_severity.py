"""Mean cost of a prediction by its relation to the right concept, with costs of your own."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ontoeval.metrics.definition import metric
from ontoeval.ontology.relating import severity
from ontoeval.ontology.relation import RelationName
from ontoeval.statistics.rows import Mean
from ontoeval.views.concepts import Concepts, Items


@metric(
    view=Concepts,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="own measure",
    missing=1.0,
    requires=("ontology",),
)
def error_severity(
    concepts: Concepts,
    *,
    items: Items = "auto",
    costs: dict[RelationName, Annotated[float, Field(ge=0, le=1)]] | None = None,
) -> Mean:
    """Mean cost of a prediction by its relation to the right concept, with costs of your own.

    **Definition.** Every pair of a gold and a predicted concept has one relation (`exact`, `parent`, `sibling` …),
    and each relation a cost: exact and equivalent 0, parent .25, child .35, sibling .5, cousin .7, unrelated, disjoint,
    missed, spurious and invalid 1; ancestor, descendant and same_branch 1 minus the Wu-Palmer similarity. The value is
    the mean cost.

    **Answers** what the errors cost together, when some are worse than others.

    **Misleads when** the costs are nobody's: the defaults are an order, not a price. Say what each relation costs you.

    Args:
        concepts: Predicted against gold concepts.
        items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
            ``"auto"``: the first where the golden set has concepts, else the second.
        costs: Cost by relation, each in [0, 1], for those that differ from the defaults, e.g. ``{"parent": 0.0}``.

    Returns:
        One row per pair. Value in [0, 1], lower is better.

    Undefined when:
        There is neither a gold nor a predicted concept. NIL on both sides is no pair of concepts.

    Example:
        A parent costs .25 by default, here nothing; a sibling costs .5:

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> oe.score("error_severity", ["sedan", "sedan"], ["car", "hatchback"], ontology=onto).value
        0.375
        >>> oe.score('error_severity(costs={"parent": 0.0})', ["sedan"], ["car"], ontology=onto).value
        0.0

    Reference value:
        Of no other tool; worked by hand in tests/ontology_scores.

    Source:
        Own measure: the order of the costs is this project's, and meant to be replaced by yours.
    """
    pairs = concepts.pairs
    similarity = concepts.similarity(pairs.gold, pairs.predicted)
    return Mean(severity(pairs.relation, similarity, costs), sample=pairs.sample)
