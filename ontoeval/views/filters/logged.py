"""`LoggedFilters`: the filter of each sample as a tree, and its gold documents by position in the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ontoeval.errors import InputError, UsageError
from ontoeval.findings import Finding, shorten
from ontoeval.predicates.dialects import dialect, parse
from ontoeval.predicates.index import FieldIndex, Outcomes
from ontoeval.predicates.profiles import ONTOEVAL, profile
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.reading import parse as parse_neutral
from ontoeval.predicates.subsumption import Subsumption, spellings_of
from ontoeval.predicates.transform import conjuncts, map_atoms
from ontoeval.predicates.tree import TRUE, And, Atom, Nested, Node, walk
from ontoeval.records.batch import Batch
from ontoeval.views.base import Flags, Inputs, Integers, Status, View, run_is_missing, statuses
from ontoeval.views.filters.conditions import Condition, Threshold, conditions
from ontoeval.views.filters.corpus import IndexedCorpus

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.filter_rules import FilterRules


@dataclass(frozen=True, slots=True)
class LoggedFilter:
    """A filter as it was logged, ready to be tried.

    Attributes:
        node: The filter as it was written.
        applied: What the engine is asked: the same with every ``under`` expanded.
        profile: Whose semantics it has.
        required: The part of ``applied`` that is on mandatory attributes.
        threshold: The rest, as how many of its conditions must hold.
        conditions: The conditions of the rest.
        tests: What the engine is asked for each condition, as one conjunction.
        is_conjunction: Whether all conditions must hold, so that ``tests`` is the rest itself.
    """

    node: Node
    applied: Node
    profile: Profile
    required: Node
    threshold: Threshold
    conditions: tuple[Condition, ...]
    tests: Node
    is_conjunction: bool


#: No filter: it passes everything.
NO_FILTER = LoggedFilter(TRUE, TRUE, ONTOEVAL, TRUE, Threshold(0, ()), (), TRUE, True)


@dataclass(frozen=True, slots=True)
class GoldPairs:
    """Pairs of a sample and one of its gold documents (positive grade).

    Attributes:
        sample: The sample, ascending, shape ``(pairs,)``.
        row: Position of the document in the corpus, -1 when it is not there.
        grade: Its grade.
        allowed: Whether the user may see it (``gold.eligible``).
        doc: Its identifier.
    """

    sample: Integers
    row: Integers
    grade: np.ndarray[Any, np.dtype[np.float64]]
    allowed: Flags
    doc: list[str]


class LoggedFilters(View):
    """The filters of all samples: ``run.predicates``, or ``run.filter`` in its dialect.

    Attributes:
        logged: The filter of each sample; `NO_FILTER` where it is not known.
        pairs: The gold documents.
        corpus: The documents, or None without a corpus.
        any_filter, any_eligible: Whether any row has a filter, and a list of eligible documents.
    """

    stage = "filter"

    def __init__(
        self,
        status: list[int],
        logged: list[LoggedFilter],
        pairs: GoldPairs,
        corpus: IndexedCorpus | None,
        *,
        any_filter: bool,
        any_eligible: bool,
    ) -> None:
        self.status = statuses(status)
        self.n = len(status)
        self.logged = logged
        self.pairs = pairs
        self.corpus = corpus
        self.any_filter = any_filter
        self.any_eligible = any_eligible

    @classmethod
    def builder(cls, inputs: Inputs) -> LoggedFiltersBuilder:
        """A new builder."""
        return LoggedFiltersBuilder(inputs)

    def outcomes(
        self, filters: Sequence[Node], sample: Integers, row: Integers, engine: Profile | None = None
    ) -> Outcomes:
        """Try documents with the parts of filters that must all hold.

        Args:
            filters: One for each sample.
            sample: The sample of each document, shape ``(pairs,)``.
            row: Position of the document in the corpus.
            engine: Whose semantics; by default those of the sample's own filter.
        """
        assert self.corpus is not None
        if engine is not None:
            return self.corpus.index(engine).outcomes(filters, sample, row)
        engines = list(dict.fromkeys(found.profile for found in self.logged)) or [ONTOEVAL]
        if len(engines) == 1:
            return self.corpus.index(engines[0]).outcomes(filters, sample, row)
        code = {found.name: place for place, found in enumerate(engines)}
        mine = np.array([code[found.profile.name] for found in self.logged], dtype=np.int64)[sample]
        groups = [mine == place for place in range(len(engines))]
        parts = [
            self.corpus.index(found).outcomes(filters, sample[group], row[group])
            for found, group in zip(engines, groups, strict=True)
        ]
        sizes = np.zeros(len(sample), dtype=np.int64)
        for group, part in zip(groups, parts, strict=True):
            sizes[group] = np.diff(part.indptr)
        indptr = np.concatenate([[0], np.cumsum(sizes)])
        passes = np.zeros(int(indptr[-1]), dtype=bool)
        for group, part in zip(groups, parts, strict=True):
            passes[np.repeat(group, sizes)] = part.passes
        return Outcomes(parts[0].conjuncts, indptr, passes)

    def index(self, sample: int) -> FieldIndex:
        """The index of the corpus that the filter of a sample is tried on."""
        assert self.corpus is not None
        return self.corpus.index(self.logged[sample].profile)


class FilterReader:
    """Turns what rows hold into filters.

    Args:
        rules: How to read them.
        ontology: The ontology, for ``under``.
        corpus: The corpus by position, for how it writes concepts.

    Raises:
        UsageError: There is no such dialect or profile.
    """

    def __init__(self, rules: FilterRules, ontology: Ontology | None, corpus: IndexedCorpus | None) -> None:
        self.rules = rules
        self.profile = None if rules.profile is None else profile(rules.profile)
        if rules.dialect is not None:
            dialect(rules.dialect)
        self.mandatory = frozenset(rules.mandatory)
        self.ontology = ontology
        self.corpus = corpus
        self._subsumptions: dict[str, Subsumption] = {}

    def neutral(self, native: Any, where: str) -> LoggedFilter:
        """The filter that ``run.predicates`` holds."""
        return self.filter(parse_neutral(native, where), self.profile or ONTOEVAL, where)

    def native(self, native: Any, name: str, where: str) -> LoggedFilter:
        """The filter that ``run.filter`` holds in a dialect."""
        return self.filter(parse(native, name, where), self.profile or profile(dialect(name).profile), where)

    def filter(self, node: Node, engine: Profile, where: str) -> LoggedFilter:
        """A filter under a profile.

        Raises:
            InputError: It asks for subsumption, and there is no ontology, or not this concept.
        """
        under = any(isinstance(part, Atom) and part.op == "under" for part in walk(node))
        if under and self.ontology is None:
            raise InputError("'under' needs the ontology", where=where, mend="give it: --ontology")
        expand = self.expanded if under else _as_it_is
        rest: Node = node
        required: Node = TRUE
        if self.mandatory:
            parts = conjuncts(node)
            rest = And(tuple(part for part in parts if not self._is_mandatory(part)))
            required = expand(And(tuple(part for part in parts if self._is_mandatory(part))))
        threshold, found = conditions(rest, empty_or=engine.empty_or, expand=expand)
        tests = And(tuple(condition.test for condition in found))
        return LoggedFilter(node, expand(node), engine, required, threshold, found, tests, threshold.is_conjunction)

    def expanded(self, node: Node) -> Node:
        """A part of a filter with every ``under`` expanded, as the documents write the concepts."""
        asked = {part for part in walk(node) if isinstance(part, Atom) and part.op == "under"}
        return map_atoms(node, {atom: self.subsumption(atom.field).expand(atom) for atom in asked}) if asked else node

    def subsumption(self, field: str) -> Subsumption:
        """What expands concepts of a field."""
        assert self.ontology is not None
        if field not in self._subsumptions:
            held = [] if self.corpus is None else self.corpus.values(field)
            self._subsumptions[field] = Subsumption(self.ontology, spellings_of(held, self.ontology))
        return self._subsumptions[field]

    def _is_mandatory(self, part: Node) -> bool:
        fields = {leaf.field for leaf in walk(part) if isinstance(leaf, Atom | Nested)}
        return bool(fields) and fields <= self.mandatory


class LoggedFiltersBuilder:
    """Compiles batches into `LoggedFilters`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        docs = inputs.docs
        self.corpus = None if docs is None else IndexedCorpus(docs, inputs.settings.filters.fields)
        self.reader = FilterReader(inputs.settings.filters, inputs.ontology, self.corpus)
        self.any_filter = self.any_eligible = False
        self.status: list[int] = []
        self.logged: list[LoggedFilter] = []
        self.sample: list[int] = []
        self.docs: list[str] = []
        self.grade: list[float] = []
        self.allowed: list[bool] = []
        self.unread: list[Finding] = []
        self.nameless: list[str] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        self._add_filters(batch)
        first = len(self.status) - len(batch)
        for position, (gold, allowed) in enumerate(
            zip(batch.column("gold.docs"), batch.column("gold.eligible"), strict=True)
        ):
            self.any_eligible |= allowed is not None
            docs = [doc for doc, grade in gold.items() if grade > 0] if gold else []
            self.sample += [first + position] * len(docs)
            self.docs += docs
            self.grade += map(gold.__getitem__, docs) if docs else ()
            self.allowed += [True] * len(docs) if allowed is None else map(frozenset(allowed).__contains__, docs)

    def _add_filters(self, batch: Batch) -> None:
        columns = (batch.column("run.predicates"), batch.column("run.filter"), batch.column("run.dialect"))
        rows = zip(run_is_missing(batch), *columns, batch.where, strict=True)
        for missing, predicates, native, dialect_, where in rows:
            name = dialect_ or self.reader.rules.dialect
            self.any_filter |= predicates is not None or (native is not None and name is not None)
            found, status = None, Status.MISSING
            if not missing and predicates is not None:
                found = self._neutral(predicates, where)
                status = Status.INVALID if found is None else Status.OK
            elif not missing and native is not None and name is not None:
                found = self._native(native, name, where)
                status = Status.INVALID if found is None else Status.OK
            elif not missing and native is not None:
                self.nameless.append(where)
            self.status.append(status)
            self.logged.append(found or NO_FILTER)

    def _neutral(self, native: Any, where: str) -> LoggedFilter | None:
        try:
            return self.reader.neutral(native, f"{where} run.predicates")
        except InputError as error:
            self._unreadable(error, f"{where} run.predicates")
            return None

    def _native(self, native: Any, name: str, where: str) -> LoggedFilter | None:
        try:
            return self.reader.native(native, name, f"{where} run.filter")
        except (InputError, UsageError) as error:
            self._unreadable(error, f"{where} run.filter")
            return None

    def _unreadable(self, error: InputError | UsageError, where: str) -> None:
        """A filter that no engine could have run is a failure of the system, and goes on as one."""
        self.unread.append(_finding(error, where))

    def build(self) -> LoggedFilters:
        """The view of all batches."""
        place = self.corpus.position if self.corpus is not None else {}
        pairs = GoldPairs(
            np.array(self.sample, dtype=np.int64),
            np.fromiter((place.get(doc, -1) for doc in self.docs), dtype=np.int64, count=len(self.docs)),
            np.array(self.grade, dtype=np.float64),
            np.array(self.allowed, dtype=bool),
            self.docs,
        )
        view = LoggedFilters(
            self.status,
            self.logged,
            pairs,
            self.corpus,
            any_filter=self.any_filter,
            any_eligible=self.any_eligible,
        )
        if not view.any_filter:
            view.unmeasured = "no row has run.predicates"
            if self.nameless:
                view.unmeasured = "no row has run.predicates, and run.filter has no run.dialect (--dialect)"
        self._report(pairs)
        return view

    def _report(self, pairs: GoldPairs) -> None:
        findings = self.inputs.findings
        if self.inputs.docs is not None:
            unknown = sorted({doc for doc, row in zip(pairs.doc, pairs.row.tolist(), strict=True) if row < 0})
            if unknown:
                findings.append(
                    Finding(
                        "filter.missing_from_index",
                        "warning",
                        self.inputs.docs.name,
                        f"{len(unknown)} gold documents are not in the corpus: {', '.join(unknown[:3])}",
                        mend="they were lost before any filter: index them, or correct the golden set",
                        count=len(unknown),
                    )
                )
        if self.unread:
            first = self.unread[0]
            findings.append(
                Finding(
                    "filter.parse",
                    "warning",
                    first.where,
                    f"{len(self.unread)} filters cannot be read and are not scored; the first one: {first.got}",
                    first.expected,
                    "ontoeval filters lint names all of them",
                    count=len(self.unread),
                )
            )
        if self.nameless:
            findings.append(
                Finding(
                    "filter.dialect",
                    "warning",
                    self.nameless[0],
                    f"{len(self.nameless)} rows have run.filter without run.dialect, and are not scored",
                    mend="name it: --dialect qdrant",
                    count=len(self.nameless),
                )
            )


def _as_it_is(node: Node) -> Node:
    return node


def _finding(error: InputError | UsageError, where: str) -> Finding:
    return Finding("filter.parse", "error", error.where or where, shorten(error.message, 200), error.expected or "")
