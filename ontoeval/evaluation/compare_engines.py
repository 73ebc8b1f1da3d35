"""The same logged filters in two engines: whose survivors change, and which difference of the engines does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import InputError
from ontoeval.findings import Finding
from ontoeval.predicates.index import FieldIndex
from ontoeval.predicates.profiles import differences, profile
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.tree import Node
from ontoeval.progress import track
from ontoeval.views.base import Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters import LoggedFilters

_SHOWN = 5
_Words = NDArray[np.uint64]


@dataclass(frozen=True)
class EngineChange:
    """A question whose filter lets other documents through in another engine.

    Attributes:
        id, query: The question.
        filter: Its filter.
        survivors_from, survivors_to: Documents that pass in each engine.
        lost, gained: Documents that pass in the first, in the second engine only.
        lost_docs, gained_docs: The first of them.
        gold_lost, gold_gained: How many of them are gold documents that the user may see.
        switches: The smallest set of switches found that, flipped in the first engine, makes it pass the same documents
            as the second: one if one will do.
    """

    id: str
    query: str
    filter: str
    survivors_from: int
    survivors_to: int
    lost: int
    gained: int
    lost_docs: tuple[str, ...]
    gained_docs: tuple[str, ...]
    gold_lost: int
    gold_gained: int
    switches: tuple[str, ...]


@dataclass(frozen=True)
class EngineComparison:
    """The filters of a log in two engines.

    Attributes:
        first, second: The engine profiles.
        changes: The questions that change, those that lose or gain gold documents first.
        n_questions: Questions with a known filter.
        n_with_gold: Those with gold documents in the corpus that the user may see.
        excluded_from, excluded_to: Those of them whose filter no such document passes, in each engine.
        findings: What was noticed on the way.
    """

    first: Profile
    second: Profile
    changes: tuple[EngineChange, ...]
    n_questions: int
    n_with_gold: int
    excluded_from: int
    excluded_to: int
    findings: tuple[Finding, ...]

    def by_switch(self) -> list[dict[str, Any]]:
        """One row per set of responsible switches: what they are in each engine, questions, and an example."""
        groups: dict[tuple[str, ...], list[EngineChange]] = {}
        for change in self.changes:
            groups.setdefault(change.switches, []).append(change)
        rows = [
            {
                "switches": list(switches),
                "from": [_setting(getattr(self.first, name)) for name in switches],
                "to": [_setting(getattr(self.second, name)) for name in switches],
                "questions": len(changes),
                "gold_lost": sum(change.gold_lost for change in changes),
                "gold_gained": sum(change.gold_gained for change in changes),
                "id": changes[0].id,
                "filter": changes[0].filter,
            }
            for switches, changes in groups.items()
        ]
        return sorted(rows, key=lambda row: (-row["questions"], row["switches"]))

    def rows(self) -> list[dict[str, Any]]:
        """The changes as JSON-ready rows."""
        return [asdict(change) for change in self.changes]


def compare_logged(compiled: Compiled, first: str, second: str) -> EngineComparison:
    """Read the filters of a log as two engines would.

    **Definition.** Each filter is tried on every document under both profiles. Where the survivors differ, switches of
    the first profile are set as in the second: one alone, if that makes the survivors the same; else all of them, from
    which one after the other is taken back as long as the survivors stay those of the second.

    Args:
        compiled: Samples with filters, and a corpus.
        first, second: Names of the engine profiles.

    Raises:
        BadParameter: There is no such profile.
        InputError: There is no corpus, or no filter.
    """
    engines = profile(first), profile(second)
    logged = compiled.view(LoggedFilters)
    if logged.corpus is None or logged.unmeasured is not None:
        raise InputError(logged.unmeasured or "no corpus was given", where=compiled.samples.name)
    pairs, known = logged.pairs, logged.status == Status.OK
    filters = [found.applied for found in logged.logged]
    finder = _Finder(logged.corpus.index(engines[0]), logged.corpus.index(engines[1]))
    mine = np.flatnonzero((pairs.row >= 0) & pairs.allowed & known[pairs.sample])
    sample, row = pairs.sample[mine], pairs.row[mine]
    passes = [index.outcomes(filters, sample, row).n_failed == 0 for index in (finder.first, finder.second)]
    lost, gained = (
        np.bincount(sample[one & ~other], minlength=len(known)).tolist() for one, other in (passes, passes[::-1])
    )
    n_gold = np.bincount(sample, minlength=len(known))
    before, after = (int((n_gold[np.bincount(sample[some], minlength=len(known)) == 0] > 0).sum()) for some in passes)
    names, roster, changes = logged.corpus.names, compiled.roster, []
    for place in track(np.flatnonzero(known).tolist(), "comparing engines"):
        old, new = finder.survivors(filters[place])
        if (old == new).all():
            continue
        out, into = finder.documents(old & ~new), finder.documents(new & ~old)
        changes.append(
            EngineChange(
                id=roster.ids[place],
                query=roster.queries[place] or "",
                filter=str(logged.logged[place].node),
                survivors_from=int(np.bitwise_count(old).sum()),
                survivors_to=int(np.bitwise_count(new).sum()),
                lost=len(out),
                gained=len(into),
                lost_docs=tuple(names[doc] for doc in out[:_SHOWN]),
                gained_docs=tuple(names[doc] for doc in into[:_SHOWN]),
                gold_lost=lost[place],
                gold_gained=gained[place],
                switches=finder.responsible(filters[place]),
            )
        )
    changes.sort(key=lambda change: (-change.gold_lost, -change.gold_gained, change.id))
    n_questions, n_with_gold = int(known.sum()), int((n_gold > 0).sum())
    findings = tuple(compiled.findings)
    return EngineComparison(*engines, tuple(changes), n_questions, n_with_gold, before, after, findings)


class _Finder:
    """Survivors under two profiles, and the switches that make the difference."""

    def __init__(self, first: FieldIndex, second: FieldIndex) -> None:
        self.first = first
        self.second = second
        self.differences = differences(first.profile, second.profile)
        self._between: dict[tuple[str, ...], FieldIndex] = {}
        self._responsible: dict[Node, tuple[str, ...]] = {}

    def survivors(self, node: Node) -> tuple[_Words, _Words]:
        """The documents that pass in each engine, as packed bits."""
        return self.first.bits(node), self.second.bits(node)

    def documents(self, words: _Words) -> list[int]:
        """Positions of the documents in packed bits."""
        found: list[int] = np.flatnonzero(np.unpackbits(words.view(np.uint8), count=self.first.n)).tolist()
        return found

    def responsible(self, node: Node) -> tuple[str, ...]:
        """A smallest set of switches that makes the first engine pass what the second one passes."""
        if node not in self._responsible:
            self._responsible[node] = self._search(node)
        return self._responsible[node]

    def _search(self, node: Node) -> tuple[str, ...]:
        for name in self.differences:
            if self._will_do(node, (name,)):
                return (name,)
        kept: tuple[str, ...] = self.differences
        before: tuple[str, ...] = ()
        while kept != before:
            before = kept
            for name in before:
                fewer = tuple(other for other in kept if other != name)
                if self._will_do(node, fewer):
                    kept = fewer
        return kept

    def _will_do(self, node: Node, switches: Sequence[str]) -> bool:
        key = tuple(switches)
        if key not in self._between:
            engine = replace(self.first.profile, **{name: getattr(self.second.profile, name) for name in key})
            self._between[key] = FieldIndex(self.first.columns, engine)
        return bool((self._between[key].bits(node) == self.second.bits(node)).all())


def _setting(value: Any) -> str:
    if isinstance(value, frozenset):
        return ", ".join(sorted(value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
