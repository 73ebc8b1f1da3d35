"""An audit of outputs as a page of findings, for every writer of findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ontoeval.report.findings_page import Page, Row, plural
from ontoeval.report.terminal_outputs import aligned, sections

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report
    from ontoeval.findings import Finding

_STAGES = {
    "response": "The answer is missing, empty, failed or a refusal",
    "parse": "The answer is no strict JSON",
    "schema": "The answer breaks the schema",
    "vocabulary": "A slot holds no id of the vocabulary",
    "label": "The label is not a name of the id beside it",
    "triple": "A triple breaks the ontology",
    "grounding": "The source text does not mention the concept",
}


def page_of(
    report: Report,
    faults: Sequence[Finding],
    *,
    path: str = "",
    unmet: Sequence[str] = (),
    before: Mapping[str, Any] | None = None,
) -> Page:
    """The page.

    Args:
        report: The audit.
        faults: What is wrong with the outputs.
        path: Path of the answers, for annotations.
        unmet: Thresholds that were not met, in words.
        before: A saved audit to compare with: its findings are known, and its rates are shown beside.
    """
    compiled = report.compiled
    name = compiled.samples.run.name if compiled.samples.run is not None else compiled.samples.gold.name
    known = Counter(map(key_of, before["findings"])) if before is not None else Counter()
    rows = []
    for fault in faults:
        mine = (fault.id, fault.subjects)
        rows.append(Row(fault, "known" if known[mine] > 0 else "new"))
        known[mine] -= 1
    tables = list(sections(report))
    if before is not None:
        tables.append(("against the saved audit", _changes(report, before["results"])))
    n = len(compiled.roster)
    head = [f"{n:,} {plural('answer', n)}"]
    if compiled.ontology is not None:
        head.append(f"{compiled.ontology.source} {compiled.ontology.fingerprint}")
    return Page(
        title=f"audit outputs: {name}",
        file=name,
        path=path,
        head=head,
        rows=rows,
        fixed=[f"{rule} {subjects[0]} {subjects[1]}".rstrip() for (rule, subjects), n in known.items() if n > 0],
        notes=[*unmet, *(str(finding) for finding in report.findings)],
        rules={fault.id: _STAGES.get(fault.id.partition(".")[0], "") for fault in faults},
        extra={"results": report.rows(), "tables": report.tables(), "unmet": list(unmet)},
        sections=tables,
    )


def key_of(entry: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """What tells a saved finding again."""
    return entry["id"], tuple(entry.get("subjects", ()))


def _changes(report: Report, before: Sequence[Mapping[str, Any]]) -> list[str]:
    """Each rate before and now."""
    old = {row["metric"]: row["value"] for row in before if not row["slice"]}
    rows = []
    for result in report:
        if result.slice or result.metric not in old:
            continue
        was, now = old[result.metric], result.value
        change = "" if was is None or now is None else f"{now - was:+.4f}"
        rows.append([result.metric, *("" if value is None else f"{value:.4f}" for value in (was, now)), change])
    return aligned(("measure", "before", "now", "change"), rows)
