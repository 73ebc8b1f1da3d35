"""Two runs on the same questions: what moved, by how much, and whether that is more than chance."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import NotComparable, UsageError, closest
from ontoeval.evaluation.naming import full_name
from ontoeval.evaluation.record import Record, RecordedMeasure
from ontoeval.evaluation.result import frame
from ontoeval.statistics.bootstrap import REPLICATES
from ontoeval.statistics.paired import Paired, compare_rows, holm
from ontoeval.views.places import ONTOLOGY_SLICES

Verdict = Literal["better", "worse", "no evidence", "not comparable"]
_SMALL = 30
_MOST_MOVED = 50


@dataclass(frozen=True)
class Change:
    """How one measure moved on one slice.

    Attributes:
        metric: Name of the measure.
        slice: ``"tag=value"``, or "" for all common questions.
        direction: Whether ``"higher"`` or ``"lower"`` is better.
        paired: The comparison; None when the two are not comparable.
        p_adjusted: p adjusted for all measures of the slice (Holm).
        verdict: ``"better"``, ``"worse"``, ``"no evidence"`` or ``"not comparable"``.
        reason: Why it is not comparable, or what limits the verdict.
        claim: What the interval shows about the margin, when one was given: ``"superior"``, ``"non-inferior"`` or
            ``"not shown"``.
    """

    metric: str
    slice: str
    direction: str
    paired: Paired | None
    p_adjusted: float | None
    verdict: Verdict
    reason: str
    claim: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The change as a JSON-ready row."""
        paired = self.paired
        return {
            "metric": self.metric,
            "slice": self.slice,
            "a": paired.a if paired else None,
            "b": paired.b if paired else None,
            "delta": paired.delta if paired else None,
            "low": paired.interval.low if paired else None,
            "high": paired.interval.high if paired else None,
            "interval": paired.interval.method if paired else None,
            "n": paired.n if paired else None,
            "n_differ": paired.n_differ if paired else None,
            "p": paired.p if paired else None,
            "p_adjusted": self.p_adjusted,
            "test": paired.test if paired else None,
            "only_b": paired.flips[0] if paired and paired.flips else None,
            "only_a": paired.flips[1] if paired and paired.flips else None,
            "mcnemar": paired.mcnemar if paired else None,
            "direction": self.direction,
            "verdict": self.verdict,
            "claim": self.claim,
            "reason": self.reason,
        }


@dataclass(frozen=True, repr=False)
class Comparison:
    """The comparison of two runs.

    Attributes:
        a, b: Names of the runs.
        n_common: Questions that both have, with the same gold.
        notes: What was set aside, and what limits the comparison.
        changes: One per measure on all questions, then by slice.
        moved: Questions that moved most, with the stage at which each run loses them.
    """

    a: str
    b: str
    n_common: int
    notes: list[str]
    changes: list[Change]
    moved: list[dict[str, Any]] = field(default_factory=list)

    def __getitem__(self, metric: str) -> Change:
        whole = {change.metric: change for change in self.changes if not change.slice}
        return whole[full_name(metric, whole, "the comparison")]

    def __repr__(self) -> str:
        changes = (f"{each.metric} {each.verdict}" for each in self.changes if not each.slice)
        return f"<Comparison of {self.a} with {self.b}: {self.n_common} questions; {', '.join(changes)}>"

    def __str__(self) -> str:
        text = io.StringIO()
        import_module("ontoeval.report.comparison").show(self, text)
        return text.getvalue().rstrip("\n")

    def _repr_html_(self) -> str:
        return str(import_module("ontoeval.report.notebook").comparison(self))

    def rows(self) -> list[dict[str, Any]]:
        """All changes as JSON-ready rows."""
        return [change.as_dict() for change in self.changes]

    def to_frame(self) -> Any:
        """All changes as a pandas DataFrame (needs pandas)."""
        return frame(self.rows())


