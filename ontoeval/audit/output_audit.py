"""The audit of outputs: a funnel from the answer to the right concept, with everything that is wrong on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontoeval.audit.output_grounding import Grounder
from ontoeval.audit.output_rows import Answers
from ontoeval.audit.output_samples import Enriched, Enricher
from ontoeval.audit.output_stages import measures_of, stage_rows, with_reader
from ontoeval.errors import BadParameter
from ontoeval.evaluation.api import load_ontology, load_schema
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.tables import output_classes, output_labels, output_outcomes, triple_faults
from ontoeval.findings import Finding, Severity, shorten
from ontoeval.records.batch import batches
from ontoeval.records.objects import samples_of
from ontoeval.records.samples import Samples, Source
from ontoeval.views.base import Settings
from ontoeval.views.compiled import Compiled
from ontoeval.views.outputs import Outputs
from ontoeval.views.outputs.faults import Fault, repaired_severity
from ontoeval.views.outputs.grounding import Grounding
from ontoeval.views.outputs.parsing import Parse
from ontoeval.views.outputs.schemas import OutputSchema
from ontoeval.views.outputs.slots import Slots, vocabulary_test

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ontoeval.ontology import Ontology


class OutputAudit(Report):
    """A report on outputs, read by one reader.

    Args:
        compiled: The answers.
        reader: ``"strict"`` or ``"lenient"``.
        metrics: Further measures.
        gold: Whether there is a golden set.
        text: Whether there are source texts.
        triples: Whether there are triples.
        strays: By answer, what stands among its triples and is none, with its place; filled while reading.
        by: Tags to slice by.
        seed: Seed of the bootstrap.
        intervals: Whether to make intervals.
    """

    requested = ("output_stages",)

    def __init__(
        self,
        compiled: Compiled,
        reader: Parse,
        *,
        metrics: Sequence[str] = (),
        gold: bool = False,
        text: bool = False,
        triples: bool = False,
        strays: Mapping[str, Sequence[tuple[str, Any]]] | None = None,
        by: Sequence[str] = (),
        seed: int = 0,
        intervals: bool = True,
    ) -> None:
        self.reader = reader
        self.grounds = text
        self.checks_triples = triples
        self._strays = {} if strays is None else strays
        names = {
            **{measure.name: measure for measure in measures_of(compiled, reader, gold, text, triples)},
            **{measure.name: measure for measure in (with_reader(name, reader) for name in metrics)},
        }
        super().__init__(compiled, list(names.values()), by=by, seed=seed, with_intervals=intervals)

    def table(self, name: str) -> list[dict[str, Any]]:
        """A table by name; those on outputs as the audit's reader sees them."""
        if name == "output_stages":
            return self.stages
        if name == "output_classes":
            return output_classes.rows(self.compiled, self.reader)
        if name == "output_labels":
            return output_labels.rows(self.compiled, self.reader)
        if name == "output_outcomes":
            return output_outcomes.rows(self.compiled, self.reader)
        return super().table(name)

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """All tables that have rows, the stages first."""
        return {"output_stages": self.stages, **super().tables()}

    @property
    def findings(self) -> list[Finding]:
        """What reading and compiling noticed, and slots that no answer has."""
        return [*super().findings, *self._empty_slots()]

    def _empty_slots(self) -> Iterator[Finding]:
        outputs = self.compiled.view(Outputs)
        if self.compiled.ontology is None or not outputs.parsed(self.reader).any():
            return
        held = set(outputs.draft.slot)
        for number, name in enumerate(outputs.slot_names[: len(self.compiled.settings.slots)]):
            if number not in held:
                got = f"no answer holds anything at {name}: nothing there is checked"
                yield Finding("slot.nowhere", "warning", self.compiled.samples.name, got, mend="check the path: --slot")

    @cached_property
    def stages(self) -> list[dict[str, Any]]:
        """One row per stage that was measured: its rate, the same over all requests, and what goes wrong in it."""
        return stage_rows(self)

    @cached_property
    def faults(self) -> list[Finding]:
        """Everything that is wrong with the outputs, as the audit's reader sees it, by answer."""
        outputs = self.compiled.view(Outputs)
        found = [(fault.sample, self._finding(fault)) for fault in outputs.faults if self._seen(fault, outputs)]
        found += self._ungrounded()
        found += self._triples()
        return [finding for _, finding in sorted(found, key=lambda pair: pair[0])]

    def _seen(self, fault: Fault, outputs: Outputs) -> bool:
        """Whether a reader meets a fault: the lenient one sees the repaired value instead of the strict one."""
        if self.reader == "strict":
            return not fault.lenient
        return fault.lenient or fault.code.startswith(("parse.", "response.")) or fault.sample not in outputs.repairs

    def _finding(self, fault: Fault) -> Finding:
        severity: Severity = fault.severity
        outputs = self.compiled.view(Outputs)
        if self.reader == "lenient" and fault.code.startswith("parse.") and outputs.usable[fault.sample]:
            severity = repaired_severity(outputs.repairs[fault.sample])
        return Finding(
            fault.code,
            severity,
            f"{self._where(fault.sample)} {fault.path}".rstrip(),
            fault.got,
            fault.expected,
            fault.mend,
            subjects=(self.compiled.roster.ids[fault.sample], fault.path, fault.got),
        )

    def _where(self, sample: int) -> str:
        """The place of an answer, not that of its gold."""
        return self.compiled.roster.where[sample].rpartition(" + ")[2]

    def _ungrounded(self) -> Iterator[tuple[int, Finding]]:
        if not self.grounds or self.compiled.ontology is None:
            return
        view, roster = self.compiled.view(Grounding), self.compiled.roster
        for row in (view.checked & ~view.found).nonzero()[0].tolist():
            sample, concept = int(view.sample[row]), view.concepts[row]
            got = f"{concept} ({self.compiled.ontology.label(concept)}): the text does not mention it"
            yield (
                sample,
                Finding(
                    "grounding.absent", "warning", roster.where[sample], got, subjects=(roster.ids[sample], concept)
                ),
            )

    def _triples(self) -> Iterator[tuple[int, Finding]]:
        if not self.checks_triples:
            return
        place = {name: sample for sample, name in enumerate(self.compiled.roster.ids)}
        for row in triple_faults.rows(self.compiled):
            subjects = (row["id"], row["where"], row["got"])
            yield (
                place[row["id"]],
                Finding(row["fault"], "error", row["where"], row["got"], row["expected"], row["mend"], 1, subjects),
            )
        for name, strays in self._strays.items():
            for where, element in strays:
                got = f"{shorten(element)} is no triple and is in no rate"
                finding = Finding("triple.form", "error", f"{name} {where}", got, "head, relation and tail")
                yield place[name], finding


