"""Discounted gain of a ranking over that of the best possible ranking."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import FiniteFloat

from ontoeval.metrics.definition import Cut, metric
from ontoeval.metrics.retrieval._conventions import GAINS
from ontoeval.statistics.rows import Mean
from ontoeval.views.gains import Gain, discounted, gains
from ontoeval.views.rankings import Convention, Of, Rankings, Ties


@metric(
    view=Rankings,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="doi:10.1145/582415.582418",
    conventions=GAINS,
)
def ndcg(
    rankings: Rankings,
    *,
    k: Cut = None,
    gain: Gain | Literal["hierarchy"] | dict[FiniteFloat, FiniteFloat] = "exp2",
    ties: Ties = "given",
    convention: Convention | Literal["gdeval"] = "ontoeval",
    of: Of = "retrieved",
) -> Mean:
    """Discounted gain of a ranking over that of the best possible ranking.

    **Definition.** ``DCG = Σ g(grade of rank r) / log2(r + 1)`` over ranks ``r ≤ k``; nDCG is DCG over the DCG of
    all relevant documents in the best order, cut at the same ``k``. The gain ``g`` is ``2^grade - 1``
    (``"exp2"``), the grade itself (``"linear"``), or what a mapping says; documents without a positive grade gain
    nothing. With ``"hierarchy"`` a document without a grade gains by its concepts: of all relevant documents of the
    question, the largest product of that one's grade and the Wu-Palmer similarity of the best pair of their concepts;
    a document with a grade gains that, and the best order is that of the whole corpus (without ``k`` as long as the
    list, or as the relevant documents).

    **Answers** whether the better documents come first, when documents are better or worse and not just right
    or wrong.

    **Misleads when** compared with a tool that uses the other gain: with graded gold the two differ. With
    grades of 0 and 1 they are the same. ``"hierarchy"`` rewards a document with very many concepts, one of which is
    near; judge such corpora by ``"exp2"``.

    Args:
        rankings: Ranked documents against graded gold.
        k: Cut-off rank; none is the whole list.
        gain: ``"exp2"`` (the handbook's), ``"linear"`` (trec_eval's), a mapping ``{grade: gain}`` for all positive
            grades, or ``"hierarchy"`` (needs an ontology and a corpus whose documents have ``concepts``).
        ties: Order of equal scores: ``"given"``, by document id from the end (``"trec"``), or the mean over all orders
            (``"expected"``).
        convention: ``"ontoeval"``; or whose number it is: ``"trec_eval"`` (``ndcg_cut``, linear), ``"ir_measures"``
            (``nDCG``, linear) or ``"gdeval"`` (exponential; questions without a run do not count).
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        One row per question. Value in [0, 1], higher is better; exactly 1 for a perfect ranking.

    Undefined when:
        The question has no relevant document.

    Example:
        The grades 1 and 3 in the wrong order: (1/1 + 7/1.585) / (7/1 + 1/1.585):

        >>> import ontoeval as oe
        >>> gold, run = {"q": {"a": 1, "b": 3}}, {"q": ["a", "b"]}
        >>> round(oe.score("ndcg", gold, run).value, 4)
        0.7098
        >>> round(oe.score('ndcg(gain="linear")', gold, run).value, 4)
        0.7967

        Wanted is a document on cats. One on dogs (a sibling: 2 · 2 / (3 + 3)) is worth more than one on oaks (another
        branch: 2 · 1 / (3 + 3)):

        >>> import networkx as nx
        >>> edges = [("cat", "pet"), ("dog", "pet"), ("oak", "tree"), ("pet", "thing"), ("tree", "thing")]
        >>> onto = oe.load(nx.DiGraph(edges), edges_point="to_parent")
        >>> docs = [{"id": name, "concepts": [name]} for name in ("cat", "dog", "oak")]
        >>> gold, run = {"q1": ["cat"], "q2": ["cat"]}, {"q1": ["dog"], "q2": ["oak"]}
        >>> near = oe.score('ndcg(gain="hierarchy")', gold, run, ontology=onto, docs=docs)
        >>> [round(item["value"], 4) for item in near.items]
        [0.6667, 0.3333]

    Reference value:
        .627 at k = 5 on the handbook's four questions (nDCG@5 of ir_measures 0.4.3: .6270); the example's two
        values are those of ranx 0.3.21 (``ndcg_burges``) and of ir_measures 0.4.3 (``nDCG``).

    Source:
        Järvelin and Kekäläinen 2002, doi:10.1145/582415.582418; exponential gain: Burges et al. 2005,
        doi:10.1145/1102351.1102363.
    """
    ranked = rankings.by(ties, convention)
    worth = "linear" if gain == "hierarchy" else gain
    query, position, grade = rankings.ideal(k)
    best = discounted(query, position, gains(grade, worth), rankings.n)
    found = discounted(*ranked.gains(k, lambda grades: gains(grades, worth)), rankings.n)
    counted = ranked.counted() & ((best > 0) | ranked.rules.irrelevant)
    return Mean(np.minimum(found / np.where(best > 0, best, 1.0), 1.0), counted)
