"""F score of the entities in sequences of NER tags."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.tags import Mode, Scheme, Tags


@metric(
    view=Tags,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://github.com/chakki-works/seqeval",
)
def tagging_f1(tags: Tags, *, mode: Mode = "strict", scheme: Scheme = "iob2", beta: Beta = 1.0) -> FScore:
    """F score of the entities in sequences of NER tags.

    **Definition.** An entity is a run of tokens with a type; seqeval reads it from the tags. A predicted entity is
    correct when gold has one with the same tokens and the same type: tp. With fp the other predicted entities and fn
    the other gold ones, ``F = (1 + β²) tp / ((1 + β²) tp + β² fn + fp)``.

    **Answers** whether a tagger finds the entities that everything downstream is about.

    **Misleads when** tags of one scheme are read as those of another, and when two tools read broken sequences
    differently: ``mode`` says which reading it is. One token too many costs a false positive and a false negative;
    ``span_f1(scheme="partial")`` does not.

    Args:
        tags: Predicted against gold tags, one per token.
        mode: ``"strict"``: an entity must be written as the scheme says; ``"lenient"``: as conlleval reads it, so that
            ``I-PER`` after ``O`` begins an entity; the scheme is then of no account.
        scheme: ``"iob1"``, ``"iob2"``, ``"ioe1"``, ``"ioe2"``, ``"iobes"`` or ``"bilou"``. Unmeasured when gold has a
            letter that the scheme has not; such a tag of the run is no entity.
        beta: Weight of recall.

    Returns:
        One row per sample: tp, tp + fp, tp, tp + fn. Value in [0, 1], higher is better; ``average="macro:type"`` is
        the mean over the types.

    Undefined when:
        There is neither a gold nor a predicted entity. With only one of them it is 0.

    Example:
        The run finds the person, and begins the place with an I:

        >>> import ontoeval as oe
        >>> gold, run = [["B-PER", "O", "B-LOC", "I-LOC"]], [["B-PER", "O", "I-LOC", "I-LOC"]]
        >>> round(oe.score("tagging_f1", gold, run).value, 4), oe.score('tagging_f1(mode="lenient")', gold, run).value
        (0.6667, 1.0)

    Reference value:
        seqeval 1.2.2's own example ([O O O B-MISC I-MISC I-MISC O], [B-PER I-PER O] against [O O B-MISC I-MISC I-MISC
        I-MISC O], [B-PER I-PER O]): F1 .50.

    Source:
        Tjong Kim Sang and De Meulder 2003, doi:10.3115/1119176.1119195; Nakayama 2018,
        https://github.com/chakki-works/seqeval.
    """
    counts = tags.counts(mode, scheme)
    return FScore.counts(tp=counts.correct, fp=counts.spurious, fn=counts.missed, beta=beta)
