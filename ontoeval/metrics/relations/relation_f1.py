"""F score of extracted relations: the right relation between the right arguments."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.relation_matching import Credit
from ontoeval.views.relations import RelationLevel, Relations


@metric(
    view=Relations,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://doi.org/10.18653/v1/2020.emnlp-main.301",
)
def relation_f1(
    relations: Relations,
    *,
    level: RelationLevel = "document",
    credit: Credit = "exact",
    directed: bool = True,
    beta: Beta = 1.0,
) -> FScore:
    """F score of extracted relations: the right relation between the right arguments.

    **Definition.** A predicted relation is correct when a gold relation of the sample has the same arguments and says
    the same, ids resolved on both sides; each gold relation is matched once. With tp correct, fp other predictions and
    fn unmatched gold relations, ``F = (1 + β²) tp / ((1 + β²) tp + β² fn + fp)``.

    **Answers** whether the facts that are put into a knowledge graph are the ones that the text states.

    **Misleads when** ``"strict"`` and ``"boundary"`` are compared with each other, or with figures of a paper that does
    not say which it means; and when spans are not annotated at every place where a fact is stated (``"document"`` does
    not need that).

    Args:
        relations: Predicted against gold relations.
        level: ``"document"``: the concepts of head and tail are right, wherever the sample states it; ``"boundary"``:
            the spans of head and tail are right; ``"strict"``: their spans are, and so are the types and the concepts
            that gold gives for them. At the last two a relation without both spans matches nothing.
        credit: ``"exact"``: the same relation; ``"same"``: also what says the same in the ontology: an inverse relation
            the other way round, a symmetric one either way, an equivalent one; ``"implied"``: also a relation that
            implies gold's one, as a sub-property does. A more general relation is wrong.
        directed: False: head and tail may be exchanged.
        beta: Weight of recall.

    Returns:
        One row per sample: tp, tp + fp, tp, tp + fn. Value in [0, 1], higher is better; ``average="macro:relation"`` is
        the mean over the relations.

    Undefined when:
        There is neither a gold nor a predicted relation. With only one of them it is 0. Unmeasured without an ontology
        when ``credit`` is not ``"exact"``, and without any gold spans at ``"boundary"`` and ``"strict"``.

    Example:
        One of two relations is found, and one that is none:

        >>> import ontoeval as oe
        >>> gold = {"q": [["aspirin", "treats", "pain"], ["aspirin", "causes", "bleeding"]]}
        >>> run = {"q": [["aspirin", "treats", "pain"], ["pain", "causes", "bleeding"]]}
        >>> oe.score("relation_f1", gold, run).value
        0.5

    Reference value:
        BC5CDR sample, chemical-induced disease, co-occurrence baseline: tp 90, fp 533, fn 33, F1 .2413 (official
        evaluator 0.0.3).

    Source:
        Taillé et al. 2020, doi:10.18653/v1/2020.emnlp-main.301 (strict, boundary); Wei et al. 2016,
        doi:10.1093/database/baw032 (document).
    """
    counts = relations.counts(level, credit, directed=directed)
    return FScore.counts(tp=counts.correct, fp=counts.spurious, fn=counts.missed, beta=beta)
