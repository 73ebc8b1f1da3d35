"""Mean semantic similarity of the predicted to the gold concepts, by a measure of choice."""

from __future__ import annotations

from typing import Literal

from ontoeval.metrics.definition import metric
from ontoeval.ontology.information import InformationContent
from ontoeval.statistics.rows import Mean
from ontoeval.views.coding import NIL
from ontoeval.views.concepts import Concepts, Items

Similarity = Literal[
    "lin",
    "jiang_conrath",
    "jiang_conrath_seco",
    "resnik_scaled",
    "relevance",
    "simic",
    "simui",
    "simgic",
    "batet",
    "path",
    "leacock_chodorow_scaled",
]


@metric(
    view=Concepts,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.1186/1471-2105-9-S5-S4",
    requires=("ontology",),
)
def concept_similarity(
    concepts: Concepts,
    *,
    items: Items = "auto",
    measure: Similarity = "lin",
    ic: InformationContent = "resnik",
) -> Mean:
    """Mean semantic similarity of the predicted to the gold concepts, by a measure of choice.

    **Definition.** For each gold concept and the predicted one paired with it, by ``measure``; with A(c) the
    ancestors of a concept (itself included), IC its information content and m the most informative common ancestor:
    lin = 2 IC(m) / (IC(a) + IC(b)); jiang_conrath = 1 / (1 + IC(a) + IC(b) - 2 IC(m)); jiang_conrath_seco = 1 minus
    half that distance with IC scaled to [0, 1]; resnik_scaled = IC(m) / highest IC; relevance = lin (1 -
    exp(-IC(m))); simic = lin (1 - 1 / (1 + IC(m))); simui = |A(a) ∩ A(b)| / |A(a) ∪ A(b)|; simgic = the same weighted
    by IC; batet = -ln(1 - simui) / ln |A(a) ∪ A(b)|; path = 1 / (1 + edges); leacock_chodorow_scaled = ln(2D / (edges
    + 1)) / ln 2D, D the depth of the hierarchy. A gold concept without a prediction counts 0.

    **Answers** how near predictions come, where nearness is what the application needs: shared meaning, shared path,
    shared detail.

    **Misleads when** measures are compared with each other: .5 of one is not .5 of another. For relevance, simic and
    resnik_scaled even the right concept scores below 1, the more general the lower.

    Args:
        concepts: Predicted against gold concepts.
        items: ``"concepts"``: the concept sets of samples; ``"mentions"``: the mentions of equal spans;
            ``"auto"``: the first where the golden set has concepts, else the second.
        measure: ``"lin"``, ``"jiang_conrath"``, ``"jiang_conrath_seco"``, ``"resnik_scaled"``, ``"relevance"``,
            ``"simic"``, ``"simui"``, ``"simgic"``, ``"batet"``, ``"path"`` or ``"leacock_chodorow_scaled"``.
        ic: Information content from the hierarchy, with D(c) the number of descendants and L(c) of leaves, itself
            included: ``"resnik"``: -ln(D(c) / N); ``"seco"``: the same scaled to [0, 1]; ``"sanchez"``:
            -ln((L(c) / |A(c)| + 1) / (L + 1)); ``"zhou"``: half seco, half the logarithm of the depth, scaled.

    Returns:
        One row per gold concept. Value in [0, 1], higher is better.

    Undefined when:
        There is no gold concept (NIL is none). Predictions without a gold concept are not scored here.

    Example:
        Car stands for three of five concepts, sedan for one: 2 ln(5/3) / (ln 5 + ln 5):

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> round(oe.score("concept_similarity", ["sedan"], ["hatchback"], ontology=onto).value, 4)
        0.3174
        >>> oe.score('concept_similarity(measure="simui")', ["sedan"], ["hatchback"], ontology=onto).value
        0.5

    Reference value:
        nxontology 0.5.0, metal ontology, gold and silver: lin .333 (Resnik's content), .558 (Sánchez's).

    Source:
        Lin 1998 (ICML); Pesquita et al. 2008, doi:10.1186/1471-2105-9-S5-S4 (simui, simgic); Batet et al. 2011,
        doi:10.1016/j.jbi.2010.09.002; Schlicker et al. 2006, doi:10.1186/1471-2105-7-302 (relevance).
    """
    pairs = concepts.pairs
    value = concepts.similarity(pairs.gold, pairs.predicted, measure, ic=ic)
    return Mean(value, pairs.gold != NIL, sample=pairs.sample)
