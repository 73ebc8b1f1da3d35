"""`Links`: predicted mentions against gold mentions, and their alignment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Batch
from ontoeval.records.model import Mention
from ontoeval.views.base import Flags, Inputs, Integers, Keyed, Status, View, run_is_missing, statuses
from ontoeval.views.coding import NIL, Coder, Codes

Scope = Literal["all", "in_kb", "nil"]
Level = Literal["mention", "document"]


@dataclass(frozen=True)
class Spans:
    """Mentions of one side in arrays of equal length, without repeats, by sample, span and concept.

    Attributes:
        sample: Sample of each mention.
        start, end: Its span in code points, end exclusive.
        code: Its concept (see `Coder`); the first one where there are alternatives.
        kind: Position of its type in the view's ``types``, or -1.
        others: Further codes that are right as well, by position of the mention.
    """

    sample: Integers
    start: Integers
    end: Integers
    code: Codes
    kind: Integers
    others: dict[int, tuple[int, ...]]

    def __len__(self) -> int:
        return len(self.sample)


@dataclass(frozen=True)
class Alignment:
    """Counts by unit (sample, or sample and key), and the pairs behind them.

    Attributes:
        correct, spurious, missed: Counts, shape ``(n_units,)``.
        pairs: Positions of the matched mentions, gold and predicted, shape ``(n, 2)``; empty at document
            level.
    """

    correct: Integers
    spurious: Integers
    missed: Integers
    pairs: Integers


class Links(View):
    """Predicted mentions (``run.mentions``) against ``gold.mentions``.

    Ids are resolved on both sides before they are compared. Repeats of a mention with the same span and
    concept count once. A sample whose gold is null is undefined; an empty gold list says that there is
    nothing to find. A sample that only the run has counts as one without gold mentions.
    """

    keys: ClassVar[tuple[str, ...]] = ("type",)
    bare: ClassVar[tuple[str, str] | None] = ("gold.mentions", "run.mentions")
    stage = "query understanding"

    def __init__(self, status: NDArray[np.int8], gold: Spans, predicted: Spans, types: Sequence[str]) -> None:
        self.status = status
        self.gold = gold
        self.predicted = predicted
        self.types = list(types)
        self._memo: dict[tuple[str, ...], tuple[Integers, Flags, Flags]] = {}

    @classmethod
    def builder(cls, inputs: Inputs) -> LinksBuilder:
        """A new builder."""
        return LinksBuilder(inputs)

    def align(self, scope: Scope = "all", level: Level = "mention", *, spans_only: bool = False) -> Alignment:
        """Match predicted with gold mentions, one to one.

        Args:
            scope: ``"all"``: NIL is a value like any other; ``"in_kb"``: only mentions that have a concept;
                ``"nil"``: only mentions that are NIL.
            level: ``"mention"``: same span and same concept; ``"document"``: the set of concepts of each
                sample, spans and NIL set aside.
            spans_only: Match spans, whatever the concept.
        """
        if level == "document":
            return self._documents()
        pairs, of_gold, of_predicted = self._pairs(scope, spans_only)
        return self._counts(pairs, of_gold, of_predicted)

    def _counts(self, pairs: Integers, of_gold: Flags, of_predicted: Flags) -> Alignment:
        n = len(self.status)
        correct = np.bincount(self.gold.sample[pairs[:, 0]], minlength=n)
        found = np.bincount(self.predicted.sample[of_predicted], minlength=n)
        wanted = np.bincount(self.gold.sample[of_gold], minlength=n)
        return Alignment(correct, found - correct, wanted - correct, pairs)

    def _pairs(self, scope: Scope, spans_only: bool) -> tuple[Integers, Flags, Flags]:
        memo = (scope, "spans" if spans_only else "links")
        if memo not in self._memo:
            of_gold, of_predicted = _in_scope(self.gold.code, scope), _in_scope(self.predicted.code, scope)
            gold_span, predicted_span = _span_keys(self.gold, self.predicted)
            if spans_only:
                pairs = _match(gold_span, predicted_span, of_gold, of_predicted)
            else:
                codes = np.concatenate([self.gold.code, self.predicted.code])
                low, width = int(codes.min(initial=0)), int(codes.max(initial=0) - codes.min(initial=0)) + 1
                gold_key = gold_span * width + (self.gold.code - low)
                predicted_key = predicted_span * width + (self.predicted.code - low)
                pairs = _match(gold_key, predicted_key, of_gold, of_predicted)
                pairs = self._alternatives(pairs, of_gold, of_predicted, gold_span, predicted_span)
            self._memo[memo] = (pairs, of_gold, of_predicted)
        return self._memo[memo]

    def _alternatives(
        self,
        pairs: Integers,
        of_gold: Flags,
        of_predicted: Flags,
        gold_span: Integers,
        predicted_span: Integers,
    ) -> Integers:
        """Add the pairs that only an alternative id makes, in the order of the gold mentions."""
        if not self.gold.others:
            return pairs
        used_gold, used = set(pairs[:, 0].tolist()), set(pairs[:, 1].tolist())
        at: dict[int, list[int]] = {}
        for place in np.flatnonzero(of_predicted).tolist():
            if place not in used:
                at.setdefault(int(predicted_span[place]), []).append(place)
        extra = []
        for place, codes in self.gold.others.items():
            if place in used_gold or not of_gold[place]:
                continue
            free = at.get(int(gold_span[place]), [])
            hit = next((other for other in free if int(self.predicted.code[other]) in codes), None)
            if hit is not None:
                free.remove(hit)
                extra.append((place, hit))
        return np.concatenate([pairs, np.array(extra, dtype=np.int64).reshape(-1, 2)])

    def _documents(self) -> Alignment:
        n = len(self.status)
        gold, predicted = self._concepts(self.gold), self._concepts(self.predicted)
        found = gold & predicted
        left = predicted - found
        wider = self._wider()
        for sample, code in sorted((gold - found) & set(wider)):
            match = next((pair for pair in sorted(left) if pair in wider[sample, code]), None)
            if match is not None:
                found = found | {(sample, code)}
                left = left - {match}
        correct, wanted = _by_sample(found, n), _by_sample(gold, n)
        return Alignment(correct, _by_sample(left, n), wanted - correct, np.zeros((0, 2), dtype=np.int64))

    def _wider(self) -> dict[tuple[int, int], set[tuple[int, int]]]:
        wider: dict[tuple[int, int], set[tuple[int, int]]] = {}
        for place, codes in self.gold.others.items():
            sample = int(self.gold.sample[place])
            wider.setdefault((sample, int(self.gold.code[place])), set()).update((sample, code) for code in codes)
        return wider

    @staticmethod
    def _concepts(side: Spans) -> set[tuple[int, int]]:
        linked = side.code != NIL
        return set(zip(side.sample[linked].tolist(), side.code[linked].tolist(), strict=True))

    def same_span(self) -> Integers:
        """Pairs of gold and predicted mentions with the same span, same concepts first, shape ``(n, 2)``."""
        exact = self.align().pairs
        left_gold = np.ones(len(self.gold), dtype=bool)
        left_predicted = np.ones(len(self.predicted), dtype=bool)
        left_gold[exact[:, 0]] = False
        left_predicted[exact[:, 1]] = False
        gold_span, predicted_span = _span_keys(self.gold, self.predicted)
        return np.concatenate([exact, _match(gold_span, predicted_span, left_gold, left_predicted)])

    def keyed(self, key: str) -> Keyed:
        """The view by (sample, type): a matched prediction has the type of its gold mention."""
        kind_of_predicted = self.predicted.kind.copy()
        pairs = self.same_span()
        kind_of_predicted[pairs[:, 1]] = self.gold.kind[pairs[:, 0]]
        gold_unit = self.gold.sample * (len(self.types) + 1) + self.gold.kind + 1
        predicted_unit = self.predicted.sample * (len(self.types) + 1) + kind_of_predicted + 1
        units, inverse = np.unique(np.concatenate([gold_unit, predicted_unit]), return_inverse=True)
        sample, kind = np.divmod(units, len(self.types) + 1)
        view = _LinksByUnit(self, inverse[: len(self.gold)], inverse[len(self.gold) :], len(units))
        view.status = self.status[sample]
        labels = ["(no type)", *self.types]
        return Keyed(view, sample, kind, labels)


class _LinksByUnit(Links):
    """Links whose counts are by (sample, type); the alignment is that of the whole samples."""

    def __init__(self, whole: Links, gold_unit: Integers, predicted_unit: Integers, n: int) -> None:
        self.whole = whole
        self.gold_unit = gold_unit
        self.predicted_unit = predicted_unit
        self.n = n

    def align(self, scope: Scope = "all", level: Level = "mention", *, spans_only: bool = False) -> Alignment:
        if level == "document":
            from ontoeval.errors import BadParameter

            raise BadParameter(
                "concepts of whole documents have no type", where="average='macro:type' with level='document'"
            )
        pairs, of_gold, of_predicted = self.whole._pairs(scope, spans_only)
        correct = np.bincount(self.gold_unit[pairs[:, 0]], minlength=self.n)
        found = np.bincount(self.predicted_unit[of_predicted], minlength=self.n)
        wanted = np.bincount(self.gold_unit[of_gold], minlength=self.n)
        return Alignment(correct, found - correct, wanted - correct, pairs)


class LinksBuilder:
    """Compiles batches into `Links`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.coder = Coder(inputs.ontology)
        self.status: list[int] = []
        self.any_gold = False
        self.any_run = False
        self.types: dict[str, int] = {}
        self.gold: list[tuple[int, Mention]] = []
        self.predicted: list[tuple[int, Mention]] = []
        self.mismatches: list[str] = []
        self.outside: list[str] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        missing = run_is_missing(batch)
        columns = (batch.column("gold.mentions"), batch.column("run.mentions"), batch.column("query"))
        for position, (gold, predicted, text) in enumerate(zip(*columns, strict=True)):
            self.any_gold |= gold is not None
            self.any_run |= predicted is not None
            sample = len(self.status)
            where = batch.where[position]
            if gold is None and batch.has_gold[position]:
                self.status.append(Status.UNDEFINED)
                continue
            self._check(gold, text, f"{where} gold.mentions", fatal=True)
            self.gold += [(sample, mention) for mention in gold or ()]
            if missing[position] or predicted is None:
                self.status.append(Status.MISSING)
                continue
            self._check(predicted, text, f"{where} run.mentions", fatal=False)
            self.predicted += [(sample, mention) for mention in predicted]
            self.status.append(Status.OK)

    def _check(self, mentions: list[Mention] | None, text: str | None, where: str, *, fatal: bool) -> None:
        if text is None:
            return
        for position, mention in enumerate(mentions or ()):
            if mention["end"] > len(text):
                place = f"{where}[{position}]"
                got = f"span {mention['start']}–{mention['end']} ends past the text of {len(text)} code points"
                if fatal:
                    mend = "offsets count Unicode code points, not bytes or UTF-16 units"
                    self.inputs.problems.add(Finding("mention.offset", "error", place, got, mend=mend))
                else:
                    self.outside.append(f"{place}: {got}")
                continue
            surface = mention.get("text")
            if surface is not None and text[mention["start"] : mention["end"]] != surface:
                there = text[mention["start"] : mention["end"]]
                self.mismatches.append(f"{where}[{position}]: {shorten(surface, 30)!r} is {shorten(there, 30)!r}")

    def build(self) -> Links:
        """The view of all batches."""
        gold, gold_repeats = self._spans(self.gold)
        predicted, predicted_repeats = self._spans(self.predicted)
        view = Links(statuses(self.status), gold, predicted, sorted(self.types))
        if not self.any_gold:
            view.unmeasured = "no row has gold.mentions"
        elif not self.any_run:
            view.unmeasured = "no row has run.mentions"
        findings = self.inputs.findings
        findings += self.coder.check_gold(gold.code, "gold.mentions")
        for name, places, got in (
            ("mention.surface", self.mismatches, "mentions whose text is not what the query has there"),
            ("mention.offset", self.outside, "predicted mentions end past the text"),
        ):
            if places:
                findings.append(
                    Finding(
                        name,
                        "warning",
                        places[0].partition(": ")[0],
                        f"{len(places)} {got}: {places[0].partition(': ')[2]}",
                        mend="offsets count Unicode code points, the end is exclusive",
                        count=len(places),
                    )
                )
        for side, repeats in (("gold.mentions", gold_repeats), ("run.mentions", predicted_repeats)):
            if repeats:
                got = f"{repeats} mentions repeat a span with the same concept and count once"
                findings.append(Finding("mention.repeat", "warning", side, got, count=repeats))
        return view

    def _spans(self, mentions: list[tuple[int, Mention]]) -> tuple[Spans, int]:
        first, rest = [], {}
        kinds = []
        for place, (_, mention) in enumerate(mentions):
            ids = mention.get("ids") or ()
            name = mention.get("id")
            first.append(name if name is not None or not ids else ids[0])
            if len(ids) > 1:
                rest[place] = ids
            kind = mention.get("type")
            kinds.append(-1 if kind is None else self.types.setdefault(kind, len(self.types)))
        rank = {
            place: position
            for position, place in enumerate(sorted(range(len(self.types)), key=list(self.types).__getitem__))
        }
        code = self.coder.codes(first)
        others = {place: tuple(self.coder.codes(ids).tolist()) for place, ids in rest.items()}
        whole = Spans(
            np.array([sample for sample, _ in mentions], dtype=np.int64),
            np.array([mention["start"] for _, mention in mentions], dtype=np.int64),
            np.array([mention["end"] for _, mention in mentions], dtype=np.int64),
            code,
            np.array([rank.get(kind, -1) for kind in kinds], dtype=np.int64),
            others,
        )
        return _without_repeats(whole)


