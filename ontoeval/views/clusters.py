"""`Clusters`: mentions by the gold and the predicted cluster that they are in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np

from ontoeval.statistics.clustering import ALONE_NAME, ClusterTable, Part
from ontoeval.views.base import Flags, Integers, View
from ontoeval.views.coding import NIL
from ontoeval.views.links import Links
from ontoeval.views.links.keys import packed
from ontoeval.views.links.spans import Spans

if TYPE_CHECKING:
    from ontoeval.views.compiled import Compiled

ClusterScope = Literal["nil", "all"]
ClusterMeasure = Literal["b_cubed", "b_cubed_plus", "ceaf_m", "ceaf_m_plus", "ceaf_e", "muc", "pairwise", "lea"]

_NUMBERED = re.compile(r"NIL\d+")


@dataclass(frozen=True)
class ClusterCells:
    """Mentions by sample and pair of clusters.

    Attributes:
        sample: Sample of each cell.
        key: Position of its pair in ``labels``.
        count: How many mentions it holds.
        labels: Pairs (gold cluster, predicted cluster); None where a side does not have the mentions.
    """

    sample: Integers
    key: Integers
    count: Integers
    labels: Sequence[tuple[str | None, str | None]]


class Clusters(View):
    """Mentions (``run.mentions`` against ``gold.mentions``) as two clusterings, across all samples.

    Mentions of one concept are one cluster. NIL mentions with the same ``nil_cluster`` are one, or with the same
    numbered id (``NIL0042``); each other NIL mention is a cluster by itself. Optional gold mentions, and predictions
    outside the annotated area, are left out.

    Attributes:
        links: The mentions.
    """

    bare: ClassVar[tuple[str, str] | None] = ("gold.mentions", "run.mentions")
    stage = "query understanding"

    def __init__(self, links: Links) -> None:
        self.links = links
        self.status = links.status
        self.unmeasured = links.unmeasured

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """Mentions."""
        return (Links,)

    @classmethod
    def derive(cls, compiled: Compiled) -> Clusters:
        """The clusters of the mentions."""
        return cls(compiled.view(Links))

    def rows(
        self, measure: ClusterMeasure, scope: ClusterScope, part: Part, beta: float = 1.0, *, typed: bool = False
    ) -> ClusterTable:
        """Rows by pair of clusters whose value is a precision, a recall or an F-beta."""
        name = measure.removesuffix("_plus")
        cells = self.cells(scope, linked=name != measure, typed=typed)
        return ClusterTable(
            cells.count, key=cells.key, labels=cells.labels, measure=name, part=part, beta=beta, sample=cells.sample
        )

    def cells(self, scope: ClusterScope = "nil", *, linked: bool = False, typed: bool = False) -> ClusterCells:
        """The mentions of both sides, those with the same span as one.

        Args:
            scope: ``"nil"``: NIL mentions; ``"all"``: every mention.
            linked: Mentions with the same span are one only if their concepts are the same too.
            typed: … only if their types are the same too.
        """
        links = self.links
        pairs = links.align(scope, typed=typed, spans_only=scope == "all" and not linked).pairs
        of_gold, of_predicted = (_chosen(side, scope) for side in (links.gold, links.predicted))
        of_gold &= ~links.gold.optional
        of_gold[pairs[:, 0]] = False
        of_predicted &= ~links.outside
        of_predicted[pairs[:, 1]] = False
        pairs = pairs[~links.gold.optional[pairs[:, 0]]]
        gold = np.concatenate([pairs[:, 0], np.flatnonzero(of_gold), np.full(of_predicted.sum(), -1)])
        predicted = np.concatenate([pairs[:, 1], np.full(of_gold.sum(), -1), np.flatnonzero(of_predicted)])
        sample = np.where(gold >= 0, _at(links.gold.sample, gold), _at(links.predicted.sample, predicted))
        names, left = self._named(links.gold, gold)
        others, right = self._named(links.predicted, predicted)
        first, row = _distinct([sample, left, right])
        pair, key = _distinct([left[first], right[first]])
        labels = [(names[a], others[b]) for a, b in zip(left[first][pair], right[first][pair], strict=True)]
        return ClusterCells(sample[first], key, np.bincount(row, minlength=len(first)), labels)

    def _named(self, side: Spans, places: Integers) -> tuple[list[str | None], Integers]:
        """The names of clusters, and which one each mention is in; place -1 is no mention."""
        present = places >= 0
        composite = np.full(len(side), -1, dtype=np.int64)
        composite[list(side.parts)] = list(side.parts)
        columns = [
            column[places[present]].astype(np.int64) for column in (composite, side.code, side.cluster, side.raw)
        ]
        first, which = _distinct(columns)
        names = [
            self._name(side.parts.get(place) or (code,), cluster, raw)
            for place, code, cluster, raw in zip(*(column[first].tolist() for column in columns), strict=True)
        ]
        known = sorted(set(names))
        number = {name: position for position, name in enumerate(known)}
        result = np.full(len(places), len(known))
        result[present] = np.array([number[name] for name in names], dtype=np.int64)[which]
        return [*known, None], result

    def _name(self, codes: tuple[int, ...], cluster: int, raw: int) -> str:
        links = self.links
        if codes != (NIL,):
            return " + ".join(sorted(links.name(code) for code in codes))
        if cluster >= 0:
            return f"NIL {links.clusters[cluster]}"
        spelled = links.spellings[raw].strip() if raw >= 0 else ""
        return f"NIL {spelled}" if _NUMBERED.fullmatch(spelled) else ALONE_NAME


def _distinct(columns: Sequence[Integers]) -> tuple[Integers, Integers]:
    """Where each distinct row of some columns is first, and which of them every row is."""
    _, first, which = np.unique(packed(columns), return_index=True, return_inverse=True)
    return first, which


def _chosen(side: Spans, scope: ClusterScope) -> Flags:
    chosen: Flags = side.code == NIL if scope == "nil" else np.ones(len(side), dtype=bool)
    return chosen


def _at(values: Integers, places: Integers) -> Integers:
    """Values at places, and 0 where a place is -1."""
    found = np.zeros(len(places), dtype=np.int64)
    found[places >= 0] = values[places[places >= 0]]
    return found
