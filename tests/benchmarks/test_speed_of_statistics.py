"""Exact sums against ``math.fsum``, and bootstrap intervals against resampling with numpy."""

import math

import numpy as np

from ontoeval.statistics.bootstrap import identity
from ontoeval.statistics.exact import ExactSum
from ontoeval.statistics.intervals import intervals
from ontoeval.statistics.rows import Mean

SAMPLES, METRICS, REPLICATES = 10_000, 10, 1000


def test_exact_sum(bench):
    numbers = np.random.default_rng(7).random(1_000_000)
    ours, expected = bench.compare(
        "exact sum of 1M doubles, in any parts", lambda: ExactSum.of(numbers), lambda: math.fsum(numbers), "math.fsum"
    )
    assert float(ours) == expected


def test_bootstrap_intervals(bench):
    scores = np.random.default_rng(7).random((METRICS, SAMPLES))
    clusters = identity(f"q{sample}" for sample in range(SAMPLES))

    def resampled() -> list[tuple[float, float]]:
        random = np.random.default_rng(0)
        means = np.array([scores[:, random.integers(0, SAMPLES, SAMPLES)].mean(axis=1) for _ in range(REPLICATES)])
        return [tuple(np.quantile(column, [0.025, 0.975])) for column in means.T]

    ours, expected = bench.compare(
        "intervals of 10 metrics, 10k samples, 1,000 replicates",
        lambda: intervals([Mean(row) for row in scores], SAMPLES, clusters, replicates=REPLICATES),
        resampled,
        "numpy resampling",
        target="< 5 CPU s",
        rounds=3,
    )
    for interval, (low, high) in zip(ours, expected, strict=True):
        assert abs(interval.low - low) < 0.002
        assert abs(interval.high - high) < 0.002
