"""How often 95 % intervals hold the true value, simulated; the figures are on docs/concepts/statistics.md.

``python tests/benchmarks/test_interval_coverage.py`` prints them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from ontoeval.statistics.bootstrap import identity
from ontoeval.statistics.intervals import intervals
from ontoeval.statistics.rows import FScore, Mean, Ratio, Rows

RUNS = 2000
REPLICATES = 1000
SEED = 20_240_501


def share(p):
    """A share of independent questions, with the bootstrap that it gets when clusters or weights forbid exactness."""
    return lambda draw, n: Ratio(2 * (draw.random(n) < p), np.full(n, 2)), p


def reciprocal_ranks(draw, n):
    """Means of 1, 1/2, 1/3, 1/4, 0 with probabilities .4, .2, .1, .1, .2."""
    return Mean(draw.choice([1, 1 / 2, 1 / 3, 1 / 4, 0], n, p=[0.4, 0.2, 0.1, 0.1, 0.2]))


def linking(draw, n):
    """F1 of 1 + Poisson(1) mentions, each found with probability .8, and Poisson(.3) spurious ones: .8 and .8696."""
    gold = 1 + draw.poisson(1, n)
    found = draw.binomial(gold, 0.8)
    return FScore.counts(found, draw.poisson(0.3, n), gold - found)


MEAN = 0.4 + 0.2 / 2 + 0.1 / 3 + 0.1 / 4
F1 = 2 * 1.6 / (2 * 1.6 + 0.3 + 0.4)
CASES = {
    **{f"share of {p:g}": share(p) for p in (0.02, 0.1, 0.3, 0.5, 0.9)},
    "mean reciprocal rank": (reciprocal_ranks, MEAN),
    "linking F1": (linking, F1),
}
SIZES = (20, 50, 200, 500)


def coverage(make, truth, n, runs=RUNS):
    """The share of runs whose interval holds the truth, and the share of intervals that say that they are rough."""
    draw = np.random.default_rng(SEED)
    held = rough = 0
    for run in range(0, runs, 50):  # fifty at once share their weights, as metrics of one report do
        many: list[Rows] = [make(draw, n) for _ in range(50)]
        clusters = identity(f"{run} {place}" for place in range(n))
        for found in intervals(many, n, clusters, replicates=REPLICATES):
            held += found.low is not None and found.low <= truth <= found.high
            rough += "rough" in found.method or found.low is None
    return held / runs, rough / runs


def table(runs=RUNS):
    lines = ["| " + " | ".join(["value", *(f"n = {n}" for n in SIZES)]) + " |", "|---" + "|---:" * len(SIZES) + "|"]
    for name, (make, truth) in CASES.items():
        cells = []
        for n in SIZES:
            held, rough = coverage(make, truth, n, runs)
            cells.append(f"{held:.1%} ({rough:.0%} rough)" if rough >= 0.005 else f"{held:.1%}")
        lines.append("| " + " | ".join([name, *cells]) + " |")
    return "\n".join(lines)


@pytest.mark.parametrize("name", ["share of 0.1", "share of 0.5", "share of 0.9", "mean reciprocal rank", "linking F1"])
@pytest.mark.parametrize("n", [200, 500])
def test_bootstrap_intervals_cover_what_they_say(name, n):
    held, _ = coverage(*CASES[name], n)
    assert 0.93 <= held <= 0.97, f"{name}, n = {n}: {held:.3f}"


def test_the_page_shows_these_figures():
    page = Path(__file__).resolve().parents[2] / "docs" / "concepts" / "statistics.md"
    assert table() in page.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
