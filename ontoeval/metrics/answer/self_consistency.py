"""How far answers to one question agree when it is asked again."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.answers import Repeats, Sameness


@metric(
    view=Repeats,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://arxiv.org/abs/2203.11171",
    missing=None,
)
def self_consistency(
    repeats: Repeats, *, agreement: Literal["mode", "pairs"] = "mode", same: Sameness = "meaning"
) -> Mean:
    """How far answers to one question agree when it is asked again.

    **Definition.** ``"mode"``: the share of the answers (``run.answer`` and ``run.repeats``) that equal the most
    frequent one; ``"pairs"``: the share of the pairs of answers that are equal. Then the mean over questions.

    **Answers** where to look: questions with low agreement are worth a review.

    **Misleads when** answers are sentences, which rarely have the same words; and a system can be consistently wrong.
    With ``"mode"`` n answers that all differ still have 1 / n.

    Args:
        repeats: Answers to the same questions.
        agreement: ``"mode"`` or ``"pairs"``.
        same: ``"meaning"``: answers with the same words (case, punctuation and articles aside), or that all decline;
            ``"bytes"``: the same text.

    Returns:
        One row per question. Value in [0, 1], higher is better.

    Undefined when:
        The question was asked once.

    Example:
        >>> import ontoeval as oe
        >>> run = [{"id": "q", "answer": "14 days", "repeats": ["14 days.", "The 14 days", "two weeks"]}]
        >>> oe.score("self_consistency", [{"id": "q"}], run).value
        0.75

    Reference value:
        By hand.

    Source:
        Wang et al. 2022 (self-consistency), https://arxiv.org/abs/2203.11171; handbook, part 6.
    """
    several = repeats.answers > 1
    n = np.where(several, repeats.answers, 2)
    value = repeats.most / n if agreement == "mode" else repeats.agreeing / (n * (n - 1) // 2)
    return Mean(value, several)
