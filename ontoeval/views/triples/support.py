"""Whether a text speaks of a subject or object: its words in a row, or those of another name of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ontoeval.ontology.naming import fold
from ontoeval.views.triples.types import Kinder

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology


class Support:
    """Looks for names in texts, word by word, without regard to case and punctuation.

    Args:
        ontology: Whose labels and synonyms are other names; None when there are none.
    """

    def __init__(self, ontology: Ontology | None) -> None:
        self._ontology = ontology
        self._kinder = Kinder(ontology) if ontology is not None else None
        self._names: dict[str, tuple[str, ...]] = {}

    def found(self, name: str, text: str) -> bool:
        """Whether the folded text (see `padded`) holds the name or another one of the same concept."""
        if name not in self._names:
            self._names[name] = tuple(padded(other) for other in self._others(name))
        return any(other in text for other in self._names[name])

    def _others(self, name: str) -> Iterator[str]:
        concept = self._kinder.concept(name) if self._kinder is not None and name else None
        names = [name]
        if concept is not None and self._ontology is not None:
            names += [self._ontology.label(concept) or "", *self._ontology.synonyms(concept)]
        return (other for other in names if fold(other))


def padded(text: str) -> str:
    """The folded words of a text with a space before and after each, so that words are found as wholes.

    Example:
        >>> padded("Bleach: Hell Verse")
        ' bleach hell verse '
    """
    return f" {fold(text)} "
