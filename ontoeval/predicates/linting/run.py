"""`lint`: the rules over the filters of a log, as findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import Finding, shorten
from ontoeval.predicates.linting.facts import Facts
from ontoeval.predicates.linting.logged import Log, Logged
from ontoeval.predicates.linting.registry import Noticed, Rule, rules, select
from ontoeval.predicates.tree import Node
from ontoeval.progress import track
from ontoeval.records.batch import Problems, Row
from ontoeval.records.corpus import read_corpus
from ontoeval.records.jsonl import read_json, read_jsonl

_READING = {
    "filter.parse": "The filter cannot be parsed.",
    "filter.dialect": "The dialect of the filter is not said, or unknown.",
    "record.json": "The line is no JSON object.",
    "record.type": "A field of the record has another type.",
}
_NEEDS = {"facts": "it needs documents or a schema", "docs": "it needs documents"}


@dataclass(frozen=True)
class LintReport:
    """What was found in the filters of a log.

    Attributes:
        findings: One for each thing that was noticed; ``count`` says in how many places.
        name: Name of the log.
        n_rows, n_filters, n_parsed: Rows of the log, those with a filter, and those whose filter could be parsed.
        n_returned, n_unknown_returned: Returned documents, and those that the corpus does not have.
        n_untried: Filters with an ``under`` and with returned documents, which only an ontology could try.
        passed: Rules that ran and found nothing.
        skipped: Rules that could not run, with the reason.
        summaries: Summary of each rule.
    """

    findings: tuple[Finding, ...]
    name: str
    n_rows: int
    n_filters: int
    n_parsed: int
    n_returned: int = 0
    n_unknown_returned: int = 0
    n_untried: int = 0
    passed: tuple[str, ...] = ()
    skipped: Mapping[str, str] = field(default_factory=dict)
    summaries: Mapping[str, str] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, int]:
        """Places by rule."""
        found: Counter[str] = Counter()
        for finding in self.findings:
            found[finding.id] += finding.count
        return dict(found)


class _Collected:
    """Findings, the same ones once."""

    def __init__(self) -> None:
        self._first: dict[tuple[str, str], tuple[str, Rule, Noticed]] = {}
        self._count: Counter[tuple[str, str]] = Counter()

    def add(self, rule: Rule, where: str, noticed: Noticed) -> None:
        key = (rule.name, noticed.got)
        self._first.setdefault(key, (where, rule, noticed))
        self._count[key] += 1

    def findings(self) -> list[Finding]:
        return [
            Finding(
                rule.id,
                noticed.severity or rule.severity,
                where,
                noticed.got,
                noticed.expected,
                noticed.mend,
                self._count[key],
                (noticed.subject,) if noticed.subject else (),
            )
            for key, (where, rule, noticed) in self._first.items()
        ]


def lint(
    log: str | Path | Iterable[Mapping[str, Any]],
    *,
    dialect: str | None = None,
    docs: str | Path | Mapping[str, Mapping[str, Any]] | None = None,
    schema: str | Path | Mapping[str, Any] | None = None,
    profile: str | None = None,
    fields: Mapping[str, str] | None = None,
    only: Iterable[str] | None = None,
    skip: Iterable[str] = (),
) -> LintReport:
    """Look over the filters of a log: what empties a result, or says something else than was meant.

    Args:
        log: JSON lines, or rows: ``filter`` (native) with ``dialect``, or ``predicates`` (the tree), and
            ``retrieved`` (ids of the returned documents); wrapped in ``run`` or not. Rows need no id.
        dialect: Dialect of filters that name none.
        docs: The corpus, for rules that look at what documents hold.
        schema: A JSON Schema of the documents' metadata (``properties`` with ``type``, ``enum``, and ``required``).
        profile: Engine profile of all filters; by default that of each filter's dialect.
        fields: Other places of record fields (``{"run.filter": "where"}``), and where documents have an attribute
            (``{"category": "meta.category"}``).
        only, skip: Rules by name.

    Raises:
        InputError: A file is missing or empty, or has no rows, or no row has a filter.
        RecordError: Rows of the corpus cannot be used, or no row of the log can.
        UsageError: A dialect, a profile or a rule does not exist.

    Example:
        >>> rows = [{"filter": {"lang": {"$in": []}}, "dialect": "mongo"}, {"filter": {"year": {"$gt": "a"}}}]
        >>> report = lint(rows, dialect="pinecone", schema={"properties": {"lang": {"type": "string"}}})
        >>> for finding in report.findings:
        ...     print(finding.id, "|", finding.where, "|", finding.got)
        filter.empty_list | log[0] | lang in [] passes no document
        filter.unknown_attribute | log[1] | no document has the attribute 'year'
    """
    problems = Problems()
    facts = Facts(_documents(docs), _schema(schema))
    chosen = select(only, skip)
    skipped = {rule.id: _NEEDS[rule.needs] for rule in chosen if not _can_run(rule, facts)}
    running = [rule for rule in chosen if rule.id not in skipped]
    name = Path(log).name if isinstance(log, str | Path) else "log"
    filters = Log(_rows(log, problems), problems, dialect=dialect, profile=profile, fields=fields)
    collected, seen = _Collected(), dict[tuple[Node, str], list[tuple[Rule, Noticed]]]()
    n_parsed = n_returned = n_unknown = n_untried = 0
    for logged in track(filters, f"checking {name}"):
        n_parsed += 1
        n_returned += len(logged.returned)
        if facts.docs is not None:
            n_untried += bool(logged.returned) and logged.needs_ontology
            n_unknown += sum(doc not in facts.docs for doc in logged.returned)
        for rule, noticed in _noticed(logged, facts, running, seen):
            collected.add(rule, logged.where, noticed)
    if not filters.n_rows:
        problems.raise_if_any()
        raise InputError("there are no rows", where=name, expected="one JSON object per line")
    if not filters.n_filters and not problems.total:
        raise InputError(
            f"none of the {filters.n_rows} rows has a filter",
            where=name,
            expected="run.filter or run.predicates",
            mend="name where it is: --field run.filter=PATH",
        )
    found = [*problems.findings, *filters.unreadable, *collected.findings()]
    ids = {finding.id for finding in found}
    return LintReport(
        tuple(found),
        name,
        filters.n_rows,
        filters.n_filters,
        n_parsed,
        n_returned,
        n_unknown,
        n_untried,
        tuple(rule.id for rule in running if rule.id not in ids),
        skipped,
        {**_READING, **{rule.id: rule.summary for rule in rules().values()}},
    )


def _noticed(
    logged: Logged, facts: Facts, running: list[Rule], seen: dict[tuple[Node, str], list[tuple[Rule, Noticed]]]
) -> list[tuple[Rule, Noticed]]:
    """What the rules notice; those that look at the filter alone run once for equal filters."""
    key = (logged.node, logged.profile.name)
    if key not in seen:
        seen[key] = [(rule, noticed) for rule in running if rule.needs != "docs" for noticed in rule.run(logged, facts)]
    of_this = [(rule, noticed) for rule in running if rule.needs == "docs" for noticed in rule.run(logged, facts)]
    return [*seen[key], *of_this]


def _can_run(rule: Rule, facts: Facts) -> bool:
    return not rule.needs or (facts.docs is not None if rule.needs == "docs" else facts.any_known)


def _rows(log: str | Path | Iterable[Mapping[str, Any]], problems: Problems) -> Iterable[tuple[str, Row]]:
    if isinstance(log, str | Path):
        return read_jsonl(Path(log), problems)
    return ((f"log[{number}]", dict(row)) for number, row in enumerate(log))


def _documents(docs: str | Path | Mapping[str, Mapping[str, Any]] | None) -> Mapping[str, Mapping[str, Any]] | None:
    return read_corpus(Path(docs)) if isinstance(docs, str | Path) else docs


def _schema(schema: str | Path | Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    if not isinstance(schema, str | Path):
        return schema
    found = read_json(Path(schema))
    if not isinstance(found, Mapping):
        raise InputError(f"{shorten(found, 40)} is no JSON Schema", where=str(schema), expected="an object")
    return found
