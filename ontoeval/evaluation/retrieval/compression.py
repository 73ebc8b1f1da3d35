"""What shorter contexts save, and what they cost in correctness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ontoeval.errors import BadParameter, InputError
from ontoeval.evaluation.compare import Change, compare
from ontoeval.evaluation.record import record
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.retrieval.versions import rising
from ontoeval.records.objects import samples_of
from ontoeval.records.samples import Samples
from ontoeval.views.base import run_is_missing
from ontoeval.views.compiled import Compiled
from ontoeval.views.contexts import LengthUnit
from ontoeval.views.contexts.sizes import words

Finding = Literal["fine", "too far", "not shown"]
#: Two points: the handbook's limit.
LIMIT = 0.02
_DIGITS = 12  # .9 - .88 is two points, whatever doubles make of it


@dataclass(frozen=True)
class Compression:
    """Compressed contexts against full ones.

    Attributes:
        ratio: Length of the compressed contexts over that of the full ones, on the questions where both are known.
        n_lengths: These questions.
        limit: Drop of correctness that is accepted.
        change: Correctness with full contexts (A) and compressed ones (B).
        drop: A - B; None where one of them is undefined.
        verdict: ``"too far"``: the drop is above the limit; ``"fine"``: it is shown to be at most that;
            ``"not shown"``: it is at most that in these questions, but more of them are needed to show it.
    """

    ratio: float
    n_lengths: int
    limit: float
    change: Change
    drop: float | None
    verdict: Finding


def compression(
    gold: Any,
    full: Any,
    compressed: Any,
    *,
    correct: str = "exact_match",
    limit: float = LIMIT,
    unit: LengthUnit = "tokens",
    fields: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Compression:
    """How much shorter compressed contexts are, and how much correctness they cost, paired by question.

    Args:
        gold: Golden set, as for ``oe.score``.
        full, compressed: The run with the contexts as they were retrieved, and that with compressed ones.
        correct: Measure of correctness; higher must be better.
        limit: Drop that is accepted, absolute: .02 is two points.
        unit: ``"tokens"``: ``run.tokens`` of ``contexts``; ``"words"``: of the texts of ``run.contexts``.
        fields: Other places of fields.
        seed: Of the bootstrap and the randomization test.

    Raises:
        BadParameter: The measure is better when lower, or the limit or the unit is not allowed.
        InputError: No question has a known length of its contexts in both runs.
        NotComparable: The two runs have no question in common.

    Source: Handbook, part 4 (context compression).
    """
    measure = rising(correct)
    if not 0 <= limit < 1 or unit not in ("tokens", "words"):
        got = f"limit={limit}, unit={unit!r} is not allowed"
        raise BadParameter(got, expected="a drop from 0 to 1, tokens or words")
    runs = [samples_of(gold, run, fields=fields) for run in (full, compressed)]
    before, after = (_lengths(run, unit) for run in runs)
    both = [name for name in before if name in after]
    total = sum(before[name] for name in both)
    if not total:
        what = "run.tokens of contexts" if unit == "tokens" else "texts in run.contexts"
        raise InputError(f"no question has {what} in both runs", where="compression")
    reports = [record(Report(Compiled(run), [measure], with_intervals=False)) for run in runs]
    change = compare(*reports, margin=limit, seed=seed)[measure.name]
    paired = change.paired
    drop = None if paired is None or paired.a is None or paired.b is None else paired.a - paired.b
    verdict: Finding = "fine" if change.claim in ("superior", "non-inferior") else "not shown"
    if drop is not None and round(drop, _DIGITS) > limit:
        verdict = "too far"
    return Compression(sum(after[name] for name in both) / total, len(both), limit, change, drop, verdict)


def _lengths(samples: Samples, unit: LengthUnit) -> dict[str, int]:
    """Length of the contexts of each question where it is known."""
    found = {}
    for batch in samples.batches():
        columns = (run_is_missing(batch), batch.column("run.tokens"), batch.column("run.contexts"))
        for name, lost, tokens, hits in zip(batch.ids, *columns, strict=True):
            length = (tokens or {}).get("contexts") if unit == "tokens" else words(hits)
            if not lost and length is not None:
                found[name] = length
    return found
