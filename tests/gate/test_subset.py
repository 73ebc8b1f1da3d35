"""A subset by the hash of ids: the same one on every machine, and hardly moved by new rows."""

import random

import pytest

from ontoeval.errors import UsageError
from ontoeval.records.objects import samples_of
from ontoeval.records.subset import subset

NAMES = [f"q{place}" for place in range(200)]


def chosen(size, names=NAMES, **options):
    rows = [{"id": name, "tags": {"half": str(place % 2)}, "gold": {"docs": ["d"]}} for place, name in enumerate(names)]
    run = [{"id": name, "retrieved": ["d"]} for name in names]
    return {sample.id for sample in subset(samples_of(rows, run, **options), size)}


def test_a_number_gives_exactly_so_many():
    assert len(chosen(50)) == 50
    assert chosen(500) == set(NAMES)


def test_the_order_of_rows_does_not_matter():
    shuffled = random.Random(0).sample(NAMES, len(NAMES))
    assert chosen(50, shuffled) == chosen(50)
    assert chosen(0.2, shuffled) == chosen(0.2)


def test_a_new_row_moves_at_most_one_of_a_number_and_none_of_a_share():
    before_count, before_share = chosen(50), chosen(0.2)
    for place in range(20):
        more = [*NAMES, f"new{place}"]
        assert len(before_count - chosen(50, more)) <= 1
        assert chosen(0.2, more) - {f"new{place}"} == before_share


def test_a_share_is_about_that_share():
    assert 25 <= len(chosen(0.2)) <= 55  # 40 expected; standard deviation 5.7


def test_a_smaller_subset_is_part_of_a_larger_one():
    assert chosen(20) < chosen(50) < chosen(0.5)


@pytest.mark.parametrize("size", [0, -1, 0.0, 1.5, float("nan"), True])
def test_sizes_that_make_no_sense(size):
    with pytest.raises(UsageError, match="subset = "):
        chosen(size)
