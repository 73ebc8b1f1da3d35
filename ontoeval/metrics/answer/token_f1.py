"""Mean overlap of answer and accepted answer in words."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Mean
from ontoeval.views.answers import Answers, Language


@metric(
    view=Answers,
    average="macro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.18653/v1/D16-1264",
)
def token_f1(answers: Answers, *, language: Language = "en") -> Mean:
    """Mean overlap of answer and accepted answer in words.

    **Definition.** With both texts as bags of words (see ``exact_match``), ``2 · common / (words + accepted words)``;
    the best accepted answer counts. Then the mean over questions.

    **Answers** how near short answers come.

    **Misleads when** texts say the same in other words (two weeks, 14 days), or the opposite in the same words.

    Args:
        answers: Final answers against accepted answers.
        language: Whose articles are left out: ``"en"``, ``"de"``, ``"es"``, ``"fr"``, ``"it"``, ``"nl"``, ``"pt"``, or
            ``"none"``. Words are split in any script; Chinese, Japanese and Thai by character.

    Returns:
        One row per question. Value in [0, 1], higher is better.

    Undefined when:
        The golden set has no accepted answer.

    Example:
        Two of three words are common, on both sides:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "answers": ["dark blue metallic"]}]
        >>> round(oe.score("token_f1", gold, [{"id": "q", "answer": "dark blue paint"}]).value, 4)
        0.6667

    Reference value:
        As SQuAD's on English text without decimal numbers.

    Source:
        Rajpurkar et al. 2016 (SQuAD), doi:10.18653/v1/D16-1264.
    """
    return Mean(answers.token_f1, answers.has_gold)
