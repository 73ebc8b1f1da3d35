"""Why a document fails a condition: what was asked for, what the document holds, and how the two differ."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ontoeval.ontology import Ontology
from ontoeval.ontology.relation import Relation
from ontoeval.predicates.dates import parse_date
from ontoeval.predicates.evaluate import held_value
from ontoeval.predicates.printing import operand_text
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.tree import BARE_OPS, ORDER_OPS, Atom, Interval, Scalar
from ontoeval.predicates.values import MISSING, YES, compare
from ontoeval.views.filters.conditions import Condition
from ontoeval.views.filters.corpus import IndexedCorpus

#: What each reason means, for those that are no relation between two concepts.
REASONS: Mapping[str, str] = {
    "other value": "the document holds another value",
    "excluded value": "the document holds what the filter excludes",
    "out of range": "the value of the document lies outside the bounds",
    "unknown attribute": "no document of the corpus has the attribute",
    "missing field": "the document does not have the attribute",
    "null": "the document holds null",
    "empty field": "the document holds an empty list",
    "empty list": "the filter asks for nothing (an empty list)",
    "list value": "the document holds a list with the value, and the engine compares lists as a whole",
    "other type": "the same text with another type, as 1 and '1'",
    "other case": "the same text in another spelling: upper and lower case, or several of these differences at once",
    "whitespace": "the same text with other white space",
    "Unicode form": "the same text in another Unicode form",
    "date format": "the same date, or one within the bounds, in another format",
    "another id of the same concept": "two ids of one concept",
    "deprecated id": "one of the two ids is deprecated, and stands for the other one",
    "label instead of id": "one of the two is the label or a synonym of the other one",
    "unknown concept": "the filter asks for something that the ontology does not hold",
    "no such object": "no object in the list passes the inner filter",
}
#: Operators that compare no concepts.
_UNRELATED = (*BARE_OPS, *ORDER_OPS, "range")
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a document fails a condition.

    Attributes:
        code: A key of `REASONS`, or the relation of the concept that is asked for to the one that the document
            holds, e.g. ``"ancestor"``: the filter asks for an ancestor.
        asked: What is asked for; of several values the nearest one.
        held: What the document holds, "" for nothing.
        asked_label, held_label: Labels of the two concepts, or "".
    """

    code: str
    asked: str
    held: str
    asked_label: str = ""
    held_label: str = ""


