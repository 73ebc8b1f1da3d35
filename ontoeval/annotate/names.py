"""The names that an ontology has for its concepts, and in which roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from ontoeval.errors import BadParameter
from ontoeval.ontology.inside import scoped_synonyms
from ontoeval.ontology.parts import SCOPES
from ontoeval.progress import track

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Scope = Literal["exact", "narrow", "broad", "related", "hidden"]

ROLES = ("label", *SCOPES)
"""What a name is to its concept, the better before the worse; positions are the numbers in `Name.role`."""


class Name(NamedTuple):
    """One name of one concept.

    Attributes:
        code: The concept's code.
        role: What the name is to it, as a position in ``ROLES``.
        text: The name.
    """

    code: int
    role: int
    text: str


def names(
    ontology: Ontology, *, roots: Iterable[str] | None, synonyms: Iterable[str], deprecated: bool
) -> Iterator[Name]:
    """Labels and synonyms of concepts, in order of code.

    Args:
        ontology: The ontology.
        roots: Only these concepts and those below them; None for all.
        synonyms: The scopes of synonyms to take.
        deprecated: Whether to take deprecated concepts as well.

    Raises:
        BadParameter: A scope does not exist.
        UnknownConcept: The ontology does not hold a root.
    """
    scopes = {synonyms} if isinstance(synonyms, str) else set(synonyms)
    if not scopes <= set(SCOPES):
        wrong = ", ".join(sorted(scopes - set(SCOPES)))
        raise BadParameter(f"no scope is called {wrong}", where="synonyms", expected=", ".join(SCOPES))
    inside = None if roots is None else _below(ontology, [roots] if isinstance(roots, str) else roots)
    return _names(ontology, inside, scopes, deprecated)


def _names(ontology: Ontology, inside: set[str] | None, scopes: set[str], deprecated: bool) -> Iterator[Name]:
    for code, concept in enumerate(track(ontology.ids, "indexing the names of concepts")):
        if (inside is not None and concept not in inside) or (not deprecated and ontology.deprecated(concept)):
            continue
        label = ontology.label(concept)
        if label is not None:
            yield Name(code, 0, label)
        for text, scope in scoped_synonyms(ontology, concept) if scopes else ():
            if scope in scopes:
                yield Name(code, ROLES.index(scope), text)


def _below(ontology: Ontology, roots: Iterable[str]) -> set[str]:
    inside: set[str] = set()
    for root in roots:
        inside |= ontology.descendants(root) | ontology.equivalents(root)
        inside.add(ontology.ids[int(ontology.encode([root])[0])])
    return inside
