"""`Predicates`: the filters that an extractor makes of questions, against gold filters."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import InputError, UsageError
from ontoeval.findings import Finding
from ontoeval.predicates import dialects
from ontoeval.predicates.profiles import ONTOEVAL, profile
from ontoeval.predicates.reading import parse
from ontoeval.predicates.transform import normalize
from ontoeval.predicates.tree import OPS, TRUE, Node
from ontoeval.records.batch import Batch
from ontoeval.records.corpus import Corpus
from ontoeval.views.base import Flags, Inputs, Integers, Keyed, Status, View, run_is_missing, statuses
from ontoeval.views.filter_rules import FilterRules
from ontoeval.views.filters.corpus import IndexedCorpus
from ontoeval.views.predicates.corpus import CorpusFacts, Denotations
from ontoeval.views.predicates.errors import ErrorFinder, PredicateError
from ontoeval.views.predicates.pairs import Kinship, Pair, paired
from ontoeval.views.predicates.parts import NormalForm, Part, as_written, operators, placed, written_key

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology
    from ontoeval.views.compiled import Compiled

Level = Literal["attribute", "operator", "exact", "normalized", "hierarchical"]
Form = Literal["exact", "normalized"]
_Keys = frozenset[tuple[Hashable, ...]]


@dataclass(frozen=True)
class PredicateCounts:
    """Counts of predicates by unit (sample, or sample and attribute), shape ``(n_units,)``.

    Attributes:
        right: What both filters have; for ``"hierarchical"`` common ancestors.
        predicted: What the predicted filter has.
        gold: What the gold filter has.
    """

    right: Integers
    predicted: Integers
    gold: Integers


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A predicted filter that cannot be read.

    Attributes:
        error: ``"unsupported operator"`` or ``"parse failure"``.
        detail: What is wrong with it, and where.
    """

    error: str
    detail: str


