"""Semantic similarity of concepts: measures by name, for pairs, and block by block for matrices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import BadParameter
from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.distance import Distances
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.information import Information, Informer
from ontoeval.ontology.terms import BlockTerms, Floats, Frame, PairTerms, Terms
from ontoeval.progress import track

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Depth = Literal["max", "min", "via_lcs"]
_PAIRS = 25_000
"""How many pairs are worked on at a time: few enough that their ancestors stay in the cache of the processor."""
_CELLS = 4_000_000
"""How many cells of a matrix are worked on at a time."""


def _share(part: Floats, whole: Floats, same: NDArray[np.bool_]) -> Floats:
    """part / whole, where the whole is not 0; 1 for the same node."""
    safe = np.where(whole > 0, whole, 1.0)
    return np.where(same, 1.0, np.where(whole > 0, part / safe, 0.0))


def wu_palmer(terms: Terms) -> Floats:
    """2 · depth(lcs) / (depth(a) + depth(b)), depths along longest paths; lcs is the deepest common ancestor."""
    first, second = terms.depths
    return _share(2 * terms.deepest, first + second, terms.same)


def wu_palmer_min(terms: Terms) -> Floats:
    """The same with depths along shortest paths, at most 1: an ancestor can then be "deeper" than its descendant."""
    first, second = terms.min_depths
    return np.minimum(_share(2 * terms.deepest_by_min, first + second, terms.same), 1.0)


def wu_palmer_via_lcs(terms: Terms) -> Floats:
    """2 · depth(lcs) / (steps(a, lcs) + steps(b, lcs) + 2 · depth(lcs)), the original form."""
    depth, steps = terms.via_deepest
    return _share(2 * depth, steps + 2 * depth, terms.same)


def path(terms: Terms) -> Floats:
    """1 / (1 + edges from one to the other through a common ancestor)."""
    return 1.0 / (1.0 + terms.steps)


def _deepest(terms: Terms) -> int:
    return int(terms.hierarchy.depth.max(initial=1)) + terms.virtual


def leacock_chodorow(terms: Terms) -> Floats:
    """-ln((edges + 1) / 2D), D the number of nodes on the longest path; 0 without a common ancestor."""
    return _leacock_chodorow(terms, _deepest(terms))


def leacock_chodorow_edges(terms: Terms) -> Floats:
    """The same with D counted in edges, as NLTK does; concepts far apart are below 0."""
    return _leacock_chodorow(terms, max(_deepest(terms) - 1, 1))


def leacock_chodorow_scaled(terms: Terms) -> Floats:
    """The value over that of a concept with itself, ln 2D."""
    scaled: Floats = leacock_chodorow(terms) / np.log(2 * _deepest(terms))
    return scaled


def _leacock_chodorow(terms: Terms, depth: int) -> Floats:
    met = np.isfinite(terms.steps)
    return np.where(met, np.log(2 * depth) - np.log(np.where(met, terms.steps, 0.0) + 1), 0.0)


def resnik(terms: Terms) -> Floats:
    """Information content of the most informative common ancestor."""
    return terms.shared_ic


def resnik_scaled(terms: Terms) -> Floats:
    """The same over the highest information content that is possible; below 1 even for most equal concepts."""
    return terms.shared_ic / terms.information.scale


def lin(terms: Terms) -> Floats:
    """2 · IC(mica) / (IC(a) + IC(b)); mica is the most informative common ancestor."""
    first, second = terms.ic
    return np.minimum(_share(2 * terms.shared_ic, first + second, terms.same), 1.0)


def _jiang_conrath(terms: Terms) -> Floats:
    first, second = terms.ic
    return np.where(terms.same, 0.0, np.maximum(first + second - 2 * terms.shared_ic, 0.0))


def jiang_conrath(terms: Terms) -> Floats:
    """1 / (1 + distance), distance = IC(a) + IC(b) - 2 · IC(mica); 0 without a common ancestor."""
    return np.where(terms.meet, 1.0 / (1.0 + _jiang_conrath(terms)), 0.0)


def jiang_conrath_distance(terms: Terms) -> Floats:
    """IC(a) + IC(b) - 2 · IC(mica); infinite without a common ancestor."""
    return np.where(terms.meet, _jiang_conrath(terms), np.inf)


def jiang_conrath_inverse(terms: Terms) -> Floats:
    """1 / distance, infinite where that is 0; 0 without a common ancestor."""
    distance = _jiang_conrath(terms)
    safe = np.where(distance > 0, distance, 1.0)
    return np.where(terms.meet, np.where(distance > 0, 1.0 / safe, np.inf), 0.0)


def jiang_conrath_seco(terms: Terms) -> Floats:
    """1 - distance / 2, with information content scaled to [0, 1]; 0 without a common ancestor."""
    return np.where(terms.meet, 1.0 - _jiang_conrath(terms) / terms.information.scale / 2, 0.0)


def relevance(terms: Terms) -> Floats:
    """lin · (1 - exp(-IC(mica))): shared general ancestors count little. Below 1 even for equal concepts."""
    return lin(terms) * -np.expm1(-terms.shared_ic)


def simic(terms: Terms) -> Floats:
    """lin · (1 - 1 / (1 + IC(mica))). Below 1 even for equal concepts."""
    return lin(terms) * (1.0 - 1.0 / (1.0 + terms.shared_ic))


def simui(terms: Terms) -> Floats:
    """Common ancestors over all ancestors of the two."""
    first, second = terms.sizes
    return _share(terms.common, first + second - terms.common, terms.same)


def simgic(terms: Terms) -> Floats:
    """As simui, with each ancestor weighted by its information content."""
    first, second = terms.total_ic
    return np.minimum(_share(terms.common_ic, first + second - terms.common_ic, terms.same), 1.0)


def batet(terms: Terms) -> Floats:
    """-ln(1 - simui) / ln(number of all ancestors of the two); 1 for the same concept."""
    first, second = terms.sizes
    union = first + second - terms.common
    several = union > 1
    different = np.where(several & ~terms.same, union - terms.common, 1.0)
    union = np.where(several, union, 2.0)
    return np.where(terms.same, 1.0, np.where(several, 1.0 - np.log(different) / np.log(union), 0.0))


Formula = Callable[[Terms], Floats]
SIMILARITIES: dict[str, Formula] = {
    formula.__name__: formula
    for formula in (
        wu_palmer, path, leacock_chodorow, leacock_chodorow_edges, leacock_chodorow_scaled, resnik, resnik_scaled, lin,
        jiang_conrath, jiang_conrath_distance, jiang_conrath_inverse, jiang_conrath_seco, relevance, simic, simui,
        simgic, batet,
    )
}  # fmt: skip
"""Every measure by name."""
_WU_PALMER: dict[str, Formula] = {"max": wu_palmer, "min": wu_palmer_min, "via_lcs": wu_palmer_via_lcs}
_DISTANCES = ("jiang_conrath_distance",)


class Measurer:
    """Computes measures for one hierarchy.

    Args:
        hierarchy: The compiled hierarchy.
    """

    def __init__(self, hierarchy: Hierarchy) -> None:
        self.hierarchy = hierarchy
        self.distances = Distances(hierarchy)
        self.informer = Informer(hierarchy)
        self._none = Information("none", np.zeros(hierarchy.n_nodes), 1.0)

    def pairs(
        self, a: Int32, b: Int32, names: Sequence[str], ic: str | Information = "resnik", depth: Depth = "max"
    ) -> dict[str, Floats]:
        """Measures of pairs of concept codes.

        Args:
            a: int32 concept codes, shape (n,); a code below zero is similar to nothing.
            b: int32 concept codes, shape (n,).
            names: Names of measures.
            ic: Kind of information content, or an `Information`.
            depth: Which depths Wu-Palmer takes.

        Returns:
            For each name a float64 array of shape (n,).
        """
        formulas = {name: formula_of(name, depth) for name in names}
        information = self.information(ic, names)
        first, second = self._nodes(a), self._nodes(b)
        out = {name: np.zeros(len(first)) for name in names}
        for start in track(range(0, len(first), _PAIRS), f"comparing pairs, {_PAIRS:,} at a time"):
            part = slice(start, min(start + _PAIRS, len(first)))
            terms = PairTerms(self.hierarchy, self.distances, information, first[part], second[part])
            for name, formula in formulas.items():
                out[name][part] = _known(formula(terms), terms, name)
        return out

    def blocks(
        self,
        rows: Int32,
        columns: Int32,
        name: str,
        ic: str | Information = "resnik",
        depth: Depth = "max",
        *,
        cells: int = _CELLS,
    ) -> Iterator[tuple[slice, Floats]]:
        """A matrix of one measure in blocks of rows, none of which is kept.

        Args:
            rows: int32 concept codes of the rows.
            columns: int32 concept codes of the columns.
            name: Name of the measure.
            ic: Kind of information content, or an `Information`.
            depth: Which depths Wu-Palmer takes.
            cells: How many cells a block has at most (one row at least).

        Yields:
            The slice of rows, and float64 of shape (rows of the block, len(columns)).
        """
        formula = formula_of(name, depth)
        information = self.information(ic, [name])
        across, down = self._nodes(columns), self._nodes(rows)
        frame = Frame(self.hierarchy, self.distances, information, across)
        height = max(1, cells // max(len(across), 1))
        for start in track(range(0, len(down), height), f"comparing {height} rows of {len(across):,} at a time"):
            part = slice(start, min(start + height, len(down)))
            terms = BlockTerms(frame, down[part])
            yield part, np.broadcast_to(_known(formula(terms), terms, name), (part.stop - part.start, len(across)))

    def matrix(
        self,
        rows: Int32,
        columns: Int32,
        name: str,
        ic: str | Information = "resnik",
        depth: Depth = "max",
        *,
        threshold: float | None = None,
    ) -> Floats | csr_array:
        """A matrix of one measure: dense, or with a threshold sparse, holding the values that reach it."""
        blocks = self.blocks(rows, columns, name, ic, depth)
        if threshold is None:
            out = np.zeros((len(rows), len(columns)))
            for part, block in blocks:
                out[part] = block
            return out
        from scipy.sparse import csr_array, vstack

        kept = [csr_array(np.where(block >= threshold, block, 0.0)) for _, block in blocks]
        return csr_array(vstack(kept)) if kept else csr_array((len(rows), len(columns)))

    def _nodes(self, codes: Int32) -> Int32:
        nodes: Int32 = np.maximum(self.hierarchy.nodes(codes), -1)  # nothing is known of ids outside the ontology
        return nodes

    def information(self, ic: str | Information, names: Sequence[str]) -> Information:
        """The information content of a kind; nothing is counted when no measure needs it."""
        if isinstance(ic, Information):
            return ic
        if not uses_information(names):
            return self._none
        return self.informer.intrinsic(ic)


def uses_information(names: Sequence[str]) -> bool:
    """Whether any of the measures depends on information content."""
    return any(not name.startswith(("wu_palmer", "path", "leacock", "simui", "batet")) for name in names)


def formula_of(name: str, depth: Depth = "max") -> Formula:
    """The formula of a measure.

    Raises:
        BadParameter: There is no such measure or depth.
    """
    if name not in SIMILARITIES:
        raise BadParameter(f"{name!r} is not a similarity", where="names", expected=", ".join(SIMILARITIES))
    if depth not in _WU_PALMER:
        raise BadParameter(f"{depth!r} is no depth", where="depth", expected=" or ".join(get_args(Depth)))
    return _WU_PALMER[depth] if name == "wu_palmer" else SIMILARITIES[name]


def _known(values: Floats, terms: Terms, name: str) -> Floats:
    return np.where(terms.known, values, np.inf if name in _DISTANCES else 0.0)
