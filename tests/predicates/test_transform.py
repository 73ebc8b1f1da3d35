"""Taking filters apart, relaxing them, their normal form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import documents, trees

from ontoeval.predicates.evaluate import passes
from ontoeval.predicates.profiles import PROFILES
from ontoeval.predicates.reading import parse
from ontoeval.predicates.transform import conjuncts, leaves, map_atoms, normalize, without
from ontoeval.predicates.tree import FALSE, TRUE, And, Atom, MinShould, Nested, Not, Or, tree_text

A, B, C = (Atom(name, "eq", 1) for name in "abc")


def test_conjuncts_are_taken_apart_in_order():
    assert conjuncts(And((A, And((B, Or((A, C))))))) == (A, B, Or((A, C)))
    assert conjuncts(TRUE) == ()
    assert conjuncts(A) == (A,)
    assert conjuncts(Not(And((A, B)))) == (Not(And((A, B))),)


def test_leaves_have_stable_places():
    tree = And((A, Or((Not(B), MinShould((C, Not(Not(A))), 1))), Nested("items", B)))
    found = [(leaf.id, leaf.node, leaf.negated) for leaf in leaves(tree)]
    assert found == [
        ("0", A, False),
        ("1.0.0", B, True),
        ("1.1.0", C, False),
        ("1.1.1.0.0", A, False),
        ("2", Nested("items", B), False),
    ]
    assert [(leaf.id, leaf.node) for leaf in leaves(A)] == [("0", A)]
    assert leaves(TRUE) == []


def test_without_relaxes_in_place():
    tree = And((A, Not(B), C))
    assert without(tree, {"0"}) == And((TRUE, Not(B), C))
    assert without(tree, {"1.0"}) == And((A, Not(FALSE), C))
    assert without(tree, set()) == tree
    assert without(A, {"0"}) == TRUE
    assert without(MinShould((A, B), 2), {"1"}) == MinShould((A, TRUE), 2)


@pytest.mark.parametrize("name", sorted(PROFILES))
@given(data=st.data(), tree=trees, doc=documents)
def test_a_relaxed_filter_keeps_what_the_filter_keeps(name, data, tree, doc):
    ids = [leaf.id for leaf in leaves(tree)]
    some = data.draw(st.sets(st.sampled_from(ids))) if ids else set()
    if passes(tree, doc, PROFILES[name]):
        assert passes(without(tree, some), doc, PROFILES[name])


@pytest.mark.parametrize(
    ("native", "text"),
    [
        ({"b": 1, "a": 1}, "a = 1 and b = 1"),
        ({"and": [{"a": 1}, {"and": [{"c": 1}, {"b": 1}]}, {"a": 1}]}, "a = 1 and b = 1 and c = 1"),
        ({"a": [1]}, "a = 1"),
        ({"a": [2, 1, 2, "x"]}, "a in [1, 2, 'x']"),
        ({"a": 2020.0}, "a = 2020"),
        ({"field": "a", "op": "nin", "value": [1]}, "a != 1"),
        ({"field": "a", "op": "range", "value": {"gte": 1}}, "a >= 1"),
        ({"not": {"not": {"a": 1}}}, "a = 1"),
        ({"not": {"a": 1}}, "a != 1"),
        ({"not": {"field": "a", "op": "lt", "value": 1}}, "not (a < 1)"),
        ({"not": {"a": 1, "b": 1}}, "a != 1 or b != 1"),
        ({"not": {"or": [{"a": 1}, {"not": {"b": 1}}]}}, "a != 1 and b = 1"),
        ({"or": [{"a": 1}]}, "a = 1"),
        ({"or": []}, "not everything"),
        ({"not": {"or": []}}, "everything"),
        ({"min_should": [{"a": 1}, {"b": 1}], "least": 1}, "a = 1 or b = 1"),
        ({"min_should": [{"b": 1}, {"a": 1}], "least": 2}, "a = 1 and b = 1"),
        ({"min_should": [{"b": 1}], "least": 0}, "everything"),
        (
            {"not": {"min_should": [{"c": 1}, {"b": 1}, {"a": 1}], "least": 2}},
            "not (at least 2 of (a = 1, b = 1, c = 1))",
        ),
        ({"not": {"nested": "m", "filter": {"b": 1, "a": [1]}}}, "not (m has one (a = 1 and b = 1))"),
    ],
)  # fmt: skip
def test_normal_form(native, text):
    assert tree_text(normalize(parse(native))) == text


@given(tree=trees, doc=documents)
def test_the_normal_form_means_the_same(tree, doc):
    normal = normalize(tree)
    assert passes(normal, doc) == passes(tree, doc)
    assert normalize(normal) == normal


@given(data=st.data(), children=st.lists(trees, max_size=3))
def test_order_does_not_matter_in_the_normal_form(data, children):
    assert normalize(And(tuple(data.draw(st.permutations(children))))) == normalize(And(tuple(children)))


def test_atoms_are_replaced_everywhere():
    tree = And((A, Not(B), Or((A, C)), Nested("items", A), MinShould((A,), 1)))
    changed = map_atoms(tree, {A: C})
    assert changed == And((C, Not(B), Or((C, C)), Nested("items", C), MinShould((C,), 1)))
    assert map_atoms(B, {A: C}) == B
