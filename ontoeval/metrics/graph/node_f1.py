"""F score of the nodes of the graph that retrieval returns."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, Cut, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.graphs import Credit, Nodes
from ontoeval.views.rankings import Of


@metric(
    view=Nodes,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="doi:10.1007/s10618-014-0382-x",
)
def node_f1(nodes: Nodes, *, k: Cut = None, credit: Credit = "exact", of: Of = "retrieved", beta: Beta = 1.0) -> FScore:
    """F score of the nodes of the graph that retrieval returns.

    **Definition.** G is the set of gold nodes of a question (``gold.nodes``, and the nodes on ``gold.paths``), S the
    set of nodes that its hits hold (``nodes``, and the nodes on ``path``). With ``P = Σ |G ∩ S| / Σ |S|`` and
    ``R = Σ |G ∩ S| / Σ |G|`` over questions, the value is their F-beta.

    **Answers** whether the part of the graph that reaches the generator is the part that the question needs. Text
    metrics do not see it: a hit of graph retrieval holds more than its text.

    **Misleads when** gold lists only the nodes of the answer: every node on the way to it is then wrong. Put the way
    into ``gold.paths``. With ``"ancestors"`` and ``"nearest"`` a wrong node rarely scores 0, since most nodes share the
    upper levels of the ontology: compare systems by them, and do not read them as shares.

    Args:
        nodes: Retrieved against gold nodes, ids resolved on both sides when there is an ontology.
        k: Only the first hits; none is all of them.
        credit: ``"exact"``: the same node; ``"ancestors"``: G and S with all that is above their nodes (hierarchical
            precision and recall, root included); ``"nearest"``: a node counts its Wu-Palmer similarity with the nearest
            node of the other side. Nodes that the ontology does not hold match themselves only.
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.
        beta: Weight of recall.

    Returns:
        One row per question, with ``"nearest"`` one per node. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a retrieved node. Unmeasured when no hit has nodes or a path; when ``credit`` is not
        ``"exact"`` also without an ontology, and when it holds no gold node.

    Example:
        One of two nodes is right, and the other one is a sibling of the right one:

        >>> import networkx as nx, ontoeval as oe
        >>> tree = nx.DiGraph([("flu", "infection"), ("cold", "infection"), ("infection", "disease")])
        >>> onto = oe.load(tree, edges_point="to_parent")
        >>> gold = [{"id": "q", "nodes": ["aspirin", "flu"]}]
        >>> run = [{"id": "q", "retrieved": [{"id": "h", "nodes": ["aspirin", "cold"]}]}]
        >>> oe.score("node_f1", gold, run).value
        0.5
        >>> oe.score('node_f1(credit="ancestors")', gold, run, ontology=onto).value
        0.75
        >>> round(oe.score('node_f1(credit="nearest")', gold, run, ontology=onto).value, 4)
        0.8333

    Reference value:
        By hand: 1 of 2 and 1 of 2; with ancestors {aspirin, flu, infection, disease} against {aspirin, cold, infection,
        disease}, 3 of 4; flu and cold have depth 3, their parent 2: 2 · 2 / (3 + 3) = .6667, and (1 + .6667) / 2.

    Source:
        Handbook, part 4; Kosmopoulos et al. 2015, doi:10.1007/s10618-014-0382-x (ancestors); Wu and Palmer 1994,
        doi:10.3115/981732.981751 (nearest).
    """
    found = nodes.shares(k, credit)
    return FScore(*found.both, beta=beta, sample=found.samples)
