"""One requirement against the rows of a report: passes only if observed, finite and inside."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ontoeval.errors import closest
from ontoeval.evaluation.compare import Change
from ontoeval.gate.requirement import Requirement
from ontoeval.gate.verdict import Check, State, worst
from ontoeval.report.text import number

Row = Mapping[str, Any]
Reason = tuple[State, str]
_SHOWN = 8


def check(wanted: Requirement, rows: Sequence[Row], changes: Mapping[tuple[str, str], Change] | str) -> list[Check]:
    """The checks of one requirement: one, or with ``by`` one per value of the tag.

    Args:
        wanted: The requirement.
        rows: Results of a report as JSON-ready rows.
        changes: By metric and slice, how each moved since the baseline; or why there is no comparison.
    """
    mine = [row for row in rows if row["metric"] == wanted.metric]
    if not mine:
        near = closest(wanted.metric, dict.fromkeys(row["metric"] for row in rows), limit=1)
        hint = f"; the nearest there is {near[0]}" if near else ""
        return [_nothing(wanted, "", f"the report does not hold this metric{hint}")]
    if not wanted.by:
        row = next((row for row in mine if row["slice"] == wanted.slice), None)
        if row is None:
            return [_nothing(wanted, wanted.slice, f"the report has no such slice; {_slices(wanted.tag, mine)}")]
        return [_checked(wanted, row, changes)]
    slices = [row for row in mine if row["slice"].startswith(f"{wanted.by}=")]
    found = [_checked(wanted, row, changes) for row in slices]
    if len(slices) < max(wanted.min_slices, 1):
        reason = f"{len(slices)} values of {wanted.by}, at least {max(wanted.min_slices, 1)} are wanted"
        reason += "" if slices else f"; {_slices(wanted.by, mine)}"
        found.append(_nothing(wanted, f"{wanted.by}=…", reason))
    return found


def _slices(tag: str, rows: Sequence[Row]) -> str:
    """Which slices by a tag there are, for a message."""
    there = [row["slice"] for row in rows if row["slice"].startswith(f"{tag}=")]
    if not there:
        return f"it is not sliced by {tag}"
    more = f" and {len(there) - _SHOWN:,} more" if len(there) > _SHOWN else ""
    return f"it has {', '.join(there[:_SHOWN])}{more}"


def _nothing(wanted: Requirement, name: str, reason: str) -> Check:
    return Check(str(wanted), wanted.metric, name, None, None, None, 0, "fail", (reason,))


def _checked(wanted: Requirement, row: Row, changes: Mapping[tuple[str, str], Change] | str) -> Check:
    counts, values = list(_counts(wanted, row)), list(_limits(wanted, row))
    if wanted.max_drop is not None:
        values += _drop(wanted, row, changes)
    reasons = [*counts, *values]
    return Check(
        wanted=str(wanted),
        metric=wanted.metric,
        slice=row["slice"],
        value=row["value"],
        low=row["low"],
        high=row["high"],
        n=row["n_scored"],
        state=worst([state for state, _ in reasons]) if reasons else "pass",
        reasons=tuple(reason for _, reason in reasons),
        stage="system" if counts and not values else row["stage"],
    )


def _counts(wanted: Requirement, row: Row) -> Iterator[Reason]:
    if row["n_invalid"] > wanted.invalid:
        yield "inconclusive", f"{row['n_invalid']} invalid (a judge or parser failed), {wanted.invalid} allowed"
    if row["n_missing"] > wanted.missing:
        yield "fail", f"{row['n_missing']} missing (no result of the run), {wanted.missing} allowed"
    if row["n_scored"] < wanted.min_n:
        only_invalid = row["n_invalid"] > 0 and row["n_scored"] + row["n_invalid"] >= wanted.min_n
        yield ("inconclusive" if only_invalid else "fail"), f"n = {row['n_scored']}, at least {wanted.min_n} are wanted"


def _limits(wanted: Requirement, row: Row) -> Iterator[Reason]:
    value = row["value"]
    if value is None or not math.isfinite(value):
        only_invalid = value is None and row["n_invalid"] > 0 and row["n_ok"] == 0
        yield ("inconclusive" if only_invalid else "fail"), row["reason"] or f"the value is {value}"
        return
    for limit, sign, bound in ((wanted.min, 1, row["low"]), (wanted.max, -1, row["high"])):
        if limit is None:
            continue
        word = "below min" if sign > 0 else "above max"
        if sign * value < sign * limit:
            yield "fail", f"{number(value)} is {word} {limit:g}"
        elif wanted.on == "bound" and bound is None:
            yield "inconclusive", f"no interval: {row['interval'].removeprefix('none: ')}"
        elif wanted.on == "bound" and sign * bound < sign * limit:
            yield "inconclusive", f"{number(value)} is inside, its bound {number(bound)} is {word} {limit:g}"


def _drop(wanted: Requirement, row: Row, changes: Mapping[tuple[str, str], Change] | str) -> Iterator[Reason]:
    """Whether the metric fell since the baseline."""
    assert wanted.max_drop is not None
    if isinstance(changes, str):
        yield "inconclusive", changes
        return
    change = changes.get((wanted.metric, row["slice"]))
    if change is None:
        yield "inconclusive", "the baseline does not hold this metric or slice"
        return
    paired = change.paired
    if paired is None or paired.delta is None:
        yield "inconclusive", f"not comparable with the baseline: {change.reason}"
        return
    drop = -paired.delta if change.direction == "higher" else paired.delta
    if drop <= wanted.max_drop:
        return
    said = f"{number(drop)} worse than the baseline on {paired.n} common questions, {wanted.max_drop:g} allowed"
    p = "" if change.p_adjusted is None else f" (p = {change.p_adjusted:.4f})"
    if not wanted.significant:
        yield "fail", said + p
    elif change.verdict == "worse":
        yield "fail", f"{said}, more than chance{p}"
    else:
        yield "pass", f"{said}, but no evidence{p}"
