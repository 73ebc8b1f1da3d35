"""Lost in the middle: correctness by where the gold context stands among those that the generator reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ontoeval.errors import InputError
from ontoeval.evaluation.retrieval.versions import version
from ontoeval.records.model import Hits
from ontoeval.records.objects import samples_of
from ontoeval.records.samples import Samples
from ontoeval.statistics.bootstrap import REPLICATES
from ontoeval.statistics.intervals import Interval, intervals
from ontoeval.statistics.rows import Floats, Table
from ontoeval.views.base import run_is_missing

FIRST, MIDDLE, LAST = PLACES = ("first", "middle", "last")
_FEWEST_CONTEXTS = 3


@dataclass(frozen=True)
class Positions:
    """Correctness by position of the gold context.

    Attributes:
        metric: The measure of correctness.
        places: For ``first``, ``middle`` (everything between) and ``last``: ``place``, ``value``, ``n``.
        ranks: The same for each rank from 1.
        u: ``(first + last) / 2 - middle``; above 0 the middle is read worst. None unless each place has a question.
        interval: Of ``u``: bootstrap over clusters.
        left_out: Why questions say nothing of positions, and how many.
    """

    metric: str
    places: list[dict[str, Any]]
    ranks: list[dict[str, Any]]
    u: float | None
    interval: Interval
    left_out: dict[str, int]


def lost_in_the_middle(
    gold: Any,
    run: Any = None,
    *,
    correct: str = "exact_match",
    fields: Mapping[str, str] | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Positions:
    """Correctness of answers by where the one gold context stands in ``run.contexts``, and how U-shaped it is.

    In a log the position depends on the question: an easy one has its gold context first. Only the same questions with
    the gold context at each place tell of the generator; `ontoeval.records.probes.position_probes` makes them, with the
    question as their cluster, so that the interval knows that they belong together.

    Args:
        gold, run: As for ``oe.score``, with ``gold.docs`` and ``run.contexts`` in the order of the prompt.
        correct: Measure of correctness with one value for each question.
        fields: Other places of fields.
        replicates, seed: Of the bootstrap.

    Raises:
        InputError: No question tells of a position.

    Source: Liu et al. 2024, Lost in the Middle, doi:10.1162/tacl_a_00638.
    """
    samples = samples_of(gold, run, fields=fields)
    scored = version(samples, correct)
    scored.rows(scored.everything)
    values = scored.scored.item_values
    rank, size, left_out = _positions(samples)
    known = ~np.isnan(values)
    silent = int(((rank >= 0) & ~known).sum())
    if silent:
        left_out["no value of correctness"] = silent
    used = np.flatnonzero((rank >= 0) & known)
    if not len(used):
        reasons = ", ".join(f"{what}: {count}" for what, count in left_out.items())
        raise InputError(f"no question tells of a position ({reasons})", where=samples.name)
    place = np.where(rank[used] == 0, 0, np.where(rank[used] == size[used] - 1, 2, 1))
    weights = scored.roster.weights
    weight = np.ones(len(values)) if weights is None else weights
    rows = _rows(values[used], place, used).weighted(weight)
    found = rows.sums()
    interval = intervals([rows], len(scored.roster), scored.roster.cluster_hashes, replicates=replicates, seed=seed)[0]
    ranks = [_row("rank", int(at) + 1, used[rank[used] == at], values, weight) for at in np.unique(rank[used])]
    places = [_row("place", name, used[place == at], values, weight) for at, name in enumerate(PLACES)]
    return Positions(scored.scored.measure.name, places, ranks, found.value, interval, left_out)


def _rows(value: Floats, place: Any, sample: Any) -> Table:
    columns = {"value": value, "count": np.ones(len(value), dtype=np.int64)}
    return Table(columns, key=place, labels=PLACES, statistic=_u, sample=sample)


def _u(columns: Mapping[str, Floats]) -> Floats:
    """The mean of both ends minus the middle; keys in the order of their names: first, last, middle."""
    count = columns["count"]
    mean = np.where(count > 0, columns["value"] / np.where(count > 0, count, 1.0), np.nan)
    first, last, middle = np.moveaxis(mean, -1, 0)
    result: Floats = (first + last) / 2 - middle
    return result


def _positions(samples: Samples) -> tuple[Any, Any, dict[str, int]]:
    """Rank of the gold context (-1: none that can be used) and number of contexts of each sample."""
    ranks: list[int] = []
    sizes: list[int] = []
    reasons: dict[str, int] = {}
    for batch in samples.batches():
        columns = (run_is_missing(batch), batch.column("gold.docs"), batch.column("run.contexts"))
        for lost, grades, hits in zip(*columns, strict=True):
            at, reason = (-1, "no contexts") if lost or hits is None else _rank(grades or {}, hits)
            ranks.append(at)
            sizes.append(0 if hits is None else len(hits))
            if reason:
                reasons[reason] = reasons.get(reason, 0) + 1
    return np.array(ranks, dtype=np.int64), np.array(sizes, dtype=np.int64), reasons


def _rank(grades: Mapping[str, float], hits: Hits) -> tuple[int, str]:
    """Rank of the one gold context from 0, or -1 and why there is none."""
    gold = [at for at, doc in enumerate(hits.documents) if grades.get(doc, 0) > 0]
    if len(hits) < _FEWEST_CONTEXTS:
        return -1, "fewer than three contexts"
    if len(gold) != 1:
        return -1, "several gold contexts" if gold else "no gold context"
    return gold[0], ""


def _row(name: str, label: str | int, samples: Any, values: Floats, weight: Floats) -> dict[str, Any]:
    mean = float(np.average(values[samples], weights=weight[samples])) if len(samples) else None
    return {name: label, "value": mean, "n": len(samples)}
