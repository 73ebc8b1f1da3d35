"""Limits for the rates of an audit, for command lines and tests; and audits that were saved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ontoeval.audit.output_audit import OutputAudit, outputs
from ontoeval.audit.output_stages import with_reader
from ontoeval.errors import InputError
from ontoeval.records.jsonl import read_json

_SHOWN = 10


def unmet(report: OutputAudit, minimum: Mapping[str, float], maximum: Mapping[str, float]) -> list[str]:
    """The limits that are not kept, in words; a rate without a value keeps none.

    Args:
        report: The audit; it must hold the measures.
        minimum, maximum: Limits by the notation of the measure.
    """
    found = []
    for limits, sign in ((minimum, 1), (maximum, -1)):
        for notation, limit in limits.items():
            result = report[with_reader(notation, report.reader).name]
            if result.value is None:
                found.append(f"{result.metric} has no value ({result.reason}); the limit is {limit:g}")
            elif sign * (result.value - limit) < 0:
                found.append(f"{result.metric} is {result.value:.4f}, {'below' if sign > 0 else 'above'} {limit:g}")
    return found


def assert_conforms(
    answers: str | Path | Iterable[Any],
    *,
    minimum: Mapping[str, float] | None = None,
    maximum: Mapping[str, float] | None = None,
    **options: Any,
) -> OutputAudit:
    """Fail unless the outputs of a system conform; for tests.

    Args:
        answers: As for ``oe.audit.outputs``.
        minimum: Lowest rates, by the notation of the measure. Without any limit every answer must be valid, every id
            conform and, where labels are given, every label agree.
        maximum: Highest rates.
        options: As for ``oe.audit.outputs``.

    Returns:
        The audit.

    Raises:
        AssertionError: A limit is not kept; the message has the stages and the first findings.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> onto = oe.load(nx.DiGraph([("sedan", "car")]), edges_point="to_parent")
        >>> report = oe.assert_conforms(['{"id": "sedan"}'], ontology=onto, slots=["$.id"])
        >>> report["vocabulary_conformance"].value
        1.0
    """
    lowest, highest = dict(minimum or {}), dict(maximum or {})
    if not (lowest or highest):
        lowest = {"schema_validity": 1.0}
        lowest |= {"vocabulary_conformance": 1.0} if options.get("slots") else {}
        lowest |= {"id_label_agreement": 1.0} if options.get("labels") else {}
    report = outputs(answers, metrics=[*lowest, *highest, *options.pop("metrics", ())], intervals=False, **options)
    problems = unmet(report, lowest, highest)
    if problems:
        raise AssertionError("\n".join([*problems, *_seen(report)]))
    return report


def read_saved(path: str | Path) -> dict[str, Any]:
    """An audit that was saved as JSON.

    Raises:
        InputError: It cannot be read, or it is no audit of outputs.
    """
    content = read_json(Path(path))
    if not isinstance(content, dict) or not {"findings", "results", "unmet"} <= content.keys():
        raise InputError(
            "this is no saved audit of outputs",
            where=str(path),
            mend="save one with: ontoeval audit outputs … --save audit.json",
        )
    return content


def _seen(report: OutputAudit) -> list[str]:
    stages = [f"  {row['stage']}: {row['num']} of {row['den']}" for row in report.stages]
    shown = [f"  {finding.id} {finding}" for finding in report.faults[:_SHOWN]]
    more = [f"  … and {len(report.faults) - _SHOWN:,} more"] if len(report.faults) > _SHOWN else []
    return [*stages, *shown, *more]
