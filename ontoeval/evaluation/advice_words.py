"""Words and the row that all rules of advice share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

#: What was asked for, as seen from what is right.
RELATIONS = {
    "parent": "the parent",
    "child": "a child",
    "ancestor": "an ancestor",
    "descendant": "a descendant",
    "sibling": "a sibling",
    "cousin": "a cousin",
    "same branch": "another concept of the same branch",
    "unrelated": "a concept of another branch",
    "disjoint": "a concept that excludes it",
    "invalid": "an id that does not exist",
}
#: The same where no concepts are compared.
OTHERS = {
    "other value": "another value",
    "excluded value": "the absence of what the document has",
    "out of range": "a range that the document lies outside of",
    "other type": "a value of another type",
    "other case": "a value in another spelling",
    "whitespace": "a value with other white space",
    "Unicode form": "a value in another Unicode form",
    "date format": "a date in another format",
    "list value": "one value where the document has a list",
    "missing field": "a field that the document does not have",
    "unknown attribute": "an attribute that no document has",
    "null": "a field that is null in the document",
    "empty field": "a field that is empty in the document",
    "empty list": "nothing (an empty list)",
    "another id of the same concept": "another id of the same concept",
    "deprecated id": "a deprecated id",
    "label instead of id": "a label where there is an id",
    "unknown concept": "something that is not in the ontology",
    "no such object": "an object that is not in the list",
}


def item(title: str, evidence: str, action: str, ids: Iterable[str], stage: str, *, saves: bool) -> dict[str, Any]:
    """One piece of advice as a row."""
    names = list(dict.fromkeys(ids))
    return {
        "title": title,
        "evidence": evidence,
        "action": action,
        "questions": len(names),
        "saves": saves,
        "stage": stage,
        "ids": names,
    }


def plural(count: int, noun: str) -> str:
    """A number and its noun."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def are(count: int) -> str:
    """A number with its verb."""
    return f"{count:,} {'is' if count == 1 else 'are'}"


def questions(count: int) -> str:
    """A number of questions."""
    return plural(count, "question")


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def joined(parts: Iterable[str]) -> str:
    """Parts as a list in words."""
    words = list(parts)
    return " and ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])}, and {words[-1]}"


def named(ontology: Ontology | None, concept: str) -> str:
    """The label of a concept, or its id."""
    if ontology is None or concept not in ontology:
        return concept
    return ontology.label(concept) or concept
