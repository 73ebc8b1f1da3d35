"""Whether a text mentions a concept: a check of what a system said against the context that it was given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ontoeval.annotate.finder import MentionFinder
from ontoeval.errors import UnknownConcept

if TYPE_CHECKING:
    from ontoeval.annotate.index import Match
    from ontoeval.ontology import Ontology

How = Literal["label", "synonym", "descendant", "absent", "unnamed"]


@dataclass(frozen=True, slots=True)
class Grounding:
    """Whether and how a text mentions a concept; true when it does.

    Attributes:
        concept: The concept's id, resolved.
        how: By its ``label``, a ``synonym``, the name of a ``descendant`` (or of an equivalent concept); else
            ``absent``, or ``unnamed`` when the finder has no name of any of them, so that the text cannot tell.
        texts: Where it is mentioned: (start, end, text), all of the places, in order.
    """

    concept: str
    how: How
    texts: tuple[tuple[int, int, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.texts)


def grounded(concept: str, text: str, finder: MentionFinder | Ontology, *, descendants: bool = True) -> Grounding:
    """Whether a text mentions a concept, by a name of its own or of a descendant.

    A mention says that the name is there, not that the text asserts it: "no fever" mentions fever.

    Args:
        concept: Any spelling of the id.
        text: The context.
        finder: A finder, or an ontology for one with the usual options. Without ``overlaps="all"``, a name inside a
            longer name does not count.
        descendants: Whether names of concepts below count.

    Raises:
        UnknownConcept: The ontology does not hold the concept.
    """
    finder = finder if isinstance(finder, MentionFinder) else MentionFinder(finder)
    ontology = finder.ontology
    resolved = ontology.resolve(concept).id
    if resolved is None:
        raise UnknownConcept(f"{concept!r} is no concept of this ontology", where=ontology.source)
    found: dict[How, list[Match]] = {}
    for match in finder.matches(text):
        how = _how(match, resolved, ontology, descendants)
        if how is not None:
            found.setdefault(how, []).append(match)
    for how in ("label", "synonym", "descendant"):
        if how in found:
            places = sorted(match for matches in found.values() for match in matches)
            return Grounding(resolved, how, tuple((m.start, m.end, text[m.start : m.end]) for m in places))
    below = ontology.descendants(resolved) | ontology.equivalents(resolved) if descendants else frozenset()
    return Grounding(resolved, "absent" if finder.concepts & {resolved, *below} else "unnamed")


def names_in(text: str, finder: MentionFinder | Ontology) -> dict[str, tuple[str, ...]]:
    """The concepts whose names occur in a text, each with the forms in which they occur, in order of their places.

    Args:
        text: The context.
        finder: A finder, or an ontology for one with the usual options.
    """
    finder = finder if isinstance(finder, MentionFinder) else MentionFinder(finder)
    found: dict[str, dict[str, None]] = {}
    for match in finder.matches(text):
        for _, code in match.named:
            found.setdefault(finder.ontology.ids[code], {})[text[match.start : match.end]] = None
    return {concept: tuple(forms) for concept, forms in found.items()}


def _how(match: Match, concept: str, ontology: Ontology, descendants: bool) -> How | None:
    """How a match mentions a concept, or None."""
    below = False
    for role, code in match.named:
        other = ontology.ids[code]
        if other == concept:
            return "label" if role == 0 else "synonym"
        below = below or concept in ontology.ancestors(other) or concept in ontology.equivalents(other)
    return "descendant" if below and descendants else None
