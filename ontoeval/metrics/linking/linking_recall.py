"""Share of the gold mentions that are found with the right span and concept."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.links import Level, Links, Scope


@metric(
    view=Links,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://github.com/wikilinks/neleval",
    missing=0.0,
)
def linking_recall(links: Links, *, scope: Scope = "all", level: Level = "mention") -> Ratio:
    """Share of the gold mentions that are found with the right span and concept.

    **Definition.** ``tp / (tp + fn)``: correct predictions over all gold mentions; a prediction is correct when a gold
    mention has the same span and the same concept, ids resolved on both sides.

    **Answers** how many of the concepts in the questions the rest of the pipeline gets to see.

    **Misleads when** the system links everything: read it with ``linking_precision``.

    Args:
        links: Predicted against gold mentions.
        scope: ``"all"``: NIL is a value like any other; ``"in_kb"``: only mentions with a concept; ``"nil"``:
            only NIL mentions.
        level: ``"mention"``, or ``"document"``: the set of concepts of each sample, spans set aside.

    Returns:
        One row per sample: correct, gold. Value in [0, 1], higher is better.

    Undefined when:
        There is no gold mention in scope.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}]}]
        >>> oe.score("linking_recall", gold, run).value
        0.5

    Reference value:
        GSC+ with a dictionary linker: 1052 / 2122 = .496 (neleval 3.1.1, strong_link_match).

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    aligned = links.align(scope, level)
    return Ratio(aligned.correct, aligned.correct + aligned.missed)