def outputs(
    source: str | Path | Iterable[Any],
    *,
    ontology: Ontology | str | Path | None = None,
    schema: Mapping[str, Any] | str | Path | type[BaseModel] | None = None,
    slots: Sequence[str] = (),
    labels: Sequence[str] = (),
    roots: Sequence[str] = (),
    gold: Any = None,
    output: str | None = None,
    text: str | None = None,
    triples: str | None = None,
    files: Sequence[str] = (),
    parse: Parse = "strict",
    metrics: Sequence[str] = (),
    seed: int = 0,
    intervals: bool = True,
) -> OutputAudit:
    """Audit what a system put out.

    Args:
        source: JSON lines, a CSV or TSV table, a folder of files (each is one answer), or answers: texts, objects, or
            rows with ``id`` and ``output``. Replies of model APIs are opened, and why the model stopped is heeded.
        ontology: The ontology that ids come from, or the path of one.
        schema: JSON Schema of the answers, the path of one, or a pydantic model.
        slots: Where answers hold ids, e.g. ``["$.annotations[*].id"]``; by default where the schema has an enum of ids.
        labels: Where they hold the labels of these ids, one path for each slot, ``""`` for none.
        roots: Concepts below which the ids must be.
        gold: The golden set with ``gold.output`` or ``gold.concepts``: a path or rows, joined by ``id``.
        output: Path of the answer in a row; by default ``output``, ``response``, ``completion``, ``answer``, else the
            whole row.
        text: Path of the source text in a row; with it each concept is looked for in the text.
        triples: Path of the triples in an answer, e.g. ``"$.triples[*]"``.
        files: Which files of a folder are answers, e.g. ``["*.txt"]``; by default the JSON and YAML files, and where
            there are none, the texts.
        parse: ``"strict"``, or ``"lenient"`` to repair what can be repaired.
        metrics: Further measures, e.g. ``['vocabulary_fault_rate(fault="unknown_id")']``.
        seed: Seed of the bootstrap.
        intervals: Whether the metrics have intervals.

    Returns:
        A report with ``stages``, ``faults`` and the tables ``output_classes``, ``output_labels``, ``output_repairs``
        and ``output_outcomes``.

    Raises:
        UsageError: A path or an option is off.
        InputError: Something given cannot be read.
        ConfigError: The schema, a slot or a root cannot be used.

    Example:
        >>> import networkx as nx, ontoeval as oe
        >>> onto = oe.load(nx.DiGraph([("sedan", "car")]), edges_point="to_parent")
        >>> answers = ['{"id": "sedan"}', '{"id": "plane"}', '{"id": "car', "I could not find it."]
        >>> report = oe.audit.outputs(answers, ontology=onto, slots=["$.id"])
        >>> [(row["stage"], row["num"], row["den"]) for row in report.stages]
        [('answered', 3, 4), ('parsed', 2, 3), ('vocabulary', 1, 2)]
        >>> report.faults[0].id
        'vocabulary.unknown_id'
    """
    if parse not in ("strict", "lenient"):
        raise BadParameter(f"parse={parse!r} is not allowed", where="parse", expected="strict or lenient")
    onto = load_ontology(ontology)
    if onto is None and (slots or labels or roots or text is not None):
        raise BadParameter("slots, labels, roots and texts are checked against an ontology", mend="give an ontology")
    settings = Settings(load_schema(schema), tuple(slots), tuple(labels), tuple(roots))
    answers = Answers(source, output=output, text=text, files=files)
    run = Source(
        answers.name,
        "run",
        lambda fields, problems, unique: batches(answers.rows(problems), fields, problems, unique),
    )
    plain = Samples(run) if gold is None else Samples(samples_of(gold, []).gold, run)
    read = _slots(onto, settings)
    enricher = Enricher(
        parse,
        read,
        grounder=None if text is None or onto is None else Grounder(onto, read),
        triples=triples,
        compares=gold is not None and onto is not None,
    )
    compiled = Compiled(Enriched(plain, enricher), ontology=onto, settings=settings)
    return OutputAudit(
        compiled,
        parse,
        metrics=metrics,
        gold=gold is not None,
        text=text is not None,
        triples=triples is not None,
        strays=enricher.strays,
        seed=seed,
        intervals=intervals,
    )


def _slots(onto: Ontology | None, settings: Settings) -> Slots:
    if settings.schema is None:
        return Slots(onto, settings)
    return Slots(onto, settings, OutputSchema(settings.schema, vocabulary_test(onto)).vocabularies)
