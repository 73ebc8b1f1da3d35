"""Which forms of a word are one word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ontoeval.errors import BadParameter, MissingExtra

Inflection = Literal["none", "plural", "stem"]


def inflection(kind: Inflection | Callable[[str], str]) -> Callable[[str], str] | None:
    """The function that takes a folded word to what its forms have in common; None when forms differ.

    Args:
        kind: ``"none"``, ``"plural"`` (see `singular`), ``"stem"`` (the English Snowball stemmer of NLTK), or a
            function of one's own.

    Raises:
        BadParameter: There is no such kind.
        MissingExtra: NLTK is not installed.
    """
    if callable(kind):
        return kind
    if kind == "none":
        return None
    if kind == "plural":
        return singular
    if kind == "stem":
        return _snowball()
    raise BadParameter(
        f"{kind!r} is no inflection", where="inflection", expected="none, plural, stem, or a function of a word"
    )


def singular(word: str) -> str:
    """An English word without its plural ending: the S stemmer.

    The first rule that fits: ``ies`` becomes ``y`` (not after e or a), ``es`` becomes ``e`` (not after a, e or o),
    ``s`` goes (not after u or s). Words of up to three letters stay. Irregular plurals stay too, and so do those in
    ``-xes`` or ``-ches``, which lose only their s.

    Source:
        D. Harman, How effective is suffixing?, JASIS 42 (1991), 7-15.

    Example:
        >>> [singular(word) for word in ("seizures", "anomalies", "papules", "virus", "loss")]
        ['seizure', 'anomaly', 'papule', 'virus', 'loss']
    """
    if len(word) <= 3 or not word.endswith("s"):
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return word[:-3] + "y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    return word if word.endswith(("us", "ss")) else word[:-1]


def _snowball() -> Callable[[str], str]:
    try:
        from nltk.stem.snowball import EnglishStemmer
    except ImportError:
        raise MissingExtra("nltk", "nlp", 'inflection="stem"') from None
    stem: Callable[[str], str] = EnglishStemmer().stem
    return stem
