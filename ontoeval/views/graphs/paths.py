"""`Paths`: the paths through the graph that hits hold, against the paths that the golden set wants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.model import Hits
from ontoeval.views.base import Inputs, Status, View, run_is_missing, statuses
from ontoeval.views.coding import Coder
from ontoeval.views.graphs.hits import NO_NIL, Shares, best_first, list_of

PathMatch = Literal["exact", "partial"]
Path = tuple[int, ...]
Edge = tuple[int, ...]


class Paths(View):
    """The paths of ``run.retrieved`` (``path`` of its hits) against ``gold.paths``.

    Attributes:
        gold: For each sample the paths that are wanted, as codes of their nodes (see `Coder`).
        retrieved: For each sample the retrieved paths with the rank (from 0) of their hit, best first.
    """

    field: ClassVar[str] = "run.retrieved"
    stage = "retrieval"

    def __init__(
        self, status: NDArray[np.int8], gold: list[list[Path]], retrieved: list[list[tuple[int, Path]]]
    ) -> None:
        self.status = status
        self.gold = gold
        self.retrieved = retrieved

    @classmethod
    def variant(cls, parameters: Mapping[str, Any]) -> type[View]:
        """The list that ``of`` names."""
        return list_of(_LISTS, parameters)

    @classmethod
    def builder(cls, inputs: Inputs) -> PathsBuilder:
        """A new builder."""
        return PathsBuilder(cls, inputs)

    def edges(self, k: int | None, *, directed: bool) -> Shares:
        """Right and found edges (two neighbours on a path), one row per sample."""
        counts = []
        for wanted, found in self._both(k, directed=directed):
            mine, theirs = (
                {edge for path in side for edge in _edges(path, directed=directed)} for side in (wanted, found)
            )
            counts.append((len(mine & theirs), len(theirs), len(mine)))
        both, retrieved, gold = np.array(counts, dtype=np.int64).reshape(-1, 3).T
        every = np.arange(len(counts))
        return Shares(both, retrieved, every, both, gold, every)

    def paths(self, k: int | None, match: PathMatch, *, directed: bool) -> Shares:
        """Right and found paths, one row per path.

        Args:
            k: Only the paths of the first ``k`` hits; None for all.
            match: ``"exact"``: the same nodes in the same order; ``"partial"``: the largest share of the path's steps
                that one path of the other side has.
            directed: Whether a path that is turned round is another one.
        """
        columns: tuple[list[float], list[float]] = ([], [])
        owners: tuple[list[int], list[int]] = ([], [])
        for sample, (wanted, found) in enumerate(self._both(k, directed=directed)):
            for side, (mine, theirs) in enumerate(((found, wanted), (wanted, found))):
                columns[side].extend(_covered(mine, theirs, match, directed=directed))
                owners[side].extend([sample] * len(mine))
        right, got = (np.array(values, dtype=np.float64) for values in columns)
        retrieved, gold = (np.array(values, dtype=np.int64) for values in owners)
        return Shares(right, np.ones_like(retrieved), retrieved, got, np.ones_like(gold), gold)

    def _both(self, k: int | None, *, directed: bool) -> Iterator[tuple[list[Path], list[Path]]]:
        """The distinct paths of gold and of the first ``k`` hits of each sample."""
        for wanted, ranked in zip(self.gold, self.retrieved, strict=True):
            found = [path for rank, path in ranked if k is None or rank < k]
            yield _distinct(wanted, directed=directed), _distinct(found, directed=directed)


class CandidatePaths(Paths):
    """The paths of ``run.candidates``."""

    field: ClassVar[str] = "run.candidates"


class ContextPaths(Paths):
    """The paths of ``run.contexts``."""

    field: ClassVar[str] = "run.contexts"
    stage = "context"


_LISTS: dict[str, type[View]] = {"retrieved": Paths, "candidates": CandidatePaths, "contexts": ContextPaths}


class PathsBuilder:
    """Compiles batches into `Paths`."""

    def __init__(self, cls: type[Paths], inputs: Inputs) -> None:
        self.cls = cls
        self.inputs = inputs
        self.any_gold = self.any_list = self.any_path = False
        self.status: list[int] = []
        self.gold: list[list[list[str]]] = []
        self.retrieved: list[list[tuple[int, list[str]]]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        columns = (run_is_missing(batch), batch.column("gold.paths"), batch.column(self.cls.field))
        for lost, wanted, hits in zip(*columns, strict=True):
            found = [] if hits is None else _paths(hits)
            self.any_gold |= wanted is not None
            self.any_list |= hits is not None
            self.any_path |= bool(found)
            missing = lost or hits is None
            self.status.append(Status.UNDEFINED if wanted is None else Status.MISSING if missing else Status.OK)
            self.gold.append(wanted or [])
            self.retrieved.append([] if wanted is None or missing else found)

    def build(self) -> Paths:
        """The view of all batches."""
        coder = Coder(self.inputs.ontology, NO_NIL)
        written = [*self.gold, *([path for _, path in ranked] for ranked in self.retrieved)]
        nodes = list({node for paths in written for path in paths for node in path})
        coder.learn(nodes)
        code = dict(zip(nodes, coder.codes(nodes).tolist(), strict=True))
        gold = [[tuple(code[node] for node in path) for path in paths] for paths in self.gold]
        retrieved = [[(rank, tuple(code[node] for node in path)) for rank, path in ranked] for ranked in self.retrieved]
        view = self.cls(statuses(self.status), gold, retrieved)
        if not self.any_gold:
            view.unmeasured = "no row has gold.paths"
        elif not self.any_list:
            view.unmeasured = f"no row has {self.cls.field}"
        elif not self.any_path:
            view.unmeasured = f"no hit of {self.cls.field} has a path"
        return view


def _paths(hits: Hits) -> list[tuple[int, list[str]]]:
    """The paths of hits with their ranks."""
    return [(rank, hit["path"]) for rank, hit in enumerate(best_first(hits)) if hit.get("path")]


def _distinct(paths: Sequence[Path], *, directed: bool) -> list[Path]:
    """Each path once; undirected ones in the direction that comes first."""
    return list(dict.fromkeys(path if directed else min(path, path[::-1]) for path in paths))


def _edges(path: Path, *, directed: bool) -> Iterator[Edge]:
    """The edges of a path; those without a direction have their smaller end first."""
    for edge in pairwise(path):
        yield edge if directed else tuple(sorted(edge))


def _steps(path: Path, *, directed: bool) -> set[Edge]:
    """The edges of a path, and its nodes."""
    return {*_edges(path, directed=directed), *((node,) for node in path)}


def _covered(mine: Sequence[Path], others: Sequence[Path], match: PathMatch, *, directed: bool) -> list[float]:
    """What each path is worth against the paths of the other side."""
    if match == "exact":
        return [float(path in others) for path in mine]
    steps = [_steps(other, directed=directed) for other in others]
    return [max((_share(path, there, directed=directed) for there in steps), default=0.0) for path in mine]


def _share(path: Path, there: set[Edge], *, directed: bool) -> float:
    """How much of a path another one has: of its edges, or of its node where it has only one."""
    own = set(_edges(path, directed=directed)) or {path}
    return len(own & there) / len(own)
