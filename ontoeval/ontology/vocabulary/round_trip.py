"""From a compiled constraint back to the vocabulary that it was compiled from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, get_args

from ontoeval.errors import BadParameter, InputError, NotComparable
from ontoeval.ontology.vocabulary.model import STAMP, Vocabulary
from ontoeval.ontology.vocabulary.selection import Selection

if TYPE_CHECKING:
    from ontoeval.ontology.ontology import Ontology


def from_json_schema(schema: Mapping[str, Any], onto: Ontology | None = None) -> Vocabulary:
    """The vocabulary of a JSON Schema, wherever in it the ids are.

    Args:
        schema: A schema with one vocabulary: a part with a stamp, or without any stamp an enum (or ``oneOf`` of
            constants).
        onto: The ontology; needed for a pattern, whose ids are selected again.

    Raises:
        BadParameter: There is none, or there are several, or an ontology is needed.
        InputError: The ids are not those that the stamp speaks of.
        NotComparable: The ontology selects other ids than those of which a pattern was compiled.
    """
    parts = list(_parts(schema))
    stamped = [part for part in parts if STAMP in part]
    found = stamped or parts
    if len(found) != 1:
        raise BadParameter(
            f"the schema has {len(found)} vocabularies",
            where="schema",
            expected="one enum, oneOf of constants, or x-ontoeval stamp",
            mend="pass the part of the schema that you mean",
        )
    stamp = found[0].get(STAMP, {})
    ids = ids_in(found[0])
    if ids is not None:
        vocabulary = Vocabulary(
            ids, labels=_labels(found[0], ids, onto), selection=Selection.from_dict(stamp), ontology=onto
        )
        if stamp and stamp.get("sha256") != vocabulary.sha256:
            raise InputError("the ids are not those of its x-ontoeval stamp", where="schema", mend="compile it again")
        return vocabulary
    if onto is None:
        raise BadParameter("a pattern does not hold its ids", where="onto", expected="the ontology")
    vocabulary = Vocabulary.of(onto, Selection.from_dict(stamp))
    if stamp.get("sha256") != vocabulary.sha256:
        raise NotComparable(
            f"compiled of {stamp.get('n')} ids, of which {onto.source} now has {len(vocabulary)} or other ones",
            where="schema",
            mend="compile it again",
        )
    return vocabulary


def from_pydantic(type_: Any, onto: Ontology | None = None) -> Vocabulary:
    """The vocabulary of a pydantic type, a ``Literal``, a string ``Enum``, or a model with one such field.

    Args:
        type_: The type.
        onto: As in ``from_json_schema``.

    Raises:
        BadParameter: There is none, or there are several, or an ontology is needed.
        InputError: As in ``from_json_schema``.
        NotComparable: As in ``from_json_schema``.
    """
    from pydantic import TypeAdapter

    from ontoeval.ontology.vocabulary.pydantic_type import InVocabulary

    for part in get_args(type_):
        if isinstance(part, InVocabulary):
            return part.vocabulary
    return from_json_schema(TypeAdapter(type_).json_schema(), onto)


def ids_in(part: Mapping[str, Any]) -> list[str] | None:
    """The ids that a part of a schema lists, or None."""
    listed = part.get("enum")
    if listed is None:
        listed = [one.get("const") if isinstance(one, dict) else None for one in part.get("oneOf") or ()]
    texts = [value for value in listed if isinstance(value, str)]
    return texts if texts and len(texts) == len(listed) else None


def _parts(schema: Any) -> Iterator[Mapping[str, Any]]:
    """The parts of a schema that are a vocabulary."""
    waiting = [schema]
    while waiting:
        at = waiting.pop()
        if isinstance(at, Mapping):
            if STAMP in at or ids_in(at) is not None:
                yield at
            else:
                waiting.extend(at.values())
        elif isinstance(at, list):
            waiting.extend(at)


def _labels(part: Mapping[str, Any], ids: list[str], onto: Ontology | None) -> dict[str, str]:
    titles = {one["const"]: one["title"] for one in part.get("oneOf") or () if "title" in one}
    if onto is not None:
        titles |= {id: label for id in ids if id in onto and (label := onto.label(id)) is not None}
    return titles
