"""A diff of two releases, and its impact on a golden set, as a page of findings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ontoeval.errors import UsageError
from ontoeval.evaluation.impact_golden import EFFECTS
from ontoeval.evaluation.impact_scores import named_causes
from ontoeval.ontology.diff_model import CHANGES, in_scope
from ontoeval.report.findings_page import Page, Row, plural

if TYPE_CHECKING:
    from ontoeval.evaluation.impact import Impact
    from ontoeval.evaluation.impact_scores import MetricChange
    from ontoeval.findings import Severity
    from ontoeval.ontology.checking.exceptions import Waiver
    from ontoeval.ontology.diff_model import Change, OntologyDiff

#: Severity and meaning of every change and every effect.
RULES = CHANGES | EFFECTS
_SHARES = 5
_ITEMS = 5
_UNTOUCHED = "no golden row names it, or lies below it"


def page_of(
    diff: OntologyDiff,
    impact: Impact | None,
    *,
    paths: Mapping[str, str | None],
    lines: Mapping[str, int] | None = None,
    scope: Sequence[str] = (),
    rules: Collection[str] | None = None,
    exceptions: Sequence[Waiver] = (),
    fail_on: Severity = "error",
) -> Page:
    """The page.

    Args:
        diff: The changes.
        impact: What they do to a golden set; then changes that touch none of its rows count as excepted.
        paths: Paths of the ``new`` release and of the ``golden`` set, for annotations.
        lines: Where each concept stands in the new release, when that is known.
        scope: Beginnings of ids.
        rules: Which rules are shown and may fail; by default all.
        exceptions: Findings that are fine; those that hold no more are left out by the caller.
        fail_on: Severity that fails.
    """
    new = diff.new.source
    rows = [] if impact is None else [Row(finding) for finding in impact.findings]
    for change in in_scope(diff.changes, tuple(scope)):
        line = (lines or {}).get(change.concept)
        finding = change.finding(new if line is None else f"{new}:{line}")
        touched = impact is None or (change.code, change.concept) in impact.touching
        rows.append(Row(finding) if touched else Row(finding, "excepted", _UNTOUCHED))
    rows = [_excepted(row, exceptions) for row in rows if rules is None or row.finding.id in rules]
    golden = paths.get("golden")
    content: dict[str, object] = {
        "old": diff.old.fingerprint,
        "new": diff.new.fingerprint,
        "diff": diff.counts(),
        "added": list(diff.added),
    }
    if impact is not None:
        content["impact"] = impact.as_dict()
    return Page(
        title=f"ontology diff: {diff.old.source} → {new}",
        file=new if impact is None else impact.golden.name,
        path=(paths.get("new") if impact is None else golden) or "",
        head=_head(diff),
        rows=rows,
        skipped={rule: why for rule, why in diff.skipped.items() if rules is None or rule in rules},
        notes=[*diff.notes, *_notes(impact)],
        rules={code: text for code, (_, text) in RULES.items() if rules is None or code in rules},
        fail_on=fail_on,
        extra=content,
        sections=[] if impact is None else _sections(impact),
        paths={new: paths.get("new") or new},
    )


def select(only: Iterable[str] = (), skip: Iterable[str] = ()) -> list[str]:
    """Rules by their ids or the beginnings of ids; several in one word have commas between them.

    Args:
        only: The rules to take; without any, all.
        skip: The rules to leave out.

    Raises:
        UsageError: A word names no rule.
    """

    def matching(words: Iterable[str]) -> set[str]:
        parts = [part.strip().upper() for word in words for part in word.split(",") if part.strip()]
        for part in parts:
            if not any(rule.startswith(part) for rule in RULES):
                raise UsageError(f"there is no rule {part!r}", expected=f"the beginning of one of {', '.join(RULES)}")
        return {rule for rule in RULES if rule.startswith(tuple(parts))}

    wanted, unwanted = matching(only) or set(RULES), matching(skip)
    return [rule for rule in RULES if rule in wanted - unwanted]


def _excepted(row: Row, exceptions: Sequence[Waiver]) -> Row:
    """The row, excepted if it is new and an exception covers it."""
    if row.state != "new":
        return row
    reason = next((waiver.reason for waiver in exceptions if waiver.covers(row.finding)), None)
    return row if reason is None else replace(row, state="excepted", reason=reason)


def _head(diff: OntologyDiff) -> list[str]:
    counts = diff.counts()
    words = [
        f"{counts['added']:,} added",
        f"{counts['DIF01']:,} gone",
        f"{counts['DIF02']:,} merged",
        f"{counts['DIF03']:,} split",
        f"{counts['DIF04'] + counts['DIF05'] + counts['DIF06']:,} relabelled",
        f"{len({c.concept for c in diff.of('DIF07')}):,} with changed parents",
        f"{counts['DIF09']:,} with changed ancestors",
        f"{counts['DIF08']:,} with changed depth",
    ]
    return [f"old {diff.old.fingerprint}", f"new {diff.new.fingerprint}", ", ".join(words)]


def _notes(impact: Impact | None) -> list[str]:
    if impact is None:
        return []
    notes = []
    if impact.unresolved:
        notes.append(f"{impact.unresolved:,} gold ids resolve in neither release")
    if not impact.golden.uses:
        notes.append("the golden set names no concept: nothing can happen to it")
    return notes


def _sections(impact: Impact) -> list[tuple[str, list[str]]]:
    counts = impact.counts()
    lines = [f"{counts['rows']:,} rows, {counts['unaffected']:,} unaffected"]
    lines += [f"{counts[code]:>6,}  {code}  {EFFECTS[code][1]}" for code in EFFECTS if code in counts]
    sections = [("golden set", lines)]
    if impact.metrics:
        width = max(len(metric.metric) for metric in impact.metrics)
        table = [f"{'metric':{width}}       old      new    delta  items"]
        changes = impact.changes()
        still = [metric for metric in impact.metrics if not metric.items and not metric.delta and not metric.reason]
        for metric in impact.metrics:
            if metric in still:
                continue
            table.append(_metric(metric, width))
            table += _shares(metric, changes)
        if still:
            names = ", ".join(metric.metric for metric in still)
            table = [*(table if len(still) < len(impact.metrics) else []), f"unchanged: {names}"]
        sections.append(("metrics, predictions frozen", table))
        moved = _items(impact.metrics, changes)
        if moved:
            sections.append(("items that change most", moved))
    return sections


def _metric(metric: MetricChange, width: int) -> str:
    old, new = ("–" if value is None else f"{value:.4f}" for value in (metric.old, metric.new))
    delta = "–" if metric.delta is None else f"{metric.delta:+.4f}" if metric.delta else "0"
    items = f"{len(metric.items):,} of {metric.n:,}"
    reason = f"  {metric.reason}" if metric.reason else ""
    return f"{metric.metric:{width}}  {old:>8} {new:>8} {delta:>8}  {items}{reason}"


def _shares(metric: MetricChange, changes: Mapping[str, Change]) -> list[str]:
    lines = []
    for share in metric.shares[:_SHARES]:
        effect = "" if share.effect is None else f" ({share.effect:+.4f})"
        shared = "shared by " if len(share.causes) > 1 else ""
        items = f"{share.items:,} {plural('item', share.items)}"
        lines.append(f"    {items}{effect}: {shared}{named_causes(share.causes, changes)}")
    if len(metric.shares) > _SHARES:
        lines.append(f"    … and {len(metric.shares) - _SHARES:,} more causes")
    return lines


def _items(metrics: Sequence[MetricChange], changes: Mapping[str, Change]) -> list[str]:
    found = [(item, metric.metric) for metric in metrics for item in metric.items if item.delta]
    found.sort(key=lambda pair: (-abs(pair[0].delta or 0.0), pair[0].row, pair[1]))
    lines = []
    for item, name in found[:_ITEMS]:
        shared = "shared by " if len(item.causes) > 1 else ""
        causes = shared + named_causes(item.causes, changes)
        lines.append(f"{item.where or item.row}  {item.row}  {name} {item.old:.4f} → {item.new:.4f}  {causes}")
    return lines
