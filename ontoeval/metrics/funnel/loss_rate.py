"""Share of questions with gold documents that lose them at a stage of the pipeline."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.stages import ORDER, LossLevel, StageName, Stages


@metric(
    view=Stages,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="headline",
    source="docs/concepts/funnel.md",
    missing=None,
)
def loss_rate(stages: Stages, *, stage: StageName | None = None, level: LossLevel = "all") -> Ratio:
    """Share of questions with gold documents that lose them at a stage of the pipeline.

    **Definition.** A question with gold documents is lost at the first measured stage after which none of them
    remains: index, authorization, filter, candidates, rerank, context, answer. The answer stage loses a question
    whose documents arrived, but whose answer states no accepted answer. Of the questions with gold documents,
    those lost at the stage.

    **Answers** where to mend first: a question lost early cannot be saved later.

    **Misleads when** stages are not logged: losses then show at the next stage that is.

    Args:
        stages: How many gold documents each question has left after each stage.
        stage: ``"index"``, ``"authorization"``, ``"filter"``, ``"candidates"``, ``"rerank"``, ``"context"`` or
            ``"answer"``; none is any stage.
        level: ``"all"``: lost when no gold document remains; ``"any"``: when one is missing.

    Returns:
        One row per question: lost, 1. Value in [0, 1], lower is better.

    Undefined when:
        No question has gold documents. A stage that no row has logged is unmeasured.

    Example:
        The filter drops the gold document of one of two questions:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q1", "docs": ["d1"]}, {"id": "q2", "docs": ["d2"]}]
        >>> run = [
        ...     {"id": "q1", "predicates": {"kind": "a"}, "retrieved": ["d1"]},
        ...     {"id": "q2", "predicates": {"kind": "a"}, "retrieved": ["d1"]},
        ... ]
        >>> docs = [{"id": "d1", "kind": "a"}, {"id": "d2", "kind": "b"}]
        >>> oe.score('loss_rate(stage="filter")', gold, run, docs=docs).value
        0.5

    Reference value:
        None published.

    Source:
        Handbook, part 2 (errors add up along the chain).
    """
    lost = stages.lost_at(level)
    gone = lost >= 0 if stage is None else lost == ORDER.index(stage)
    return Ratio(stages.entering & gone, stages.entering)
