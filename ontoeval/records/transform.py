"""Samples made of other samples: runs fused into one, and fields replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from ontoeval.errors import BadParameter, UsageError
from ontoeval.findings import Finding, shorten
from ontoeval.progress import track
from ontoeval.records.batch import Batch, FieldMap, Problems, Uniqueness
from ontoeval.records.fusion import RRF_K, Missing, Normalization, reciprocal_ranks, weighted_scores
from ontoeval.records.ids import ALIKE, variants
from ontoeval.records.model import Hit, Hits
from ontoeval.records.objects import samples_of
from ontoeval.records.samples import Duplicates, Samples, Source, file_source

Method = Literal["rrf", "weighted"]


@dataclass(frozen=True)
class Fused:
    """Runs made into one.

    Attributes:
        rankings: For each question its documents with their fused scores, best first.
        findings: What was noticed: questions that a run lacks, repeated documents.
        hits: For each question the hits as the first run that has them writes them, by id; empty where none is written
            as an object.
    """

    rankings: dict[str, dict[str, float]]
    findings: list[Finding]
    hits: dict[str, dict[str, Hit]]

    def retrieved(self) -> dict[str, Hits]:
        """The fused hits of each question, with their documents."""
        return {
            name: scored_hits(mine, {doc: hit["doc"] for doc, hit in self.hits[name].items() if "doc" in hit})
            for name, mine in self.rankings.items()
        }

    def rows(self) -> list[dict[str, Any]]:
        """The fused run as JSON-ready rows: id, and retrieved hits with their fused score."""
        return [
            {"id": name, "retrieved": [{**hits.get(doc, {}), "id": doc, "score": score} for doc, score in mine.items()]}
            for name, mine in self.rankings.items()
            for hits in [self.hits[name]]
        ]


def fuse(
    *runs: Any,
    method: Method = "rrf",
    k: float = RRF_K,
    weights: Sequence[float] | None = None,
    normalize: Normalization = "min_max",
    missing: Missing = "lowest",
    duplicates: Duplicates = "error",
    depth: int | None = None,
) -> Fused:
    """Fuse the rankings (``run.retrieved``) of several runs, question by question.

    A ranking is ordered by its scores where it has some; equal scores stay as given. A question that a run does not
    have, or has no ranking for, is fused of the others, and counted.

    Args:
        runs: Two or more: paths, rows, or rankings by question (``{"q": ["d1", "d2"]}``, ``{"q": {"d1": 0.9}}``).
        method: ``"rrf"``: reciprocal ranks; ``"weighted"``: normalized scores, see `weighted_scores`.
        k: Constant of ``"rrf"``.
        weights: One weight ≥ 0 for each run.
        normalize, missing: Of ``"weighted"``.
        duplicates: A hit that a ranking holds twice: an ``"error"``, or its ``"first"`` (best) place counts.
        depth: How many fused documents to keep; None is all.

    Raises:
        UsageError: There are fewer than two runs.
        BadParameter: A parameter is not allowed.
        RecordError: Rows cannot be used: a hit twice, or no scores where they are needed; all are listed.

    Example:
        >>> fused = fuse({"q": ["a", "b", "c"]}, {"q": ["b", "d"]}, depth=2)
        >>> {doc: round(score, 5) for doc, score in fused.rankings["q"].items()}
        {'b': 0.03252, 'a': 0.01639}
    """
    if len(runs) < 2:
        raise UsageError(f"{len(runs)} run to fuse", expected="two or more")
    if method not in get_args(Method):
        raise BadParameter(f"method={method!r} is not allowed", expected=" or ".join(get_args(Method)))
    if depth is not None and depth < 1:
        raise BadParameter(f"depth={depth} is not allowed", expected="a whole number ≥ 1")
    problems = Problems()
    read = [_Read(run, number, duplicates, method == "weighted", problems) for number, run in enumerate(runs, 1)]
    problems.raise_if_any()
    rankings, hits = {}, {}
    for name in dict.fromkeys(name for run in read for name in run.scores):
        mine = [run.scores.get(name, {}) for run in read]
        if method == "rrf":
            fused = reciprocal_ranks([list(scores) for scores in mine], k=k, weights=weights)
        else:
            fused = weighted_scores(mine, weights, normalize=normalize, missing=missing)
        rankings[name] = dict(list(fused.items())[:depth])
        hits[name] = {doc: hit for run in reversed(read) for doc, hit in run.hits.get(name, {}).items()}
    findings = [finding for run in read for finding in run.findings(rankings)]
    return Fused(rankings, findings, hits)


class _Read:
    """One run: for each question the scores (0 where there are none) of its hits, best first."""

    def __init__(self, run: Any, number: int, duplicates: Duplicates, scored: bool, problems: Problems) -> None:
        samples = runs_of(run, duplicates)
        self.name = f"run {number} ({samples.name})" if isinstance(run, str | Path) else f"run {number}"
        self.duplicates, self.scored, self.problems = duplicates, scored, problems
        self.repeated = 0
        self.scores: dict[str, dict[str, float]] = {}
        self.hits: dict[str, dict[str, Hit]] = {}
        for batch in track(samples.batches(), f"reading {self.name}"):
            for name, where, hits in zip(batch.ids, batch.where, batch.column("run.retrieved"), strict=True):
                if hits is not None:
                    self.scores[name] = self._best_first(hits, f"{where} run.retrieved")
                    self.hits[name] = {hit["id"]: hit for hit in reversed(hits.items or ())}

    def _best_first(self, hits: Hits, where: str) -> dict[str, float]:
        if self.scored and hits.scores is None and len(hits):
            mend = "fuse by ranks: method='rrf'"
            self.problems.add(Finding("fusion.score", "error", where, "no scores", "a score for every hit", mend))
        ordered = ranked(hits)
        if len(ordered) < len(hits):
            self.repeated += 1
            if self.duplicates == "error":
                twice = next(name for place, name in enumerate(hits.ids) if name in hits.ids[:place])
                mend = "keep the best: duplicates='first'"
                self.problems.add(
                    Finding(
                        "ranking.duplicate", "error", where, f"hit {twice!r} is ranked twice", "every hit once", mend
                    )
                )
        return ordered

    def findings(self, every: Mapping[str, Any]) -> Iterator[Finding]:
        """Questions that this run lacks, and repeats that were left out."""
        lacking = [name for name in every if name not in self.scores]
        if lacking:
            got = f"{len(lacking)} questions have no ranking here: {shorten(', '.join(lacking[:3]))}"
            yield Finding("fusion.missing", "warning", self.name, got, count=len(lacking))
            for found in variants(lacking, self.scores):
                yield Finding("record.near_ids", "warning", self.name, str(found), mend=ALIKE, count=len(found.pairs))
        if self.repeated:
            got = f"{self.repeated} rankings hold a hit twice; its best place counts"
            yield Finding("ranking.duplicate", "warning", self.name, got, count=self.repeated)


def runs_of(run: Any, duplicates: Duplicates = "error") -> Samples:
    """Samples of a run alone: a path, rows, or rankings by question."""
    if isinstance(run, str | Path):
        return Samples(file_source(Path(run), "run"), duplicates=duplicates)
    return samples_of(run, duplicates=duplicates, bare=("run.retrieved", "run.retrieved"))


def ranked(hits: Hits) -> dict[str, float]:
    """The score of each hit (0 where they have none), best first; of a hit that is there twice its best place."""
    scores = hits.scores or [0.0] * len(hits)
    order = sorted(range(len(hits)), key=[-score for score in scores].__getitem__)
    found: dict[str, float] = {}
    for place in order:
        found.setdefault(hits.ids[place], scores[place])
    return found


def take(hits: Hits, places: Sequence[int]) -> Hits:
    """The hits at some places, in that order."""
    return Hits(
        [hits.ids[place] for place in places],
        None if hits.scores is None else [hits.scores[place] for place in places],
        None if hits.docs is None else [hits.docs[place] for place in places],
        None if hits.items is None else [hits.items[place] for place in places],
    )


def first_hits(hits: Hits, depth: int | None) -> Hits:
    """The best ``depth`` hits, best first; all of them for None."""
    places = list(range(len(hits)))
    if hits.scores is not None:
        places.sort(key=[-score for score in hits.scores].__getitem__)
    return take(hits, places[:depth])


def changed(samples: Samples, change: Callable[[Batch], Batch], name: str | None = None) -> Samples:
    """The same samples after a change of every batch."""

    def batches(fields: FieldMap, problems: Problems, unique: Uniqueness) -> Iterator[Batch]:
        yield from map(change, samples.batches())

    return Samples(Source(name or samples.name, "both", batches), docs=samples.docs)


def with_rankings(samples: Samples, rankings: Mapping[str, Hits], name: str) -> Samples:
    """The same samples with other rankings (``run.retrieved``); those without one have no run."""

    def change(batch: Batch) -> Batch:
        hits = [rankings.get(one) for one in batch.ids]
        columns = {**batch.columns, "run.retrieved": hits, "run.error": [None] * len(batch)}
        return replace(batch, has_run=[mine is not None for mine in hits], columns=columns)

    return changed(samples, change, name)


def scored_hits(scores: Mapping[str, float], documents: Mapping[str, str]) -> Hits:
    """Hits with these scores, best first, each with its document where that is not the hit itself."""
    if not documents.keys() & scores.keys():
        return Hits(list(scores), list(scores.values()))
    items = [Hit(id=name, doc=documents.get(name, name), score=score) for name, score in scores.items()]
    return Hits(list(scores), list(scores.values()), [item["doc"] for item in items], items)
