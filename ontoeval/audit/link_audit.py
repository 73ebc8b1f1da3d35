"""The audit of links: from a golden set and a run to counts, what became of each mention, and other tools' counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontoeval.errors import BadParameter, InputError
from ontoeval.evaluation.api import load_ontology
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.sweep import Sweep
from ontoeval.evaluation.tables import link_pairs, linking_conventions
from ontoeval.evaluation.tables._links import LinkOptions
from ontoeval.findings import Finding
from ontoeval.metrics.definition import Measure
from ontoeval.metrics.registry import get, parse
from ontoeval.records.objects import samples_of
from ontoeval.records.samples import Duplicates, Samples, read
from ontoeval.statistics.bootstrap import REPLICATES
from ontoeval.views.base import Settings
from ontoeval.views.coding import NIL
from ontoeval.views.compiled import Compiled
from ontoeval.views.links import Convention, Links, Match, Outcome

if TYPE_CHECKING:
    from ontoeval.ontology import NilPolicy, Ontology

_TABLES = (
    "link_outcomes",
    "link_relations",
    "link_errors",
    "link_ids",
    "link_nil",
    "link_overlinking",
    "link_candidates",
    "link_sweep",
)
_FAULTS = ("ids", "overlinking", "statuses")
_CURVES = ("link_curve", "link_calibration")
_TOOLS = "linking_conventions"
#: With more mentions the counts of other tools are made only when they are asked for: they take objects, not arrays.
_MANY = 300_000


class LinkAudit(Report):
    """A report on predicted against gold mentions and their concepts.

    Args:
        compiled: The samples.
        options: When spans are the same, and which predictions count.
        convention: Whose counts the measures are.
        threshold_sweep: Whether the report has the curve over thresholds and the calibration too.
        tools: Whether it has the counts of other tools; None: unless there are very many mentions.
        by: Tags to slice by.
        seed: Seed of the bootstrap.
        intervals: Whether to make intervals.
    """

    def __init__(
        self,
        compiled: Compiled,
        *,
        options: LinkOptions | None = None,
        convention: Convention = "ontoeval",
        threshold_sweep: bool = False,
        tools: bool | None = None,
        by: Sequence[str] | str = (),
        seed: int = 0,
        intervals: bool = True,
    ) -> None:
        self.options = options or LinkOptions()
        self.convention = convention
        self.seed = seed
        self.with_intervals = intervals
        links = compiled.view(Links)
        many = len(links.gold) + len(links.predicted) > _MANY
        self.left_out = many and tools is None
        with_tools = not many if tools is None else tools
        self.requested = (*_TABLES, *(_CURVES if threshold_sweep else ()), *((_TOOLS,) if with_tools else ()))
        self._made: dict[str, list[dict[str, Any]]] = {}
        measures = _measures(compiled, self.options, convention)
        super().__init__(compiled, measures, by=by, seed=seed, with_intervals=intervals)

    @property
    def findings(self) -> list[Finding]:
        """What reading and compiling noticed, and what was left out."""
        found = [*super().findings, *self._strangers()]
        if not self.left_out:
            return found
        got = "the counts of other tools were not made"
        return [*found, Finding("audit.tools", "info", self.compiled.samples.name, got, mend="ask for them: --tools")]

    def _strangers(self) -> Iterator[Finding]:
        """A finding when the ids of both sides never agree, though they stand on the same spans."""
        links = self.compiled.view(Links)
        pairs = links.compared(**self.options.all)
        wrong = pairs.of(Outcome.WRONG_LINK).nonzero()[0]
        if not len(wrong) or pairs.count(Outcome.RIGHT):
            return
        first = int(wrong[0])
        sides = ((links.gold, pairs.gold[first]), (links.predicted, pairs.predicted[first]))
        names = " and ".join(links.name(int(side.code[place])) for side, place in sides)
        got = f"{len(wrong)} mentions are linked by both sides, and never to the same id: {names}"
        mend = 'if only the spelling differs, say the prefix, as in --gold-format pubtator(prefix="MESH")'
        yield Finding("audit.ids", "warning", self.compiled.samples.name, got, mend=mend, count=len(wrong))

    @cached_property
    def sweep(self) -> Sweep:
        """What a threshold on the score of links would bring."""
        return Sweep(self.compiled, self.options)

    def table(self, name: str) -> list[dict[str, Any]]:
        """A table by name; those on links with the audit's options."""
        if not name.startswith("link"):
            return super().table(name)
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The tables of the audit that have rows, with those of single faults."""
        return {name: rows for name in sorted((*self.requested, *_FAULTS)) if (rows := self.table(name))}

    def pairs(self) -> Iterator[dict[str, Any]]:
        """Every gold and predicted mention with what became of it, one row after the other; see ``link_pairs``."""
        return link_pairs.stream(self.compiled, self.options)

    def save_pairs(self, path: str | Path) -> Path:
        """Write the pairs as JSON lines, or as CSV when the suffix is ``.csv``.

        Raises:
            UsageError: The suffix is another one.
        """
        from ontoeval.report import pairs

        return pairs.save(self.pairs(), link_pairs.COLUMNS, Path(path))

    def _make(self, name: str) -> list[dict[str, Any]]:
        if name in ("link_pairs", "link_ids", _TOOLS):
            return list(self.pairs()) if name == "link_pairs" else super().table(name)
        if name in ("link_sweep", *_CURVES):
            return self._swept(name)
        if name not in _TABLES:
            return super().table(name)  # says which ones there are
        rows: list[dict[str, Any]] = import_module(f"ontoeval.evaluation.tables.{name}").rows(
            self.compiled, self.options
        )
        return rows

    def _swept(self, name: str) -> list[dict[str, Any]]:
        if self.sweep.unmeasured is not None:
            return []
        if name == "link_sweep":
            rows = self.sweep.summary
            for row in rows if self.with_intervals else ():
                if row["cut"] == "cross-fitted":
                    found = self.sweep.interval(replicates=REPLICATES, seed=self.seed)
                    row |= {"low": found.low, "high": found.high, "interval": found.method}
            return rows
        return self.sweep.points() if name == "link_curve" else self.sweep.calibration


def links(
    gold: Any,
    run: Any = None,
    *,
    ontology: Ontology | str | Path | None = None,
    roots: Sequence[str] = (),
    match: Match = "strong",
    iou: float = 0.5,
    typed: bool = False,
    given: bool = False,
    convention: Convention = "ontoeval",
    threshold_sweep: bool = False,
    tools: bool | None = None,
    fields: Mapping[str, str] | None = None,
    where: Mapping[str, str] | None = None,
    gold_format: str | None = None,
    run_format: str | None = None,
    duplicates: Duplicates = "error",
    nil: NilPolicy | None = None,
    by: Sequence[str] | str = (),
    seed: int = 0,
    intervals: bool = True,
) -> LinkAudit:
    """Audit predicted against gold mentions and the concepts that they are linked to.

    Args:
        gold: The golden set (or gold and run in one): a path in any format that ``oe.read`` knows, or rows.
        run: The run, joined by id, likewise.
        ontology: The ontology, or the path of one: it resolves ids, and says how wrong a wrong concept is.
        roots: Concepts whose children are the branches, when the ontology is given as a path; by default its roots.
        match: When spans are the same: ``"strong"``, ``"word"``, ``"weak"`` or ``"iou"``, as for ``linking_f1``.
        iou: The share for ``"iou"``, in (0, 1].
        typed: Types must be equal too.
        given: The system was given the gold spans: predictions on other spans do not count.
        convention: Whose counts the measures are: ``"ontoeval"``, or another tool's; diagnosis is always ours.
        threshold_sweep: Also the curve over thresholds of the score, and the calibration.
        tools: Whether to count as other tools do, too; by default unless there are more than 300,000 mentions.
        fields: Other places of fields in rows, e.g. ``{"id": "doc_id", "query": "text"}``.
        where: Only samples whose tags have these values; for paths.
        gold_format, run_format: Formats of paths, where name and content do not tell.
        duplicates: Rule for repeated sample ids.
        nil: Which spellings of ids mean NIL, and the rule for gold ids that the ontology does not hold.
        by: Tags to slice by.
        seed: Seed of the bootstrap.
        intervals: Whether the metrics have intervals.

    Returns:
        A report: its metrics, the tables ``link_outcomes``, ``link_relations``, ``link_errors``, ``link_ids``,
        ``link_nil``, ``link_overlinking``, ``link_candidates``, ``link_sweep``, on request ``link_curve``,
        ``link_calibration`` and ``linking_conventions``; and ``pairs()``, every mention with what became of it.

    Raises:
        UsageError: An option does not exist, or does not go with another one.
        InputError: A file cannot be used, or one side has no mentions at all.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "NIL"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}, {"start": 5, "end": 9, "id": "B"}]}]
        >>> report = oe.audit.links(gold, run, intervals=False)
        >>> report["linking_f1"].value, [row["outcome"] for row in report.table("link_outcomes")]
        (0.5, ['right', 'nil_as_link'])
    """
    options = LinkOptions(match, iou, typed, given)
    get("linking_f1").measure(options.all)  # says what is not allowed
    if convention != "ontoeval" and options != LinkOptions():
        raise BadParameter(
            f"convention={convention!r} fixes when spans are the same",
            where="links",
            mend="leave out match, iou, typed and given",
        )
    compiled = Compiled(
        _samples(gold, run, fields, where, gold_format, run_format, duplicates),
        ontology=_ontology(ontology, roots),
        settings=Settings(duplicates=duplicates, nil=nil),
    )
    reason = compiled.view(Links).unmeasured
    if reason is not None:
        mend = "name where they are (--field gold.mentions=PATH), or the format (--gold-format, --run-format)"
        raise InputError(reason, where=compiled.samples.name, mend=mend)
    return LinkAudit(
        compiled,
        options=options,
        convention=convention,
        threshold_sweep=threshold_sweep,
        tools=tools,
        by=by,
        seed=seed,
        intervals=intervals,
    )


def _samples(
    gold: Any,
    run: Any,
    fields: Mapping[str, str] | None,
    where: Mapping[str, str] | None,
    gold_format: str | None,
    run_format: str | None,
    duplicates: Duplicates,
) -> Samples:
    if isinstance(gold, str | Path) and isinstance(run, str | Path | None):
        formats = {"gold_format": gold_format, "run_format": run_format}
        return read(gold, run, fields=fields, where=where, duplicates=duplicates, **formats)
    if where or gold_format or run_format:
        raise BadParameter("only files have formats and are filtered by tags", where="where, gold_format, run_format")
    return samples_of(gold, run, fields=fields, duplicates=duplicates, bare=Links.bare)


def _ontology(source: Ontology | str | Path | None, roots: Sequence[str]) -> Ontology | None:
    if not roots:
        return load_ontology(source)
    if isinstance(source, str | Path):
        from ontoeval.ontology import load

        return load(source, roots=roots)
    raise BadParameter("roots go with the path of an ontology", where="roots", mend="oe.load(…, roots=[…])")


def _measures(compiled: Compiled, options: LinkOptions, convention: Convention) -> list[Measure]:
    """What the audit measures: the counts of a tool, or ours with what the mentions hold."""
    if convention != "ontoeval":
        return [parse(name) for name in linking_conventions.measures(convention)]
    view = compiled.view(Links)
    sides = view.gold, view.predicted
    has_types = all(bool((side.kind >= 0).any()) for side in sides)
    has_nil = any(bool((side.code == NIL).any()) for side in sides)
    f1, spans = get("linking_f1"), options.spans
    measures = [f1.measure(options.all)]
    if not options.given:
        measures.insert(0, get("mention_f1").measure({**spans, "typed": options.typed}))
    if has_types and not options.typed:
        measures.append(f1.measure({**options.all, "typed": True}))
    if has_nil:
        measures += [f1.measure({**options.all, "scope": scope}) for scope in ("in_kb", "nil")]
    if compiled.ontology is not None:
        measures.append(f1.measure({**options.all, "resolve": False}))
    if options.match != "weak":
        measures.append(f1.measure({**options.all, "match": "weak"}))
    measures += [f1.measure({"level": "document"}), f1.measure({**options.all, "average": "macro"})]
    rates = ["disambiguation_accuracy", "in_kb_accuracy"]
    if bool((view.gold.code == NIL).any()):
        rates.append("overlinking_rate")
    measures += [get(name).measure(spans) for name in rates]
    if compiled.ontology is not None:
        measures.append(get("hallucinated_id_rate").measure())
    return measures
