"""Concepts side by side: pairs, sets, closures and matrices, against the bare scipy product and other tools."""

import tracemalloc

import networkx as nx
import numpy as np
import pytest
from scipy.sparse import csr_matrix

import ontoeval as oe
from ontoeval.ontology.closure import Closure
from ontoeval.ontology.hierarchy import Hierarchy

PAIRS = 100_000


@pytest.fixture(scope="module")
def hpo(reference_data):
    return oe.load(reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz")


@pytest.fixture(scope="module")
def pairs(hpo):
    live = np.flatnonzero([not hpo.deprecated(concept) for concept in hpo.ids]).astype(np.int32)
    chance = np.random.default_rng(0)
    return chance.choice(live, PAIRS), chance.choice(live, PAIRS)


@pytest.fixture(scope="module")
def closure(hpo):
    """The reflexive ancestor closure of all concepts, as the bare algorithm has it at hand."""
    return hpo.hierarchy.closure.matrix(np.arange(hpo.hierarchy.n_nodes, dtype=np.int32))


def bare_maximum(closure, a, b, values):
    """The spec's algorithm and nothing else: a row product, and the highest value of each row."""
    product = closure[a].multiply(closure[b]).tocsr()
    return np.maximum.reduceat(values[product.indices], product.indptr[:-1])


def test_wu_palmer_of_pairs(bench, hpo, pairs, closure):
    a, b = pairs
    depth = hpo.hierarchy.depth.astype(np.float64)
    ours, deepest = bench.compare(
        "Wu-Palmer, HPO, 100k random pairs",
        lambda: hpo.similarities(a, b, ["wu_palmer"])["wu_palmer"],
        lambda: bare_maximum(closure, a, b, depth),
        "bare scipy product",
        target="≥ .7",
    )
    np.testing.assert_allclose(ours, 2 * deepest / (depth[a] + depth[b]))


def test_resnik_and_lin_of_pairs(bench, hpo, pairs, closure):
    a, b = pairs
    ic = hpo.information_content("resnik").values
    ours, shared = bench.compare(
        "Resnik and Lin, HPO, 100k random pairs",
        lambda: hpo.similarities(a, b, ["resnik", "lin"]),
        lambda: bare_maximum(closure, a, b, ic),
        "bare scipy product",
        target="≥ .7",
    )
    np.testing.assert_allclose(ours["resnik"], shared)
    same = a == b
    np.testing.assert_allclose(ours["lin"][~same], (2 * shared / (ic[a] + ic[b]))[~same])


@pytest.mark.parametrize("form", ["codes", "ids"])
def test_pairs_against_semsimian(bench, hpo, pairs, form):
    semsimian = pytest.importorskip("semsimian")
    live = [concept for concept in hpo.ids if not hpo.deprecated(concept)]
    entailed = [(x, "is_a", y) for x in live for y in (hpo.ancestors(x) | {x})]
    theirs = semsimian.Semsimian(entailed, ["is_a"])
    a, b = ([hpo.ids[code] for code in side.tolist()] for side in pairs)
    given = pairs if form == "codes" else (a, b)
    ours, bits = bench.compare(
        f"Resnik, HPO, 100k random pairs, from {form}",
        lambda: hpo.similarities(*given, ["resnik"])["resnik"],
        lambda: [theirs.resnik_similarity(x, y)[1] for x, y in zip(a, b, strict=True)],
        "semsimian (Rust)",
        target="≥ 15",
        rounds=5,
    )
    np.testing.assert_allclose(ours, np.array(bits) * np.log(2), atol=1e-12)


@pytest.mark.parametrize("form", ["codes", "ids"])
def test_pairs_against_nxontology(bench, hpo, pairs, form):
    nxontology = pytest.importorskip("nxontology")
    graph = hpo.graph.subgraph(concept for concept in hpo.ids if not hpo.deprecated(concept))
    theirs = nxontology.NXOntology(nx.DiGraph(graph.edges).reverse())
    theirs.freeze()
    a, b = ([hpo.ids[code] for code in side.tolist()] for side in pairs)
    given = pairs if form == "codes" else (a, b)

    def lin() -> list[float]:
        return [theirs.similarity(x, y, ic_metric="intrinsic_ic").lin for x, y in zip(a, b, strict=True)]

    ours, expected = bench.compare(
        f"Lin, HPO, 100k random pairs, from {form}",
        lambda: hpo.similarities(*given, ["lin"])["lin"],
        lin,
        "nxontology, warm",
        target="≥ 40",
        rounds=5,
    )
    np.testing.assert_allclose(ours, expected, atol=1e-12)


def test_ids_and_codes(bench, hpo, pairs):
    a, b = ([hpo.ids[code] for code in side.tolist()] for side in pairs)
    ours, expected = bench.compare(
        "Resnik and Lin, HPO, 100k random pairs of ids",
        lambda: hpo.similarities(a, b, ["resnik", "lin"])["lin"],
        lambda: hpo.similarities(*pairs, ["resnik", "lin"])["lin"],
        "the same from codes",
    )
    np.testing.assert_array_equal(ours, expected)


def test_hierarchical_scores_of_rows(bench, hpo, closure):
    live = np.flatnonzero([not hpo.deprecated(concept) for concept in hpo.ids]).astype(np.int32)
    chance = np.random.default_rng(1)
    gold, predicted = chance.choice(live, 1_000_000), chance.choice(live, 1_000_000)
    sizes = np.diff(closure.indptr)

    def bare() -> tuple[float, float]:
        both = n_predicted = n_gold = 0
        for start in range(0, len(gold), 200_000):
            g, p = gold[start : start + 200_000], predicted[start : start + 200_000]
            both += closure[g].multiply(closure[p]).nnz
            n_gold, n_predicted = n_gold + int(sizes[g].sum()), n_predicted + int(sizes[p].sum())
        return both / n_predicted, both / n_gold

    ours, expected = bench.compare(
        "hP and hR, HPO, 1M rows of codes",
        lambda: hpo.hierarchical(gold, predicted),
        bare,
        "bare scipy reduction",
        target="≥ .7",
        rounds=3,
    )
    assert ours[:2] == pytest.approx(expected, abs=1e-12)


def layered(n: int, parents: float, depth: int, seed: int = 0) -> Hierarchy:
    """A random hierarchy of a given depth in which a concept has that many parents on average."""
    chance = np.random.default_rng(seed)
    level = np.sort(chance.integers(1, depth, n))
    level[0] = 0
    starts = np.searchsorted(level, np.arange(depth + 1))
    child = np.arange(1, n)

    def drawn(children: np.ndarray) -> np.ndarray:
        low, high = starts[level[children] - 1], starts[level[children]]
        return low + (chance.random(len(children)) * np.maximum(high - low, 1)).astype(np.int64)

    more = child[chance.random(len(child)) < parents - 1]
    children = np.concatenate([child, more])
    return Hierarchy(n, children, drawn(children), np.zeros(n, bool))


@pytest.mark.parametrize(("parents", "ancestors"), [(1.25, 23), (1.44, 63)])
def test_closure_of_a_large_ontology(bench, parents, ancestors):
    """The spec's graph has 1.44 parents and 23 ancestors a concept; this generator matches one of them at a time."""
    hierarchy = layered(350_000, parents, 14)
    everything = np.arange(hierarchy.n_nodes, dtype=np.int32)

    def closed() -> int:
        made = Closure(hierarchy.parents_indptr, hierarchy.parents, hierarchy.depth)
        return int(made.sizes(everything).sum())

    def matrix_powers() -> int:
        n = hierarchy.n_nodes
        ones = np.ones(len(hierarchy.parents), np.int8)
        up = csr_matrix((ones, hierarchy.parents, hierarchy.parents_indptr), shape=(n, n))
        reached = step = csr_matrix((np.ones(n, np.int8), (everything, everything)), shape=(n, n))
        while step.nnz:
            step = step @ up
            step.data[:] = 1
            reached = reached + step
        return int(reached.nnz)

    ours, expected = bench.compare(
        f"closure of 350k concepts, {parents} parents and {ancestors} ancestors each",
        closed,
        matrix_powers,
        "scipy matrix powers",
        target="about 1 CPU s",
        rounds=2,
    )
    assert ours == expected


def test_used_concepts_of_a_very_large_tree(bench):
    """Ten thousand concepts of a tree of 2.5 million: time and memory of the part that is looked at."""
    hierarchy = layered(2_500_000, 1.0, 36)
    used = np.random.default_rng(2).integers(0, hierarchy.n_nodes, 10_000).astype(np.int32)
    a, b = used[:5_000], used[5_000:]

    def lazily() -> int:
        hierarchy.closure = Closure(hierarchy.parents_indptr, hierarchy.parents, hierarchy.depth)
        return int(hierarchy.common(a, b)[0].sum())

    def one_by_one() -> int:
        parents = hierarchy.parents
        starts = hierarchy.parents_indptr

        def above(node: int) -> set[int]:
            found = {node}
            while starts[node + 1] > starts[node]:
                node = int(parents[starts[node]])
                found.add(node)
            return found

        return sum(len(above(x) & above(y)) for x, y in zip(a.tolist(), b.tolist(), strict=True))

    ours, expected = bench.compare(
        "10k used concepts of a tree of 2.5M", lazily, one_by_one, "plain sets", target="≤ .5 CPU s", rounds=3
    )
    assert ours == expected
    tracemalloc.start()
    lazily()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(f"\n10k used concepts of a tree of 2.5M: {peak / 2**20:.0f} MiB at most, over the graph itself")


def test_all_by_all(bench, hpo):
    """Every pair of HPO in blocks; the peer computes 300 × 300 of them only, to check values: no ratio is meant."""
    live = np.flatnonzero([not hpo.deprecated(concept) for concept in hpo.ids]).astype(np.int32)
    few = np.random.default_rng(3).choice(live, 300)

    def blocks() -> float:
        return sum(float(block.max()) for _, block in hpo.similarity_blocks(live, live, "resnik"))

    def some() -> np.ndarray:
        closure = hpo.hierarchy.closure
        ic = hpo.information_content("resnik").values
        left, right = np.repeat(few, len(few)), np.tile(few, len(few))
        return bare_maximum(closure.matrix(np.arange(hpo.hierarchy.n_nodes, dtype=np.int32)), left, right, ic)

    _, expected = bench.compare(
        f"all by all, HPO, {len(live) ** 2 / 1e6:.0f}M cells",
        blocks,
        some,
        f"bare scipy product, {len(few) ** 2:,} cells only",
        target="≥ 20M cells a CPU s",
        rounds=1,
    )
    line = bench.lines[-1]
    print(f"\nall by all: {len(live) ** 2 / line.seconds / 1e6:.0f}M cells a CPU second")
    np.testing.assert_allclose(hpo.similarity_matrix(few, few, "resnik").ravel(), expected)
