"""Clustering measures against published worked examples, definitions written out over mentions, and their laws."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ontoeval.errors import BadParameter
from ontoeval.statistics.clustering import ABSENT, ALONE, clustering_counts, contingency

MEASURES = ("b_cubed", "ceaf_m", "ceaf_e", "muc", "pairwise", "lea")
every_measure = pytest.mark.parametrize("measure", MEASURES)

#: Key {a, b, c}, {d, e, f, g}; response {a, b}, {c, d}, {f, g, h, i}; mentions a … i.
PRADHAN = contingency([0, 0, 0, 1, 1, 1, 1, ABSENT, ABSENT], [0, 0, 1, 1, ABSENT, 2, 2, 2, 2])


def scores(cells: tuple[np.ndarray, ...], measure: str) -> tuple[float, float]:
    """Recall and precision."""
    found = clustering_counts(*cells, measure)
    return float(found.r_num / found.r_den), float(found.p_num / found.p_den)


@pytest.mark.parametrize(
    ("measure", "recall", "precision"),
    [
        ("muc", 0.40, 0.40),
        ("b_cubed", 0.42, 0.50),
        ("ceaf_m", 0.57, 0.50),
        ("ceaf_e", 0.65, 0.43),
        ("pairwise", 0.22, 0.25),  # coreference links of BLANC: 2 of 9, 2 of 8
        ("lea", 0.24, 0.33),  # Moosavi and Strube 2016, section 3
    ],
)
def test_worked_example_of_the_reference_implementation(measure, recall, precision):
    """Pradhan et al. 2014, doi:10.3115/v1/P14-2006, section 4, to the two digits that are printed."""
    assert scores(PRADHAN, measure) == pytest.approx((recall, precision), abs=0.005)


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("muc", 1 / 2),  # of the links a–b–c one is kept, of b–c–d one
        ("b_cubed", 2 / 3),  # recall (1/3 + 2/3 + 2/3 + 1) / 4, precision (1 + 2/3 + 2/3 + 1/3) / 4
        ("ceaf_m", 1 / 2),  # {a, b, c} with {b, c, d}: 2 of 4 mentions; nothing is left for {d}
        ("ceaf_e", 1 / 2),  # {a, b, c} with {a}: 2 / 4, {d} with {b, c, d}: 2 / 4; more than 4 / 6 and nothing
        ("pairwise", 1 / 3),
        ("lea", 1 / 4),  # 3 · 1/3 of 4 mentions; neither single mention is single on the other side
    ],
)
def test_gold_abc_d_against_bcd_a_by_hand(measure, value):
    """Recall and precision are the same, since the two sides are mirror images."""
    cells = contingency([0, 0, 0, 1], [ALONE, 0, 0, 0])
    assert scores(cells, measure) == pytest.approx((value, value), abs=1e-12)


def clusters_of(labels: list[int]) -> dict[object, set[int]]:
    found: dict[object, set[int]] = {}
    for mention, label in enumerate(labels):
        if label != ABSENT:
            found.setdefault(("alone", mention) if label == ALONE else label, set()).add(mention)
    return found


def written_out(measure: str, mine: dict[object, set[int]], other: dict[object, set[int]]) -> tuple[float, float]:
    """Numerator and denominator of recall, straight from the definitions, mention by mention."""
    where = {mention: cluster for cluster in other.values() for mention in cluster}
    if measure == "b_cubed":
        shares = [len(cluster & where.get(m, set())) / len(cluster) for cluster in mine.values() for m in cluster]
        return sum(shares), len(shares)
    if measure == "muc":
        parts = [len({id(where[m]) if m in where else m for m in cluster}) for cluster in mine.values()]
        kept = sum(len(cluster) - part for cluster, part in zip(mine.values(), parts, strict=True))
        return kept, sum(len(cluster) - 1 for cluster in mine.values())
    pairs = {pair for cluster in mine.values() for pair in combinations(sorted(cluster), 2)}
    kept_pairs = {pair for pair in pairs if pair[0] in where and where[pair[0]] is where.get(pair[1])}
    if measure == "pairwise":
        return len(kept_pairs), len(pairs)
    total = 0.0
    for cluster in mine.values():
        inside = list(combinations(sorted(cluster), 2))
        alone = [where.get(m) == cluster for m in cluster if len(cluster) == 1]
        links = alone or [pair in kept_pairs for pair in inside]
        total += len(cluster) * sum(links) / len(links)
    return total, sum(map(len, mine.values()))


labels = st.lists(st.tuples(st.integers(-2, 4), st.integers(-2, 4)), min_size=1, max_size=25)


@pytest.mark.parametrize("measure", ["b_cubed", "muc", "pairwise", "lea"])
@given(mentions=labels)
def test_sums_are_what_the_definitions_give_mention_by_mention(measure, mentions):
    gold, predicted = (list(side) for side in zip(*mentions, strict=True))
    found = clustering_counts(*contingency(gold, predicted), measure)
    sides = clusters_of(gold), clusters_of(predicted)
    assert (found.r_num, found.r_den) == pytest.approx(written_out(measure, *sides), abs=1e-9)
    assert (found.p_num, found.p_den) == pytest.approx(written_out(measure, *sides[::-1]), abs=1e-9)


@every_measure
@given(mentions=labels)
def test_gold_against_itself_is_perfect(measure, mentions):
    gold = [label for label, _ in mentions]
    found = clustering_counts(*contingency(gold, gold), measure)
    assert found.p_num == found.p_den == found.r_num == found.r_den


@every_measure
@given(mentions=labels)
def test_exchanging_the_sides_exchanges_precision_and_recall(measure, mentions):
    gold, predicted = (list(side) for side in zip(*mentions, strict=True))
    there = clustering_counts(*contingency(gold, predicted), measure)
    back = clustering_counts(*contingency(predicted, gold), measure)
    for mine, other in (("p_num", "r_num"), ("p_den", "r_den"), ("r_num", "p_num"), ("r_den", "p_den")):
        assert getattr(back, mine) == pytest.approx(getattr(there, other), abs=1e-9)


@every_measure
@given(mentions=labels)
def test_a_mention_alone_is_a_cluster_with_a_name_of_its_own(measure, mentions):
    gold, predicted = (list(side) for side in zip(*mentions, strict=True))
    named = [100 + place if label == ALONE else label for place, label in enumerate(gold)]
    left = clustering_counts(*contingency(gold, predicted), measure)
    right = clustering_counts(*contingency(named, predicted), measure)
    for name in ("p_num", "p_den", "r_num", "r_den"):
        assert getattr(left, name) == pytest.approx(getattr(right, name), abs=1e-9)


@every_measure
@given(mentions=labels, into=st.integers(-1, 5))
def test_a_predicted_mention_that_gold_has_not_never_raises_precision(measure, mentions, into):
    gold, predicted = (list(side) for side in zip(*mentions, strict=True))
    before = clustering_counts(*contingency(gold, predicted), measure)
    after = clustering_counts(*contingency([*gold, ABSENT], [*predicted, into]), measure)
    if before.p_den > 0:
        assert after.p_num / after.p_den <= before.p_num / before.p_den + 1e-12


@every_measure
@given(mentions=labels, weights=st.lists(st.floats(0, 3), min_size=25, max_size=25))
def test_weights_keep_the_bounds(measure, mentions, weights):
    gold, predicted = (np.array(side) for side in zip(*mentions, strict=True))
    found = clustering_counts(gold, predicted, np.array(weights[: len(gold)]), measure)
    assert 0 <= found.p_num <= found.p_den
    assert 0 <= found.r_num <= found.r_den


@every_measure
def test_many_tables_at_once_are_the_tables_one_by_one(measure):
    gold, predicted, count = PRADHAN
    tables = np.stack([count, 2 * count, np.where(np.arange(len(count)) == 1, 0, count)])
    together = clustering_counts(gold, predicted, tables, measure)
    for row, table in enumerate(tables):
        alone = clustering_counts(gold, predicted, table, measure)
        assert together.p_num[row] == pytest.approx(alone.p_num)
        assert together.r_den[row] == pytest.approx(alone.r_den)


def test_unknown_measure():
    with pytest.raises(BadParameter, match=r"blanc.*b_cubed or ceaf_m"):
        clustering_counts([0], [0], [1], "blanc")


def test_no_cell_at_all():
    found = clustering_counts([], [], np.zeros((3, 0)), "ceaf_e")
    assert found.p_den.tolist() == found.r_num.tolist() == [0.0, 0.0, 0.0]