def _without_repeats(spans: Spans) -> tuple[Spans, int]:
    if not len(spans):
        return spans, 0
    key = _rank(_rank(_rank(spans.sample, spans.start), spans.end), spans.code.astype(np.int64))
    _, first = np.unique(key, return_index=True)  # in the order of the keys, whatever the order of the input
    new_place = {int(old): new for new, old in enumerate(first)}
    others = {new_place[old]: codes for old, codes in spans.others.items() if old in new_place}
    kept = Spans(
        spans.sample[first],
        spans.start[first],
        spans.end[first],
        spans.code[first],
        spans.kind[first],
        others,
    )
    return kept, len(spans) - len(first)


def _rank(major: Integers, minor: Integers) -> Integers:
    """Dense ranks of (major, minor) pairs; the product below cannot overflow, since both are ranked first."""
    _, high = np.unique(major, return_inverse=True)
    _, low = np.unique(minor, return_inverse=True)
    _, rank = np.unique(high.astype(np.int64) * (int(low.max(initial=0)) + 1) + low, return_inverse=True)
    ranked: Integers = rank.astype(np.int64)
    return ranked


def _span_keys(gold: Spans, predicted: Spans) -> tuple[Integers, Integers]:
    """Equal numbers for equal (sample, start, end) on both sides."""
    columns = [np.concatenate([getattr(gold, name), getattr(predicted, name)]) for name in ("sample", "start", "end")]
    rank = _rank(_rank(columns[0], columns[1]), columns[2])
    return rank[: len(gold)], rank[len(gold) :]


