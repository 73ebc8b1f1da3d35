"""Small random graphs with cycles, many roots and diamonds, and concepts and sets on them."""

from __future__ import annotations

import networkx as nx
from hypothesis import strategies as st


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> nx.DiGraph:
    """Any graph: edges go from child to parent, and against the numbers too, so that there are cycles."""
    n = draw(st.integers(1, most))
    pair = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    forward = [(max(edge), min(edge)) for edge in draw(st.lists(pair, max_size=2 * n))]
    backward = draw(st.lists(pair, max_size=1))
    graph = nx.DiGraph([(f"n{a}", f"n{b}") for a, b in [*forward, *backward] if a != b])
    graph.add_nodes_from(f"n{i}" for i in range(n))
    return graph


@st.composite
def graphs_with_sets(draw: st.DrawFn) -> tuple[nx.DiGraph, list[list[str]], list[list[str]]]:
    graph = draw(graphs())
    item = st.lists(st.sampled_from(sorted(graph)), max_size=4)
    rows = draw(st.lists(st.tuples(item, item), min_size=1, max_size=4))
    return graph, [gold for gold, _ in rows], [predicted for _, predicted in rows]
