"""Which predicted relations are right: the same arguments, and a relation that says the same or more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ontoeval.ontology.entailment import Readings
from ontoeval.ontology.properties import Property
from ontoeval.statistics.assignment import best_pairs
from ontoeval.views.base import Flags, Integers
from ontoeval.views.coding import NIL
from ontoeval.views.links.keys import joined, packed_both

Credit = Literal["exact", "same", "implied"]


@dataclass(frozen=True)
class TripleSide:
    """Relations of one side; the second axis, where there is one, is head and tail.

    Attributes:
        sample: Sample of each relation, shape ``(n,)``.
        relation: Position of its name, shape ``(n,)``.
        code: Concepts of its arguments (see `Coder`), NIL where they have none, shape ``(n, 2)``.
        start, end: Their spans in code points, end exclusive; -1 where they have none, shape ``(n, 2)``.
        kind: Their types, -1 where they have none, shape ``(n, 2)``.
    """

    sample: Integers
    relation: Integers
    code: Integers
    start: Integers
    end: Integers
    kind: Integers

    def __len__(self) -> int:
        return len(self.sample)

    @property
    def rows(self) -> Integers:
        """Everything as rows, shape ``(n, 10)``."""
        return np.column_stack([self.sample, self.relation, self.code, self.start, self.end, self.kind])

    @property
    def has_spans(self) -> Flags:
        """Whether both arguments have a span, shape ``(n,)``."""
        return both(self.start >= 0)

    def take(self, places: Integers) -> TripleSide:
        """The relations at some places."""
        columns = (self.sample, self.relation, self.code, self.start, self.end, self.kind)
        return TripleSide(*(column[places] for column in columns))


def match(
    gold: TripleSide,
    predicted: TripleSide,
    names: Sequence[str],
    properties: Mapping[str, Property],
    *,
    level: str,
    credit: Credit,
    directed: bool,
) -> tuple[Integers, Integers, Integers]:
    """Pair gold with predicted relations, one to one.

    Args:
        gold, predicted: The relations.
        names: Their names.
        properties: What the ontology says of them, by name.
        level: ``"document"``, ``"boundary"`` or ``"strict"``.
        credit: ``"exact"``: the same relation; ``"same"``: also an inverse one the other way round, a symmetric one
            either way, an equivalent one; ``"implied"``: also one that implies gold's, such as a sub-property.
        directed: False: every relation holds both ways.

    Returns:
        Positions of the gold relations that are compared (repeats of what says the same are not), of the predicted
        ones, and of the pairs, shape ``(n, 2)``.
    """
    readings = Readings(names, properties, symmetric=not directed)
    same = readings.same()
    gold_ends, predicted_ends = _ends(gold, predicted, level)
    left, right = _Oriented(gold, gold_ends, same), _Oriented(predicted, predicted_ends, same)
    of_gold, of_predicted = _distinct(left, level), _distinct(right, level)
    pairs = joined(*packed_both(left.group(of_gold), right.group(of_predicted)))
    places = np.stack([of_gold[pairs[:, 0]], of_predicted[pairs[:, 1]]], axis=1)
    implied = _implied(readings, same, np.unique(right.number[of_predicted])) if credit == "implied" else None
    places = places[_right(left, right, places, implied, strict=level == "strict")]
    equal = left.number[places[:, 0]] == right.number[places[:, 1]]
    chosen = best_pairs(places[:, 0], places[:, 1], 1.0 + len(places) + equal)
    return of_gold, of_predicted, places[chosen]


def both(flags: Flags) -> Flags:
    """Whether a condition holds for head and tail, shape ``(n,)``."""
    result: Flags = np.asarray(flags.all(axis=1))
    return result


class _Oriented:
    """Relations read in the one of their two directions that comes first, so that equal statements are equal rows.

    Attributes:
        side: The relations.
        number: Number of the reading.
        turned: The number of the same relation read the other way round.
        ends: First and second argument of the reading, shape ``(n, 2)``.
        order: Which argument of the relation is the first one and which the second, shape ``(n, 2)``.
    """

    def __init__(self, side: TripleSide, ends: Integers, same: Integers) -> None:
        forwards, backwards = same[2 * side.relation], same[2 * side.relation + 1]
        first, second = ends.T
        turn = (backwards < forwards) | ((backwards == forwards) & (second < first))
        self.side = side
        self.known = both(ends >= 0)
        self.number = np.where(turn, backwards, forwards)
        self.turned = np.where(turn, forwards, backwards)
        self.order = np.where(turn[:, None], [[1, 0]], [[0, 1]])
        self.ends = np.take_along_axis(ends, self.order, axis=1)

    def argument(self, column: Integers) -> Integers:
        """A column of the side, in the order of the reading."""
        return np.take_along_axis(column, self.order, axis=1)

    def group(self, places: Integers) -> list[Integers]:
        """Columns that are equal for relations between the same arguments of one sample, whichever is the head."""
        ends = np.sort(self.ends[places], axis=1)
        return [self.side.sample[places], ends[:, 0], ends[:, 1]]


def _ends(gold: TripleSide, predicted: TripleSide, level: str) -> tuple[Integers, Integers]:
    """What tells arguments apart, as numbers from 0; -1 where an argument has nothing of the kind."""
    if level == "document":
        sides = [[side.code.ravel()] for side in (gold, predicted)]
        missing = [side.code == NIL for side in (gold, predicted)]
    else:
        sides = [[side.start.ravel(), side.end.ravel()] for side in (gold, predicted)]
        missing = [side.start < 0 for side in (gold, predicted)]
    keys = packed_both(*sides)
    left, right = (np.where(none, -1, key.reshape(-1, 2)) for none, key in zip(missing, keys, strict=True))
    return left, right


def _distinct(oriented: _Oriented, level: str) -> Integers:
    """Positions of the relations that are compared: the first of those that say the same."""
    side = oriented.side
    columns = [side.sample, oriented.number, oriented.ends]
    if level == "strict":
        columns += [oriented.argument(side.code), oriented.argument(side.kind)]
    places = np.arange(len(side))
    if level == "document":
        places = np.flatnonzero(oriented.known)  # NIL has no concept, as in documents of mentions
    else:
        columns.append(np.where(oriented.known[:, None], NIL, oriented.argument(side.code)))
    first = np.unique(np.column_stack(columns)[places], axis=0, return_index=True)[1]
    return np.sort(places[first])


def _implied(readings: Readings, same: Integers, numbers: Integers) -> Integers:
    """Pairs of numbers (one, another that it implies), shape ``(n, 2)``."""
    reading = {int(number): place for place, number in enumerate(same.tolist())}
    found = readings.implied([reading[number] for number in numbers.tolist()])
    pairs = {(number, int(same[other])) for number in numbers.tolist() for other in found[reading[number]]}
    return np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)


def _right(gold: _Oriented, predicted: _Oriented, places: Integers, implied: Integers | None, *, strict: bool) -> Flags:
    """Which pairs of relations between the same two arguments are right, read either way."""
    found = np.zeros(len(places), dtype=bool)
    left, right = places.T
    for number, order in ((gold.number, [0, 1]), (gold.turned, [1, 0])):
        fits = both(gold.ends[left][:, order] == predicted.ends[right])
        fits &= gold.known[left] & predicted.known[right]
        fits &= _says(predicted.number[right], number[left], implied)
        if strict:
            for mine, theirs in ((gold.side.kind, predicted.side.kind), (gold.side.code, predicted.side.code)):
                asked, given = gold.argument(mine)[left][:, order], predicted.argument(theirs)[right]
                fits &= both((asked == -1) | (asked == given))
        found |= fits
    return found


def _says(number: Integers, wanted: Integers, implied: Integers | None) -> Flags:
    if implied is None:
        return np.asarray(number == wanted)
    known, asked = packed_both([implied[:, 0], implied[:, 1]], [number, wanted])
    return np.isin(asked, known)
