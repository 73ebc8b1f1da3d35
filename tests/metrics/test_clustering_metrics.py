"""NIL clustering on records: which mentions enter, what their clusters are, and sums over samples."""

from __future__ import annotations

import random

import pytest

import ontoeval as oe


def mention(place: int, concept: str | None = None, cluster: str | None = None, **more: object) -> dict[str, object]:
    row: dict[str, object] = {"start": 10 * place, "end": 10 * place + 5, "id": concept, **more}
    return row if cluster is None else {**row, "nil_cluster": cluster}


def value(metric: str, gold: list[dict[str, object]], run: list[dict[str, object]]) -> float | None:
    return oe.score(metric, [{"id": "q", "mentions": gold}], [{"id": "q", "mentions": run}]).value


def test_clusters_run_across_samples():
    """One new gene in two documents; the run takes it for two: recall (1/2 + 1/2) / 2."""
    gold = [{"id": name, "mentions": [mention(0, cluster="g")]} for name in "ab"]
    run = [{"id": name, "mentions": [mention(0, cluster=name)]} for name in "ab"]
    assert oe.score("clustering_recall", gold, run).value == 0.5
    assert oe.score("clustering_precision", gold, run).value == 1.0


@pytest.mark.parametrize(
    ("run", "recall"),
    [
        ([mention(0, "NIL7"), mention(1, "NIL7")], 1.0),  # a numbered id names the cluster
        ([mention(0, "NIL"), mention(1, "NIL")], 0.5),  # NIL alone names none
        ([mention(0), mention(1)], 0.5),
        ([mention(0, cluster="x"), mention(1, cluster="x")], 1.0),
        ([mention(0, "NIL7", "x"), mention(1, "NIL8", "x")], 1.0),  # nil_cluster is asked first
        ([mention(0, "HP:1"), mention(1, "HP:1")], 0.0),  # a concept is no NIL: both are missed
    ],
)
def test_what_names_a_nil_cluster(run, recall):
    assert value("clustering_recall", [mention(0, cluster="g"), mention(1, cluster="g")], run) == recall


def test_scope_all_takes_concepts_as_clusters():
    """HP:1 twice; the run has HP:2 twice: right clusters of wrong concepts, which b_cubed_plus does not pass."""
    gold, run = [mention(0, "HP:1"), mention(1, "HP:1")], [mention(0, "HP:2"), mention(1, "HP:2")]
    assert value('clustering_f1(scope="all")', gold, run) == 1.0
    assert value('clustering_f1(measure="b_cubed_plus", scope="all")', gold, run) == 0.0
    assert value("clustering_f1", gold, run) is None


def test_mention_without_partner_counts_against_the_other_side():
    """Precision (2/3 + 2/3 + 0) / 3: the third predicted mention is in no gold cluster."""
    gold = [mention(0, cluster="g"), mention(1, cluster="g")]
    run = [mention(place, cluster="x") for place in range(3)]
    assert value("clustering_precision", gold, run) == pytest.approx(4 / 9)
    assert value("clustering_recall", gold, run) == 1.0


def test_optional_gold_and_its_partner_are_left_out():
    gold = [mention(0, cluster="g"), mention(1, cluster="g", optional=True)]
    run = [mention(0, cluster="x"), mention(1, cluster="y")]
    assert value("clustering_f1", gold, run) == 1.0


def test_composites_are_clusters_of_their_own():
    both = {"ids": ["D1", "D2"], "combine": "all"}
    gold = [mention(0, **both), mention(1, "D1")]
    run = [mention(0, "D1"), mention(1, "D1")]
    assert value('clustering_precision(scope="all")', gold, run) == 0.5


def test_run_that_gave_nothing_finds_no_cluster():
    gold = [{"id": name, "mentions": [mention(0, cluster="g")]} for name in "ab"]
    run = [{"id": "a", "mentions": [mention(0, cluster="g")]}, {"id": "b", "error": "timeout"}]
    result = oe.score("clustering_f1", gold, run)
    assert (result.n_ok, result.n_missing) == (1, 1)
    assert result.value == pytest.approx(0.4)  # P = 1, R = (1/2 + 0) / 2


@pytest.mark.parametrize("measure", ["b_cubed", "b_cubed_plus", "ceaf_m", "ceaf_e", "muc", "pairwise", "lea"])
def test_gold_against_itself_and_order(measure):
    chance = random.Random(1)
    names = [None, "a", "b", "c"]
    gold, run = (
        [{"id": str(n), "mentions": [mention(p, cluster=chance.choice(names)) for p in range(6)]} for n in range(20)]
        for _ in range(2)
    )
    metric = f'clustering_f1(measure="{measure}")'
    assert oe.score(metric, gold, gold).value == 1.0
    turned = [{**row, "mentions": row["mentions"][::-1]} for row in run[::-1]]
    assert oe.score(metric, gold[::-1], turned).value == oe.score(metric, gold, run).value < 1


def test_samples_are_the_unit_of_the_interval():
    gold = [{"id": str(n), "mentions": [mention(0, cluster=str(n % 9)), mention(1)]} for n in range(60)]
    run = [{"id": str(n), "mentions": [mention(0, cluster=str(n % 7)), mention(1)]} for n in range(60)]
    for measure in ("lea", "ceaf_e"):
        result = oe.score(f'clustering_f1(measure="{measure}")', gold, run)
        assert result.interval.startswith("bootstrap 95%")
        assert 0 < result.low < result.high < 1
