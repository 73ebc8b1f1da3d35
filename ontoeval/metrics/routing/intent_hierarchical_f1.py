"""F score of intents that credits what recognized and gold intent have in common above them."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.routing import IntentConcepts


@metric(
    view=IntentConcepts,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.1007/s10618-014-0382-x",
    requires=("ontology",),
)
def intent_hierarchical_f1(intents: IntentConcepts, *, beta: Beta = 1.0) -> FScore:
    """F score of intents that credits what recognized and gold intent have in common above them.

    **Definition.** Intents are concepts of an ontology. With aug(i) an intent and all that is above it, the root
    included, ``hP = Σ |aug(p) ∩ aug(g)| / Σ |aug(p)|`` and ``hR = Σ |aug(p) ∩ aug(g)| / Σ |aug(g)|`` over questions;
    the value is their F-beta. It is ``hierarchical_f1`` of intents.

    **Answers** whether wrong intents are near the right ones, so that the question may still be answered well.

    **Misleads when** the taxonomy is deep or has one root only: unrelated intents share the upper levels and score
    above 0. Read ``routing_f1(of="intent")`` beside it.

    Args:
        intents: ``run.intent`` against ``gold.intent``, resolved in the ontology.
        beta: Weight of recall.

    Returns:
        One row per question: common, recognized and gold nodes. Value in [0, 1], higher is better.

    Undefined when:
        No question has a gold intent. An intent that the ontology does not hold is one without ancestors.

    Example:
        A sibling shares the parent and the root, two nodes of three:

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("refund", "billing"), ("invoice", "billing"), ("billing", "support")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> round(oe.score("intent_hierarchical_f1", {"q": "refund"}, {"q": "invoice"}, ontology=onto).value, 4)
        0.6667

    Reference value:
        By hand: {refund, billing, support} against {invoice, billing, support}.

    Source:
        Kosmopoulos et al. 2015, doi:10.1007/s10618-014-0382-x.
    """
    found = intents.overlap()
    return FScore(found.both, found.predicted, found.both, found.gold, beta=beta, sample=intents.item_sample)
