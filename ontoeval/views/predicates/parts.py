"""What a filter asks for, in parts that can be compared: as written, by operator, and in one normal form."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from ontoeval.predicates.dates import parse_date
from ontoeval.predicates.transform import leaves, map_atoms, normalize
from ontoeval.predicates.tree import ORDER_OPS, And, Atom, Interval, MinShould, Nested, Node, Not, Op, Or, typed, walk
from ontoeval.views.naming import Names, fold

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

#: A value in its normal form: what it is, and which; ``("concept", id)``, ``("number", 2020)`` …
NormalValue: TypeAlias = tuple[str, Hashable]

_POSITIVE = {"ne": "eq", "nin": "in"}
_TURNED = {"gt": ("gte", 1), "lt": ("lte", -1)}
_DAY = timedelta(days=1)
_DATE_LENGTH = 10
#: The value of an empty list.
_NOTHING: NormalValue = ("nothing", None)


@dataclass(frozen=True, slots=True)
class Part:
    """One value that a filter asks for.

    Attributes:
        field: The attribute; inside a nested object its path.
        op: The operator: ``in`` is one ``eq`` per value, ``ne`` and ``nin`` are negated ``eq``, a ``range`` is its
            bounds, and whole numbers and days have inclusive bounds only.
        value: The value in its normal form.
        negated: Whether it is excluded instead.
        asked: The value as it was asked for, in its normal form: ``> 2019`` has the value 2020 and asks for 2019.
        atom: The predicate that it comes from.
    """

    field: str
    op: str
    value: NormalValue
    negated: bool
    asked: NormalValue
    atom: Atom

    @property
    def key(self) -> tuple[str, str, bool, NormalValue]:
        """What makes two parts the same."""
        return (self.field, self.op, self.negated, self.value)

    @property
    def concept(self) -> str | None:
        """The concept of the ontology that the value names, or None."""
        return str(self.value[1]) if self.value[0] == "concept" else None


class NormalForm:
    """Brings the values of filters into one form.

    Args:
        ontology: Where texts that name a concept, by id or by a name that only one concept has, are looked up.
        fractional: Whether a field of the corpus holds numbers that are not whole; then ``> 3`` is not ``>= 4``.
        fields: Attributes that may hold concepts; empty for any.
    """

    def __init__(
        self, ontology: Ontology | None, fractional: Callable[[str], bool], fields: Collection[str] = ()
    ) -> None:
        self.ontology = ontology
        self.names = None if ontology is None else Names(ontology)
        self.fractional = fractional
        self.fields = frozenset(fields)
        self._concepts: dict[str, str | None] = {}

    def parts(self, node: Node) -> tuple[Part, ...]:
        """The parts of a filter, each once, in a fixed order.

        Example:
            >>> from ontoeval.predicates.reading import parse
            >>> form = NormalForm(None, lambda field: False)
            >>> tree = parse({"and": [{"lang": ["EN ", "de"]}, {"field": "year", "op": "gt", "value": 2019}]})
            >>> [part.key for part in form.parts(tree)]  # doctest: +NORMALIZE_WHITESPACE
            [('lang', 'eq', False, ('text', 'de')), ('lang', 'eq', False, ('text', 'en')),
             ('year', 'gte', False, ('number', 2020))]
        """
        found = {part.key: part for atom, negated in placed(normalize(node)) for part in self._of_atom(atom, negated)}
        return tuple(found[key] for key in sorted(found, key=repr))

    def key(self, node: Node) -> Hashable:
        """A key that filters share which say the same in this form, "and", "or" and "not" included."""
        tree = normalize(node)
        several = {part for part in walk(tree) if isinstance(part, Atom) and len(part.values) > 1}
        single = normalize(map_atoms(tree, {atom: _split(atom) for atom in several}))
        return tree_key(single, lambda atom: next(part.key for part in self._of_atom(atom, False)))

    def concept(self, text: Any) -> str | None:
        """The concept that a value names, or None."""
        if self.ontology is None or self.names is None or not isinstance(text, str):
            return None
        if text not in self._concepts:
            self._concepts[text] = self._named(text)
        return self._concepts[text]

    def value(self, field: str, value: Any) -> NormalValue:
        """The normal form of a value; dates are points in time in UTC, text has neither case nor outer space."""
        concept = self.concept(value) if not self.fields or field in self.fields else None
        if concept is not None:
            return ("concept", concept)
        if isinstance(value, bool):
            return ("bool", value)
        if isinstance(value, int | float):
            return ("number", value if value == value else "nan")
        date = parse_date(value, "lenient")
        if date is not None:
            return ("date", date.isoformat())
        return ("text", fold(unicodedata.normalize("NFC", str(value))))

    def _named(self, text: str) -> str | None:
        assert self.ontology is not None
        assert self.names is not None
        code = int(self.ontology.encode([text])[0])
        if code >= 0:
            return self.ontology.ids[code]
        owners = self.names.owners(text)
        return owners[0] if len(owners) == 1 else None

    def _of_atom(self, atom: Atom, negated: bool) -> Iterator[Part]:
        negated = negated != (atom.op in _POSITIVE)
        op = _POSITIVE.get(atom.op, atom.op)
        if isinstance(atom.value, Interval):
            for bound, value in atom.value.bounds():
                yield self._bound(atom, bound, value, negated)
        elif op in ORDER_OPS:
            yield self._bound(atom, op, atom.value, negated)
        elif op in ("in", "under"):
            for normal in (self.value(atom.field, value) for value in atom.values):
                yield Part(atom.field, "eq" if op == "in" else _under(atom), normal, negated, normal, atom)
            if not atom.values:
                yield Part(atom.field, "eq", _NOTHING, negated, _NOTHING, atom)
        else:
            whole = self._whole(atom)
            yield Part(atom.field, op, whole, negated, whole, atom)

    def _whole(self, atom: Atom) -> NormalValue:
        if isinstance(atom.value, tuple):
            return ("list", tuple(self.value(atom.field, value) for value in atom.value))
        return ("none", None) if atom.value is None else self.value(atom.field, atom.value)

    def _bound(self, atom: Atom, op: str, value: Any, negated: bool) -> Part:
        """A bound, inclusive where a whole number or a day has a neighbour."""
        normal = asked = self.value(atom.field, value)
        if op in _TURNED:
            inclusive, step = _TURNED[op]
            if isinstance(value, int) and not self.fractional(atom.field):
                op, normal = inclusive, ("number", value + step)
            elif normal[0] == "date" and isinstance(value, str) and len(value.strip()) <= _DATE_LENGTH:
                day = parse_date(value, "lenient")
                assert day is not None
                op, normal = inclusive, ("date", (day + step * _DAY).isoformat())
        return Part(atom.field, op, normal, negated, asked, atom)


def placed(node: Node, prefix: str = "") -> Iterator[tuple[Atom, bool]]:
    """The predicates of a filter and whether each is negated; those of nested objects under their path."""
    for leaf in leaves(node):
        if isinstance(leaf.node, Nested):
            for atom, negated in placed(leaf.node.child, f"{prefix}{leaf.node.field}[]."):
                yield atom, negated != leaf.negated
        else:
            field = prefix + leaf.node.field
            yield (replace(leaf.node, field=field) if prefix else leaf.node), leaf.negated


def as_written(node: Node) -> frozenset[tuple[Hashable, ...]]:
    """The predicates of a filter as they were written: attribute, operator, whether negated, value."""
    return frozenset((atom.field, atom.op, negated, typed(atom.value)) for atom, negated in placed(node))


def operators(node: Node) -> frozenset[tuple[Hashable, ...]]:
    """Attribute and operator of each predicate; a list of one value and a range of one bound are that."""
    found: set[tuple[Hashable, ...]] = set()
    for atom, negated in placed(normalize(node)):
        ops = [op for op, _ in atom.value.bounds()] if isinstance(atom.value, Interval) else [atom.op]
        found |= {(atom.field, op, negated) for op in ops}
    return frozenset(found)


def tree_key(node: Node, of_atom: Callable[[Atom], Hashable]) -> Hashable:
    """A key of a filter in which the order of "and" and "or" does not count, with a key for each predicate."""
    if isinstance(node, Atom):
        return of_atom(node)
    if isinstance(node, Not):
        return ("not", tree_key(node.child, of_atom))
    if isinstance(node, Nested):
        return ("nested", node.field, tree_key(node.child, of_atom))
    children = frozenset(tree_key(child, of_atom) for child in node.children_of())
    if isinstance(node, MinShould):
        return ("min_should", node.least, children)
    assert isinstance(node, And | Or)
    if len(children) == 1:
        return next(iter(children))
    return ("and" if isinstance(node, And) else "or", children)


def written_key(node: Node) -> Hashable:
    """A key that filters share which were written with the same predicates, in whatever order.

    Example:
        >>> from ontoeval.predicates.reading import parse
        >>> written_key(parse({"a": 1, "b": 2})) == written_key(parse([{"b": 2}, {"and": [{"a": 1}]}]))
        True
    """
    return tree_key(_flat(node), lambda atom: (atom.field, atom.op, typed(atom.value)))


def _flat(node: Node) -> Node:
    if isinstance(node, And | Or):
        children: list[Node] = []
        for child in map(_flat, node.children):
            children.extend(child.children_of() if type(child) is type(node) else [child])
        return replace(node, children=tuple(children))
    return replace(node, child=_flat(node.child)) if isinstance(node, Not) else node


def _under(atom: Atom) -> str:
    """``under`` with the relations that it follows, where they are named."""
    return " ".join(["under", *sorted(atom.relations), *(["or above"] if atom.expand == "down_up" else [])])


def _split(atom: Atom) -> Node:
    """A predicate with several values as several with one each."""
    if isinstance(atom.value, Interval):
        return And(tuple(Atom(atom.field, op, value) for op, value in atom.value.bounds()))
    if atom.op in ("in", "under"):
        single: Op = "eq" if atom.op == "in" else "under"
        return Or(tuple(replace(atom, op=single, value=value) for value in atom.values))
    if atom.op == "nin":
        return And(tuple(replace(atom, op="ne", value=value) for value in atom.values))
    return atom
