"""Share of the gold relations that are extracted."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.relation_matching import Credit
from ontoeval.views.relations import RelationLevel, Relations


@metric(
    view=Relations,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://doi.org/10.18653/v1/2020.emnlp-main.301",
)
def relation_recall(
    relations: Relations, *, level: RelationLevel = "document", credit: Credit = "exact", directed: bool = True
) -> Ratio:
    """Share of the gold relations that are extracted.

    **Definition.** ``tp / (tp + fn)``: gold relations that are predicted with the same arguments and a relation that
    says the same, over all gold relations; see ``relation_f1``.

    **Answers** which facts of the text never reach the graph.

    **Misleads when** everything that occurs together is called related: read it with ``relation_precision``.

    Args:
        relations: Predicted against gold relations.
        level: ``"document"``, ``"boundary"`` or ``"strict"``, see ``relation_f1``.
        credit: ``"exact"``, ``"same"`` or ``"implied"``, see ``relation_f1``.
        directed: False: head and tail may be exchanged.

    Returns:
        One row per sample: found, wanted. Value in [0, 1], higher is better. A missing run finds nothing.

    Undefined when:
        Gold has no relation.

    Example:
        >>> import ontoeval as oe
        >>> gold, run = {"q": [["A", "treats", "B"], ["A", "causes", "C"]]}, {"q": [["B", "treats", "A"]]}
        >>> oe.score("relation_recall", gold, run).value, oe.score("relation_recall(directed=false)", gold, run).value
        (0.0, 0.5)

    Reference value:
        BC5CDR sample, co-occurrence baseline: 90 / 123 = .7317 (official evaluator 0.0.3).

    Source:
        Taillé et al. 2020, doi:10.18653/v1/2020.emnlp-main.301.
    """
    counts = relations.counts(level, credit, directed=directed)
    return Ratio(counts.correct, counts.correct + counts.missed)
