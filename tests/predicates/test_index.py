"""The index equals the plain definition, for every profile."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, trees

import ontoeval.predicates
from ontoeval.predicates.columns import Columns
from ontoeval.predicates.evaluate import passes, truth
from ontoeval.predicates.index import FieldIndex
from ontoeval.predicates.profiles import PROFILES
from ontoeval.predicates.reading import parse
from ontoeval.predicates.transform import conjuncts
from ontoeval.predicates.tree import TRUE, And, Atom, Not

NAMES = sorted(PROFILES)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=50)
@given(docs=corpora, filters=st.lists(trees, min_size=1, max_size=3))
def test_survivors_and_counts_equal_brute_force(name, docs, filters):
    profile = PROFILES[name]
    index = FieldIndex(docs, profile)
    for node in filters:
        assert index.truths(node).tolist() == [truth(node, doc, profile) for doc in docs]
        assert index.survivors(node).tolist() == [passes(node, doc, profile) for doc in docs]
        assert index.count(node) == sum(passes(node, doc, profile) for doc in docs)
        parts = conjuncts(node)
        rests = [And(parts[:place] + parts[place + 1 :]) for place in range(len(parts))]
        expected = [sum(passes(rest, doc, profile) for doc in docs) for rest in (And(parts), *rests)]
        assert index.leave_one_out(node).tolist() == expected


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(data=st.data(), docs=corpora.filter(bool), filters=st.lists(trees, min_size=1, max_size=4))
def test_gold_only_outcomes_equal_brute_force(name, data, docs, filters):
    profile = PROFILES[name]
    pairs = st.tuples(st.integers(0, len(filters) - 1), st.integers(0, len(docs) - 1))
    chosen = data.draw(st.lists(pairs, max_size=8))
    query, row = [pair[0] for pair in chosen], [pair[1] for pair in chosen]
    index = FieldIndex(docs, profile)
    if data.draw(st.booleans()):
        index.count(filters[0])  # columns that exist already are used
    outcomes = index.outcomes(filters, query, row)
    for place, (q, r) in enumerate(chosen):
        parts = outcomes.conjuncts[q]
        mine = outcomes.passes[outcomes.indptr[place] : outcomes.indptr[place + 1]].tolist()
        assert mine == [passes(part, docs[r], profile) for part in parts]
        assert (outcomes.n_failed[place] == 0) == passes(filters[q], docs[r], profile)


def test_counts_of_a_worked_example():
    """Five documents counted by hand."""
    docs = [
        {"lang": "en", "year": 2019},
        {"lang": "en", "year": 2021},
        {"lang": "de", "year": 2021},
        {"lang": ["de", "en"]},
        {"year": 2021},
    ]
    index = FieldIndex(docs)
    node = parse([{"lang": "en"}, {"field": "year", "op": "gte", "value": 2020}, {"not": {"lang": "de"}}])
    assert index.count(node) == 1
    assert index.leave_one_out(node).tolist() == [1, 2, 2, 1]
    outcomes = index.outcomes([node, TRUE], [0, 0, 1, 0], [0, 3, 3, 1])
    assert outcomes.indptr.tolist() == [0, 3, 6, 6, 9]
    assert outcomes.passes.tolist() == [True, False, True, True, False, False, True, True, True]
    assert outcomes.n_failed.tolist() == [1, 2, 0, 0]


def test_profiles_share_the_columns_of_a_corpus():
    columns = Columns([{"f": "a"}, {}, {"m": {"k": 1}}, {"m.k": 1}])
    node = Not(Atom("f", "eq", "a"))
    counts = {name: FieldIndex(columns, PROFILES[name]).count(node) for name in ("mongo", "sqlite")}
    assert counts == {"mongo": 3, "sqlite": 0}
    dotted = {name: FieldIndex(columns, PROFILES[name]).count(Atom("m.k", "eq", 1)) for name in ("mongo", "chroma")}
    assert dotted == {"mongo": 1, "chroma": 1}
    assert FieldIndex(columns).count(Atom("m.k", "eq", 1)) == 2


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 200])
def test_packed_bits_hold_every_document_and_no_other(n):
    index = FieldIndex([{"f": number % 3} for number in range(n)])
    assert index.count(TRUE) == n
    assert index.count(Not(Atom("f", "eq", 0))) == n - -(-n // 3)
    assert index.survivors(Atom("f", "eq", 0)).tolist() == [number % 3 == 0 for number in range(n)]


def test_ten_thousand_values_in_a_list():
    docs = [{"id": f"d{number}"} for number in range(20_000)]
    wanted = tuple(f"d{number}" for number in range(0, 40_000, 4))
    assert FieldIndex(docs).count(Atom("id", "in", wanted)) == 5_000
    assert FieldIndex(docs).count(Atom("id", "nin", wanted)) == 15_000


def test_mixed_forms_of_dates():
    """2024-01-05 in ISO, with one digit, American, European, as a number; asked for from that day on."""
    docs = [
        {"f": held} for held in ("2024-01-05", "2024-1-5", "01/05/2024", "5.1.2024", 1704412800, None, ["2023-01-01"])
    ]
    node = Atom("f", "gte", datetime(2024, 1, 5, tzinfo=UTC))
    kept = {
        name: FieldIndex(docs, PROFILES[name]).survivors(node).tolist() for name in ("sqlite", "qdrant", "haystack")
    }
    assert kept == {
        "sqlite": [True, False, False, False, False, False, False],
        "qdrant": [True, True, False, False, False, False, False],
        "haystack": [True, True, True, False, False, False, False],
    }


def test_contradictory_filters_keep_nothing():
    docs = [{"f": 1}, {"f": 9}, {"f": 5}]
    node = parse([{"field": "f", "op": "lt", "value": 2}, {"field": "f", "op": "gt", "value": 8}])
    assert FieldIndex(docs).leave_one_out(node).tolist() == [0, 1, 1]


def test_values_that_json_does_not_have():
    docs = [
        {"f": {"a", "b"}},
        {"f": datetime(2024, 1, 5, tzinfo=UTC)},
        {"f": b"x"},
        {"f": ("a", "b")},
        {"f": {"k": {1}}},
    ]
    index = FieldIndex(docs)
    assert index.count(Atom("f", "exists")) == 5
    assert index.survivors(parse({"field": "f", "op": "gte", "value": {"date": "2024-01-05"}})).tolist() == [
        False, True, False, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", [found.name for found in pkgutil.walk_packages(ontoeval.predicates.__path__, "ontoeval.predicates.")]
)
def test_examples_in_docstrings(name):
    assert not doctest.testmod(importlib.import_module(name)).failed
