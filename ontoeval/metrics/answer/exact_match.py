"""Share of answers that equal an accepted answer after normalizing."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.answers import Answers, Language


@metric(
    view=Answers,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="doi:10.18653/v1/D16-1264",
)
def exact_match(answers: Answers, *, language: Language = "en") -> Ratio:
    """Share of answers that equal an accepted answer after normalizing.

    **Definition.** 1 when the words of the answer are those of an accepted answer: case-folded, NFKC, without
    punctuation and the articles of the language; numbers keep their decimal point.

    **Answers** how often a short answer is right beyond doubt.

    **Misleads when** answers are sentences: a right sentence never equals a short accepted answer.

    Args:
        answers: Final answers against accepted answers.
        language: Whose articles are left out: ``"en"``, ``"de"``, ``"es"``, ``"fr"``, ``"it"``, ``"nl"``, ``"pt"``, or
            ``"none"``. Words are split in any script; Chinese, Japanese and Thai by character.

    Returns:
        One row per question: equal, 1. Value in [0, 1], higher is better.

    Undefined when:
        The golden set has no accepted answer (also: the question cannot be answered). A refusal is a wrong answer.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q1", "answers": ["The 14 days"]}, {"id": "q2", "answers": ["blue", "navy"]}]
        >>> run = [{"id": "q1", "answer": "14 days."}, {"id": "q2", "answer": "green"}]
        >>> oe.score("exact_match", gold, run).value
        0.5

    Reference value:
        As SQuAD's on English text without decimal numbers, which it joins (1.5 becomes 15).

    Source:
        Rajpurkar et al. 2016 (SQuAD), doi:10.18653/v1/D16-1264.
    """
    return Ratio(answers.exact, answers.has_gold)
