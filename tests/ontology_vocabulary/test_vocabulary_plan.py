"""Which constraints are possible at a size."""

import pytest

from ontoeval.errors import BadParameter
from ontoeval.ontology.vocabulary import Vocabulary, plan


def many(n: int) -> Vocabulary:
    return Vocabulary(f"HP:{number:07d}" for number in range(n))


# By the sizes of spec and limits.py: enum to 1,000; llguidance to 50,000; outlines_core to 100.
@pytest.mark.parametrize(
    ("n", "target", "choice", "outlines_core"),
    [
        (100, "generic", "enum", True),
        (101, "generic", "enum", False),
        (1_000, "generic", "enum", False),
        (1_001, "generic", "llguidance", False),
        (50_000, "generic", "llguidance", False),
        (50_001, "generic", "pattern + set check", False),
        (350_000, "generic", "pattern + set check", False),
        (1_000, "openai", "enum", False),
        (1_001, "openai", "pattern + set check", False),
        (100, "gemini", "pattern + set check", False),
    ],
)
def test_the_choice_depends_on_the_size(n, target, choice, outlines_core):
    made = plan(many(n), target)
    assert made.choice.name == choice
    assert next(way for way in made.ways if way.name == "outlines_core").possible is outlines_core


def test_every_way_says_why(onto):
    made = onto.vocabulary(["A:1"]).plan()
    assert [(way.name, way.possible, way.exact) for way in made.ways] == [
        ("enum", True, True),
        ("llguidance", True, True),
        ("outlines_core", True, True),
        ("pattern + set check", True, False),
        ("candidates per record", True, True),
        ("branch descent", True, True),
        ("label, then ground", True, False),
    ]
    whys = {way.name: way.why for way in made.ways}
    assert "the widest step has 3 choices (the first step)" in whys["branch descent"]
    assert whys["label, then ground"].startswith("any size; 4 of 4 ids have a label")
    assert str(made).splitlines()[0] == "4 ids for generic: enum"


def test_what_is_not_possible_says_why():
    whys = {way.name: (way.possible, way.why) for way in plan(many(60_000)).ways}
    assert whys["enum"] == (False, "60,000 values; up to 1,000 every measured engine keeps up")
    assert whys["llguidance"] == (False, "measured up to 50,000")
    assert whys["outlines_core"] == (False, "the default of outlines took 149 s for 1,000 ids")
    assert whys["branch descent"] == (False, "there is no hierarchy")
    assert whys["label, then ground"][0] is False
    hosted = {way.name: way.why for way in plan(many(2), "openai").ways}
    assert hosted["llguidance"] == "a hosted service brings its own engine"


def test_an_unknown_target():
    with pytest.raises(BadParameter, match="expected generic, openai, gemini"):
        plan(many(2), "claude")
