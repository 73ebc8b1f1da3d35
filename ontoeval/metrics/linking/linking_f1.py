"""F score of linked mentions: right span and right concept."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.links import Level, Links, Scope


@metric(
    view=Links,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://github.com/wikilinks/neleval",
)
def linking_f1(links: Links, *, scope: Scope = "all", level: Level = "mention", beta: Beta = 1.0) -> FScore:
    """F score of linked mentions: right span and right concept.

    **Definition.** A predicted mention is correct when a gold mention has the same span and the same concept,
    ids resolved on both sides; each gold mention is matched once. With tp correct, fp other predictions and fn
    unmatched gold mentions, ``F = (1 + β²) tp / ((1 + β²) tp + β² fn + fp)``.

    **Answers** whether the concepts that everything downstream relies on are found and right.

    **Misleads when** spans are drawn differently (a right concept on a slightly other span counts twice against
    the system: compare ``mention_f1`` and ``level="document"``), and when one frequent concept dominates.

    Args:
        links: Predicted against gold mentions.
        scope: ``"all"``: NIL is a value like any other; ``"in_kb"``: only mentions with a concept; ``"nil"``:
            only NIL mentions.
        level: ``"mention"``, or ``"document"``: the set of concepts of each sample, spans set aside.
        beta: Weight of recall.

    Returns:
        One row per sample: tp, tp + fp, tp, tp + fn. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a predicted mention in scope. With only one of them it is 0.

    Example:
        One of two mentions is linked to the right concept, the other one to a wrong one:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "C"}]}]
        >>> oe.score("linking_f1", gold, run).value
        0.5

    Reference value:
        GSC+ with a dictionary linker: tp 1052, fp 177, fn 1070, F1 .628 (neleval 3.1.1, strong_link_match); at
        document level 721, 90, 712 (entity_match).

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    aligned = links.align(scope, level)
    return FScore.counts(tp=aligned.correct, fp=aligned.spurious, fn=aligned.missed, beta=beta)
