"""Share of the entities in predicted NER tags that are right."""

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
    missing=None,
)
def tagging_precision(tags: Tags, *, mode: Mode = "strict", scheme: Scheme = "iob2") -> Ratio:
    """Share of the entities in predicted NER tags that are right.

    **Definition.** ``tp / (tp + fp)``: predicted entities with the tokens and the type of a gold entity, over all
    predicted entities; seqeval reads the entities from the tags.

    **Answers** how far a found entity can be trusted.

    **Misleads when** the tagger finds little: read it with ``tagging_recall``.

    Args:
        tags: Predicted against gold tags, one per token.
        mode: ``"strict"``, or ``"lenient"`` as conlleval reads broken sequences.
        scheme: The scheme of the tags in strict mode, see ``tagging_f1``.

    Returns:
        One row per sample: correct, predicted. Value in [0, 1], higher is better.

    Undefined when:
        Nothing is predicted; samples that the system gave nothing for are counted, but cannot be wrong.

    Example:
        >>> import ontoeval as oe
        >>> oe.score("tagging_precision", [["B-PER", "O", "B-LOC"]], [["B-PER", "B-LOC", "O"]]).value
        0.5

    Reference value:
        seqeval 1.2.2's own example: 1 / 2.

    Source:
        Nakayama 2018, https://github.com/chakki-works/seqeval.
    """
    counts = tags.counts(mode, scheme)
    return Ratio(counts.correct, counts.correct + counts.spurious)
