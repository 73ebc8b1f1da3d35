"""Longest common subsequence of words of answer and reference; it misleads for RAG."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.answers.overlaps import Overlaps


@metric(
    view=Overlaps,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://aclanthology.org/W04-1013/",
)
def rouge_l(overlaps: Overlaps) -> Mean:
    """Longest common subsequence of words of answer and reference; it misleads for RAG.

    **Definition.** ``2 · common / (words + reference words)`` with the length of the longest common subsequence; the
    best accepted answer counts. Words are case-folded, without punctuation. Then the mean over questions.

    **Answers** how near an answer is to a reference's wording, to compare with published figures.

    **Misleads when** used for RAG: "two weeks" and "14 days" have nothing in common, "is covered" and "is not covered"
    almost everything. Reports say so. Take ``answer_correctness``.

    Args:
        overlaps: Common words.

    Returns:
        One row per question. Value in [0, 1], higher is better.

    Undefined when:
        The golden set has no accepted answer.

    Example:
        Three of four and four words are common and in order:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "answers": ["police killed the gunman"]}]
        >>> oe.score("rouge_l", gold, [{"id": "q", "answer": "police kill the gunman"}]).value
        0.75

    Reference value:
        The paper's own example, section 3.1: ROUGE-L of S2 is 3/4.

    Source:
        Lin 2004 (ROUGE), https://aclanthology.org/W04-1013/.
    """
    return Mean(overlaps.found[:, 0], overlaps.has_gold)