def _match(gold_key: Integers, predicted_key: Integers, of_gold: Flags, of_predicted: Flags) -> Integers:
    """Pair mentions with equal keys one to one; the n-th of one side with the n-th of the other."""
    gold, predicted = np.flatnonzero(of_gold), np.flatnonzero(of_predicted)
    gold_rank, predicted_rank = _occurrence(gold_key[gold]), _occurrence(predicted_key[predicted])
    deepest = int(max(gold_rank.max(initial=0), predicted_rank.max(initial=0))) + 1
    _, left, right = np.intersect1d(
        gold_key[gold] * deepest + gold_rank,
        predicted_key[predicted] * deepest + predicted_rank,
        assume_unique=True,
        return_indices=True,
    )
    return np.stack([gold[left], predicted[right]], axis=1).astype(np.int64)


def _occurrence(keys: Integers) -> Integers:
    """How many equal keys come before each key."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]])) if len(keys) else order
    counts = np.diff(np.concatenate([starts, [len(keys)]]))
    result = np.empty(len(keys), dtype=np.int64)
    result[order] = np.arange(len(keys)) - np.repeat(starts, counts)
    return result


def _in_scope(code: Codes, scope: Scope) -> Flags:
    inside: Flags = np.ones(len(code), dtype=bool)
    if scope == "in_kb":
        inside = code != NIL
    elif scope == "nil":
        inside = code == NIL
    return inside


def _by_sample(pairs: set[tuple[int, int]], n: int) -> Integers:
    return np.bincount(np.array([sample for sample, _ in pairs], dtype=np.int64), minlength=n)
