"""The view of filters equals brute force: exclusion, blame and survivors, on random documents and filters."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import atoms, corpora, trees

import ontoeval as oe
from ontoeval.predicates.evaluate import passes
from ontoeval.predicates.profiles import PROFILES
from ontoeval.predicates.reading import to_json
from ontoeval.predicates.transform import leaves, without
from ontoeval.predicates.tree import And, MinShould, Not, Or
from ontoeval.views.filter_rules import FilterRules
from ontoeval.views.filters import AppliedFilters, Filters

engines = st.sampled_from(sorted(PROFILES))


def _compound(children):
    lists = st.lists(children, min_size=1, max_size=3).map(tuple)
    several = lists.flatmap(lambda parts: st.builds(MinShould, st.just(parts), st.integers(1, len(parts))))
    return st.one_of(st.builds(And, lists), st.builds(Or, lists), st.builds(Not, children), several)


#: Filters in which every part has parts, so that each place is a predicate.
full_trees = st.recursive(atoms, _compound, max_leaves=5)


def compiled(docs, filters, golds, engine):
    corpus = [{"id": f"d{number}", **doc} for number, doc in enumerate(docs)]
    rows = [
        {
            "id": f"q{number}",
            "gold": {"docs": [f"d{row}" for row in gold]},
            "run": {"predicates": to_json(node)},
        }
        for number, (node, gold) in enumerate(zip(filters, golds, strict=True))
    ]
    return oe.compile(rows, docs=corpus, filters=FilterRules(profile=engine))


@settings(max_examples=150, deadline=None)
@given(data=st.data(), docs=corpora.filter(bool), filters=st.lists(trees, min_size=1, max_size=3), engine=engines)
def test_gold_only_exclusion_and_survivors_equal_brute_force(data, docs, filters, engine):
    rows = st.lists(st.integers(0, len(docs) - 1), min_size=1, unique=True)
    golds = [data.draw(rows) for _ in filters]
    found = compiled(docs, filters, golds, engine)
    view, profile = found.view(Filters), PROFILES[engine]
    for sample, (node, gold) in enumerate(zip(filters, golds, strict=True)):
        alone = [passes(node, docs[row], profile) for row in gold]
        states = {doc.doc: doc.state for doc in view.gold(sample)}
        assert states == {
            f"d{row}": "survives" if passed else "excluded" for row, passed in zip(gold, alone, strict=True)
        }
        assert view.n_surviving[sample] == sum(alone)
        assert (sample in view.blames) == (not any(alone))
        assert found.view(AppliedFilters).n_survivors[sample] == sum(passes(node, doc, profile) for doc in docs)


@settings(max_examples=100, deadline=None)
@given(data=st.data(), docs=corpora.filter(bool), node=full_trees, engine=engines)
def test_blame_equals_relaxing_places_of_the_filter(data, docs, node, engine):
    """Solo, leave-one-out, smallest sets and Shapley values by trying every set of places, and every order."""
    gold = data.draw(st.lists(st.integers(0, len(docs) - 1), min_size=1, max_size=3, unique=True))
    profile = PROFILES[engine]
    view = compiled(docs, [node], [gold], engine).view(Filters)
    places = [leaf.id for leaf in leaves(node)]
    assert len(view.conditions(0)) == len(places)

    def wins(bits):
        chosen = [place for number, place in enumerate(places) if bits >> number & 1]
        return any(passes(without(node, chosen), docs[row], profile) for row in gold)

    if wins(0):
        assert view.blames == {}
        return
    found = view.blames[0]
    everything = range(1 << len(places))
    winning = [bits for bits in everything if wins(bits)]
    smallest = {bits for bits in winning if not any(other != bits and other & bits == other for other in winning)}
    assert set(found.relaxations) == smallest
    assert found.complete
    numbers = range(len(places))
    assert found.rescues == sum(1 << number for number in numbers if wins(1 << number))
    whole = (1 << len(places)) - 1
    assert found.solo == sum(1 << number for number in numbers if not wins(whole & ~(1 << number)))
    pivots = dict.fromkeys(numbers, 0)
    orders = list(permutations(numbers))
    for order in orders:
        bits = 0
        for number in order:
            bits |= 1 << number
            if bits in winning:
                pivots[number] += 1
                break
    shares = dict(found.shares)
    for number in numbers:
        assert shares.get(number, 0.0) == pytest.approx(pivots[number] / len(orders))
    assert sum(shares.values()) == pytest.approx(1)


@settings(max_examples=60, deadline=None)
@given(
    data=st.data(),
    docs=corpora.filter(bool),
    filters=st.lists(trees, min_size=1, max_size=4),
    seed=st.integers(0, 5),
)
def test_order_of_documents_questions_and_gold_never_matters(data, docs, filters, seed):
    rows = st.lists(st.integers(0, len(docs) - 1), min_size=1, unique=True)
    golds = [data.draw(rows) for _ in filters]
    corpus = [{"id": f"d{number}", **doc} for number, doc in enumerate(docs)]
    samples = [
        {"id": f"q{n}", "gold": {"docs": [f"d{row}" for row in gold]}, "run": {"predicates": to_json(node)}}
        for n, (node, gold) in enumerate(zip(filters, golds, strict=True))
    ]
    chance = random.Random(seed)
    mixed = [
        {**row, "gold": {"docs": chance.sample(row["gold"]["docs"], len(row["gold"]["docs"]))}}
        for row in chance.sample(samples, len(samples))
    ]
    metrics = ["false_exclusion_rate", "recall_ceiling", "ndcg_ceiling", "selectivity", "over_filter_rate@2"]
    first, second = (
        oe.evaluate(oe.compile(some, docs=chance.sample(corpus, len(corpus))), metrics, intervals=False)
        for some in (samples, mixed)
    )
    assert first.rows() == second.rows()
    assert first.table("filter_blame") == second.table("filter_blame")
