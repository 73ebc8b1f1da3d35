"""Which conditions of a filter exclude the gold documents of a question, and how much each of them does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import factorial

import numpy as np

from ontoeval.views.base import Integers
from ontoeval.views.filters.conditions import Relaxations, Threshold, critical, minimal, rescuing, union

#: Conditions up to which shares are exact, and the permutations that are drawn beyond.
EXACT, DRAWS = 12, 2000
#: Numbers in a block of permutations.
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Blame:
    """What each condition of a filter has to do with the exclusion of a question's gold documents.

    Sets of conditions are bits: condition ``i`` is ``1 << i``.

    Attributes:
        relaxations: The smallest sets without which some gold document passes.
        complete: Whether these are all of them.
        solo: Conditions that exclude all gold documents on their own.
        rescues: Conditions without any one of which a gold document passes (leave-one-out).
        shares: Condition and its share of the exclusion (Shapley value); the shares add up to 1.
    """

    relaxations: tuple[int, ...]
    complete: bool
    solo: int
    rescues: int
    shares: tuple[tuple[int, float], ...]

    @property
    def involved(self) -> int:
        """Conditions that are in any of the relaxations."""
        return union(self.relaxations)


@lru_cache(maxsize=1 << 14)
def blame(threshold: Threshold, held: tuple[int, ...]) -> Blame:
    """The blame for excluding some documents.

    A condition that is relaxed lets every document pass. The share of a condition is the Shapley value of the game
    in which a set of conditions wins when relaxing it lets some document pass: the mean, over all orders in which
    conditions may be relaxed, of being the one that lets it pass.

    Args:
        threshold: The filter.
        held: For each gold document the conditions that it meets, as bits, without repetitions; each fails the filter.

    Example:
        Two documents; one fails conditions 0 and 1, the other condition 2:

        >>> found = blame(Threshold(3, (0, 1, 2)), (0b100, 0b011))
        >>> [bin(one) for one in found.relaxations], bin(found.rescues), found.solo
        (['0b100', '0b11'], '0b100', 0)
        >>> [(condition, round(share, 4)) for condition, share in found.shares]
        [(0, 0.1667), (1, 0.1667), (2, 0.6667)]
    """
    relaxed = [_relaxed(threshold, one) for one in held]
    sets = minimal([one for found in relaxed for one in found.sets])
    if all(found.complete for found in relaxed):
        return _of_sets(sets)
    return _searched(threshold, held, sets)


def fails(threshold: Threshold, held: int) -> tuple[int, ...]:
    """Numbers of the conditions that keep a document out: those in any of the smallest relaxations.

    Example:
        >>> fails(Threshold(3, (0, Threshold(1, (1, 2)), 3)), 0b1001)
        (1, 2)
    """
    return tuple(_bits(union(minimal(_relaxed(threshold, held).sets))))


@lru_cache(maxsize=1 << 14)
def _relaxed(threshold: Threshold, held: int) -> Relaxations:
    return Relaxations(threshold, held)


@lru_cache(maxsize=1 << 14)
def _of_sets(sets: tuple[int, ...]) -> Blame:
    solo, rescues, involved = sets[0], 0, 0
    for one in sets:
        solo &= one
        involved |= one
        rescues |= one if one.bit_count() == 1 else 0
    players = _bits(involved)
    if len(sets) == 1:
        shares = tuple((player, 1 / len(players)) for player in players)
    elif len(players) <= EXACT:
        shares = _exact(sets, players)
    else:
        ways = tuple(Threshold(one.bit_count(), tuple(_bits(one))) for one in sets)
        shares = _drawn(Threshold(1, ways), (0,), players)
    return Blame(sets, True, solo, rescues, shares)


def _searched(threshold: Threshold, held: tuple[int, ...], sets: tuple[int, ...]) -> Blame:
    """Where there are too many sets to list: the filter itself says what relaxing conditions does."""
    solo, rescues, met = critical(threshold), 0, held[0]
    for one in held:
        solo &= ~one
        rescues |= rescuing(threshold, one)
        met &= one
    players = _bits((1 << _width(threshold)) - 1 & ~met)
    return Blame(sets, False, solo, rescues, _drawn(threshold, held, players))


def _exact(sets: tuple[int, ...], players: list[int]) -> tuple[tuple[int, float], ...]:
    n = len(players)
    coalition = np.arange(1 << n)
    wins = np.zeros(1 << n, dtype=bool)
    for one in sets:
        mine = sum(1 << place for place, player in enumerate(players) if one >> player & 1)
        wins |= coalition & mine == mine
    size = np.bitwise_count(coalition).astype(np.int64)
    weight = np.array([factorial(k) * factorial(n - k - 1) / factorial(n) for k in range(n)] + [0.0])
    shares = []
    for place, player in enumerate(players):
        without = coalition[coalition >> place & 1 == 0]
        pivotal = wins[without | 1 << place] & ~wins[without]
        shares.append((player, float(weight[size[without[pivotal]]].sum())))
    return tuple(shares)


def _drawn(threshold: Threshold, held: tuple[int, ...], players: list[int]) -> tuple[tuple[int, float], ...]:
    """How often each condition lets the first document pass, in permutations that are drawn."""
    chance = np.random.default_rng(0)
    counts = np.zeros(len(players), dtype=np.int64)
    size = max(1, _BLOCK // len(players))
    for begin in range(0, DRAWS, size):
        orders = np.array([chance.permutation(len(players)) for _ in range(begin, min(begin + size, DRAWS))])
        turn = np.zeros((len(orders), _width(threshold)), dtype=np.int64)
        np.put_along_axis(turn, np.array(players)[orders], np.arange(1, len(players) + 1)[None], axis=1)
        passed = np.min([_turns(threshold, turn, one) for one in held], axis=0)
        counts += np.bincount(orders[np.arange(len(orders)), passed - 1], minlength=len(players))
    return tuple((player, count / DRAWS) for player, count in zip(players, counts.tolist(), strict=True) if count)


def _turns(part: Threshold | int, turn: Integers, held: int) -> Integers:
    """After how many relaxed conditions a part holds, in each of some orders, shape ``(orders,)``.

    Args:
        part: The part.
        turn: Which turn each condition has, from 1, shape ``(orders, conditions)``.
        held: The conditions that hold from the beginning, as bits.
    """
    if isinstance(part, int):
        return turn[:, part] * (1 - (held >> part & 1))
    if part.least <= 0:
        return np.zeros(len(turn), dtype=np.int64)
    inner = np.stack([_turns(one, turn, held) for one in part.parts])
    turns: Integers = np.partition(inner, part.least - 1, axis=0)[part.least - 1]
    return turns


def _width(threshold: Threshold) -> int:
    return max((part + 1 if isinstance(part, int) else _width(part) for part in threshold.parts), default=0)


def _bits(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
