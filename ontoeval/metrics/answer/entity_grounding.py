"""Share of the entities that answers name that the contexts name too."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.answers import Entities


@metric(
    view=Entities,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="handbook, part 6",
    missing=None,
)
def entity_grounding(entities: Entities, *, descendants: bool = True) -> Ratio:
    """Share of the entities that answers name that the contexts name too.

    **Definition.** Of the entities in answers that were looked for in the contexts, those found there: a concept of
    the ontology by label or synonym, or by a name of a concept below; anything else by its words.

    **Answers** which names the generator brought in by itself; the table ``rejected_entities`` lists them.

    **Misleads when** the contexts paraphrase, or name the entity in another sense: a name is no assertion.

    Args:
        entities: What was found (``annotations.entity_grounding``).
        descendants: Whether a name of a concept below grounds a concept.

    Returns:
        One row per entity that was looked for: found, 1. Value in [0, 1], higher is better.

    Undefined when:
        No entity could be looked for. A question without the annotation, where others have it, is invalid.

    Example:
        >>> import ontoeval as oe
        >>> found = [{"text": "sedan", "id": "V:2", "how": "synonym"}, {"text": "Oslo", "how": "absent"}]
        >>> rows = [{"id": "q", "run": {"answer": "A sedan in Oslo."}, "annotations": {"entity_grounding": found}}]
        >>> oe.evaluate(rows, ["entity_grounding"]).results[0].value
        0.5

    Reference value:
        By hand.

    Source:
        Handbook, part 6.
    """
    found = entities.found if descendants else entities.found_itself
    return Ratio(found & entities.checked, entities.checked, sample=entities.sample)
