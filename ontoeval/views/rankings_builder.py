"""Reads ranked documents: the order of their scores, chunks, repeats, ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding
from ontoeval.records.batch import Batch
from ontoeval.records.model import Hits
from ontoeval.views.base import Inputs, Integers, Status, run_is_missing
from ontoeval.views.unicode_forms import UnicodeForms

if TYPE_CHECKING:
    from ontoeval.views.rankings import Rankings

Floats = NDArray[np.float64]
_NOTHING = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class TiedRows:
    """The ranked documents of the samples that have equal scores.

    Attributes:
        place: Position of each document among all ranked documents, ascending, shape ``(t,)``.
        score: Its score.
        name: Its place in the order of its sample's document ids.
    """

    place: Integers
    score: Floats
    name: Integers


class RankingsBuilder:
    """Compiles batches into `Rankings`."""

    def __init__(self, cls: type[Rankings], inputs: Inputs) -> None:
        self.cls = cls
        self.inputs = inputs
        self.any_run = False
        self.any_gold = False
        self.any_candidates = False
        self.repeated = 0
        self.tied = 0
        self.total = 0
        self.forms = UnicodeForms()
        self.status: list[NDArray[np.int8]] = []
        self.lengths: list[Integers] = []
        self.grades: list[Floats] = []
        self.judged: list[Integers] = []
        self.negative: list[Integers] = []
        self.ideal_lengths: list[Integers] = []
        self.ideal: list[Floats] = []
        self.ties: list[TiedRows] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        golds, rankings = batch.column("gold.docs"), batch.column(self.cls.field)
        self.any_candidates |= "run.candidates" in batch.columns
        self.any_gold |= any(gold is not None for gold in golds)
        self.any_run |= any(hits is not None for hits in rankings)
        missing = [hits is None or gone for hits, gone in zip(rankings, run_is_missing(batch), strict=True)]
        status = np.where(missing, np.int8(Status.MISSING), np.int8(Status.OK))
        status[[gold is None for gold in golds]] = Status.UNDEFINED
        self.status.append(status)
        self._add_gold(golds)
        scored = np.flatnonzero(status == Status.OK).tolist()
        places = [batch.where[position] for position in scored]
        grades: list[Floats] = []
        scores: list[Sequence[float]] = []
        names: list[list[str]] = []
        for position, where in zip(scored, places, strict=True):
            docs, values = self._unique(rankings[position], where)
            self.forms.compare(golds[position], docs, where)
            grades.append(self._grades_of(golds[position], docs))
            scores.append(range(0, -len(docs), -1) if values is None else values)
            names.append(docs)
        lengths = np.zeros(len(batch), dtype=np.int64)
        lengths[scored] = [len(docs) for docs in names]
        self.lengths.append(lengths)
        self._order(grades, scores, names, places)

    def _grades_of(self, gold: Mapping[str, float], docs: list[str]) -> Floats:
        """The grade of each document; NaN where the gold does not name it."""
        return np.fromiter(map(gold.get, docs, repeat(float("nan"))), np.float64, len(docs))

    def _add_gold(self, golds: Sequence[Mapping[str, float] | None]) -> None:
        """Keep the grades of relevant documents, best first, and how many documents are judged."""
        judged = [gold or {} for gold in golds]
        counts = np.array([len(gold) for gold in judged], dtype=np.int64)
        sample = np.repeat(np.arange(len(judged)), counts)
        grade = np.fromiter(chain.from_iterable(gold.values() for gold in judged), np.float64, len(sample))
        self.judged.append(counts)
        self.negative.append(np.bincount(sample[grade < 0], minlength=len(judged)))
        good = grade > 0
        grade, lengths = grade[good], np.bincount(sample[good], minlength=len(judged))
        self.ideal.append(grade[best_first(grade, lengths)])
        self.ideal_lengths.append(lengths)

    def _unique(self, hits: Hits, where: str) -> tuple[list[str], list[float] | None]:
        if hits.items is None and hits.scores is not None:  # the keys of a dictionary cannot repeat
            return hits.ids, hits.scores
        docs = hits.documents
        if len(set(docs)) == len(docs):
            return docs, hits.scores
        if hits.docs is None and self.inputs.settings.duplicates == "error":
            twice = next(doc for position, doc in enumerate(docs) if doc in docs[:position])
            self.inputs.problems.add(
                Finding(
                    "ranking.duplicate",
                    "error",
                    f"{where} {self.cls.field}",
                    f"document {twice!r} is ranked twice",
                    "every document once",
                    "give chunks their own ids and name their document in `doc`, or keep the first: --duplicates first",
                )
            )
        if hits.docs is None:
            self.repeated += len(docs) - len(set(docs))
        values = hits.scores
        order: Sequence[int] = range(len(docs))
        if values is not None:
            order = sorted(order, key=[-value for value in values].__getitem__)
        best: dict[str, int] = {}
        for position in order:
            best.setdefault(docs[position], position)
        return list(best), None if values is None else [values[position] for position in best.values()]

    def _order(
        self,
        grades: list[Floats],
        scores: list[Sequence[float]],
        names: list[list[str]],
        where: list[str],
    ) -> None:
        lengths = np.array([len(row) for row in grades], dtype=np.int64)
        total = int(lengths.sum())
        grade = np.concatenate([np.zeros(0), *grades])
        try:
            score = np.fromiter(chain.from_iterable(scores), dtype=np.float64, count=total)
        except (TypeError, ValueError):
            score = np.full(total, np.nan)
        query = np.repeat(np.arange(len(grades)), lengths)
        self._refuse_unfinite(score, query, where)
        same = query[1:] == query[:-1]
        order = np.arange(total)
        if (same & (score[1:] > score[:-1])).any():
            order = best_first(score, lengths)
            grade, score = grade[order], score[order]
        self.grades.append(grade)
        self.tied += len(np.unique(query[1:][same & (score[1:] == score[:-1])]))
        rows = np.unique(query[1:][same & _equal_in_single_precision(score)])
        if len(rows):
            self._keep_ties(rows, lengths, order, score, names)
        self.total += total

    def _keep_ties(
        self, rows: Integers, lengths: Integers, order: Integers, score: Floats, names: list[list[str]]
    ) -> None:
        """Keep scores and the order of the names of samples that have equal scores."""
        starts = np.cumsum(lengths) - lengths
        places, by_name = [_NOTHING], [_NOTHING]
        for row in rows.tolist():
            start, length = int(starts[row]), int(lengths[row])
            docs = names[row]
            sorted_names = sorted(range(length), key=docs.__getitem__)
            name = np.empty(length, dtype=np.int64)
            name[sorted_names] = np.arange(length)
            places.append(np.arange(start, start + length))
            by_name.append(name[order[start : start + length] - start])
        place = np.concatenate(places)
        self.ties.append(TiedRows(self.total + place, score[place], np.concatenate(by_name)))

    def _refuse_unfinite(self, score: Floats, query: Integers, where: list[str]) -> None:
        for row in np.unique(query[~np.isfinite(score)]):
            self.inputs.problems.add(
                Finding(
                    "ranking.score",
                    "error",
                    f"{where[row]} {self.cls.field}",
                    "a score is not a finite number",
                    "finite numbers",
                )
            )

    def build(self) -> Rankings:
        """The view of all batches."""
        view = self.cls(
            np.concatenate([np.zeros(0, dtype=np.int8), *self.status]),
            _joined(self.lengths),
            np.concatenate([np.zeros(0), *self.grades]),
            TiedRows(
                _joined([rows.place for rows in self.ties]),
                np.concatenate([np.zeros(0), *(rows.score for rows in self.ties)]),
                _joined([rows.name for rows in self.ties]),
            ),
            _joined(self.ideal_lengths),
            np.concatenate([np.zeros(0), *self.ideal]),
            _joined(self.judged),
            _joined(self.negative),
            self.tied,
        )
        if self.cls.field == "run.retrieved" and self.any_candidates:
            view.stage = "rerank"
        if not self.any_gold:
            view.unmeasured = "no row has gold.docs"
        elif not self.any_run:
            view.unmeasured = f"no row has {self.cls.field}"
        self.inputs.findings += self.forms.findings(self.cls.field)
        if self.repeated:
            self.inputs.findings.append(
                Finding(
                    "ranking.duplicate",
                    "warning",
                    self.cls.field,
                    f"{self.repeated} ranked documents repeat and were left out (first kept)",
                    count=self.repeated,
                )
            )
        return view


def best_first(score: Floats, lengths: Integers) -> Integers:
    """The order that puts each ranking's best score first; equal scores stay as they are."""
    widest = int(lengths.max(initial=0))
    if len(lengths) * widest > 4 * len(score):  # a few rankings are much longer than the others
        return np.lexsort((-score, np.repeat(np.arange(len(lengths)), lengths)))
    inside = np.arange(widest) < lengths[:, None]
    table = np.full(inside.shape, np.inf)
    table[inside] = -score
    order: Integers = (np.argsort(table, axis=1, kind="stable") + (np.cumsum(lengths) - lengths)[:, None])[inside]
    return order


def _joined(parts: Sequence[Integers]) -> Integers:
    return np.concatenate([_NOTHING, *parts])


def _equal_in_single_precision(score: Floats) -> NDArray[np.bool_]:
    """Whether each score but the first is the same 32-bit number as the one before."""
    with np.errstate(over="ignore"):
        single = score.astype(np.float32)
    equal: NDArray[np.bool_] = single[1:] == single[:-1]
    return equal
