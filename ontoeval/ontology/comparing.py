"""What an ontology says about concepts side by side: relations, similarities, hierarchical scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ontoeval.errors import BadParameter, UnknownConcept
from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.branching import chances, nodes_at
from ontoeval.ontology.disjoint import Disjoint
from ontoeval.ontology.distance import graph_distances
from ontoeval.ontology.groups import Combine, group_similarity
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.information import Information
from ontoeval.ontology.lca import lca_overlap
from ontoeval.ontology.relating import Relater
from ontoeval.ontology.relation import RELATION_LABELS
from ontoeval.ontology.setbased import CONVENTIONS, Convention, Overlap, overlap
from ontoeval.ontology.similarity import Depth, Measurer

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Codes = ArrayLike | Sequence[str | None]
"""Concepts: ids in any spelling, or int32 codes from ``encode``."""


class Hierarchical(NamedTuple):
    """Hierarchical precision, recall and F; None where undefined (0/0)."""

    precision: float | None
    recall: float | None
    f: float | None


class Comparing:
    """The comparisons of an `Ontology`."""

    hierarchy: Hierarchy

    if TYPE_CHECKING:

        @property
        def ids(self) -> tuple[str, ...]: ...  # noqa: D102
        @property
        def branches(self) -> tuple[str, ...]: ...  # noqa: D102
        @property
        def branch_roots(self) -> tuple[str, ...]: ...  # noqa: D102
        def encode(self, ids: Iterable[str | None], *, absent: dict[str, int] | None = None) -> Int32: ...  # noqa: D102
        @property
        def _disjoint(self) -> Disjoint: ...
        def _unknown(self, text: object) -> UnknownConcept: ...
        def _root(self, text: str) -> str: ...
        def _node(self, text: str) -> int: ...

    # Relations

    def relation(self, gold: str | None, predicted: str | None) -> str:
        """The relation of a predicted concept to the gold one: ``"parent"`` when it is a parent of gold."""
        numbers = self.relations(self.encode([gold]), self.encode([predicted]))
        return RELATION_LABELS[int(numbers[0])]

    def relations(
        self, gold_codes: Codes, predicted_codes: Codes, *, roots: Iterable[str] | None = None
    ) -> NDArray[np.int8]:
        """The relation of many predicted concepts to the gold ones.

        Args:
            gold_codes: int32 concept codes from ``encode``, or ids, shape (n,).
            predicted_codes: The same of the predictions.
            roots: Branch roots for this call; by default ``branch_roots``.

        Returns:
            int8 ``Relation`` numbers, shape (n,).
        """
        relater = self._relater if roots is None else self._make_relater(self._root(text) for text in roots)
        gold, predicted = self._pair(gold_codes, predicted_codes)
        return relater.relations(gold, predicted)

    def relation_chances(self, gold_codes: Codes) -> dict[str, float]:
        """How often each relation comes up when a wrong concept of the right branch is predicted at random.

        Args:
            gold_codes: int32 concept codes or ids of the gold concepts, one per prediction; those outside all
                branches do not count.

        Returns:
            The chance of each relation by its label; all 0 when no gold concept lies in a branch.
        """
        nodes = self.hierarchy.nodes(self._codes_of(gold_codes))
        branches = np.array([self._node(branch) for branch in self.branches], np.int32)
        found = chances(self.hierarchy, self._relater, branches, self._measurer.informer.descendants, nodes[nodes >= 0])
        return dict(zip(RELATION_LABELS, found, strict=True))

    def branches_at(self, depth: int = 1) -> tuple[str, ...]:
        """The concepts ``depth`` steps below the nearest branch root, in order of code: for 1 the branches."""
        roots = np.array([self._node(root) for root in self.branch_roots], np.int32)
        nodes = nodes_at(self.hierarchy, roots, depth).tolist()
        return tuple(self.ids[code] for node in sorted(nodes) for code in self.hierarchy.members(node))

    # Similarity

    def similarity(
        self, a: str, b: str, name: str = "wu_palmer", *, ic: str | Information = "resnik", depth: Depth = "max"
    ) -> float:
        """Semantic similarity of two concepts, after their ids are resolved; names as for ``similarities``.

        Raises:
            UnknownConcept: One of the ids names no concept.
        """
        codes = self.encode([a, b])
        for text, code in zip((a, b), codes.tolist(), strict=True):
            if code < 0:
                raise self._unknown(text)
        return float(self.similarities(codes[:1], codes[1:], [name], ic=ic, depth=depth)[name][0])

    def similarities(
        self,
        a_codes: Codes,
        b_codes: Codes,
        names: Sequence[str] = ("wu_palmer",),
        *,
        ic: str | Information = "resnik",
        depth: Depth = "max",
    ) -> dict[str, NDArray[np.float64]]:
        """Semantic similarities of many concept pairs.

        Args:
            a_codes: int32 concept codes or ids, shape (n,); NIL and ids outside the ontology are similar to nothing
                (0.0; infinitely distant).
            b_codes: int32 concept codes or ids, shape (n,).
            names: Which measures: ``wu_palmer``, ``path``, ``leacock_chodorow`` (``_edges``, ``_scaled``), ``resnik``
                (``_scaled``), ``lin``, ``jiang_conrath`` (``_distance``, ``_inverse``, ``_seco``), ``relevance``,
                ``simic``, ``simui``, ``simgic``, ``batet``.
            ic: Information content, where a measure uses it: ``"resnik"``, ``"seco"``, ``"sanchez"``, ``"zhou"``, or
                what ``information_content`` gave.
            depth: Depths of Wu-Palmer: along the longest (``"max"``) or shortest (``"min"``) paths from the root, or
                ``"via_lcs"``, along the paths through the common ancestor.

        Returns:
            For each name a float64 array of shape (n,).

        Raises:
            BadParameter: There is no such measure, information content or depth.

        Example:
            >>> import networkx as nx, ontoeval as oe
            >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle"), ("boat", "vehicle")])
            >>> onto = oe.load(tree, edges_point="to_parent")
            >>> found = onto.similarities(["sedan", "sedan"], ["hatchback", "boat"], ["wu_palmer", "path"])
            >>> found["path"].round(4).tolist()
            [0.3333, 0.25]
        """
        a, b = self._pair(a_codes, b_codes)
        return self._measurer.pairs(a, b, [names] if isinstance(names, str) else names, ic, depth)

    def similarity_matrix(
        self,
        rows: Codes,
        columns: Codes | None = None,
        name: str = "resnik",
        *,
        threshold: float | None = None,
        ic: str | Information = "resnik",
        depth: Depth = "max",
    ) -> NDArray[np.float64] | csr_array:
        """Similarity of every row concept with every column concept.

        Args:
            rows: int32 concept codes or ids.
            columns: The same for the columns; by default the rows.
            name: Name of the measure.
            threshold: When given, only values that reach it are kept, in a sparse matrix.
            ic: As for ``similarities``.
            depth: As for ``similarities``.

        Returns:
            float64, shape (len(rows), len(columns)): an array, or a ``csr_array`` with a threshold.
        """
        down = self._codes_of(rows)
        across = down if columns is None else self._codes_of(columns)
        return self._measurer.matrix(down, across, name, ic, depth, threshold=threshold)

    def similarity_blocks(
        self,
        rows: Codes | None = None,
        columns: Codes | None = None,
        name: str = "resnik",
        *,
        ic: str | Information = "resnik",
        depth: Depth = "max",
        cells: int = 4_000_000,
    ) -> Iterator[tuple[slice, NDArray[np.float64]]]:
        """The matrix of ``similarity_matrix`` in blocks of rows, without ever holding it.

        Args:
            rows: int32 concept codes or ids; by default all concepts.
            columns: The same for the columns; by default the rows.
            name: Name of the measure.
            ic: As for ``similarities``.
            depth: As for ``similarities``.
            cells: How many cells a block has at most.

        Yields:
            The slice of rows, and float64 of shape (rows of the block, len(columns)).
        """
        down = np.arange(len(self.ids), dtype=np.int32) if rows is None else self._codes_of(rows)
        across = down if columns is None else self._codes_of(columns)
        return self._measurer.blocks(down, across, name, ic, depth, cells=cells)

    def group_similarity(
        self,
        a: Codes,
        b: Codes,
        name: str = "lin",
        combine: Combine = "bma",
        *,
        ic: str | Information = "resnik",
        depth: Depth = "max",
    ) -> float | None:
        """Similarity of two sets of concepts; see `ontoeval.ontology.groups.group_similarity`.

        Args:
            a, b: int32 concept codes or ids; NIL and ids outside the ontology do not count.
            name: Name of the measure between members.
            combine: ``"bma"``, ``"bma_pooled"``, ``"bmm"``, ``"max"``, ``"avg"``, ``"simui"`` or ``"simgic"``.
            ic, depth: As for ``similarities``.

        Returns:
            The similarity; None when one of the sets is empty.
        """
        return group_similarity(self._measurer, self._codes_of(a), self._codes_of(b), name, combine, ic, depth)

    def information_content(
        self, kind: str = "resnik", *, counts: Mapping[str, float] | None = None, smoothing: float = 1.0
    ) -> Information:
        """Information content of all concepts; ``values`` holds one number per node of the hierarchy.

        Args:
            kind: ``"resnik"``, ``"seco"``, ``"sanchez"``, ``"zhou"``, or ``"corpus"`` with counts.
            counts: How often each concept occurs; ids in any spelling, those outside the ontology are an error.
            smoothing: Added to the count of every concept with its descendants, and to the total.

        Raises:
            BadParameter: The kind does not exist, or it does not go with the counts.
            UnknownConcept: An id of the counts names no concept.
        """
        if (kind == "corpus") != (counts is not None):
            raise BadParameter("corpus information content, and no other, needs counts", where="counts")
        if counts is None:
            return self._measurer.informer.intrinsic(kind)
        texts = list(counts)
        nodes = self.hierarchy.nodes(self.encode(texts))
        for text, node in zip(texts, nodes.tolist(), strict=True):
            if node < 0:
                raise self._unknown(text)
        own = np.zeros(self.hierarchy.n_nodes)
        np.add.at(own, nodes, [float(counts[text]) for text in texts])
        return self._measurer.informer.corpus(own, smoothing)

    # Distance

    def distances(self, a_codes: Codes, b_codes: Codes, *, through: str = "ancestor") -> NDArray[np.float64]:
        """Edges from one concept to the other.

        Args:
            a_codes: int32 concept codes or ids, shape (n,).
            b_codes: int32 concept codes or ids, shape (n,).
            through: ``"ancestor"``: up to a common ancestor and down again (the tree-induced error); ``"any"``: along
                the shortest path in any direction. The same in a tree.

        Returns:
            float64, shape (n,); infinite where there is no path, and for NIL and ids outside the ontology.
        """
        if through not in ("ancestor", "any"):
            raise BadParameter(f"through={through!r} is not allowed", where="distances", expected="ancestor or any")
        a, b = (self.hierarchy.nodes(side) for side in self._pair(a_codes, b_codes))
        if through == "any":
            return graph_distances(self.hierarchy, a, b)
        met = self._measurer.distances.closest(a, b)
        return np.where(met.meet, met.total.astype(np.float64), np.inf)

    # Hierarchical precision and recall

    def hierarchical(
        self,
        gold: Sequence[Any],
        predicted: Sequence[Any],
        convention: Convention = "handbook",
        *,
        beta: float = 1.0,
        weight: str | Information = "count",
    ) -> Hierarchical:
        """Hierarchical precision, recall and F of predicted against gold concepts.

        Args:
            gold: For each item an id, or a collection of ids, or NIL for none.
            predicted: The same of the predictions.
            convention: ``"handbook"``, ``"kiritchenko"``, ``"hemkit"`` or ``"hiclass"``; see ``CONVENTIONS``. With
                ``"hemkit"`` each of the three is a mean over the items where it is defined.
            beta: Weight of recall in F.
            weight: ``"count"``, or an information content (its kind, or what ``information_content`` gave): each
                ancestor then counts as much as it says. For the handbook's convention only.

        Returns:
            P, R, F; None where undefined.

        Raises:
            BadParameter: The convention does not exist, or it does not go with the weight.

        Example:
            >>> import networkx as nx, ontoeval as oe
            >>> tree = nx.DiGraph([("sedan", "car"), ("hatchback", "car"), ("car", "vehicle")])
            >>> onto = oe.load(tree, edges_point="to_parent")
            >>> precision, recall, f = onto.hierarchical(gold=["sedan"], predicted=["hatchback"], convention="hemkit")
            >>> precision  # vehicle, car and the dummy root of four
            0.75
        """
        if convention not in CONVENTIONS:
            expected = ", ".join(CONVENTIONS)
            raise BadParameter(f"{convention!r} is no convention", where="convention", expected=expected)
        if weight != "count" and convention != "handbook":
            raise BadParameter(f"the convention {convention} counts nodes", where="weight", expected="count")
        if not beta > 0:
            raise BadParameter(f"beta={beta!r} is not allowed", where="beta", expected="a number > 0")
        absent: dict[str, int] = {}
        left, right = self._sets(gold, absent), self._sets(predicted, absent)
        if len(left[0]) != len(right[0]):
            raise BadParameter(f"there are {len(left[0]) - 1} gold items and {len(right[0]) - 1} predicted ones")
        values = None if weight == "count" else self._measurer.information(weight, ["resnik"]).values
        found = overlap(self.hierarchy, left, right, convention, values)
        if convention == "hemkit":
            return Hierarchical(*(_mean(values) for values in _each(found, beta)))
        sums = Overlap(*(np.array([side.sum()], np.float64) for side in (found.both, found.predicted, found.gold)))
        return Hierarchical(*(_mean(values) for values in _each(sums, beta)))

    def set_overlap(
        self,
        gold: tuple[ArrayLike, ArrayLike],
        predicted: tuple[ArrayLike, ArrayLike],
        convention: Convention = "handbook",
        ic: str | Information | None = None,
    ) -> Overlap:
        """Ancestor sets of items compared; see `ontoeval.ontology.setbased.overlap`.

        Args:
            gold, predicted: Row pointers and concept codes.
            convention: Which nodes count.
            ic: Information content to weigh nodes with; None counts each as 1.
        """
        values = None if ic is None else self._measurer.information(ic, ["resnik"]).values
        return overlap(self.hierarchy, gold, predicted, convention, values)

    def lca_overlap(self, gold: tuple[ArrayLike, ArrayLike], predicted: tuple[ArrayLike, ArrayLike]) -> Overlap:
        """Paths to lowest common ancestors compared; see `ontoeval.ontology.lca.lca_overlap`."""
        return lca_overlap(self.hierarchy, self._measurer.distances, gold, predicted)

    # Inside

    @cached_property
    def _measurer(self) -> Measurer:
        return Measurer(self.hierarchy)

    @cached_property
    def _relater(self) -> Relater:
        return self._make_relater(self.branch_roots)

    def _make_relater(self, roots: Iterable[str]) -> Relater:
        nodes = [self._node(root) for root in roots]
        return Relater(self.hierarchy, np.array(nodes, np.int32), self._disjoint)

    def _codes_of(self, concepts: Any) -> Int32:
        """Codes of ids or codes; categories of a pandas Categorical are encoded once."""
        values = getattr(concepts, "array", concepts)
        if hasattr(values, "categories") and hasattr(values, "codes"):
            categories = np.append(self.encode(list(values.categories)), np.int32(-1))
            by_row: Int32 = categories[np.asarray(values.codes)]
            return by_row
        array = concepts if isinstance(concepts, np.ndarray) else None
        if array is None and not isinstance(concepts, list | tuple) and hasattr(concepts, "to_numpy"):
            array = concepts.to_numpy()
        if array is None:
            concepts = concepts if isinstance(concepts, list | tuple) else list(concepts)
            if not concepts or isinstance(concepts[0], str | None):
                return self.encode(concepts)
            array = np.asarray(concepts)
        if array.dtype.kind in "iu":
            return self._checked(array.ravel().astype(np.int64))
        return self.encode(array.ravel().tolist())

    def _checked(self, codes: NDArray[np.int64]) -> Int32:
        if len(codes) and codes.max() >= len(self.ids):
            raise BadParameter(
                f"{int(codes.max())} is no concept code", expected=f"codes below {len(self.ids)}, or ids"
            )
        return codes.astype(np.int32)

    def _pair(self, a: Any, b: Any) -> tuple[Int32, Int32]:
        first, second = self._codes_of(a), self._codes_of(b)
        if len(first) != len(second):
            raise BadParameter(f"pairs need arrays of one length, got {len(first)} and {len(second)}")
        return first, second

    def _sets(self, items: Any, absent: dict[str, int]) -> tuple[NDArray[np.int64], Int32]:
        if isinstance(items, str | Mapping):
            got = f"a {type(items).__name__} is no list of items"
            raise BadParameter(
                got, expected="for each item an id, or a collection of ids", mend="list(mapping.values())"
            )
        if isinstance(items, np.ndarray) and items.dtype.kind in "iu":
            codes = self._checked(items.ravel().astype(np.int64))
            sizes = np.ones(len(codes), np.int64)
        else:
            rows = [_members(item) for item in items]
            sizes = np.fromiter(map(len, rows), np.int64, len(rows))
            codes = self.encode([text for row in rows for text in row], absent=absent)
        ends = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        if (codes == -1).any():
            before = np.concatenate([[0], np.cumsum(codes != -1)])
            ends, codes = before[ends], codes[codes != -1]
        return ends, codes


def _members(item: Any) -> tuple[str | None, ...]:
    return (item,) if isinstance(item, str) or not hasattr(item, "__iter__") else tuple(item)


def _each(found: Overlap, beta: float) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """P, R and F of each row; NaN where undefined. F is 0 where one of P and R is undefined."""
    both, predicted, gold = (np.asarray(side, np.float64) for side in (found.both, found.predicted, found.gold))
    with np.errstate(divide="ignore", invalid="ignore"):
        precision, recall = both / predicted, both / gold
        f = (1 + beta**2) * both / (beta**2 * gold + predicted)
    return precision, recall, f


def _mean(values: NDArray[np.float64]) -> float | None:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else None
