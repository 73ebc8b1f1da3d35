"""The filter tree: what can be read, what is refused and where, how it is printed, what is equal."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from strategies import trees

from ontoeval.errors import InputError
from ontoeval.predicates.reading import parse, to_json
from ontoeval.predicates.tree import (
    FALSE,
    MAX_DEPTH,
    TRUE,
    And,
    Atom,
    Interval,
    MinShould,
    Nested,
    Not,
    Or,
    check_depth,
    tree_text,
    walk,
)  # fmt: skip

EN = Atom("lang", "eq", "en")
DAY = datetime(2024, 1, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("native", "tree"),
    [
        ({}, TRUE),
        ([], TRUE),
        ({"and": []}, TRUE),
        ({"lang": "en"}, EN),
        ([{"lang": "en"}], EN),
        ({"lang": ["en", "de"]}, Atom("lang", "in", ("en", "de"))),
        ({"lang": []}, Atom("lang", "in", ())),
        ({"lang": "en", "year": 2020}, And((EN, Atom("year", "eq", 2020)))),
        ({"field": "lang", "op": "in", "value": ["en"]}, Atom("lang", "in", ("en",))),
        ([EN_ := {"field": "lang", "op": "eq", "value": "en"}, {"year": 2020}], And((EN, Atom("year", "eq", 2020)))),
        ({"and": [{"lang": "en"}, {"and": [EN_]}]}, And((EN, And((EN,))))),
        ({"or": [EN_, {"lang": "de"}]}, Or((EN, Atom("lang", "eq", "de")))),
        ({"or": []}, Or()),
        ({"not": EN_}, Not(EN)),
        ({"not": {"lang": "en", "year": 1}}, Not(And((EN, Atom("year", "eq", 1))))),
        ({"min_should": [EN_, {"year": 1}], "least": 2}, MinShould((EN, Atom("year", "eq", 1)), 2)),
        ({"nested": "items", "filter": {"k": "a"}}, Nested("items", Atom("k", "eq", "a"))),
        ({"field": "year", "op": "range", "value": {"gte": 1, "lt": 5}}, Atom("year", "range", Interval(gte=1, lt=5))),
        ({"field": "f", "op": "exists"}, Atom("f", "exists")),
        ({"field": "f", "op": "exists", "value": False}, Not(Atom("f", "exists"))),
        ({"field": "f", "op": "is_null", "value": True}, Atom("f", "is_null")),
        ({"field": "f", "op": "gte", "value": {"date": "2024-01-05T02:00:00+02:00"}}, Atom("f", "gte", DAY)),
        ({"f": {"date": "2024-01-05"}}, Atom("f", "eq", DAY)),
        ({"field": "f", "op": "eq", "value": ["a", "b"]}, Atom("f", "eq", ("a", "b"))),
        ({"field": "kind", "op": "under", "value": "X:1"}, Atom("kind", "under", "X:1")),
        (
            {"field": "kind", "op": "under", "value": ["X:1"], "relations": ["part_of"], "expand": "down_up"},
            Atom("kind", "under", ("X:1",), ("part_of",), "down_up"),
        ),
        ({"field": "x"}, Atom("field", "eq", "x")),  # fields of these names
        ({"not": "x"}, Atom("not", "eq", "x")),
        ({"or": "x", "and": "y"}, And((Atom("or", "eq", "x"), Atom("and", "eq", "y")))),
        ({"op": "replace", "lang": "en"}, And((Atom("op", "eq", "replace"), EN))),
    ],
)  # fmt: skip
def test_every_form_is_read(native, tree):
    assert parse(native) == tree


@pytest.mark.parametrize(
    ("native", "place", "message"),
    [
        ("lang = en", "p", "cannot read lang = en"),
        (3, "p", "cannot read 3"),
        (None, "p", "cannot read None"),
        ([3], "p[0]", "cannot read 3"),
        ({"lang": None}, "p.lang", "cannot read None"),
        ({"lang": {"$eq": "en"}}, "p.lang", "cannot read"),
        ({"lang": ["en", None]}, "p.lang[1]", "cannot read None"),
        ({"lang": [["en"]]}, "p.lang[0]", "cannot read"),
        ({"and": {"lang": ["en", {}]}}, "p.and.lang[1]", "cannot read"),
        ({"or": [{"lang": "en"}, {"not": [3]}]}, "p.or[1].not[0]", "cannot read 3"),
        ({"or": {"lang": "en"}}, "p.or", "cannot read"),
        ([{"lang": "en"}, {"field": "lang", "op": "gr", "value": 3}], "p[1]", "operator 'gr'"),
        ({"field": "lang", "op": ["eq"], "value": "en"}, "p", "operator ['eq']"),
        ({"field": "lang", "op": "in", "value": "en"}, "p", "cannot read en"),
        ({"field": "lang", "op": "eq"}, "p", "cannot read None"),
        ({"field": "year", "op": "gt", "value": True}, "p", "cannot read True"),
        ({"field": "year", "op": "gt", "value": [1]}, "p", "cannot read [1]"),
        ({"field": "lang", "op": "eq", "value": "en", "boost": 2}, "p", "unknown keys 'boost'"),
        ({"field": "lang", "op": "exists", "value": 1}, "p", "cannot read 1 as a value of exists"),
        ([{"op": "eq", "value": "en"}], "p[0]", "no field"),
        ([{"field": 3, "op": "eq", "value": "en"}], "p[0]", "no field"),
        ({"field": "", "op": "exists"}, "p", "no field"),
        ({"field": "year", "op": "range", "value": {}}, "p", "cannot read {}"),
        ({"field": "year", "op": "range", "value": [1, 2]}, "p", "cannot read [1, 2]"),
        ({"field": "year", "op": "range", "value": {"from": 1}}, "p", "cannot read"),
        ({"field": "year", "op": "range", "value": {"gt": 1, "gte": 1}}, "p", "two bounds on the same side"),
        ({"field": "year", "op": "range", "value": {"gt": []}}, "p.gt", "cannot read []"),
        ({"f": {"date": "05/01/2024"}}, "p.f", "cannot read 05/01/2024 as a date"),
        ({"f": {"date": 1704412800}}, "p.f", "cannot read 1704412800 as a date"),
        ({"min_should": [], "least": -1}, "p.least", "cannot read -1"),
        ({"min_should": [], "least": True}, "p.least", "cannot read True"),
        ({"nested": 1, "filter": {}}, "p.nested", "no field"),
        ({"field": "k", "op": "under", "value": "X", "expand": "up"}, "p.expand", "expand 'up'"),
        ({"field": "k", "op": "under", "value": "X", "relations": "part_of"}, "p.relations", "cannot read part_of"),
        ({"field": "k", "op": "under"}, "p", "cannot read None"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_path(native, place, message):
    with pytest.raises(InputError) as error:
        parse(native, "p")
    assert error.value.where == place
    assert error.value.message.startswith(message)
    assert error.value.expected


def test_a_misspelt_operator_is_answered_with_the_nearest():
    with pytest.raises(InputError, match="did you mean lte"):
        parse({"field": "year", "op": "lte2", "value": 1})


def deep(levels, wrap):
    native = {"lang": "en"}
    for _ in range(levels):
        native = wrap(native)
    return native


@pytest.mark.parametrize("wrap", [lambda inner: {"not": inner}, lambda inner: {"and": [inner]}, lambda inner: [inner]])
def test_ten_thousand_levels_are_refused_without_a_crash(wrap):
    with pytest.raises(InputError, match="nested too deeply"):
        parse(deep(10_000, wrap))


def test_nesting_is_limited_however_a_tree_is_made():
    node = EN
    for _ in range(MAX_DEPTH - 1):
        node = Not(node)
    assert node.depth == 100
    with pytest.raises(InputError, match="at most 100 levels"):
        Not(node)
    assert parse(deep(99, lambda inner: {"not": inner})).depth == 100
    check_depth(deep(399, lambda inner: [inner]), "p")
    with pytest.raises(InputError):
        check_depth(deep(400, lambda inner: [inner]), "p")


def test_types_are_told_apart():
    same = [Atom("f", "eq", value) for value in (1, 1.0, True, "1")]
    assert len(set(same)) == 4
    assert Atom("f", "in", (1,)) != Atom("f", "in", (True,))
    assert Atom("f", "range", Interval(gt=1)) != Atom("f", "range", Interval(gt=1.0))
    assert Atom("f", "range", Interval(gt=1)) != Atom("f", "range", Interval(gte=1))
    assert Atom("f", "eq", 1, path="a") == Atom("f", "eq", 1, path="b")
    assert Atom("f", "under", "X") != Atom("f", "under", "X", expand="down_up")
    assert And((EN,)) != Or((EN,))
    assert EN != "lang = 'en'"


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (TRUE, "everything"),
        (FALSE, "not everything"),
        (Or(), "any of ()"),
        (Atom("year", "in", (1, 2, 3, 4)), "year in [1, 2, 3, 4]"),
        (Atom("year", "nin", ()), "year not in []"),
        (Atom("ok", "ne", True), "ok != true"),
        (Atom("f", "range", Interval(gt=1, lte=5)), "f > 1 and f <= 5"),
        (Or((Atom("f", "range", Interval(gt=1, lte=5)), EN)), "(f > 1 and f <= 5) or lang = 'en'"),
        (And((Or((EN, EN)), Not(And((EN, EN))))), "(lang = 'en' or lang = 'en') and not (lang = 'en' and lang = 'en')"),
        (MinShould((EN, Atom("f", "is_null")), 1), "at least 1 of (lang = 'en', f is null)"),
        (Nested("items", EN), "items has one (lang = 'en')"),
        (Atom("f", "gte", DAY), "f >= date 2024-01-05T00:00:00+00:00"),
        (Atom("k", "under", "X:1", ("part_of",), "down_up"), "k under 'X:1' by part_of or above"),
        (Atom("f", "contains", "it's"), 'f contains "it\'s"'),
    ],
)
def test_trees_in_words(tree, text):
    assert tree_text(tree) == text


def test_str_cuts_long_lists():
    assert str(EN) == "lang = 'en'"
    assert str(Not(Atom("year", "in", (1, 2, 3, 4)))) == "not (year in [1, 2, 3, …])"
    assert len(str(Atom("year", "eq", "x" * 500))) < 60


@given(trees)
def test_json_round_trip(tree):
    assert parse(json.loads(json.dumps(to_json(tree)))) == tree


@pytest.mark.parametrize("bounds", [{}, {"gt": 1, "gte": 1}, {"lt": 1, "lte": 0, "gt": 0}])
def test_an_interval_has_one_bound_per_side(bounds):
    with pytest.raises(InputError, match="no bound, or two"):
        Interval(**bounds)


def test_json_of_what_random_trees_lack():
    for tree in (Atom("k", "under", ("X", "Y"), ("part_of",), "down_up"), Atom("f", "gte", DAY)):
        assert parse(json.loads(json.dumps(to_json(tree)))) == tree


def test_a_list_of_ten_thousand_values():
    native = {"id": [f"d{number}" for number in range(10_000)]}
    atom = parse(native)
    assert len(atom.values) == 10_000
    assert str(atom) == "id in ['d0', 'd1', 'd2', …]"


def test_walk_visits_parents_first():
    tree = And((Not(EN), Or((Atom("a", "exists"),))))
    assert [type(node).__name__ for node in walk(tree)] == ["And", "Not", "Atom", "Or", "Atom"]
