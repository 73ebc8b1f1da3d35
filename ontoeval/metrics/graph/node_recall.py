"""Share of the nodes that the question needs which graph retrieval returns."""

from __future__ import annotations

from ontoeval.metrics.definition import Cut, metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.graphs import Credit, Nodes
from ontoeval.views.rankings import Of


@metric(view=Nodes, average="micro", direction="higher", bounds=(0, 1), level="diagnostic", source="handbook, part 4")
def node_recall(nodes: Nodes, *, k: Cut = None, credit: Credit = "exact", of: Of = "retrieved") -> Ratio:
    """Share of the nodes that the question needs which graph retrieval returns.

    **Definition.** ``Σ |G ∩ S| / Σ |G|``, G the gold nodes and S the retrieved nodes of a question; see ``node_f1``.

    **Answers** which facts the generator cannot know, because their nodes never reached it.

    **Misleads when** whole neighborhoods are retrieved: read it with ``node_precision``.

    Args:
        nodes: Retrieved against gold nodes.
        k: Only the first hits; none is all of them.
        credit: ``"exact"``, ``"ancestors"`` or ``"nearest"``, see ``node_f1``.
        of: ``"retrieved"``, ``"candidates"`` or ``"contexts"``.

    Returns:
        Found nodes, gold nodes. Value in [0, 1], higher is better. A missing run finds nothing.

    Undefined when:
        Gold has no node.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "nodes": ["a", "b", "c", "d"]}]
        >>> run = [{"id": "q", "retrieved": [{"id": "h1", "nodes": ["a"]}, {"id": "h2", "nodes": ["b", "x"]}]}]
        >>> oe.score("node_recall", gold, run).value, oe.score("node_recall@1", gold, run).value
        (0.5, 0.25)

    Reference value:
        By hand: {a, b} of {a, b, c, d}; of the first hit {a}.

    Source:
        As ``node_f1``.
    """
    found = nodes.shares(k, credit)
    return Ratio(found.found, found.wanted, sample=found.wanted_sample)
