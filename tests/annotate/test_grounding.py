import pytest

import ontoeval as oe
from ontoeval.annotate import MentionFinder, grounded, names_in
from ontoeval.errors import UnknownConcept


@pytest.fixture(scope="module")
def onto(named):
    return named(
        {
            "X:0": None,
            "X:1": ("Hearing loss", {"exact": ["Deafness"]}),
            "X:2": "Sudden hearing loss",
            "X:3": ("Cold", {"broad": ["deafness"]}),
            "X:5": None,
        },
        {"X:1": "X:0", "X:2": "X:1"},
    )


@pytest.mark.parametrize(
    ("concept", "text", "how", "texts"),
    [
        ("X:1", "Hearing loss or deafness", "label", [(0, 12, "Hearing loss"), (16, 24, "deafness")]),
        ("X_1", "deafness", "synonym", [(0, 8, "deafness")]),
        ("X:1", "sudden hearing loss", "descendant", [(0, 19, "sudden hearing loss")]),
        ("X:0", "deafness", "descendant", [(0, 8, "deafness")]),
        ("X:2", "deafness", "absent", []),
        ("X:3", "deafness", "synonym", [(0, 8, "deafness")]),
        ("X:0", "nothing", "absent", []),
        ("X:5", "nothing", "unnamed", []),
    ],
)
def test_how_a_text_mentions_a_concept(onto, concept, text, how, texts):
    found = grounded(concept, text, onto)
    assert (found.how, list(found.texts), bool(found)) == (how, texts, bool(texts))


def test_descendants_do_not_count_on_request(onto):
    finder = MentionFinder(onto)
    assert not grounded("X:1", "sudden hearing loss", finder, descendants=False)
    assert grounded("X:1", "sudden hearing loss", MentionFinder(onto, overlaps="all"), descendants=False)
    assert grounded("X:0", "deafness", finder, descendants=False).how == "unnamed"


def test_a_concept_outside_the_roots_cannot_be_told(onto):
    assert grounded("X:3", "cold", MentionFinder(onto, roots=["X:1"])).how == "unnamed"


@pytest.mark.parametrize("concept", ["X:77", "NIL"])
def test_a_concept_that_is_none(onto, concept):
    with pytest.raises(UnknownConcept, match="is no concept"):
        grounded(concept, "deafness", onto)


def test_names_in_a_text_by_concept(onto):
    found = names_in("Deafness: sudden hearing loss, deafness, cold", onto)
    assert found == {
        "X:1": ("Deafness", "deafness"),
        "X:3": ("Deafness", "deafness", "cold"),
        "X:2": ("sudden hearing loss",),
    }
    assert oe.annotate.names_in("", onto) == {}