class Predicates(View):
    """Predicted filters (``run.predicates``, or ``run.filter`` in its dialect) against ``gold.predicates``.

    A predicted filter that cannot be read says nothing: its sample is scored as if it had no predicates, and is never
    right. Samples without a gold filter are undefined; ``{}`` is a gold filter that asks for nothing.

    Attributes:
        gold, predicted: The filter of each sample; None where there is none, or none that can be read.
        unreadable: By sample, what is wrong with its predicted filter.
        ontology: The ontology, or None.
        docs: The corpus, or None.
        rules: How filters are read.
    """

    keys: ClassVar[tuple[str, ...]] = ("attribute",)
    bare: ClassVar[tuple[str, str] | None] = ("gold.predicates", "run.predicates")
    stage = "query understanding"

    def __init__(
        self,
        status: NDArray[np.int8],
        gold: list[Node | None],
        predicted: list[Node | None],
        unreadable: dict[int, Unreadable],
        *,
        ontology: Ontology | None = None,
        docs: Corpus | None = None,
        rules: FilterRules | None = None,
    ) -> None:
        self.status = status
        self.gold = gold
        self.predicted = predicted
        self.unreadable = unreadable
        self.ontology = ontology
        self.docs = docs
        self.rules = rules or FilterRules()
        self._rows: dict[Level, tuple[Integers, Integers, Integers]] = {}

    @classmethod
    def builder(cls, inputs: Inputs) -> PredicatesBuilder | None:
        """A new builder."""
        return PredicatesBuilder(inputs)

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Why filters cannot be compared in this way, or None."""
        if self.unmeasured is None and parameters.get("by") == "hierarchical" and self.ontology is None:
            return "no ontology was given (--ontology)"
        return self.unmeasured

    @cached_property
    def corpus(self) -> CorpusFacts | None:
        """What the corpus says, or None without one."""
        if self.docs is None:
            return None
        engine = ONTOEVAL if self.rules.profile is None else profile(self.rules.profile)
        return CorpusFacts(IndexedCorpus(self.docs, self.rules.fields), self.ontology, engine)

    @cached_property
    def form(self) -> NormalForm:
        """The normal form of values."""
        corpus = self.corpus
        return NormalForm(
            self.ontology, lambda field: corpus is not None and corpus.fractional(field), self.rules.fields
        )

    @cached_property
    def parts(self) -> tuple[list[tuple[Part, ...]], list[tuple[Part, ...]]]:
        """The parts of the gold and of the predicted filter of each sample."""
        known: dict[Node | None, tuple[Part, ...]] = {None: ()}
        for node in (*self.gold, *self.predicted):
            if node is not None and node not in known:
                known[node] = self.form.parts(node)
        return [known[node] for node in self.gold], [known[node] for node in self.predicted]

    @cached_property
    def pairs(self) -> list[Pair]:
        """The parts of each sample paired within each attribute."""
        return paired(*self.parts, Kinship(self.ontology))

    @cached_property
    def errors(self) -> list[PredicateError]:
        """What is wrong with the predicted filters."""
        return ErrorFinder(self).errors

    @cached_property
    def denotations(self) -> Denotations:
        """How many documents pass the filters."""
        assert self.corpus is not None
        return self.corpus.denotations(self.gold, self.predicted)

    @cached_property
    def asks(self) -> tuple[Flags, Flags]:
        """Whether the gold and the predicted filter of each sample ask for anything, shape ``(n,)`` each.

        A filter that cannot be read asks for something.
        """
        gold = np.array([node is not None and normalize(node) != TRUE for node in self.gold], dtype=bool)
        predicted = np.array([node is not None and normalize(node) != TRUE for node in self.predicted], dtype=bool)
        predicted[list(self.unreadable)] = True
        return gold, predicted

    def joint(self, form: Form) -> Flags:
        """Whether the whole predicted filter of each sample is gold's, shape ``(n,)``."""
        key = written_key if form == "exact" else self.form.key
        same = [
            mine is not None and theirs is not None and (mine == theirs or key(mine) == key(theirs))
            for mine, theirs in zip(self.gold, self.predicted, strict=True)
        ]
        return np.array(same, dtype=bool)

    @cached_property
    def fields(self) -> list[str]:
        """The attributes that filters name, sorted."""
        nodes = {node for node in (*self.gold, *self.predicted) if node is not None}
        return sorted({atom.field for node in nodes for atom, _ in placed(node)})

    def counts(self, level: Level) -> PredicateCounts:
        """What the two filters of each unit have in common.

        Args:
            level: What is compared: distinct ``"attribute"``; distinct attribute and ``"operator"``; predicates as
                written (``"exact"``) or in one form, each value of a list for itself (``"normalized"``); for
                ``"hierarchical"`` the ancestors of the concepts that paired predicates ask for.
        """
        unit, amounts = self._units(level)
        n_units = len(self.status)
        right, predicted, gold = (
            np.bincount(unit, weights=column, minlength=n_units).astype(np.int64) for column in amounts.T
        )
        return PredicateCounts(right, predicted, gold)

    def rows(self, level: Level) -> tuple[Integers, Integers, Integers]:
        """Sample, attribute (position in ``fields``), and right, predicted, gold of everything compared."""
        if level not in self._rows:
            place = {field: position for position, field in enumerate(self.fields)}
            found = self._ancestors() if level == "hierarchical" else self._sets(level)
            table = np.array([(sample, place[field], *amounts) for sample, field, *amounts in found], dtype=np.int64)
            table = table.reshape(-1, 5)
            self._rows[level] = table[:, 0], table[:, 1], table[:, 2:]
        return self._rows[level]

    def keyed(self, key: str) -> Keyed:
        """The view by (sample, attribute)."""
        width = max(len(self.fields), 1)
        codes = [sample * width + field for level in _LEVELS for sample, field, _ in [self.rows(level)]]
        units = np.unique(np.concatenate(codes))
        sample, field = np.divmod(units, width)
        return Keyed(_ByAttribute(self, units, width, self.status[sample]), sample, field, self.fields)

    def _units(self, level: Level) -> tuple[Integers, Integers]:
        sample, _, amounts = self.rows(level)
        return sample, amounts

    def _ancestors(self) -> Iterable[tuple[int, str, int, int, int]]:
        for pair in self.pairs:
            if pair.of_gold or pair.of_predicted:
                yield pair.sample, pair.field, pair.common, pair.of_predicted, pair.of_gold

    def _sets(self, level: Level) -> Iterable[tuple[int, str, int, int, int]]:
        known: dict[Node | None, _Keys] = {None: frozenset()}
        for node in {*self.gold, *self.predicted} - {None}:
            assert node is not None
            known[node] = self._keys(node, level)
        for sample, (mine, theirs) in enumerate(zip(self.gold, self.predicted, strict=True)):
            gold, predicted = known[mine], known[theirs]
            for key in gold | predicted:
                yield (
                    sample,
                    str(key[0]),
                    int(key in gold and key in predicted),
                    int(key in predicted),
                    int(key in gold),
                )

    def _keys(self, node: Node, level: Level) -> _Keys:
        if level == "attribute":
            return frozenset((atom.field,) for atom, _ in placed(node))
        if level == "operator":
            return operators(node)
        if level == "exact":
            return as_written(node)
        return frozenset(part.key for part in self.form.parts(node))


