"""One-sided bounds hold their error, and the verdict and the number of questions follow from them."""

from __future__ import annotations

import numpy as np
import pytest

from ontoeval.statistics.bootstrap import identity
from ontoeval.statistics.claims import Bounds, difference_bounds, questions_needed, share_bounds, verdict


def names(n: int) -> np.ndarray:
    return identity([f"q{number}" for number in range(n)])


def bounds(values: np.ndarray, seed: int = 0, replicates: int = 10_000) -> Bounds:
    return difference_bounds(values, names(len(values)), level=0.95, replicates=replicates, seed=seed)


@pytest.mark.parametrize(
    ("failures", "n", "high"),
    [(0, 50, 0.0582), (0, 150, 0.01977), (1, 200, 0.0235), (4, 500, 0.01821), (5, 500, 0.02091)],
)
def test_one_sided_upper_bounds_of_the_specification(failures, n, high):
    assert share_bounds(failures, n, 0.95).high == pytest.approx(high, abs=5e-5)


def test_lower_bound_of_a_share():
    """95 % one-sided: 5 of 100 are at least 1.991 % (Clopper-Pearson, table of the binomial)."""
    assert share_bounds(5, 100, 0.95).low == pytest.approx(0.01991, abs=5e-5)
    assert share_bounds(0, 100, 0.95).low == 0


@pytest.mark.parametrize(("ones", "n"), [(0, 60), (3, 60), (30, 60), (60, 60)])
def test_bounds_of_zeros_and_ones_are_clopper_and_pearsons(ones, n):
    """A difference in {-1, 1} is a share in {0, 1}, stretched."""
    share = share_bounds(ones, n, 0.95)
    found = bounds(np.where(np.arange(n) < ones, 1.0, -1.0))
    assert found.low == pytest.approx(2 * share.low - 1, abs=0.01)
    assert found.high == pytest.approx(2 * share.high - 1, abs=0.01)


def test_bounds_do_not_depend_on_the_order_and_count_clusters_once():
    values = np.array([0.5, -0.25, 0.0, 1.0])
    clusters = identity(["a", "b", "c", "d"])
    order = [2, 0, 3, 1]
    first, second = (
        difference_bounds(values[some], clusters[some], level=0.95, replicates=500, seed=3)
        for some in ([0, 1, 2, 3], order)
    )
    assert first == second
    doubled = difference_bounds(np.repeat(values, 5), np.repeat(clusters, 5), level=0.95, replicates=500, seed=3)
    assert doubled == first
    assert difference_bounds(values[:0], clusters[:0], level=0.95, replicates=10, seed=0) == Bounds(0.0, -1.0, 1.0, 0)


#: Distributions of mean 0: symmetric, and with rare large differences.
NULLS = {
    "symmetric": ([-0.2, -0.1, 0, 0.1, 0.2], [0.1, 0.2, 0.4, 0.2, 0.1]),
    "rare gain": ([-0.1, 0, 0.9], [0.45, 0.5, 0.05]),
    "rare loss": ([0.1, 0, -0.9], [0.45, 0.5, 0.05]),
    "very rare loss": ([0.1, 0, -0.5], [0.1, 0.88, 0.02]),
    "all or nothing": ([-1, 0, 1], [0.03, 0.94, 0.03]),
}


@pytest.mark.parametrize("name", NULLS)
@pytest.mark.parametrize("n", [30, 200])
def test_a_bound_of_a_difference_errs_in_five_percent_of_samples_at_most(name, n):
    values, chances = NULLS[name]
    generator = np.random.default_rng(11)
    samples = 300
    found = [bounds(generator.choice(values, n, p=chances), seed, 1000) for seed in range(samples)]
    # 5 % of 300 is 15; with a true error of 5 % more than 22 would be seen in 3 % of such tests
    assert sum(one.low > 0 for one in found) <= 22
    assert sum(one.high < 0 for one in found) <= 22


