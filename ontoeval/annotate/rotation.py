"""Rotating judges: every answer is judged by a model of another family than its own; and self-preference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

from ontoeval.annotate.families import family
from ontoeval.annotate.protocol import Judge
from ontoeval.errors import UsageError


class Rotation:
    """Judges that take turns: sample by sample one of those that are not of the family of the sample's system.

    Args:
        judges: At least two, of different families.

    Raises:
        UsageError: They are fewer, or of one family.
    """

    def __init__(self, judges: Sequence[Judge]) -> None:
        self.judges = tuple(judges)
        houses = {family(model) for judge in judges for model in judge.models}
        if len(judges) < 2 or len(houses) < 2:
            raise UsageError("judges of one family cannot take turns", expected="at least two, of different families")

    def judge(self, sample: str, system: str | None) -> Judge:
        """The judge of a sample: the same one whatever else is judged.

        Raises:
            UsageError: All judges are of the system's family.
        """
        fit = [
            judge
            for judge in self.judges
            if system is None or family(system) not in {family(model) for model in judge.models}
        ]
        if not fit:
            raise UsageError(f"no judge is of another family than the system {system!r}")
        return fit[crc32(sample.encode()) % len(fit)]


@dataclass(frozen=True)
class SelfPreference:
    """How much better a judge rates its own family than the other judges do.

    Attributes:
        judge: The family of the judge.
        own: Mean difference of its scores from the mean of the other judges', on answers of its own family.
        others: The same, on answers of other families: what is mere leniency.
        value: own - others; None when there is no answer of one kind that another judge has judged too.
        n_own, n_others: Answers behind both.
    """

    judge: str
    own: float | None
    others: float | None
    value: float | None
    n_own: int
    n_others: int


def self_preference(scores: Iterable[tuple[str, str, str, float | None]]) -> list[SelfPreference]:
    """The self-preference of each judge, from the scores of several judges on the same answers.

    Args:
        scores: Rows (answer's id, model of the system, model of the judge, score); a score of None is left out.

    Returns:
        One row per family of judges, by name.
    """
    by_answer: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for answer, system, judge, score in scores:
        if score is not None:
            by_answer[answer, family(system)][family(judge)].append(score)
    gaps: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for (_, system), judged in by_answer.items():
        means = {judge: _mean(values) for judge, values in judged.items()}
        for judge, mine in means.items():
            theirs = [mean for other, mean in means.items() if other != judge]
            kinds = gaps[judge]
            if theirs:
                kinds[0 if judge == system else 1].append(mine - _mean(theirs))
    result = []
    for judge, (own, others) in sorted(gaps.items()):
        means_of = (_mean(own) if own else None, _mean(others) if others else None)
        value = None if means_of[0] is None or means_of[1] is None else means_of[0] - means_of[1]
        result.append(SelfPreference(judge, *means_of, value, len(own), len(others)))
    return result


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
