"""Scores of the hierarchy against other tools: nxontology's tables, and nxontology, semsimian and hiclass live on HPO.

nxontology 0.5.0, semsimian 0.3.0, hiclass 5.0.8; HPO release 2025-01-16; GSC+ with a fuzzy matcher as the run.
"""

from __future__ import annotations

import csv
import math
from collections import Counter

import networkx as nx
import numpy as np
import pytest

import ontoeval as oe
from ontoeval.ontology.relation import Relation

#: nxontology 0.5.0: the graphs that its tables were made from, as child-parent.
GRAPHS = {
    "metal": (
        "precious-metal coinage-metal platinum-precious palladium-precious gold-precious silver-precious gold-coinage "
        "silver-coinage copper-coinage"
    ),
    "disconnected": "precious-metal coinage-metal conifer-tree pine-conifer",
}
KINDS = {"intrinsic_ic": "resnik", "intrinsic_ic_sanchez": "sanchez"}
COLUMNS = {
    "batet": "simui",
    "batet_log": "batet",
    "resnik": "resnik",
    "resnik_scaled": "resnik_scaled",
    "lin": "lin",
    "jiang": "jiang_conrath",
    "jiang_seco": "jiang_conrath_seco",
}
PAIRS = 20_000


@pytest.fixture(scope="module")
def hpo(reference_data):
    return oe.load(reference_data / "hpo_obo" / "hp-2025-01-16.obo.gz", roots=["HP:0000118"])


@pytest.mark.parametrize("name", GRAPHS)
def test_pair_tables_of_nxontology(reference_data, name):
    """Every pair, both kinds of information content, seven measures and the numbers of ancestors, as printed."""
    graph = nx.DiGraph([tuple(edge.split("-")) for edge in GRAPHS[name].split()])
    if name == "disconnected":
        graph.add_node("water")
    onto = oe.load(graph, edges_point="to_parent")
    path = reference_data / "hierarchy" / f"nxontology_{name}.tsv"
    with path.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    assert len(rows) == {"metal": 128, "disconnected": 98}[name]
    for row in rows:
        a, b = row["node_0"], row["node_1"]
        for column, measure in COLUMNS.items():
            found = onto.similarity(a, b, measure, ic=KINDS[row["ic_metric"]])
            assert float(f"{found:.3g}") == float(row[column]), (a, b, column)
        both = onto.ancestors(a) | {a}, onto.ancestors(b) | {b}
        assert len(both[0] & both[1]) == int(row["n_common_ancestors"])
        assert len(both[0] | both[1]) == int(row["n_union_ancestors"])
        assert ((a in both[1] and a != b) or a == b) == (row["node_0_subsumes_1"] == "True")
        if row["depth"]:
            steps = onto.distances([a], [b])[0]
            assert steps == abs(int(row["depth"]))