class WholeFilters(Predicates):
    """The same filters, each as a whole: there is nothing to count by attribute."""

    keys = ()

    @classmethod
    def builder(cls, inputs: Inputs) -> None:
        """None: it is derived."""

    @classmethod
    def needs(cls) -> tuple[type[View], ...]:
        """The filters."""
        return (Predicates,)

    @classmethod
    def derive(cls, compiled: Compiled) -> View:
        """The filters."""
        return compiled.view(Predicates)


_LEVELS: tuple[Level, ...] = ("attribute", "operator", "exact", "normalized", "hierarchical")


class _ByAttribute(Predicates):
    """Filters whose units are (sample, attribute) pairs."""

    def __init__(self, whole: Predicates, units: Integers, width: int, status: NDArray[np.int8]) -> None:
        super().__init__(status, whole.gold, whole.predicted, whole.unreadable)
        self._whole = whole
        self._codes = units
        self._width = width

    def _units(self, level: Level) -> tuple[Integers, Integers]:
        sample, field, amounts = self._whole.rows(level)
        return np.searchsorted(self._codes, sample * self._width + field), amounts


class PredicatesBuilder:
    """Compiles batches into `Predicates`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.rules = inputs.settings.filters
        self.any_gold = self.any_run = False
        self.status: list[int] = []
        self.gold: list[Node | None] = []
        self.predicted: list[Node | None] = []
        self.unreadable: dict[int, Unreadable] = {}

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (batch.column("gold.predicates"), batch.column("run.predicates"), batch.column("run.filter"))
        rows = zip(run_is_missing(batch), *columns, batch.column("run.dialect"), batch.where, strict=True)
        for missing, gold, neutral, native, name, where in rows:
            dialect = None if neutral is not None else name or self.rules.dialect
            said = neutral if neutral is not None else native if dialect is not None else None
            self.any_gold |= gold is not None
            self.any_run |= said is not None
            lost = missing or said is None
            self.status.append(Status.UNDEFINED if gold is None else Status.MISSING if lost else Status.OK)
            self.gold.append(None if gold is None else self._gold(gold, f"{where} gold.predicates"))
            self.predicted.append(None if lost or gold is None else self._predicted(said, dialect))

    def _gold(self, native: Any, where: str) -> Node | None:
        try:
            return parse(native, where)
        except InputError as error:
            place, expected = error.where or where, error.expected or ""
            self.inputs.problems.add(Finding("filter.parse", "error", place, error.message, expected, error.mend or ""))
            return None

    def _predicted(self, native: Any, dialect: str | None) -> Node | None:
        try:
            if dialect is not None:
                return dialects.parse(native, dialect, "run.filter")
            return parse(native, "run.predicates")
        except (InputError, UsageError) as error:
            kind = "unsupported operator" if dialect is None and _unknown_op(native) else "parse failure"
            self.unreadable[len(self.predicted)] = Unreadable(kind, f"{error.where}: {error.message}")
            return None

    def build(self) -> Predicates:
        """The view of all batches."""
        inputs = self.inputs
        view = Predicates(
            statuses(self.status),
            self.gold,
            self.predicted,
            self.unreadable,
            ontology=inputs.ontology,
            docs=inputs.docs,
            rules=self.rules,
        )
        if not self.any_gold:
            view.unmeasured = "no row has gold.predicates"
        elif not self.any_run:
            view.unmeasured = "no row has run.predicates, or run.filter in a dialect (run.dialect, --dialect)"
        if self.unreadable:
            self._report()
        return view

    def _report(self) -> None:
        first = next(iter(self.unreadable.values()))
        n = len(self.unreadable)
        got = f"{n} predicted filters cannot be read and count as wrong, e.g. {first.detail}"
        mend = "a filter in the language of an engine belongs into run.filter, with run.dialect"
        self.inputs.findings.append(Finding("filter.unreadable", "warning", "run.predicates", got, mend=mend, count=n))


def _unknown_op(native: Any) -> bool:
    """Whether a filter names an operator that there is not."""
    waiting = [native]
    while waiting:
        found = waiting.pop()
        if isinstance(found, Mapping):
            if isinstance(op := found.get("op"), str) and op not in OPS:
                return True
            waiting += found.values()
        elif isinstance(found, list):
            waiting += found
    return False
