"""Share of the extracted relations that are right."""

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
    missing=None,
)
def relation_precision(
    relations: Relations, *, level: RelationLevel = "document", credit: Credit = "exact", directed: bool = True
) -> Ratio:
    """Share of the extracted relations that are right.

    **Definition.** ``tp / (tp + fp)``: predictions with the arguments and the relation of a gold one, over all
    predictions; see ``relation_f1``.

    **Answers** how far an extracted fact can be trusted.

    **Misleads when** little is extracted, and when gold does not hold every fact of the text: a true fact that nobody
    annotated counts as wrong.

    Args:
        relations: Predicted against gold relations.
        level: ``"document"``, ``"boundary"`` or ``"strict"``, see ``relation_f1``.
        credit: ``"exact"``, ``"same"`` or ``"implied"``, see ``relation_f1``.
        directed: False: head and tail may be exchanged.

    Returns:
        One row per sample: correct, predicted. Value in [0, 1], higher is better.

    Undefined when:
        Nothing is predicted; samples that the system gave nothing for are counted, but cannot be wrong.

    Example:
        >>> import ontoeval as oe
        >>> gold, run = {"q": [["A", "treats", "B"]]}, {"q": [["A", "treats", "B"], ["B", "treats", "A"]]}
        >>> oe.score("relation_precision", gold, run).value
        0.5

    Reference value:
        BC5CDR sample, co-occurrence baseline: 90 / 623 = .1445 (official evaluator 0.0.3).

    Source:
        Taillé et al. 2020, doi:10.18653/v1/2020.emnlp-main.301.
    """
    counts = relations.counts(level, credit, directed=directed)
    return Ratio(counts.correct, counts.correct + counts.spurious)