def random_pairs(onto, n, seed=0):
    """Random pairs of concepts that are not deprecated, half of them a concept and its parent."""
    live = np.array([code for code, concept in enumerate(onto.ids) if not onto.deprecated(concept)], np.int32)
    chance = np.random.default_rng(seed)
    a, b = chance.choice(live, n), chance.choice(live, n)
    children = np.repeat(np.arange(onto.hierarchy.n_nodes), np.diff(onto.hierarchy.parents_indptr))
    edges = chance.integers(0, len(children), n // 2)
    a[::2], b[::2] = children[edges], onto.hierarchy.parents[edges]
    return a, b


def test_hpo_against_nxontology(hpo):
    """Twenty thousand pairs, both kinds of information content: differences below 1e-12."""
    nxontology = pytest.importorskip("nxontology")
    graph = hpo.graph.subgraph(concept for concept in hpo.ids if not hpo.deprecated(concept))
    theirs = nxontology.NXOntology(nx.DiGraph(graph.edges).reverse())
    theirs.freeze()
    a, b = random_pairs(hpo, PAIRS)
    for kind, ours in KINDS.items():
        found = hpo.similarities(a, b, list(COLUMNS.values()), ic=ours)
        expected: dict[str, list[float]] = {column: [] for column in COLUMNS}
        for x, y in zip(a.tolist(), b.tolist(), strict=True):
            pair = theirs.similarity(hpo.ids[x], hpo.ids[y], ic_metric=kind)
            for column in COLUMNS:
                expected[column].append(getattr(pair, column))
        for column, measure in COLUMNS.items():
            assert np.abs(found[measure] - np.array(expected[column])).max() <= 1e-12, (kind, column)


def test_hpo_against_semsimian(hpo):
    """Resnik in bits, that is our value over ln 2; Jaccard of the ancestors is simui."""
    semsimian = pytest.importorskip("semsimian")
    live = [concept for concept in hpo.ids if not hpo.deprecated(concept)]
    closure = [(x, "is_a", y) for x in live for y in (hpo.ancestors(x) | {x})]
    theirs = semsimian.Semsimian(closure, ["is_a"])
    a, b = random_pairs(hpo, 2000)
    found = hpo.similarities(a, b, ["resnik", "simui"])
    names = [(hpo.ids[x], hpo.ids[y]) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    resnik = np.array([theirs.resnik_similarity(x, y)[1] for x, y in names])
    assert np.abs(found["resnik"] / math.log(2) - resnik).max() <= 1e-12
    jaccard = np.array([theirs.jaccard_similarity(x, y) for x, y in names])
    assert np.abs(found["simui"] - jaccard).max() <= 1e-12


def leveled(paths: list[list[str]], width: int) -> np.ndarray:
    return np.array([[*path, *[""] * (width - len(path))] for path in paths])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("average", ["micro", "macro"])
def test_a_tree_against_hiclass(average):
    """On a tree with one root, label paths below the root; on a forest, all of them."""
    metrics = pytest.importorskip("hiclass.metrics")
    chance = np.random.default_rng(3)
    for roots in (1, 3):
        parent = {node: int(chance.integers(0, node)) for node in range(roots, 60)}
        graph = nx.DiGraph([(f"c{child}", f"c{above}") for child, above in parent.items()])
        graph.add_nodes_from(f"c{root}" for root in range(roots))
        onto = oe.load(graph, edges_point="to_parent")

        def path(node: int, parent: dict[int, int] = parent, roots: int = roots) -> list[str]:
            nodes = [node]
            while nodes[-1] in parent:
                nodes.append(parent[nodes[-1]])
            names = [f"c{x}" for x in reversed(nodes)]
            return names[1:] if roots == 1 else names

        gold, predicted = chance.integers(1, 60, 300).tolist(), chance.integers(1, 60, 300).tolist()
        width = max(len(path(node)) for node in range(60))
        y_true, y_pred = (leveled([path(node) for node in side], width) for side in (gold, predicted))
        compiled = oe.compile([f"c{x}" for x in gold], [f"c{x}" for x in predicted], ontology=onto, measure="wu_palmer")
        for name in ("precision", "recall", "f1"):
            ours = oe.evaluate(compiled, [f'hierarchical_{name}(convention="hiclass", average="{average}")'])
            expected = getattr(metrics, name)(y_true, y_pred, average=average)
            assert next(iter(ours)).value == pytest.approx(expected, abs=1e-12), (roots, name)


@pytest.fixture(scope="module")
def fuzzy(reference_data, hpo):
    folder = reference_data / "hpo_gsc_plus"
    fields = {"id": "doc_id", "query": "text", "tags.split": "split"}
    samples = oe.read(
        folder / "gold.jsonl", folder / "fuzzy_disambiguation.jsonl", fields=fields, where={"split": "test"}
    )
    return oe.compile(samples, ontology=hpo)


def test_relations_on_gsc_below_phenotypic_abnormality(fuzzy):
    """hpo_gsc_plus/hierarchy_reference.txt; with the branches below HP:0000118 (issue 6)."""
    rows = oe.evaluate(fuzzy, ["hierarchical_f1"], intervals=False).table("relations")
    assert {row["relation"]: row["pairs"] for row in rows} == {
        "exact": 1348,
        "parent": 49,
        "child": 48,
        "ancestor": 19,
        "descendant": 57,
        "sibling": 51,
        "cousin": 4,
        "same_branch": 143,
        "unrelated": 230,
    }


def test_conventions_on_gsc_agree_with_sets_of_ancestors(fuzzy, hpo):
    """The four conventions by plain Python sets, mention by mention; hemkit per document."""
    from ontoeval.views.concepts import ConceptMentions

    pairs = fuzzy.view(ConceptMentions).pairs
    above = {x: hpo.ancestors(hpo.ids[x]) | {hpo.ids[x]} for x in {*pairs.gold.tolist(), *pairs.predicted.tolist()}}
    sums: Counter[tuple[str, str]] = Counter()
    by_document: dict[int, list[int]] = {}
    for sample, g, p in zip(pairs.sample.tolist(), pairs.gold.tolist(), pairs.predicted.tolist(), strict=True):
        gold, predicted = above[g], above[p]
        for convention, roots in (("handbook", set()), ("kiritchenko", {"HP:0000001"}), ("hiclass", {"HP:0000001"})):
            sums[convention, "both"] += len((gold & predicted) - roots)
            sums[convention, "all"] += len(gold - roots) + len(predicted - roots)
        mine = by_document.setdefault(sample, [0, 0])
        mine[0] += len(gold & predicted) + 1
        mine[1] += len(gold) + len(predicted) + 2
    expected = {name: 2 * sums[name, "both"] / sums[name, "all"] for name in ("handbook", "kiritchenko", "hiclass")}
    expected["hemkit"] = float(np.mean([2 * both / total for both, total in by_document.values()]))
    for name, value in expected.items():
        text = "hierarchical_f1" if name == "handbook" else f'hierarchical_f1(convention="{name}")'
        assert oe.evaluate(fuzzy, [text], intervals=False)[text].value == pytest.approx(value, abs=1e-12)
    assert Relation.EXACT == 0
