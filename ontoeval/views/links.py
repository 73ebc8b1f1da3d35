"""`Links`: predicted mentions against gold mentions, and their alignment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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

    Attributes:
        gold, predicted: The mentions of each side.
        types: The types of mentions.
        name: From a code to the id that it stands for.
    """

    keys: ClassVar[tuple[str, ...]] = ("type",)
    bare: ClassVar[tuple[str, str] | None] = ("gold.mentions", "run.mentions")
    stage = "query understanding"

    def __init__(self, status: NDArray[np.int8], gold: Spans, predicted: Spans, types: Sequence[str]) -> None:
        self.status = status
        self.gold = gold
        self.predicted = predicted
        self.types = list(types)
        self.name: Callable[[int], str] = str
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
        """Pair anew, as many mentions as possible, at the spans where gold has alternative ids."""
        if not self.gold.others:
            return pairs
        spans = np.unique(gold_span[sorted(self.gold.others)])
        again: list[tuple[int, int]] = []
        free = _places_at(spans, predicted_span, of_predicted)
        for span, golds in _places_at(spans, gold_span, of_gold).items():
            others = free.get(span, [])
            codes = [int(self.predicted.code[place]) for place in others]
            right = [{int(self.gold.code[place]), *self.gold.others.get(place, ())} for place in golds]
            again += [(golds[left], others[found]) for left, found in _most_pairs(right, codes)]
        kept = pairs[~np.isin(gold_span[pairs[:, 0]], spans)]
        return np.concatenate([kept, np.array(again, dtype=np.int64).reshape(-1, 2)])

    def _documents(self) -> Alignment:
        n = len(self.status)
        gold, predicted = self._concepts(self.gold), self._concepts(self.predicted)
        correct, found, wanted = (_by_sample(pairs, n) for pairs in (gold & predicted, predicted, gold))
        wider = self._wider()
        names: dict[int, list[int]] = {sample: [] for sample in wider}
        for sample, code in sorted(predicted):
            if sample in names:
                names[sample].append(code)
        for sample, right in wider.items():
            correct[sample] = len(_most_pairs(list(right.values()), names[sample]))
        return Alignment(correct, found - correct, wanted - correct, np.zeros((0, 2), dtype=np.int64))

    def _wider(self) -> dict[int, dict[int, set[int]]]:
        """Where gold has alternatives: by sample and gold concept, all codes that are right."""
        wider: dict[int, dict[int, set[int]]] = {int(self.gold.sample[place]): {} for place in self.gold.others}
        for place, (sample, code) in enumerate(zip(self.gold.sample.tolist(), self.gold.code.tolist(), strict=True)):
            if sample in wider and code != NIL:
                wider[sample].setdefault(code, {code}).update(self.gold.others.get(place, ()))
        return wider

    @staticmethod
    def _concepts(side: Spans) -> set[tuple[int, int]]:
        linked = side.code != NIL
        return set(zip(side.sample[linked].tolist(), side.code[linked].tolist(), strict=True))

    def same_span(self) -> Integers:
        """Pairs of gold and predicted mentions with the same span, shape ``(n, 2)``.

        Same concepts are paired first, then two concepts, then NIL with a concept.
        """
        pairs = self.align().pairs
        gold_span, predicted_span = _span_keys(self.gold, self.predicted)
        scopes: tuple[Scope, ...] = ("in_kb", "all")
        for scope in scopes:
            of_gold, of_predicted = _in_scope(self.gold.code, scope), _in_scope(self.predicted.code, scope)
            of_gold[pairs[:, 0]] = False
            of_predicted[pairs[:, 1]] = False
            pairs = np.concatenate([pairs, _match(gold_span, predicted_span, of_gold, of_predicted)])
        return pairs

    def keyed(self, key: str) -> Keyed:
        """The view by (sample, type): a matched prediction has the type of its gold mention."""
        kind_of_predicted = self.predicted.kind.copy()
        pairs = self.same_span()
        kind_of_predicted[pairs[:, 1]] = self.gold.kind[pairs[:, 0]]
        gold_unit = self.gold.sample * (len(self.types) + 1) + self.gold.kind + 1
        predicted_unit = self.predicted.sample * (len(self.types) + 1) + kind_of_predicted + 1
        units, inverse = np.unique(np.concatenate([gold_unit, predicted_unit]), return_inverse=True)
        sample, kind = np.divmod(units, len(self.types) + 1)
        gold = replace(self.gold, sample=inverse[: len(self.gold)])
        predicted = replace(self.predicted, sample=inverse[len(self.gold) :])
        view = _LinksByType(self.status[sample], gold, predicted, self.types)
        view.name = self.name
        return Keyed(view, sample, kind, ["(no type)", *self.types])


class _LinksByType(Links):
    """Links whose samples are (sample, type) pairs; same spans were paired before, over all types."""

    def align(self, scope: Scope = "all", level: Level = "mention", *, spans_only: bool = False) -> Alignment:
        if level == "document":
            from ontoeval.errors import BadParameter

            raise BadParameter(
                "concepts of whole documents have no type", where="average='macro:type' with level='document'"
            )
        return super().align(scope, level, spans_only=spans_only)


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
        both = [mention for side in (self.gold, self.predicted) for _, mention in side]
        self.coder.learn(text for mention in both for text in (mention.get("id"), *(mention.get("ids") or ())))
        types = {kind for mention in both if (kind := mention.get("type"))}
        self.types = {kind: place for place, kind in enumerate(sorted(types))}
        gold, gold_repeats = self._spans(self.gold)
        predicted, predicted_repeats = self._spans(self.predicted)
        view = Links(statuses(self.status), gold, predicted, list(self.types))
        view.name = self.coder.name
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
            if any(other != first[-1] for other in ids):
                rest[place] = ids
            kinds.append(self.types.get(mention.get("type") or "", -1))
        code = self.coder.codes(first)
        others = {place: tuple(self.coder.codes(ids).tolist()) for place, ids in rest.items()}
        whole = Spans(
            np.array([sample for sample, _ in mentions], dtype=np.int64),
            np.array([mention["start"] for _, mention in mentions], dtype=np.int64),
            np.array([mention["end"] for _, mention in mentions], dtype=np.int64),
            code,
            np.array(kinds, dtype=np.int64),
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


def _places_at(spans: Integers, span: Integers, chosen: Flags) -> dict[int, list[int]]:
    """Places of the chosen mentions at the given spans, by span."""
    places: dict[int, list[int]] = {}
    for place in np.flatnonzero(chosen & np.isin(span, spans)).tolist():
        places.setdefault(int(span[place]), []).append(place)
    return places


def _most_pairs(right: Sequence[set[int]], codes: Sequence[int]) -> list[tuple[int, int]]:
    """As many (gold, predicted) pairs as can be made, each once: a matching by augmenting paths."""
    owner: dict[int, int] = {}

    def assign(gold: int, tried: set[int]) -> bool:
        for place, code in enumerate(codes):
            if code in right[gold] and place not in tried:
                tried.add(place)
                if place not in owner or assign(owner[place], tried):
                    owner[place] = gold
                    return True
        return False

    for gold in range(len(right)):
        assign(gold, set())
    return sorted((gold, place) for place, gold in owner.items())


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
