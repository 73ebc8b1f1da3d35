"""F score of found mentions: right span, whatever the concept."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.links import Links, Scope


@metric(
    view=Links,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://github.com/wikilinks/neleval",
    missing=0.0,
)
def mention_f1(links: Links, *, scope: Scope = "all", beta: Beta = 1.0) -> FScore:
    """F score of found mentions: right span, whatever the concept.

    **Definition.** As ``linking_f1``, but a prediction is correct when a gold mention has the same span; the concept is
    not compared.

    **Answers** whether errors are errors of finding mentions or of choosing concepts: the gap to ``linking_f1`` is the
    share of disambiguation.

    **Misleads when** the guidelines of span annotation differ ("severe headache" or "headache").

    Args:
        links: Predicted against gold mentions.
        scope: ``"all"``: NIL is a value like any other; ``"in_kb"``: only mentions with a concept; ``"nil"``:
            only NIL mentions.
        beta: Weight of recall.

    Returns:
        One row per sample: tp, tp + fp, tp, tp + fn. Value in [0, 1], higher is better.

    Undefined when:
        There is neither a gold nor a predicted mention in scope.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "C"}]}]
        >>> oe.score("mention_f1", gold, run).value
        1.0

    Reference value:
        GSC+ with a dictionary linker: tp 1119, fp 110, fn 1003 (neleval 3.1.1, strong_mention_match).

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    aligned = links.align(scope, spans_only=True)
    return FScore.counts(tp=aligned.correct, fp=aligned.spurious, fn=aligned.missed, beta=beta)
