"""Small vocabularies made of a large one: the candidates of a record, the next step down a branch."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from ontoeval.errors import BadParameter
from ontoeval.ontology.vocabulary.model import Vocabulary


class Recall(NamedTuple):
    """How many right ids are among the candidates.

    Attributes:
        num: Right ids that are candidates of their record.
        den: Right ids.
    """

    num: int
    den: int

    @property
    def value(self) -> float | None:
        """``num / den``; None when there is no right id."""
        return self.num / self.den if self.den else None


def candidate_recall(gold: Iterable[Collection[str]], candidates: Iterable[Collection[str]]) -> Recall:
    """The share of right ids that a constraint to candidates lets through: no system can score more.

    Args:
        gold: The right ids of each record.
        candidates: The candidates of each record, in the same order.

    Raises:
        BadParameter: There are more records of one than of the other.

    Example:
        >>> candidate_recall([{"A:1"}, {"A:2", "A:3"}], [["A:1", "A:9"], ["A:3"]])
        Recall(num=2, den=3)
    """
    num = den = 0
    try:
        for right, offered in zip(gold, candidates, strict=True):
            num += len(set(right) & set(offered))
            den += len(set(right))
    except ValueError as error:
        raise BadParameter("gold and candidates differ in their number of records", where="candidates") from error
    return Recall(num, den)


def branch_choices(vocabulary: Vocabulary, at: str | None = None) -> Vocabulary:
    """What to choose from at one step of a descent: stay at a concept, or take one of those right below it.

    Args:
        vocabulary: The ids, from an ontology.
        at: The concept chosen last; None for the first step, whose choices are the ids with no id above them.

    Returns:
        A vocabulary: choosing ``at`` again ends the descent, and so does having only that choice.

    Raises:
        BadParameter: The vocabulary comes from no ontology, or ``at`` is not in it.
    """
    onto = vocabulary.ontology
    if onto is None:
        raise BadParameter("a vocabulary without an ontology has no branches", where="vocabulary")
    if at is None:
        return vocabulary.subset(top for top in vocabulary if not any(up in vocabulary for up in onto.parents(top)))
    if at not in vocabulary:
        raise BadParameter(f"{at!r} is not in the vocabulary", where="at", expected="one of the choices before")
    return vocabulary.subset([at, *onto.children(at)])
