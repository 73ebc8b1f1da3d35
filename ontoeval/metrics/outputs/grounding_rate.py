"""Share of the concepts in outputs whose name, or that of a concept below, occurs in the source text."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.outputs.grounding import Grounding


@metric(
    view=Grounding,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="handbook, part 7",
    missing=None,
)
def grounding_rate(grounding: Grounding, *, descendants: bool = True) -> Ratio:
    """Share of the concepts in outputs whose name, or that of a concept below, occurs in the source text.

    **Definition.** Of the concepts in the slots that were looked for in the source text, those that it mentions: by
    label or synonym, inflected or not, or by a name of a concept below. Concepts without any name are unchecked and
    not counted. ``ontoeval audit outputs --text`` looks for them with the mention finder and writes
    ``annotations.grounding``.

    **Answers** whether the output can come from the text at all.

    **Misleads when** the text paraphrases: "cannot hear" names no concept. A mention is no assertion either: "no
    fever".

    Args:
        grounding: What was found in the texts.
        descendants: Whether names of concepts below count.

    Returns:
        One row per checked concept: mentioned, 1. Value in [0, 1], higher is better.

    Undefined when:
        No concept was checked.

    Example:
        >>> import ontoeval as oe
        >>> notes = {"grounding": [{"id": "A:1", "how": "label"}, {"id": "A:2", "how": "absent"}]}
        >>> rows = [{"id": "q", "annotations": notes, "run": {"output": {"ids": ["A:1", "A:2"]}}}]
        >>> oe.evaluate(rows, ["grounding_rate"])["grounding_rate"].value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 7.
    """
    found = grounding.found if descendants else grounding.found_itself
    return Ratio(found, grounding.checked, sample=grounding.sample)
