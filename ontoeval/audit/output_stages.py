"""The stages of the funnel of outputs: which measures they are, and the table of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ontoeval.evaluation.scored import unmeasured
from ontoeval.metrics.definition import Measure
from ontoeval.metrics.registry import parse as parse_metric
from ontoeval.views.compiled import Compiled
from ontoeval.views.outputs.parsing import Parse

if TYPE_CHECKING:
    from ontoeval.audit.output_audit import OutputAudit


@dataclass(frozen=True)
class Stage:
    """A stage of the funnel.

    Attributes:
        name: Its name.
        rate: The measure of what passes, of those that came so far.
        whole: The measure over all requests, or None where there is none.
        codes: Beginnings of the names of findings that belong to it.
    """

    name: str
    rate: str
    whole: str | None
    codes: tuple[str, ...]


_STRICT = Stage("parsed", 'strict_parse_rate(of="answered")', "strict_parse_rate", ("parse.",))
_LENIENT = Stage("parsed", 'repaired_parse_rate(of="answered")', "repaired_parse_rate", ("parse.",))
_BEFORE = Stage("answered", "output_coverage", "output_coverage", ("response.",))
_AFTER = (
    Stage("schema", 'schema_validity(of="parsed")', "schema_validity", ("schema.",)),
    Stage("vocabulary", "vocabulary_conformance", None, ("vocabulary.",)),
    Stage("id = label", "id_label_agreement", None, ("label.",)),
    Stage("triples", "triple_conformance", None, ("triple.",)),
    Stage("grounded", "grounding_rate", None, ("grounding.",)),
    Stage("correct", "output_correctness", "output_f1", ()),
)
_BESIDE = (
    'vocabulary_conformance(count="repairable")',
    "slot_abstention_rate",
    'slot_abstention_rate(kind="ungrounded")',
    'id_label_mismatch_rate(kind="label_of_other_term")',
    "triple_check_coverage",
    "hierarchical_f1",
    "wu_palmer",
)
_WITH_GOLD = frozenset({"output_correctness", "output_f1", "hierarchical_f1", "wu_palmer"})
_WITH_TRIPLES = frozenset({"triple_conformance", "triple_check_coverage"})


def stages(reader: Parse) -> tuple[Stage, ...]:
    """The stages for a reader."""
    return (_BEFORE, _STRICT if reader == "strict" else _LENIENT, *_AFTER)


def with_reader(notation: str, reader: Parse) -> Measure:
    """A measure that reads as the audit does, unless its notation says how it reads."""
    measure = parse_metric(notation)
    if reader == "strict" or "parse" not in measure.parameters or "parse=" in notation:
        return measure
    parameters = {**measure.parameters, "parse": reader, "average": measure.average}
    return measure.metric.measure(parameters)


def measures_of(compiled: Compiled, reader: Parse, gold: bool, text: bool, triples: bool) -> list[Measure]:
    """The measures of the audit that these answers can have."""
    names = dict.fromkeys(
        name for stage in stages(reader) for name in (stage.rate, stage.whole) if name is not None
    ) | dict.fromkeys(_BESIDE)
    wanted = [
        with_reader(name, reader)
        for name in names
        if (gold or name not in _WITH_GOLD)
        and (text or name != "grounding_rate")
        and (triples or name not in _WITH_TRIPLES)
        and (compiled.settings.schema is not None or not name.startswith("schema_validity"))
    ]
    compiled.prepare(dict.fromkeys(measure.view for measure in wanted))
    return [measure for measure in wanted if unmeasured(measure, compiled) is None]


def stage_rows(audit: OutputAudit) -> list[dict[str, Any]]:
    """One row per stage that has a denominator."""
    codes = Counter(finding.id for finding in audit.faults)
    rows = []
    for stage in stages(audit.reader):
        name = with_reader(stage.rate, audit.reader).name
        if name not in audit.scored:
            continue
        result = audit[name]
        if result.value is None:
            continue
        whole = None if stage.whole is None else audit[with_reader(stage.whole, audit.reader).name]
        rows.append(
            {
                "stage": stage.name,
                "num": result.sums.get("num"),
                "den": result.sums.get("den"),
                "rate": result.value,
                "low": result.low,
                "high": result.high,
                "end_to_end": None if whole is None else whole.value,
                "measure": name,
                "measure_of_all": None if whole is None else whole.metric,
                "faults": {code: count for code, count in codes.most_common() if code.startswith(stage.codes)}
                if stage.codes
                else {},
            }
        )
    return rows
