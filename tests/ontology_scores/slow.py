"""The slow truth: every score by its definition, on plain networkx graphs, one pair at a time."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection

import networkx as nx
from scipy.optimize import linear_sum_assignment

VIRTUAL = "(virtual root)"


class Slow:
    """Definitions on a graph whose edges go from child to parent; cycles are one node each."""

    def __init__(self, graph: nx.DiGraph) -> None:
        condensed = nx.condensation(graph)
        self.node = condensed.graph["mapping"]
        self.graph = nx.DiGraph()
        self.graph.add_nodes_from(condensed)
        self.graph.add_edges_from(condensed.edges)
        self.rank = {node: min(condensed.nodes[node]["members"]) for node in condensed}
        self.roots = {x for x in self.graph if self.graph.out_degree(x) == 0}
        self.rooted = self.graph.copy()
        self.virtual = len(self.roots) > 1
        if self.virtual:
            self.rooted.add_edges_from((root, VIRTUAL) for root in self.roots)
        self.root = VIRTUAL if self.virtual else next(iter(self.roots))
        self.rank[VIRTUAL] = ""

    def above(self, node, graph=None):
        return nx.descendants(self.graph if graph is None else graph, node) | {node}

    def below(self, node):
        return nx.ancestors(self.graph, node) | {node}

    def paths(self, node):
        """Numbers of nodes on the paths to the root."""
        return [1] if node == self.root else [len(p) for p in nx.all_simple_paths(self.rooted, node, self.root)]

    def depth(self, node):
        return max(self.paths(node))

    def min_depth(self, node):
        return min(self.paths(node))

    def leaves(self, node):
        return {x for x in self.below(node) if self.graph.in_degree(x) == 0}

    def ic(self, node, kind):
        if node == VIRTUAL:
            return 0.0
        n, d = len(self.graph), len(self.below(node))
        everything = {x for x in self.graph if self.graph.in_degree(x) == 0}
        if kind == "resnik":
            return math.log(n / d)
        if kind == "sanchez":
            return -math.log((len(self.leaves(node)) / len(self.above(node)) + 1) / (len(everything) + 1))
        seco = 1 - math.log(d) / math.log(n) if n > 1 else 0.0
        if kind == "seco":
            return seco
        deepest = max(map(self.depth, self.graph))
        return seco / 2 + (math.log(self.depth(node)) / math.log(deepest) / 2 if deepest > 1 else 0.0)

    def scale(self, kind):
        if kind == "resnik":
            return math.log(len(self.graph)) or 1.0
        if kind == "sanchez":
            return math.log(sum(self.graph.in_degree(x) == 0 for x in self.graph) + 1)
        return 1.0

    def steps(self, a, b):
        """Edges up from a and from b to their closest common ancestor, the deepest and then first by id of those."""
        left, right = (nx.single_source_shortest_path_length(self.rooted, x) for x in (a, b))
        return min((left[c] + right[c], -self.depth(c), self.rank[c], c, left[c], right[c]) for c in left if c in right)

    def similarity(self, name, a, b, kind="resnik", depth="max"):
        a, b = self.node[a], self.node[b]
        common = self.above(a, self.rooted) & self.above(b, self.rooted)
        total, *_ = self.steps(a, b)
        shared = max(self.ic(c, kind) for c in common)
        ic_a, ic_b = self.ic(a, kind), self.ic(b, kind)
        distance = max(ic_a + ic_b - 2 * shared, 0)
        deepest = max(map(self.depth, self.graph))
        lin = 1.0 if a == b else 2 * shared / (ic_a + ic_b) if ic_a + ic_b else 0.0
        above_a, above_b = self.above(a), self.above(b)
        both, union = above_a & above_b, above_a | above_b
        if name == "wu_palmer" and depth == "max":
            return 2 * max(map(self.depth, common)) / (self.depth(a) + self.depth(b))
        if name == "wu_palmer" and depth == "min":
            if a == b:
                return 1.0
            return min(1.0, 2 * max(map(self.min_depth, common)) / (self.min_depth(a) + self.min_depth(b)))
        if name == "wu_palmer":
            left, right = (nx.single_source_shortest_path_length(self.rooted, x) for x in (a, b))
            top = max(map(self.depth, common))
            via = min(left[c] + right[c] for c in common if self.depth(c) == top)
            return 2 * top / (via + 2 * top)
        weights = [sum(self.ic(x, kind) for x in nodes) for nodes in (both, union)]
        simui = len(both) / len(union)
        batet = 1.0 if a == b else abs(math.log(1 - simui) / math.log(len(union)))
        return {
            "path": lambda: 1 / (1 + total),
            "leacock_chodorow": lambda: -math.log((total + 1) / (2 * deepest)),
            "leacock_chodorow_edges": lambda: -math.log((total + 1) / (2 * max(deepest - 1, 1))),
            "leacock_chodorow_scaled": lambda: -math.log((total + 1) / (2 * deepest)) / math.log(2 * deepest),
            "resnik": lambda: shared,
            "resnik_scaled": lambda: shared / self.scale(kind),
            "lin": lambda: lin,
            "jiang_conrath": lambda: 1 / (1 + distance),
            "jiang_conrath_distance": lambda: distance,
            "jiang_conrath_inverse": lambda: 1 / distance if distance > 1e-12 else math.inf,
            "jiang_conrath_seco": lambda: 1 - distance / self.scale(kind) / 2,
            "relevance": lambda: lin * (1 - math.exp(-shared)),
            "simic": lambda: lin * (1 - 1 / (1 + shared)),
            "simui": lambda: simui,
            "simgic": lambda: 1.0 if a == b else weights[0] / weights[1] if weights[1] else 0.0,
            "batet": lambda: batet,
        }[name]()

    def group(self, combine, a, b, name="lin", kind="resnik"):
        a, b = sorted(set(a)), sorted(set(b))
        if combine in ("simui", "simgic"):
            left, right = self.augmented(a), self.augmented(b)
            weigh = len if combine == "simui" else lambda nodes: sum(self.ic(x, kind) for x in nodes)
            return weigh(left & right) / weigh(left | right) if weigh(left | right) else 1.0
        cells = [[self.similarity(name, x, y, kind) for y in b] for x in a]
        rows, columns = list(map(max, cells)), [max(column) for column in zip(*cells, strict=True)]
        mean = lambda values: sum(values) / len(values)  # noqa: E731
        return {
            "bma": (mean(rows) + mean(columns)) / 2,
            "bma_pooled": mean(rows + columns),
            "bmm": max(mean(rows), mean(columns)),
            "max": max(rows),
            "avg": mean([cell for row in cells for cell in row]),
        }[combine]

    def augmented(self, concepts: Collection[str]):
        return set().union(*(self.above(self.node[x]) for x in concepts)) if concepts else set()

    def hierarchical(self, gold, predicted, convention):
        """Sums of common, predicted and gold nodes per item."""
        rows = []
        for g, p in zip(gold, predicted, strict=True):
            left, right = self.augmented(g), self.augmented(p)
            if convention == "kiritchenko" or (convention == "hiclass" and not self.virtual):
                left, right = left - self.roots, right - self.roots
            if convention == "hemkit":
                left, right = (side | {VIRTUAL} if side else side for side in (left, right))
            rows.append((len(left & right), len(right), len(left)))
        return rows

    def graph_distance(self, a, b):
        return nx.shortest_path_length(self.rooted.to_undirected(), self.node[a], self.node[b])

    def matched(self, gold, predicted, most):
        """Sum of capped distances of the best assignment, and of what stays alone, over the larger number."""
        gold, predicted = sorted({self.node[x] for x in gold}), sorted({self.node[x] for x in predicted})
        cost = [[min(self.steps(g, p)[0], most) for p in predicted] for g in gold]
        rows, columns = linear_sum_assignment(cost)
        total = sum(cost[r][c] for r, c in zip(rows, columns, strict=True)) + most * abs(len(gold) - len(predicted))
        return total / most / max(len(gold), len(predicted))

    def lca(self, gold, predicted):
        """Common, predicted and gold nodes of the paths to the closest common ancestors."""
        sides = []
        for concepts in (gold, predicted):
            nodes = {self.node[x] for x in concepts}
            sides.append({x for x in nodes if not any(x in self.above(y) - {y} for y in nodes)})
        gold, predicted = sides
        pairs = {(g, p): self.steps(g, p) for g, p in itertools.product(gold, predicted)}
        chosen = set()
        for side, mine in enumerate(sides):
            for x in mine:
                found = [pair for pair in pairs if pair[side] == x]
                if found:
                    chosen.add(min(found, key=lambda pair: (*pairs[pair][:3], *(self.order(x) for x in pair))))
        y, y_hat = set(gold), set(predicted)
        for g, p in chosen:
            top = pairs[g, p][3]
            y |= self.path(g, top)
            y_hat |= self.path(p, top)
        return len(y & y_hat), len(y_hat), len(y)

    def order(self, node):
        return (self.depth(node), self.rank[node])

    def path(self, node, top):
        nodes = {node}
        while node != top:
            reach = {
                p: nx.shortest_path_length(self.rooted, p, top)
                for p in self.rooted.successors(node)
                if nx.has_path(self.rooted, p, top)
            }
            node = min(reach, key=lambda p: (reach[p], *self.order(p)))
            nodes.add(node)
        return nodes
