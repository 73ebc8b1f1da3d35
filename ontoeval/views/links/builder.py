"""`LinksBuilder`: mentions of records into the arrays of `Links`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import InputError
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Batch
from ontoeval.records.mentions import Mentions
from ontoeval.records.model import Mention
from ontoeval.views.base import Inputs, Integers
from ontoeval.views.coding import NIL, Coder, Codes
from ontoeval.views.links.spans import Ranked, Spans
from ontoeval.views.links.view import Links, Vocabulary
from ontoeval.views.sides import Sides

_KINDS: dict[str, type] = dict.fromkeys(("sample", "start", "end", "raw", "kind"), np.int64) | {"score": np.float64}
_OFFSETS = "offsets count Unicode code points, the end is exclusive"


class _Places(dict[str | None, int]):
    """Numbers texts in the order in which they come; None is -1."""

    def __init__(self) -> None:
        super().__init__({None: -1})

    def __missing__(self, text: str | None) -> int:
        place = self[text] = len(self) - 1
        return place

    @property
    def texts(self) -> list[str]:
        """The texts in that order."""
        return [text for text in self if text is not None]

    def sorted(self) -> tuple[list[str], Integers]:
        """The texts in alphabetical order, and from old numbers to new ones; the last number stands for None."""
        texts = self.texts
        order = sorted(range(len(texts)), key=texts.__getitem__)
        new = np.full(len(texts) + 1, -1, dtype=np.int64)
        new[order] = np.arange(len(texts))
        return [texts[place] for place in order], new


class _Side:
    """The mentions of one side as they come in, batch by batch."""

    def __init__(self, ids: _Places, types: _Places, clusters: _Places) -> None:
        self.ids, self.types, self.clusters = ids, types, clusters
        self.rare: dict[int, Mention] = {}
        self.parents: dict[int, tuple[int, ...]] = {}
        self.size = 0
        self._waiting: list[tuple[int, Mentions]] = []
        self._columns: dict[str, list[NDArray[Any]]] = {name: [] for name in _KINDS}

    def add(self, sample: int, mentions: Mentions) -> None:
        """Keep the mentions of one sample."""
        self._waiting.append((sample, mentions))
        for place, item in enumerate(mentions.items or (), self.size):
            self.rare[place] = item
            self._number(item)
            if parents := item.get("parents"):
                self.parents[place] = tuple(self.size + parent for parent in parents)
        self.size += len(mentions)

    def _number(self, item: Mention) -> None:
        """Give a number to every id and to the cluster of a mention."""
        self.clusters[item.get("nil_cluster")]
        for name in (*_several(item), *(candidate["id"] for candidate in item.get("candidates") or ())):
            self.ids[name]

    def pack(self) -> None:
        """Turn what came in since the last time into arrays."""
        if not self._waiting:
            return
        samples, mentions = zip(*self._waiting, strict=True)
        sizes = list(map(len, mentions))
        ids = chain.from_iterable(map(_first_ids, mentions))
        types = _filled([each.types for each in mentions], sizes)
        scores = _filled([each.scores for each in mentions], sizes)
        self._keep("sample", np.repeat(samples, sizes))
        self._keep("start", np.concatenate([each.starts for each in mentions]))
        self._keep("end", np.concatenate([each.ends for each in mentions]))
        self._keep("raw", np.fromiter(map(self.ids.__getitem__, ids), np.int64, sum(sizes)))
        self._keep("kind", np.full(sum(sizes), -1) if types is None else [self.types[kind or None] for kind in types])
        self._keep("score", np.full(sum(sizes), np.nan) if scores is None else scores)
        self._waiting = []

    def _keep(self, name: str, values: Any) -> None:
        self._columns[name].append(np.asarray(values, dtype=_KINDS[name]))

    def column(self, name: str) -> NDArray[Any]:
        """One column of all mentions."""
        return np.concatenate([np.zeros(0, dtype=_KINDS[name]), *self._columns[name]])

    def spans(self, ids: Integers, types: Integers, clusters: Integers, texts: Sequence[str | None]) -> Spans:
        """The arrays; the codes are still those of the spellings."""
        n = self.size
        optional, cluster = np.zeros(n, dtype=bool), np.full(n, -1, dtype=np.int64)
        others: dict[int, tuple[int, ...]] = {}
        parts: dict[int, tuple[int, ...]] = {}
        for place, item in self.rare.items():
            optional[place] = item.get("optional", False)
            cluster[place] = clusters[self.clusters[item.get("nil_cluster")]]
            several = tuple(ids[[self.ids[name] for name in _several(item)]].tolist())
            if several:
                (parts if item.get("combine") == "all" else others)[place] = several
        raw = ids[self.column("raw")]
        return Spans(
            sample=self.column("sample"),
            start=self.column("start"),
            end=self.column("end"),
            code=raw.astype(np.int32),
            raw=raw,
            kind=types[self.column("kind")],
            score=self.column("score"),
            optional=optional,
            cluster=cluster,
            others=others,
            parts=parts,
            candidates=self._candidates(ids),
            repeats=np.zeros(n, dtype=np.int64),
            parents=self.parents,
            texts=texts,
        )

    def _candidates(self, ids: Integers) -> Ranked:
        counts = np.zeros(self.size, dtype=np.int64)
        raw, scores = array("q"), array("d")
        ties = 0
        for place, item in sorted(self.rare.items()):
            found = item.get("candidates") or []
            counts[place] = len(found)
            known = [score for candidate in found if (score := candidate.get("score")) is not None]
            if len(known) == len(found):
                ties += len(known) - len(set(known))
                found = sorted(found, key=lambda candidate: -(candidate.get("score") or 0.0))
            raw.extend([self.ids[candidate["id"]] for candidate in found])
            scores.extend([nan if (score := candidate.get("score")) is None else score for candidate in found])
        named = ids[np.frombuffer(raw, dtype=np.int64)]
        indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return Ranked(indptr, named.astype(np.int32), named, np.frombuffer(scores, dtype=np.float64), ties)


def _several(item: Mention) -> list[str]:
    """Several ids of a mention, its ``id`` among them; none when it has one at most."""
    name, names = item.get("id"), item.get("ids") or []
    every = list(dict.fromkeys(([] if name is None else [name]) + names))
    return every if len(every) > 1 else []


def _filled(columns: list[list[Any] | None], sizes: list[int]) -> list[Any] | None:
    """The columns of some samples as one; None when none has it."""
    if all(column is None for column in columns):
        return None
    every = (column or [None] * size for column, size in zip(columns, sizes, strict=True))
    return list(chain.from_iterable(every))


def _first_ids(mentions: Mentions) -> list[str | None]:
    return mentions.ids if mentions.items is None else [_first(item) for item in mentions.items]


def _first(item: Mention) -> str | None:
    name, names = item.get("id"), item.get("ids")
    return names[0] if name is None and names else name


class LinksBuilder:
    """Compiles batches into `Links`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.coder = Coder(inputs.ontology, inputs.settings.nil)
        self.sides = Sides("mentions")
        self.texts: list[str | None] = []
        self.areas: dict[int, list[tuple[int, int]]] = {}
        self.ids, self.types, self.clusters = _Places(), _Places(), _Places()
        self.gold, self.predicted = (_Side(self.ids, self.types, self.clusters) for _ in range(2))
        self.mismatches: list[str] = []
        self.outside: list[str] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        before = len(self.texts)
        self.texts += batch.column("query")
        areas = enumerate(batch.column("gold.spans"), before)
        self.areas.update((sample, area) for sample, area in areas if area is not None)
        for sample, where, gold, predicted in self.sides.pairs(batch):
            text = self.texts[sample]
            for side, mentions, field in (
                (self.gold, gold, "gold.mentions"),
                (self.predicted, predicted, "run.mentions"),
            ):
                if mentions:
                    if text is not None:
                        self._check(mentions, text, f"{where} {field}", fatal=side is self.gold)
                    side.add(sample, mentions)
        self.gold.pack()
        self.predicted.pack()

    def _check(self, mentions: Mentions, text: str, where: str, *, fatal: bool) -> None:
        starts, ends, surfaces = mentions.starts.tolist(), mentions.ends.tolist(), mentions.texts
        if max(ends) > len(text):
            for position, (start, end) in enumerate(zip(starts, ends, strict=True)):
                if end > len(text):
                    self._past(f"{where}[{position}]", start, end, len(text), fatal)
        if surfaces is None:
            return
        for position, (start, end, surface) in enumerate(zip(starts, ends, surfaces, strict=True)):
            if surface is not None and end <= len(text) and text[start:end] != surface:
                there = shorten(text[start:end], 30)
                self.mismatches.append(f"{where}[{position}]: {shorten(surface, 30)!r} is {there!r}")

    def _past(self, place: str, start: int, end: int, size: int, fatal: bool) -> None:
        got = f"span {start}–{end} ends past the text of {size} code points"
        if fatal:
            mend = "offsets count Unicode code points, not bytes or UTF-16 units"
            self.inputs.problems.add(Finding("mention.offset", "error", place, got, mend=mend))
        else:
            self.outside.append(f"{place}: {got}")

    def build(self) -> Links:
        """The view of all batches.

        Raises:
            InputError: The ontology holds none of the gold ids, or one of them where the NIL policy forbids that.
        """
        spellings, ids = self.ids.sorted()
        self.coder.learn(spellings)
        types, kinds = self.types.sorted()
        clusters, numbers = self.clusters.sorted()
        gold, predicted = (side.spans(ids, kinds, numbers, self.texts) for side in (self.gold, self.predicted))
        codes = np.append(self.coder.codes(spellings), np.int32(NIL)).astype(np.int32)
        self.inputs.findings += self.coder.check_gold(codes[gold.raw], "gold.mentions")
        gold_codes, gold = self._outside_ontology(codes, gold)
        vocabulary = Vocabulary(types, spellings, clusters, gold_codes, codes, self.coder.name, self.areas)
        view = Links(self.sides.status, gold, predicted, vocabulary, self.inputs.ontology)
        view.unmeasured = self.sides.unmeasured
        self._note(view, spellings)
        return view

    def _outside_ontology(self, codes: Codes, gold: Spans) -> tuple[Codes, Spans]:
        """The codes of gold ids, and the gold mentions, once ids that the ontology does not hold are dealt with."""
        rule = self.coder.nil.outside_gold
        absent = codes < NIL
        if rule == "keep" or self.inputs.ontology is None or not absent[gold.raw].any():
            return codes, gold
        lost = np.flatnonzero(absent[gold.raw])
        names = ", ".join(
            shorten(self.coder.name(int(code)), 40) for code in np.unique(codes[gold.raw[lost]])[::-1][:3]
        )
        got = f"{len(lost)} mentions have an id that the ontology does not hold: {names}"
        if rule == "error":
            mend = 'correct the golden set, or choose another rule: outside_gold = "keep", "nil" or "drop"'
            raise InputError(got, where="gold.mentions", expected="ids of the ontology", mend=mend)
        done = {"nil": "they count as NIL", "drop": "they are left out"}[rule]
        self._add("mention.outside_ontology", "gold.mentions", len(lost), f"{got}; {done}")
        if rule == "drop":
            left = np.flatnonzero(~absent[gold.raw])
            return codes, replace(gold.take(left), parents={})
        return np.where(absent, np.int32(NIL), codes).astype(np.int32), gold

    def _note(self, view: Links, spellings: Sequence[str]) -> None:
        """Say what was used, but should be looked at."""
        for name, places, got in (
            ("mention.surface", self.mismatches, "mentions whose text is not what the query has there"),
            ("mention.offset", self.outside, "predicted mentions end past the text"),
        ):
            if places:
                where, _, first = places[0].partition(": ")
                self._add(name, where, len(places), f"{len(places)} {got}: {first}", _OFFSETS)
        for where, side in (("gold.mentions", view.gold), ("run.mentions", view.predicted)):
            if repeats := int(side.repeats.sum()):
                got = f"{repeats} mentions repeat a span with the same concept and count once"
                self._add("mention.repeat", where, repeats, got)
        if outside := int(view.outside.sum()):
            got = f"{outside} predicted mentions lie outside the annotated area (gold.spans): alone they do not count"
            self._add("mention.area", "run.mentions", outside, got)
        if ties := view.predicted.candidates.ties:
            got = f"{ties} candidates have the score of another candidate of their mention: the given order ranks them"
            self._add("mention.tie", "run.mentions", ties, got)
        odd = self.coder.nil_like(spellings)
        if odd:
            got = f"{len(odd)} ids look like NIL, but are compared as ids: {', '.join(map(repr, odd[:5]))}"
            mend = 'name them in the NIL policy: [nil] tokens = ["…"]'
            self._add("mention.nil", "gold.mentions, run.mentions", len(odd), got, mend)

    def _add(self, name: str, where: str, count: int, got: str, mend: str = "") -> None:
        self.inputs.findings.append(Finding(name, "warning", where, got, mend=mend, count=count))
