"""`Compiled`: samples, corpus and ontology behind the views made of them; each view is made once."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from hashlib import blake2b
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray
from pydantic_core import to_json

from ontoeval.findings import Finding
from ontoeval.progress import track
from ontoeval.records.batch import Batch
from ontoeval.records.corpus import Corpus
from ontoeval.records.mentions import Mentions
from ontoeval.records.samples import Samples
from ontoeval.statistics.bootstrap import identity
from ontoeval.views.base import Builder, Inputs, Settings, View

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

AnyView = TypeVar("AnyView", bound=View)


class Roster:
    """Who the samples are: ids, places, tags, clusters, weights, and a hash of the gold of each."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.where: list[str] = []
        self.queries: list[str | None] = []
        self.tags: list[dict[str, str]] = []
        self.clusters: list[str] = []
        self._gold: list[list[int] | Batch] = []
        self._weights: list[float | None] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        self.ids += batch.ids
        self.where += batch.where
        self.queries += batch.column("query")
        self.tags += [tags or {} for tags in batch.column("tags")]
        clusters = batch.column("cluster")
        self.clusters += [
            name if cluster is None else cluster for name, cluster in zip(batch.ids, clusters, strict=True)
        ]
        self._gold.append(batch if batch.lasting else list(_gold_hashes(batch)))
        self._weights += batch.column("weight")

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def gold_hashes(self) -> list[int]:
        """A 64-bit hash of each sample's id, gold and weight."""
        hashes: list[int] = []
        for part in self._gold:
            hashes += _gold_hashes(part) if isinstance(part, Batch) else part
        return hashes

    @cached_property
    def gold_fingerprint(self) -> str:
        """A hash of ids and gold that does not depend on the order of the samples."""
        return f"{sum(self.gold_hashes) % (1 << 64):016x}"

    @cached_property
    def weights(self) -> NDArray[np.float64] | None:
        """The weight of each sample (1 where it has none), or None when no sample has one."""
        if all(weight is None for weight in self._weights):
            return None
        return np.array([1.0 if weight is None else weight for weight in self._weights])

    @cached_property
    def cluster(self) -> NDArray[np.int64]:
        """A number for each sample's cluster, counted from 0, shape ``(n,)``."""
        number: dict[str, int] = {}
        return np.array([number.setdefault(name, len(number)) for name in self.clusters], dtype=np.int64)

    @cached_property
    def cluster_hashes(self) -> NDArray[np.uint64]:
        """A 64-bit hash of each sample's cluster (by default the sample itself)."""
        return identity(self.clusters)

    def tag_values(self, tag: str) -> list[str]:
        """The distinct values of a tag, sorted."""
        return sorted({tags[tag] for tags in self.tags if tag in tags})


def _gold_hashes(batch: Batch) -> Iterator[int]:
    """A 64-bit hash of each sample's id, gold and weight (unless that is 1).

    Grades go in as doubles, so that 1 and 1.0 are the same, and in the order of the documents' names.
    """
    docs = [{} if grades is None else dict(sorted(grades.items())) for grades in batch.column("gold.docs")]
    ends = np.cumsum([len(grades) for grades in docs]).tolist()
    doubles = np.fromiter(chain.from_iterable(grades.values() for grades in docs), "<f8", ends[-1]).tobytes()
    paths = sorted(path for path in batch.columns if path.startswith("gold.") and path != "gold.docs")
    others = zip(*(batch.columns[path] for path in paths), strict=True) if paths else repeat((), len(batch))
    start = 0
    for name, grades, end, values, weight in zip(batch.ids, docs, ends, others, batch.column("weight"), strict=True):
        digest = blake2b("\0".join([name, *grades]).encode("utf-8", "surrogatepass"), digest_size=8)
        digest.update(doubles[8 * start : 8 * end])
        for path, value in zip(paths, values, strict=True):
            if value is not None:
                digest.update(to_json([path, value], inf_nan_mode="constants", fallback=_plain))
        if weight is not None and weight != 1:
            digest.update(to_json(["weight", float(weight)]))
        yield int.from_bytes(digest.digest(), "little")
        start = end


@contextmanager
def _no_search_for_cycles() -> Iterator[None]:
    """Reading makes millions of objects and no cycles; looking for some takes a third of its time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _plain(value: Any) -> Any:
    return value.columns if isinstance(value, Mentions) else repr(value)


class Compiled:
    """Samples compiled into views, each made once and shared by all metrics that need it.

    Args:
        samples: What to compile.
        ontology: The ontology, for the views that need one.
        docs: The corpus; by default the samples' own.
        settings: Schema of outputs, slots, rules.
    """

    def __init__(
        self,
        samples: Samples,
        *,
        ontology: Ontology | None = None,
        docs: Corpus | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.samples = samples
        self.ontology = ontology
        self.docs = docs if docs is not None else samples.docs
        self.settings = settings or Settings()
        self._roster: Roster | None = None
        self._views: dict[type[View], View] = {}
        self._findings: list[Finding] = []

    @property
    def roster(self) -> Roster:
        """Who the samples are."""
        if self._roster is None:
            self.prepare(())
        assert self._roster is not None
        return self._roster

    @property
    def findings(self) -> list[Finding]:
        """What reading and compiling noticed."""
        ontology = list(self.ontology.warnings) if self.ontology is not None else []
        return [*self.samples.findings, *ontology, *self._findings]

    def prepare(self, views: Iterable[type[View]]) -> None:
        """Make the views that are not made yet, in one pass over the samples.

        Raises:
            RecordError: Rows cannot be used; all of them are in the error.
        """
        inputs = Inputs(self.ontology, self.docs, self.settings)
        builders: dict[type[View], Builder] = {}
        derived: list[type[View]] = []
        self._plan(views, inputs, builders, derived)
        roster = Roster() if self._roster is None else None
        if builders or roster is not None:
            with _no_search_for_cycles():
                for batch in track(self.samples.batches(), f"reading {self.samples.name}"):
                    if roster is not None:
                        roster.add(batch)
                    for builder in builders.values():
                        builder.add(batch)
            inputs.problems.raise_if_any()
        self._roster = self._roster or roster
        for cls, builder in builders.items():
            self._views[cls] = builder.build()
        self._findings += inputs.findings
        for cls in derived:
            self._views[cls] = cls.derive(self)

    def _plan(
        self,
        views: Iterable[type[View]],
        inputs: Inputs,
        builders: dict[type[View], Builder],
        derived: list[type[View]],
    ) -> None:
        for cls in views:
            if cls in self._views or cls in builders or cls in derived:
                continue
            builder = cls.builder(inputs)
            if builder is not None:
                builders[cls] = builder
            else:
                self._plan(cls.needs(), inputs, builders, derived)
                derived.append(cls)

    def view(self, cls: type[AnyView]) -> AnyView:
        """The view of a class."""
        if cls not in self._views:
            self.prepare([cls])
        return cast(AnyView, self._views[cls])