class Reasons:
    """Finds reasons, and keeps them: the same few come again and again.

    Args:
        corpus: The documents.
        ontology: For relations of concepts, or None.
    """

    def __init__(self, corpus: IndexedCorpus, ontology: Ontology | None) -> None:
        self.corpus = corpus
        self.ontology = ontology
        self._known: dict[tuple[Condition, str], Reason] = {}
        self._relations: dict[tuple[str, str], int] = {}
        self._attributes: dict[str, bool] = {}
        self._forms: dict[tuple[Atom, str], Mapping[Hashable, Scalar]] = {}

    def of(self, condition: Condition, row: int, profile: Profile) -> Reason:
        """Why the document at a position fails a condition.

        Args:
            condition: A condition that it fails.
            row: Position of the document.
            profile: Whose semantics.
        """
        held = held_value(self.corpus.rows[row], condition.field, profile) if condition.field else MISSING
        key = (condition, repr(held))
        if key not in self._known:
            self._known[key] = self._explained(condition, held, profile)
        return self._known[key]

    def prepare(self, failures: Iterable[tuple[Condition, int, Profile]]) -> None:
        """Find the relations of all concepts in many failures at once: one by one it takes a hundred times as long.

        Args:
            failures: Conditions, each with the position of a document that fails it and the semantics.
        """
        ontology = self.ontology
        if ontology is None:
            return
        pairs: dict[tuple[str, str], None] = {}
        for condition, row, profile in failures:
            if condition.positive and isinstance(condition.leaf, Atom) and condition.leaf.op not in _UNRELATED:
                held = held_value(self.corpus.rows[row], condition.field, profile)
                values = held if isinstance(held, list) else [held]
                asked = _texts(condition.leaf.values)
                pairs.update(((one, other), None) for one in asked for other in _texts(values))
        known = {text: text in ontology for pair in pairs for text in pair}
        wanted = [pair for pair in pairs if known[pair[0]] and known[pair[1]]]
        self._relate(ontology, wanted)

    def _relate(self, ontology: Ontology, pairs: Sequence[tuple[str, str]]) -> None:
        new = [pair for pair in pairs if pair not in self._relations]
        if new:
            held, asked = (ontology.encode([pair[side] for pair in new]) for side in (1, 0))
            self._relations.update(zip(new, ontology.relations(held, asked).tolist(), strict=True))

    def _explained(self, condition: Condition, held: Any, profile: Profile) -> Reason:
        atom = condition.leaf
        if not isinstance(atom, Atom):
            empty = not condition.field
            return Reason("empty list" if empty else "no such object", str(condition.leaf), "")
        asked = operand_text(atom.values[0], 1) if atom.values else ""
        absent = self._absent(atom, held, profile)
        if absent is not None:
            return Reason(absent, asked, "")
        values = [value for value in (held if isinstance(held, list) else [held]) if value is not None]
        first = _shown(values[0]) if values else ""
        if not condition.positive or atom.op in BARE_OPS:
            return Reason("excluded value" if not condition.positive else "other value", asked, first)
        if not atom.values:
            return Reason("empty list", "", first)
        if atom.op in ORDER_OPS or isinstance(atom.value, Interval):
            return Reason(_bounds(atom, values), str(atom), first)
        return self._value(atom, values, isinstance(held, list))

    def _absent(self, atom: Atom, held: Any, profile: Profile) -> str | None:
        if held is MISSING:
            if atom.field not in self._attributes:
                self._attributes[atom.field] = self.corpus.knows(atom.field, profile)
            return "missing field" if self._attributes[atom.field] else "unknown attribute"
        if held is None:
            return "null"
        return "empty field" if held == [] else None

    def _value(self, atom: Atom, values: list[Any], is_list: bool) -> Reason:
        for code in _FORMS:
            if code == "list value" and not is_list:
                continue
            asked = self._asked(atom, code)
            for value in values:
                key = _FORMS[code](value)
                if key in asked:
                    return Reason(code, _shown(asked[key]), _shown(value))
        return self._concept(atom, values) or Reason("other value", _shown(atom.values[0]), _shown(values[0]))

    def _asked(self, atom: Atom, code: str) -> Mapping[Hashable, Scalar]:
        """The values that an atom asks for by their form; lists of ten thousand values are put in form once."""
        if (atom, code) not in self._forms:
            forms = {_FORMS[code](value): value for value in reversed(atom.values)}
            forms.pop(None, None)
            self._forms[atom, code] = forms
        return self._forms[atom, code]

    # Concepts

    def _concept(self, atom: Atom, values: list[Any]) -> Reason | None:
        ontology = self.ontology
        if ontology is None:
            return None
        asked = tuple(text for text in _texts(atom.values) if text in ontology)
        held = tuple(text for text in _texts(values) if text in ontology)
        if asked and held:
            relation, wrong, right = self._pair(ontology, asked, held)
            code = Relation(relation).label.replace("_", " ")
            if relation == Relation.EXACT:
                old = {ontology.resolve(text).status for text in (wrong, right)} & {"replaced", "deprecated"}
                code = "deprecated id" if old else "another id of the same concept"
            return Reason(code, wrong, right, ontology.label(wrong) or "", ontology.label(right) or "")
        texts = _texts(atom.values)
        named = self._named(texts, held) or self._named(_texts(values), asked)
        if named is not None:
            concept, text = named
            label = ontology.label(concept) or ""
            return (
                Reason("label instead of id", text, concept, "", label)
                if held
                else Reason("label instead of id", concept, text, label, "")
            )
        if held and texts:
            return Reason("unknown concept", texts[0], held[0], "", ontology.label(held[0]) or "")
        return None

    def _named(self, texts: Collection[str], concepts: tuple[str, ...]) -> tuple[str, str] | None:
        """A concept of which one of the texts is a name, and that text."""
        assert self.ontology is not None
        folded = {text.strip().casefold(): text for text in texts}
        for concept in concepts:
            for name in (self.ontology.label(concept) or "", *self.ontology.synonyms(concept)):
                if name.casefold() in folded and name:
                    return concept, folded[name.casefold()]
        return None

    def _pair(self, ontology: Ontology, asked: tuple[str, ...], held: tuple[str, ...]) -> tuple[int, str, str]:
        """The nearest pair of an asked and a held concept, with its relation."""
        pairs = [(one, other) for one in asked for other in held]
        self._relate(ontology, pairs)
        relation, (one, other) = min((self._relations[pair], pair) for pair in pairs)
        return relation, one, other


def _bounds(atom: Atom, values: list[Any]) -> str:
    """Why no value lies within the bounds."""
    bounds = atom.value.bounds() if isinstance(atom.value, Interval) else ((atom.op, atom.values[0]),)
    asked = [(op, parse_date(bound, "free")) for op, bound in bounds]
    dates = [date for date in (parse_date(value, "free") for value in values) if date is not None]
    for date in dates:
        if all(bound is not None and compare(date, op, bound) == YES for op, bound in asked):
            return "date format"
    kinds = {_kind(bound) for _, bound in bounds}
    comparable = bool(dates) and all(bound is not None for _, bound in asked)
    if comparable or any(_kind(value) in kinds for value in values):
        return "out of range"
    return "date format" if dates or any(bound is not None for _, bound in asked) else "other type"


def _texts(values: Iterable[Any]) -> list[str]:
    return [value for value in values if isinstance(value, str)]


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int | float):
        return "number"
    return "text" if isinstance(value, str) else type(value).__name__


def _text(value: Any) -> str | None:
    """A scalar as text, whatever its type."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, str | int | float) else None


def _typed(value: Any) -> Hashable:
    return (_kind(value), value) if isinstance(value, str | int | float | bool) else None


def _spaced(value: Any) -> str | None:
    return " ".join(value.split()) if isinstance(value, str) else None


def _composed(value: Any) -> str | None:
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else None


def _folded(value: Any) -> str | None:
    return unicodedata.normalize("NFKC", " ".join(value.split())).casefold() if isinstance(value, str) else None


def _date(value: Any) -> datetime | None:
    return parse_date(value, "free")


#: Forms in which two values may be the same although the engine tells them apart, the least different first.
_FORMS: Mapping[str, Callable[[Any], Hashable]] = {
    "list value": _typed,
    "other type": _text,
    "whitespace": _spaced,
    "Unicode form": _composed,
    "other case": _folded,
    "date format": _date,
}


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else operand_text(value, 3)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