def compare(
    a: Record,
    b: Record,
    *,
    by: Sequence[str] | str = (),
    margin: Mapping[str, float] | float | None = None,
    alpha: float = 0.05,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Comparison:
    """Compare run ``b`` with run ``a``, paired by question.

    Args:
        a, b: Records of two reports.
        by: Tags to slice by; also branch, depth and frequency when ``b`` was scored by them.
        margin: Smallest difference that matters, for all measures or by name: is ``b`` superior by it, or at
            least not inferior by it? The 95 % interval of the difference decides, without adjustment for the number
            of measures; where it is rough, superiority also needs the verdict, and the other claim exact bounds.
        alpha: Level of the verdicts, after Holm's adjustment over the measures.
        replicates, seed: Of bootstrap and randomisation.

    Raises:
        NotComparable: The runs have no question with the same gold in common, or no measure.
        UsageError: A tag or a measure does not exist, or a number is outside its range.
    """
    common, notes = _common(a, b)
    names = [name for name in a.measures if name in b.measures]
    if not names:
        raise NotComparable("the two reports have no measure in common", where=f"{a.name} and {b.name}")
    _check(names, margin, alpha)
    for side, other in ((a, b), (b, a)):
        alone = [name for name in side.measures if name not in other.measures]
        if alone:
            notes.append(f"only in {side.name}: {', '.join(alone)}")
    slices: list[tuple[str, NDArray[np.int64]]] = [("", np.arange(len(common)))]
    for tag in [by] if isinstance(by, str) else by:
        slices += _slices(b, common, tag)
    options = {"replicates": replicates, "seed": seed}
    changes: list[Change] = []
    for name, places in slices:
        pairs = [common[place] for place in places.tolist()]
        changes += _changes(a, b, names, name, pairs, margin, alpha, options)
    return Comparison(a.name, b.name, len(common), notes, changes, _moved(a, b, names, common))


def _common(a: Record, b: Record) -> tuple[list[tuple[int, int]], list[str]]:
    """Positions in both records of the questions that they share with the same gold, and what was set aside."""
    place = {name: position for position, name in enumerate(b.ids)}
    both = [(i, place[name]) for i, name in enumerate(a.ids) if name in place]
    if not both:
        raise NotComparable(
            f"no common ids: {a.ids[0]!r} … and {b.ids[0]!r} …",
            where=f"{a.name} and {b.name}",
            mend="compare runs of the same golden set",
        )
    same = [(i, j) for i, j in both if a.gold[i] == b.gold[j]]
    notes = []
    if len(both) < max(len(a.ids), len(b.ids)):
        notes.append(f"{len(both)} common ids of {len(a.ids)} and {len(b.ids)}")
    if len(same) < len(both):
        notes.append(f"{len(both) - len(same)} common ids have another gold or weight in B and are left out")
    if not same:
        raise NotComparable(
            "all common ids have another gold or weight",
            where=f"{a.name} and {b.name}",
            mend="score both runs on the same golden set",
        )
    if any(a.clusters[i] != b.clusters[j] for i, j in same):
        notes.append("clusters differ: those of A are used")
    order = sorted(same, key=lambda pair: a.ids[pair[0]])
    return order, notes


def _check(names: Sequence[str], margin: Mapping[str, float] | float | None, alpha: float) -> None:
    if not 0 < alpha < 1:
        raise UsageError(f"alpha={alpha}", expected="a number between 0 and 1")
    named = margin if isinstance(margin, Mapping) else {} if margin is None else {"": margin}
    for name, limit in named.items():
        if name and name not in names:
            raise UsageError(f"no measure of both reports is {name!r}", where="margin", expected=", ".join(names))
        if not 0 <= limit < math.inf:
            raise UsageError(f"cannot use {limit}", where="margin", expected="a number ≥ 0")


def _slices(b: Record, common: Sequence[tuple[int, int]], tag: str) -> list[tuple[str, NDArray[np.int64]]]:
    """The slices of the common questions by a tag, or by what the ontology says of them."""
    tags = [b.tags[place] for _, place in common]
    values = sorted({mine[tag] for mine in tags if tag in mine})
    members: dict[str, set[int]] = {value: set() for value in values}
    for i, mine in enumerate(tags):
        if tag in mine:
            members[mine[tag]].add(i)
    if not values and tag in b.slices:
        position = {place: i for i, (_, place) in enumerate(common)}
        members = {value: {position[j] for j in samples if j in position} for value, samples in b.slices[tag].items()}
    found = [(f"{tag}={value}", np.array(sorted(mine))) for value, mine in members.items() if mine]
    if found:
        return found
    if tag in ONTOLOGY_SLICES:
        raise UsageError(f"B was not scored by {tag}", where="by", mend=f"score it with --by {tag}")
    known = sorted({name for mine in tags for name in mine} | set(b.slices))
    near = closest(tag, known, limit=1)
    raise UsageError(
        f"no common question has the tag {tag!r}",
        where="by",
        expected=", ".join(known) or None,
        mend=f"did you mean {near[0]}?" if near else None,
    )


def _changes(
    a: Record,
    b: Record,
    names: Sequence[str],
    slice_name: str,
    pairs: list[tuple[int, int]],
    margin: Mapping[str, float] | float | None,
    alpha: float,
    options: dict[str, int],
) -> list[Change]:
    compared: list[tuple[RecordedMeasure, Paired | None, str]] = []
    for name in names:
        first, second = a.measures[name], b.measures[name]
        reason = _forbidden(a, b, first, second)
        compared.append((first, None if reason else _paired(a, first, second, pairs, options), reason))
    adjusted = holm([paired.p if paired else None for _, paired, _ in compared])
    result = []
    for (measure, paired, reason), p in zip(compared, adjusted, strict=True):
        limit = margin.get(measure.name) if isinstance(margin, Mapping) else margin
        verdict, why = _verdict(measure, paired, p, alpha)
        claim = None if limit is None or paired is None else _claim(measure, paired, limit, verdict)
        result.append(Change(measure.name, slice_name, measure.direction, paired, p, verdict, reason or why, claim))
    return result


def _forbidden(a: Record, b: Record, first: RecordedMeasure, second: RecordedMeasure) -> str:
    """Why two values of a measure must not be compared, or ""."""
    for measure in (first, second):
        if measure.rows is None:
            return measure.reason
    if first.version != second.version:
        return f"version {first.version} of the metric against version {second.version}"
    if list(first.judges) != list(second.judges):
        return f"another judge: {', '.join(first.judges) or 'none'} against {', '.join(second.judges) or 'none'}"
    mine, other = a.signature.as_dict(), b.signature.as_dict()
    for part in ("ontology", "docs", "settings", "nil"):
        if mine[part] != other[part]:
            return f"another {part}: {mine[part]} against {other[part]}"
    return ""


def _paired(
    a: Record, first: RecordedMeasure, second: RecordedMeasure, pairs: list[tuple[int, int]], options: dict[str, int]
) -> Paired:
    assert first.rows is not None
    assert second.rows is not None
    rows = []
    for side, own in enumerate((first.rows, second.rows)):
        place = np.full(int(own.sample.max(initial=-1)) + 1, -1, dtype=np.int64)
        for unit, pair in enumerate(pairs):
            if pair[side] < len(place):
                place[pair[side]] = unit
        kept = own.select(place[own.sample] >= 0)
        rows.append(kept.like(kept.columns, place[kept.sample], kept.key, kept.labels))
    clusters = a.clusters[[i for i, _ in pairs]]
    return compare_rows(rows[0], rows[1], len(pairs), clusters, **options)


def _verdict(measure: RecordedMeasure, paired: Paired | None, p: float | None, alpha: float) -> tuple[Verdict, str]:
    if paired is None:
        return "not comparable", ""
    if paired.delta is None or p is None:
        return "no evidence", paired.test.removeprefix("none: ")
    parts = []
    if 0 < paired.n < _SMALL:
        parts.append(f"only {paired.n} independent question{'s' * (paired.n > 1)}")
    if paired.flips and sum(paired.flips):
        parts.append(f"0→1: {paired.flips[0]}, 1→0: {paired.flips[1]}")
    if paired.interval.low is None and paired.n_differ:
        parts.append(f"no interval: {paired.interval.method.removeprefix('none: ')}")
    elif "rough" in paired.interval.method:
        parts.append("rough interval")
    why = "; ".join(parts)
    if p > alpha or paired.delta == 0:
        return "no evidence", why
    better = (paired.delta > 0) == (measure.direction == "higher")
    return ("better" if better else "worse"), why


def _claim(measure: RecordedMeasure, paired: Paired, margin: float, verdict: Verdict) -> str:
    """What is shown about the margin; where the interval is rough, exact bounds decide what is not inferior."""
    low, high = paired.interval.low, paired.interval.high
    higher = measure.direction == "higher"
    worst = None if low is None or high is None else low if higher else -high
    if worst is not None and worst > margin and verdict == "better":
        return "superior"
    if worst is None or "rough" in paired.interval.method:
        worst = None if paired.bounds is None else paired.bounds[0] if higher else -paired.bounds[1]
    return "non-inferior" if worst is not None and worst > -margin else "not shown"


def _moved(a: Record, b: Record, names: Sequence[str], common: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    """The questions whose values moved most, the largest move of any measure first.

    A move counts as a share of the measure's largest value, where that is above 1.
    """
    scale = {name: max(1.0, *(_largest(side.measures[name].values) for side in (a, b))) for name in names}
    rows: list[tuple[float, float, str, dict[str, Any]]] = []
    for i, j in common:
        moves = []
        for name in names:
            before, after = float(a.measures[name].values[i]), float(b.measures[name].values[j])
            if not math.isnan(before) and not math.isnan(after) and before != after:
                gain = after - before if a.measures[name].direction == "higher" else before - after
                moves.append((abs(gain) / scale[name], gain, name, before, after))
        if not moves:
            continue
        size, gain, name, before, after = max(moves, key=lambda move: (move[0], move[2]))
        row = {
            "id": a.ids[i],
            "metric": name,
            "a": before,
            "b": after,
            "gain": gain,
            "lost_in_a": a.lost[i] or None,
            "lost_in_b": b.lost[j] or None,
        }
        rows.append((-size, gain, a.ids[i], row))
    rows.sort(key=lambda item: item[:3])
    return [row for *_, row in rows[:_MOST_MOVED]]


def _largest(values: NDArray[np.float64]) -> float:
    return float(np.abs(values[~np.isnan(values)]).max(initial=0.0))
