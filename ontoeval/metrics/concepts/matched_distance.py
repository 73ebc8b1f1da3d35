"""Distance of predicted and gold concepts under the best one-to-one assignment, as a share of the worst."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.concepts import Concepts, Items


@metric(
    view=Concepts,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.1007/s10618-014-0382-x",
    missing=1.0,
    requires=("ontology",),
)
def matched_distance(
    concepts: Concepts,
    *,
    items: Items = "auto",
    most: Annotated[int, Field(ge=1)] = 10,
) -> Ratio:
    """Distance of predicted and gold concepts under the best one-to-one assignment, as a share of the worst.

    **Definition.** Gold and predicted concepts of an item are assigned one to one so that the sum of distances (edges
    through a common ancestor, at most ``most``) is smallest; what stays alone costs ``most``. The sum is divided by
    ``most`` times the larger number of concepts.

    **Answers** how far a set of concepts is from the right one, missing and surplus concepts included.

    **Misleads when** ``most`` is small: far and very far are then the same. This is no other tool's measure: HEMKit
    describes a multi-label graph-induced error, but its published build computes it nowhere.

    Args:
        concepts: Predicted against gold concepts.
        items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
            ``"auto"``: the first where the golden set has concepts, else the second.
        most: Edges from which on a concept is as wrong as none at all.

    Returns:
        One row per item: cost, and the most it could be. Value in [0, 1], lower is better; 0 only where all are right.

    Undefined when:
        There is neither a gold nor a predicted concept. NIL is no concept.

    Example:
        A sibling is two edges away; a concept without a partner costs ten:

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> oe.score("matched_distance", [["sedan"]], [["hatchback"]], ontology=onto).value
        0.2
        >>> oe.score("matched_distance", [["sedan", "boat"]], [["hatchback"]], ontology=onto).value
        0.6

    Reference value:
        Of no published table; equal to scipy's linear_sum_assignment on small random graphs (tests/ontology_scores).

    Source:
        After the multi-label graph-induced accuracy of Kosmopoulos et al. 2015, doi:10.1007/s10618-014-0382-x.
    """
    cost, size = concepts.assigned(most)
    return Ratio(cost, most * size, sample=concepts.item_sample)
