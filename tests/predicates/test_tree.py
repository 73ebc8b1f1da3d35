"""The filter tree: what passes, what cannot be read."""

from __future__ import annotations

import pytest

from ontoeval.errors import InputError
from ontoeval.predicates.tree import Atom, parse


@pytest.mark.parametrize(
    ("native", "atoms"),
    [
        ({}, ()),
        ([], ()),
        ({"and": []}, ()),
        ({"lang": "en"}, (Atom("lang", "eq", ("en",)),)),
        ({"lang": ["en", "de"]}, (Atom("lang", "in", ("en", "de")),)),
        ({"lang": []}, (Atom("lang", "in", ()),)),
        ({"lang": "en", "year": 2020}, (Atom("lang", "eq", ("en",)), Atom("year", "eq", (2020,)))),
        ({"field": "lang", "op": "in", "value": ["en"]}, (Atom("lang", "in", ("en",)),)),
        (
            [{"field": "lang", "op": "eq", "value": "en"}, {"year": 2020}],
            (Atom("lang", "eq", ("en",)), Atom("year", "eq", (2020,))),
        ),
        (
            {"and": [{"lang": "en"}, {"and": [{"field": "ok", "op": "eq", "value": True}]}]},
            (Atom("lang", "eq", ("en",)), Atom("ok", "eq", (True,))),
        ),
        ({"field": "x"}, (Atom("field", "eq", ("x",)),)),  # a field of that name
    ],
)
def test_every_form_is_a_conjunction_of_atoms(native, atoms):
    assert parse(native, "run.predicates") == atoms


@pytest.mark.parametrize(
    ("native", "place", "message"),
    [
        ("lang = en", "p", "cannot read lang = en"),
        (3, "p", "cannot read 3"),
        ([3], "p[0]", "cannot read 3"),
        ({"lang": None}, "p.lang", "cannot read None"),
        ({"lang": {"$eq": "en"}}, "p.lang", "cannot read"),
        ({"lang": ["en", None]}, "p.lang[1]", "cannot read None"),
        ({"lang": [["en"]]}, "p.lang[0]", "cannot read"),
        ({"and": {"lang": ["en", {}]}}, "p.and.lang[1]", "cannot read"),
        ([{"lang": "en"}, {"field": "lang", "op": "gt", "value": 3}], "p[1]", "operator 'gt'"),
        ({"field": "lang", "op": "eq", "value": ["en"]}, "p", "cannot read"),
        ({"field": "lang", "op": "in", "value": "en"}, "p", "cannot read en"),
        ({"field": "lang", "op": "eq"}, "p", "cannot read None"),
        ([{"op": "eq", "value": "en"}], "p[0]", "no field"),
        ([{"field": 3, "op": "eq", "value": "en"}], "p[0]", "no field"),
        ([{"field": "lang", "op": ["eq"], "value": "en"}], "p[0]", "operator ['eq']"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_path(native, place, message):
    with pytest.raises(InputError) as error:
        parse(native, "p")
    assert error.value.where == place
    assert error.value.message.startswith(message)
    assert error.value.expected


@pytest.mark.parametrize(
    ("value", "held", "passes"),
    [
        ("en", "en", True),
        ("en", "EN", False),  # text is case-sensitive
        ("en", "en ", False),
        (1, 1, True),
        (1, 1.0, True),
        (0.5, 0.5, True),
        (1, "1", False),
        ("1", 1, False),
        (1, True, False),  # true is not 1
        (True, 1, False),
        (0, False, False),
        (True, True, True),
        (False, False, True),
        (False, True, False),
        (True, "true", False),
        ("en", None, False),
        ("en", {"en": 1}, False),
        ("en", ["de", "en"], True),  # a list passes when any element does
        ("en", [], False),
        ("en", [["en"]], False),
        (1, [True, 2], False),
        (10**20, 10**20, True),
    ],
)
def test_eq_compares_by_type(value, held, passes):
    assert Atom("f", "eq", (value,)).passes({"f": held}) is passes


def test_missing_field_fails():
    assert not Atom("f", "eq", ("x",)).passes({})
    assert not Atom("f", "in", ("x", "y")).passes({"g": "x"})


def test_in_passes_when_any_value_does():
    atom = Atom("f", "in", ("a", 2, True))
    assert [atom.passes({"f": held}) for held in ("a", 2, 2.0, True, 1, "b", ["b", "a"])] == [
        True,
        True,
        True,
        True,
        False,
        False,
        True,
    ]


def test_in_nothing_passes_nothing():
    assert not Atom("f", "in", ()).passes({"f": "a"})


def test_atoms_are_shown_shortened():
    assert str(Atom("lang", "eq", ("en",))) == "lang = 'en'"
    assert str(Atom("year", "in", (1, 2, 3, 4))) == "year in [1, 2, 3, …]"
