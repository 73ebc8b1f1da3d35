"""The audit of filters: from a log and a corpus to exclusion, blame, reasons, and what ifs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontoeval.audit.filter_log import read_log
from ontoeval.audit.filter_notices import check_readable, notices
from ontoeval.errors import BadParameter, InputError
from ontoeval.evaluation.api import load_docs, load_ontology
from ontoeval.evaluation.claim import Claim, check_limit, claim_of
from ontoeval.evaluation.report import Report
from ontoeval.findings import Finding
from ontoeval.metrics.registry import parse
from ontoeval.predicates.subsumption import Subsumption
from ontoeval.records.samples import Duplicates
from ontoeval.views.base import Settings
from ontoeval.views.compiled import Compiled
from ontoeval.views.filter_rules import FilterRules
from ontoeval.views.filters import AppliedFilters, Filters, ReturnedFilters

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

METRICS = (
    "false_exclusion_rate",
    'false_exclusion_rate(level="any")',
    "recall_ceiling",
    'recall_ceiling(average="micro")',
    "ndcg_ceiling",
    "selectivity",
    "empty_result_rate",
)
"""What the audit always measures; ``over_filter_rate`` with the ``k`` that was given, and ``leak_rate`` where documents
were returned, come beside them."""


class FilterAudit(Report):
    """A report on the filters of a log.

    Args:
        compiled: The samples.
        k: How many documents the search is to return.
        eps: The rate that false exclusion is claimed to be below, or None.
        by: Tags to slice by.
        seed: Seed of the bootstrap.
        intervals: Whether to make intervals.
    """

    def __init__(
        self,
        compiled: Compiled,
        *,
        k: int = 10,
        eps: float | None = None,
        by: Sequence[str] | str = (),
        seed: int = 0,
        intervals: bool = True,
    ) -> None:
        compiled.prepare([Filters, AppliedFilters, ReturnedFilters])
        self.eps = eps
        self._made: dict[str, list[dict[str, Any]]] = {}
        metrics = [*METRICS, f"over_filter_rate@{k}"]
        if compiled.view(ReturnedFilters).unmeasured is None:
            metrics.append("leak_rate")
            if compiled.ontology is not None:
                metrics.append('leak_rate(negations="down")')
        super().__init__(compiled, [parse(metric) for metric in metrics], by=by, seed=seed, with_intervals=intervals)

    @property
    def findings(self) -> list[Finding]:
        """What reading, compiling and the audit noticed."""
        return [*super().findings, *self._notices]

    @cached_property
    def _notices(self) -> list[Finding]:
        return list(notices(self.compiled))

    @cached_property
    def claim(self) -> Claim | None:
        """Whether the log shows that false exclusion is below ``eps``; None without one, or without a value."""
        return None if self.eps is None else claim_of(self["false_exclusion_rate"], self.eps)

    def table(self, name: str) -> list[dict[str, Any]]:
        """A table by name; ``filter_claim`` holds the verdict against ``eps``."""
        if name == "filter_claim":
            return [] if self.claim is None else [self.claim.as_dict()]
        if name not in self._made:
            self._made[name] = super().table(name)
        return self._made[name]

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """All tables that have rows."""
        found = {"filter_claim": self.table("filter_claim")} if self.claim is not None else {}
        return {**super().tables(), **found}


def filters(
    log: str | Path | Iterable[Mapping[str, Any]] | Any,
    *,
    docs: Any,
    gold: Any = None,
    dialect: str | None = None,
    profile: str | None = None,
    ontology: Ontology | str | Path | None = None,
    fields: Mapping[str, str] | None = None,
    log_fields: Mapping[str, str] | None = None,
    mandatory: Sequence[str] = (),
    relations: Sequence[str] = (),
    k: int = 10,
    eps: float | None = None,
    by: Sequence[str] | str = (),
    duplicates: Duplicates = "error",
    seed: int = 0,
    intervals: bool = True,
) -> FilterAudit:
    """Audit the filters of a log: what they exclude, which condition does it, and why.

    Args:
        log: A path (JSON lines) or rows: records, or the short form ``{qid, query, filter, dialect, gold: [doc],
            returned: [doc], session}``.
        docs: The corpus with its metadata: a path or rows.
        gold: The golden set, where the log does not hold it.
        dialect: Dialect of filters whose row does not name one, e.g. ``"qdrant"``.
        profile: Engine semantics to read all filters with; by default those of their dialect.
        ontology: An ontology, or the path of one: for relations of concepts, ``under``, and what ifs.
        fields: For attributes of filters the path of the metadata that holds them: ``{"category": "meta.category"}``.
            With an ontology also which attributes hold concepts; by default those whose values mostly are.
        log_fields: Other places of the log's fields: ``{"run.filter": "search.filter"}``.
        mandatory: Attributes that nobody may drop (access, legal): gold that fails them is ineligible, not excluded.
        relations: Relations of the ontology that subsumption follows; by default those of its hierarchy.
        k: How many documents the search is to return.
        eps: Test the claim that false exclusion is below this rate.
        by: Tags to slice by.
        duplicates: Rule for repeated ids.
        seed: Seed of the bootstrap.
        intervals: Whether the metrics have intervals.

    Returns:
        A report: its metrics, and the tables ``filter_overview``, ``filter_blame``, ``filter_cases``,
        ``filter_selectivity``, ``filter_engines``, with an ontology ``filter_widening`` and ``filter_negations``, and
        with ``eps`` ``filter_claim``.

    Raises:
        UsageError: There is no such dialect, profile or tag.
        BadParameter: ``eps`` is no rate, or there are relations and no ontology.
        InputError: A file cannot be used, or no row has a filter that can be read.

    Example:
        >>> import ontoeval as oe
        >>> docs = [{"id": "d1", "lang": "en"}, {"id": "d2", "lang": "de"}]
        >>> log = [
        ...     {"qid": "q1", "filter": {"lang": "en"}, "gold": ["d1"]},
        ...     {"qid": "q2", "filter": {"lang": {"$ne": "de"}}, "gold": ["d2"]},
        ... ]
        >>> report = oe.audit.filters(log, docs=docs, dialect="mongo")
        >>> report["false_exclusion_rate"].value, report.table("filter_blame")[0]["reasons"]
        (0.5, {'excluded value': 1})
    """
    if eps is not None:
        check_limit(eps)
    rules = FilterRules(dialect, profile, dict(fields or {}), tuple(mandatory), tuple(relations))
    onto = load_ontology(ontology)
    _check_relations(onto, rules.relations)
    compiled = Compiled(
        read_log(log, gold, fields=log_fields, duplicates=duplicates),
        ontology=onto,
        docs=load_docs(docs),
        settings=Settings(duplicates=duplicates, filters=rules),
    )
    compiled.prepare([Filters, AppliedFilters, ReturnedFilters])
    reason = compiled.view(Filters).unmeasured
    if reason is not None:
        raise InputError(
            reason, where=compiled.samples.name, mend="name where it is: --log-field run.filter=PATH --dialect NAME"
        )
    check_readable(compiled)
    return FilterAudit(compiled, k=k, eps=eps, by=by, seed=seed, intervals=intervals)


def _check_relations(onto: Ontology | None, relations: tuple[str, ...]) -> None:
    if not relations:
        return
    if onto is None:
        raise BadParameter("relations are those of an ontology", where="relations", mend="give it: --ontology FILE")
    Subsumption(onto).check_relations(relations)
