"""Which conditions of a filter exclude the gold documents of a question, and how much each of them does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import factorial

import numpy as np

from ontoeval.views.filters.conditions import Relaxations, Threshold, minimal

#: Conditions up to which shares are exact, and the permutations that are drawn beyond.
EXACT, DRAWS = 12, 2000


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
        together = 0
        for one in self.relaxations:
            together |= one
        return together


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
    relaxed = [Relaxations(threshold, one) for one in held]
    sets = minimal([one for found in relaxed for one in found.sets])
    if all(found.complete for found in relaxed):
        return _of_sets(sets)
    return _searched(threshold, held, sets)


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
        shares = _drawn(players, lambda relaxed: any(one & relaxed == one for one in sets))
    return Blame(sets, True, solo, rescues, shares)


def _searched(threshold: Threshold, held: tuple[int, ...], sets: tuple[int, ...]) -> Blame:
    """Where there are too many sets to list: the filter itself says what relaxing conditions does."""

    def passes(relaxed: int) -> bool:
        return any(threshold.holds(one | relaxed) for one in held)

    everything = (1 << _width(threshold)) - 1
    players = [player for player in range(_width(threshold)) if any(not one >> player & 1 for one in held)]
    solo = sum(1 << player for player in players if not passes(everything & ~(1 << player)))
    rescues = sum(1 << player for player in players if passes(1 << player))
    return Blame(sets, False, solo, rescues, _drawn(players, passes))


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


def _drawn(players: list[int], passes: Callable[[int], bool]) -> tuple[tuple[int, float], ...]:
    chance = np.random.default_rng(0)
    counts = dict.fromkeys(players, 0)
    for _ in range(DRAWS):
        order = chance.permutation(players).tolist()
        before, after = 0, len(order)  # the first so many conditions do not let a document pass; these do
        while after - before > 1:
            middle = (before + after) // 2
            if passes(sum(1 << player for player in order[:middle])):
                after = middle
            else:
                before = middle
        counts[order[after - 1]] += 1
    return tuple((player, count / DRAWS) for player, count in counts.items() if count)


def _width(threshold: Threshold) -> int:
    return max((part + 1 if isinstance(part, int) else _width(part) for part in threshold.parts), default=0)


def _bits(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
