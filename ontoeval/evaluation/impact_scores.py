"""The change of each metric with predictions frozen, and which changes of the ontology it belongs to."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import InputError
from ontoeval.evaluation.impact_golden import Golden
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.scored import Scored
from ontoeval.evaluation.stages import default_measures
from ontoeval.metrics.definition import Measure
from ontoeval.ontology.diff_model import ROOT_CAUSES, Change, OntologyDiff
from ontoeval.ontology.ontology import Ontology
from ontoeval.progress import track
from ontoeval.records.corpus import Corpus
from ontoeval.records.samples import Samples
from ontoeval.statistics.rows import Rows
from ontoeval.views.base import Settings
from ontoeval.views.compiled import Compiled

Causes = tuple[str, ...]

#: The cause of items that no change touches (their metric looks farther than their ancestor sets).
ELSEWHERE = "changes outside of their ancestor sets"


@dataclass(frozen=True)
class ItemChange:
    """The change of one item's value.

    Attributes:
        row: Id of the row.
        where: File and line.
        old, new: Its value under each release; None where it has none.
        causes: The changes that touch its ancestor sets, as ``"DIF07 GO:1"``; several share the item.
    """

    row: str
    where: str
    old: float | None
    new: float | None
    causes: Causes

    @property
    def delta(self) -> float | None:
        """New minus old, when both are there."""
        return None if self.old is None or self.new is None else self.new - self.old


@dataclass(frozen=True)
class Share:
    """What a set of changes does to a metric.

    Attributes:
        causes: The changes; more than one share these items and cannot be told apart.
        items: How many items change by them.
        effect: By how much the metric would change if only these items had been scored under the new release; None
            for metrics that are no plain sums.
    """

    causes: Causes
    items: int
    effect: float | None


@dataclass(frozen=True)
class MetricChange:
    """A metric under both releases, with the same predictions.

    Attributes:
        metric: Its name.
        direction: ``"higher"`` or ``"lower"`` is better.
        old, new: Its value under each release.
        n: How many items have a value under the old release.
        items: Items whose value or counts change, the largest change first.
        shares: What each set of changes does, the most items first.
        reason: Why there is no new value, or "".
    """

    metric: str
    direction: str
    old: float | None
    new: float | None
    n: int
    items: tuple[ItemChange, ...] = ()
    shares: tuple[Share, ...] = ()
    reason: str = ""

    @property
    def delta(self) -> float | None:
        """New minus old, when both are there."""
        return None if self.old is None or self.new is None else self.new - self.old


def score_both(
    diff: OntologyDiff,
    samples: Samples,
    golden: Golden,
    measures: Sequence[Measure],
    docs: Corpus | None,
    settings: Settings,
) -> list[MetricChange]:
    """Score the same samples under both releases.

    Args:
        diff: The releases.
        samples: Golden set and run.
        golden: The same as uses of concepts.
        measures: What to score; by default what the samples can measure and what knows the ontology.
        docs: The corpus.
        settings: Schema and slots.

    Raises:
        InputError: The samples cannot be scored under the old release.
    """
    before = Compiled(samples, ontology=diff.old, docs=docs, settings=settings)
    chosen = list(measures) or default_measures(before)
    if not chosen:
        raise InputError(
            "no metric can be measured on these rows", where=samples.name, mend="give a run (--run), or name metrics"
        )
    old = Report(before, chosen, with_intervals=False)
    causes = Tracer(diff, golden)
    try:
        new = Report(Compiled(samples, ontology=diff.new, docs=docs, settings=settings), chosen, with_intervals=False)
    except InputError as error:
        return [
            MetricChange(
                result.metric,
                result.direction,
                result.value,
                None,
                result.n_ok + result.n_missing,
                reason=error.message,
            )
            for result in old
        ]
    return [
        _change(measure.name, old, new, golden, causes) for measure in track(chosen, "attributing changes of metrics")
    ]


def _change(name: str, old: Report, new: Report, golden: Golden, tracer: Tracer) -> MetricChange:
    before, after = old.scored[name], new.scored[name]
    was, now = old[name], new[name]
    ids = old.compiled.roster.ids
    place = {row: position for position, row in enumerate(new.compiled.roster.ids)}
    order = np.array([place[row] for row in ids], dtype=np.int64)
    first, second = before.item_values, after.item_values[order]
    differs = ~((first == second) | (np.isnan(first) & np.isnan(second))) | _recounted(before, after, order)
    changed = np.flatnonzero(differs).tolist()
    items = [
        ItemChange(ids[i], golden.rows.get(ids[i], ""), _number(first[i]), _number(second[i]), tracer.causes(ids[i]))
        for i in changed
    ]
    groups: dict[Causes, list[int]] = {}
    for item, position in zip(items, changed, strict=True):
        groups.setdefault(item.causes, []).append(position)
    shares = [Share(causes, len(rows), _effect(before, after, rows, order)) for causes, rows in groups.items()]
    return MetricChange(
        name,
        was.direction,
        was.value,
        now.value,
        was.n_ok + was.n_missing,
        tuple(sorted(items, key=lambda item: (-abs(item.delta if item.delta is not None else math.inf), item.row))),
        tuple(sorted(shares, key=lambda share: (-share.items, share.causes))),
        now.reason if now.value is None else "",
    )


def _recounted(before: Scored, after: Scored, order: NDArray[Any]) -> NDArray[np.bool_]:
    """Items whose counts differ, whether or not their own value does: they move an average over all counts."""
    n = len(before.status)
    differs = np.zeros(n, dtype=bool)
    if before.rows is None or after.rows is None or before.rows.key is not None or after.rows.key is not None:
        return differs
    old, new = before.rows.by_unit(n), after.rows.by_unit(n)
    for name, values in old.items():
        differs |= values != new[name][order]
    return differs


def _effect(before: Scored, after: Scored, rows: Sequence[int], order: NDArray[Any]) -> float | None:
    """The metric with some items taken from the new report, minus the metric."""
    old, new = before.rows, after.rows
    if old is None or new is None or old.key is not None or new.key is not None:
        return None
    n = len(before.status)
    swapped = np.zeros(n, dtype=bool)
    swapped[list(rows)] = True
    there = np.zeros(n, dtype=bool)
    there[order[list(rows)]] = True
    whole = old.sums().value
    part = (_part(old, ~swapped).sums() + _part(new, there).sums()).value
    return None if whole is None or part is None else part - whole


def _part(rows: Rows, keep: NDArray[Any]) -> Rows:
    return rows.select(keep[rows.sample])


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


class Tracer:
    """Finds the changes that touch the ancestor sets of a row's concepts.

    Args:
        diff: The releases and their changes.
        golden: What the rows name.
    """

    def __init__(self, diff: OntologyDiff, golden: Golden) -> None:
        self._diff = diff
        self._golden = golden
        self._touching: dict[str, list[str]] = {}
        for change in diff.of(*ROOT_CAUSES):
            self._touching.setdefault(change.concept, []).append(key(change))
        self._memo: dict[str, frozenset[str]] = {}
        several = [len(onto.roots) > 1 for onto in (diff.old, diff.new)]
        roots = diff.of("DIF11") if several[0] != several[1] else []  # the virtual root moves every depth
        self._everywhere = frozenset(map(key, roots))

    def causes(self, row: str) -> Causes:
        """The changes of a row, sorted."""
        texts = {use.text for use in self._golden.by_row.get(row, ()) if use.text is not None}
        texts.update(self._golden.run.get(row, ()))
        found = frozenset[str]().union(*(self._of(text) for text in texts)) if texts else frozenset()
        return tuple(sorted(found | self._everywhere)) or (ELSEWHERE,)

    def _of(self, text: str) -> frozenset[str]:
        known = self._memo.get(text)
        if known is None:
            known = self._memo[text] = frozenset(self._find(text))
        return known

    def _find(self, text: str) -> Iterable[str]:
        targets: list[str | None] = []
        for onto in (self._diff.old, self._diff.new):
            resolved = onto.resolve(text)
            targets.append(resolved.id)
            for step in {*resolved.via, *([resolved.id] if resolved.id else [])}:
                yield from self._touching.get(step, ())
            for concept in _above(onto, resolved.id):
                yield from self._touching.get(concept, ())
        if targets[0] is None and targets[1] is not None:
            yield f"added {targets[1]}"


def _above(onto: Ontology, concept: str | None) -> frozenset[str]:
    return frozenset() if concept is None else onto.ancestors(concept) | onto.equivalents(concept) | {concept}


def key(change: Change) -> str:
    """What names a change in attributions."""
    return f"{change.code} {change.concept}"


def named_causes(causes: Causes, changes: Mapping[str, Change]) -> str:
    """Causes in words, with labels."""
    words = [f"{cause.partition(' ')[0]} {changes[cause].named}" if cause in changes else cause for cause in causes]
    return " + ".join(words[:3]) + (f" + {len(words) - 3} more" if len(words) > 3 else "")
