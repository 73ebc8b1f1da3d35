"""Share of the predicted mentions that have the right span and concept."""

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
    missing=None,
)
def linking_precision(links: Links, *, scope: Scope = "all", level: Level = "mention") -> Ratio:
    """Share of the predicted mentions that have the right span and concept.

    **Definition.** ``tp / (tp + fp)``: correct predictions over all predictions; a prediction is correct when a gold
    mention has the same span and the same concept, ids resolved on both sides.

    **Answers** how far a link can be trusted, for instance as a hard filter.

    **Misleads when** the system links little: read it with ``linking_recall``.

    Args:
        links: Predicted against gold mentions.
        scope: ``"all"``: NIL is a value like any other; ``"in_kb"``: only mentions with a concept; ``"nil"``:
            only NIL mentions.
        level: ``"mention"``, or ``"document"``: the set of concepts of each sample, spans set aside.

    Returns:
        One row per sample: correct, predicted. Value in [0, 1], higher is better.

    Undefined when:
        Nothing is predicted in scope; samples that the system gave nothing for are counted, but cannot be wrong.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}]}]
        >>> oe.score("linking_precision", gold, run).value
        1.0

    Reference value:
        GSC+ with a dictionary linker: 1052 / 1229 = .856 (neleval 3.1.1, strong_link_match).

    Source:
        Hachey, Nothman, Radford 2014, doi:10.3115/v1/P14-2076.
    """
    aligned = links.align(scope, level)
    return Ratio(aligned.correct, aligned.correct + aligned.spurious)
