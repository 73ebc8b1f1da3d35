"""Share of the entities in gold NER tags that the run has."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.tags import Mode, Scheme, Tags


@metric(
    view=Tags,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://github.com/chakki-works/seqeval",
)
def tagging_recall(tags: Tags, *, mode: Mode = "strict", scheme: Scheme = "iob2") -> Ratio:
    """Share of the entities in gold NER tags that the run has.

    **Definition.** ``tp / (tp + fn)``: gold entities that the run has with the same tokens and type, over all gold
    entities; seqeval reads the entities from the tags.

    **Answers** what a tagger overlooks.

    **Misleads when** it tags everything: read it with ``tagging_precision``.

    Args:
        tags: Predicted against gold tags, one per token.
        mode: ``"strict"``, or ``"lenient"`` as conlleval reads broken sequences.
        scheme: The scheme of the tags in strict mode, see ``tagging_f1``.

    Returns:
        One row per sample: found, wanted. Value in [0, 1], higher is better. A missing run finds nothing.

    Undefined when:
        Gold has no entity.

    Example:
        >>> import ontoeval as oe
        >>> oe.score("tagging_recall", [["B-PER", "O", "B-LOC"]], [["B-PER", "O", "O"]]).value
        0.5

    Reference value:
        seqeval 1.2.2's own example: 1 / 2.

    Source:
        Nakayama 2018, https://github.com/chakki-works/seqeval.
    """
    counts = tags.counts(mode, scheme)
    return Ratio(counts.correct, counts.correct + counts.missed)
