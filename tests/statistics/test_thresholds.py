"""Cross-fitted thresholds: against a slow scorer, split in parts, and where they are undefined."""

import random

import numpy as np
import pytest

from ontoeval.statistics.rows import sorted_labels
from ontoeval.statistics.thresholds import ALWAYS, ThresholdTable

NAMES = ("right", "wrong", "overlinked", "gold", "nil")


def table(rows):
    """Rows of (fold, score, name of the column that is 1)."""
    labels = sorted({row[:2] for row in rows}, key=str)
    columns = {name: [int(row[2] == name) for row in rows] for name in NAMES}
    return ThresholdTable(columns, key=[labels.index(row[:2]) for row in rows], labels=labels)


def f1(rows, threshold):
    right, wrong = (
        sum(name == kind and score >= threshold for _, score, name in rows if score != ALWAYS)
        for kind in ("right", "wrong")
    )
    gold = sum(name == "gold" for *_, name in rows)
    return 2 * right / (right + wrong + gold) if right + wrong + gold else 0.0


def slow(rows):
    """Every fold cut at the best threshold of the others, the lowest of equally good ones, by looking at them all."""
    folds = {fold for fold, *_ in rows}
    thresholds = sorted({score for _, score, _ in rows if score != ALWAYS})
    right = wrong = 0
    for fold in folds:
        others = [row for row in rows if row[0] != fold]
        best = max(thresholds, key=lambda threshold: (f1(others, threshold), -threshold))
        kept = [row for row in rows if row[0] == fold and row[1] != ALWAYS and row[1] >= best]
        right += sum(row[2] == "right" for row in kept)
        wrong += sum(row[2] == "wrong" for row in kept)
    return 2 * right / (right + wrong + sum(row[2] == "gold" for row in rows))


def some_rows(seed, n=60):
    chance = random.Random(seed)
    rows = [(chance.randrange(4), chance.randrange(8) / 8, chance.choice(["right", "wrong"])) for _ in range(n)]
    return [*rows, *((fold, ALWAYS, "gold") for fold in range(4) for _ in range(15))]


@pytest.mark.parametrize("seed", range(30))
def test_value_is_that_of_the_slow_scorer(seed):
    rows = some_rows(seed)
    assert table(rows).sums().value == pytest.approx(slow(rows), abs=1e-12)


def test_parts_add_up_to_the_whole():
    rows = some_rows(1)
    whole = table(rows).sums().value
    first, second, third = (table(part).sums() for part in (rows[:20], rows[20:70], rows[70:]))
    assert (first + second + third).value == (third + first + second).value == whole


def test_a_fold_is_never_cut_at_a_threshold_of_its_own():
    """Fold 0 alone would choose .9 and be perfect; fold 1, whose best is .1, decides for it."""
    rows = [(0, 0.9, "right"), (0, 0.1, "wrong"), (1, 0.1, "right"), (0, ALWAYS, "gold"), (1, ALWAYS, "gold")]
    found = table(rows)
    sums = found.sums()
    curve = found.over(sorted_labels(sums.labels)).curve(sums.floats())
    assert curve.threshold[curve.fitted()].tolist() == [0.1, 0.9]
    # fold 0 at .1: one right, one wrong; fold 1 at .9: nothing; two gold mentions
    assert found.sums().value == pytest.approx(2 * 1 / (2 + 2))


def test_links_without_a_score_stay_at_every_threshold():
    rows = [(0, np.inf, "right"), (0, 0.5, "wrong"), (1, np.inf, "right"), (1, 0.5, "wrong")]
    rows += [(0, ALWAYS, "gold"), (1, ALWAYS, "gold")]
    assert table(rows).sums().value == 1.0


def test_one_fold_with_gold_is_undefined():
    assert table([(0, 0.5, "right"), (0, ALWAYS, "gold"), (1, 0.4, "wrong")]).sums().value is None
    assert table([(0, ALWAYS, "gold"), (1, ALWAYS, "gold")]).sums().value is None