def test_a_percentile_bootstrap_would_not_do():
    """Of samples with a rare loss that were not lucky enough to show it, it says that there is a gain."""
    generator = np.random.default_rng(3)
    values, chances = NULLS["very rare loss"]
    wrong = 0
    for _ in range(300):
        sample = generator.choice(values, 30, p=chances)
        means = sample[generator.integers(0, 30, (1000, 30))].mean(axis=1)
        wrong += np.quantile(means, 0.05) > 0
    assert wrong >= 45  # 15 %, where 5 % was promised


LOW, HIGH, WIDE = Bounds(0.0, 0.0, 0.01, 300), Bounds(0.1, 0.07, 0.14, 300), Bounds(0.01, 0.002, 0.03, 300)
GAIN, LOSS, UNSURE = Bounds(0.1, 0.05, 0.15, 150), Bounds(-0.1, -0.15, -0.05, 150), Bounds(0.02, -0.01, 0.05, 150)


@pytest.mark.parametrize(
    ("exclusion", "difference", "expected"),
    [
        (LOW, GAIN, "hard"),
        (LOW, LOSS, "soft"),
        (LOW, UNSURE, "inconclusive"),
        (HIGH, GAIN, "soft"),
        (HIGH, LOSS, "soft"),
        (HIGH, UNSURE, "soft"),
        (WIDE, GAIN, "inconclusive"),
        (WIDE, LOSS, "soft"),
        (WIDE, UNSURE, "inconclusive"),
        (Bounds(0.0, 0.0, 0.02, 149), GAIN, "inconclusive"),  # below eps, not at it
        (Bounds(0.05, 0.02, 0.1, 100), GAIN, "soft"),  # at least eps
        (LOW, Bounds(0.1, 0.0, 0.2, 150), "inconclusive"),  # above delta, not at it
        (LOW, Bounds(-0.1, -0.2, 0.0, 150), "soft"),  # at most delta
    ],
)
def test_the_rule_of_the_handbook(exclusion, difference, expected):
    assert verdict(exclusion, difference, 0.02, 0.0) == expected


@pytest.mark.parametrize(
    ("exclusion", "difference", "needed"),
    [
        # nothing excluded: 149 questions show < 2 % (spec §3.5); the difference is clear already
        (share_bounds(0, 100, 0.95), GAIN, 149),
        # 1 of 200: 236 questions may have 1 failure and would have 1.2; 313 may have 2 and would have 1.6
        (share_bounds(1, 200, 0.95), GAIN, 313),
        # the lower bound .03 below .02: 2.25 times the questions
        (share_bounds(0, 300, 0.95), UNSURE, 675),
        (LOW, Bounds(0.0, -0.03, 0.03, 150), None),
        (Bounds(0.02, 0.01, 0.05, 300), GAIN, None),
    ],
)
def test_questions_needed(exclusion, difference, needed):
    assert questions_needed(exclusion, difference, 0.02, 0.0, 0.95) == needed


def test_the_verdict_errs_in_five_percent_of_samples_at_most():
    """Hard although exclusion is exactly eps, or although hard gains nothing; soft although both are fine."""
    generator = np.random.default_rng(5)
    wrong = {"hard at eps": 0, "hard without gain": 0, "soft": 0}
    samples, n, eps = 400, 400, 0.05
    for seed in range(samples):
        gain = bounds(generator.choice([0, 0.2], n // 2), seed, 500)
        nothing = bounds(generator.choice([-0.2, 0, 0.2], n // 2), seed, 500)
        at_eps, below = (share_bounds(int(generator.binomial(n, rate)), n, 0.95) for rate in (eps, eps / 2))
        wrong["hard at eps"] += verdict(at_eps, gain, eps, 0.0) == "hard"
        wrong["hard without gain"] += verdict(below, nothing, eps, 0.0) == "hard"
        wrong["soft"] += verdict(below, gain, eps, 0.0) == "soft"
    # 5 % of 400 is 20; with a true error of 5 % more than 28 would be seen in 3 % of such tests
    assert max(wrong.values()) <= 28, wrong
