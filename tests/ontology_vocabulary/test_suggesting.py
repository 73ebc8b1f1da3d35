"""What somebody may have meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from ontoeval.ontology.suggesting import Suggester, Suggestion


def suggester(names: dict[str, tuple[str | None, list[str]]]) -> Suggester:
    return Suggester(names, names.__getitem__)


def plain(*ids: str) -> Suggester:
    return suggester({id: (None, []) for id in ids})


short = st.text(alphabet="AB:12", min_size=0, max_size=5)


@given(st.sets(short.filter(bool), min_size=1, max_size=20), short)
def test_near_ids_are_those_one_edit_away(ids, value):
    # The optimal string alignment distance of rapidfuzz counts the same four edits.
    assert plain(*ids).near_ids(value) == sorted(id for id in ids if OSA.distance(id, value) == 1)


@given(st.sets(short.filter(bool), min_size=1, max_size=20), short)
def test_where_edits_are_too_many_all_ids_are_compared_and_the_same_are_found(ids, value):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ontoeval.ontology.suggesting._MAX_PROBES", -1)
        assert plain(*ids).near_ids(value) == sorted(id for id in ids if OSA.distance(id, value) == 1)


def test_ids_are_ranked_by_label_where_there_is_one(onto):
    find = Suggester.of(onto)
    assert [str(one) for one in find.suggest("A:9")] == ["A:1 (animal)", "A:2 (cat)", "A:3 (dog)"]
    assert find.suggest("A:9", label="Puppy") == (Suggestion("A:4", "puppy", "label", 1.0),)
    assert [one.id for one in find.suggest("A:9", label="no such thing")] == ["A:1", "A:2", "A:3"]


def test_the_label_of_another_term(onto):
    assert Suggester.of(onto).suggest("A:2", label="Hound") == (Suggestion("A:3", "dog", "synonym", 1.0),)


def test_an_id_with_its_own_label_needs_no_suggestion(onto):
    assert Suggester.of(onto).suggest("A:2", label="house-cat") == ()
    assert Suggester.of(onto).suggest("A:2") == ()
    assert Suggester.of(onto).suggest("A:2", label="no such thing") == ()


def test_a_name_instead_of_an_id(onto):
    find = Suggester.of(onto)
    assert [(one.id, one.how) for one in find.suggest("House Cat")] == [("A:2", "synonym")]
    assert [(one.id, one.how) for one in find.suggest("parot")] == [("P:1", "label")]
    assert find.suggest("quartz") == ()


def test_deprecated_concepts_are_not_suggested(onto):
    assert all(one.id not in ("A:5", "A:6") for one in Suggester.of(onto).suggest("A:55", k=10))
    assert Suggester.of(onto).suggest("obsolete wolf") == ()


def test_named_gives_the_concepts_with_a_name_those_with_the_label_first():
    find = suggester({"A:1": ("fox", ["dog"]), "A:2": ("Dog", []), "A:3": ("cat", [])})
    assert find.named("DOG") == ["A:2", "A:1"]
    assert find.named("dogs") == []


def test_each_question_is_answered_once():
    asked: list[str] = []

    def names_of(id: str) -> tuple[str, list[str]]:
        asked.append(id)
        return "cat", []

    find = Suggester(["A:1"], names_of)
    first = find.suggest("A:2")
    n_asked = len(asked)
    assert find.suggest("A:2") is first
    assert len(asked) == n_asked


def test_odd_values():
    find = suggester({"A:1": ("cat", []), 'A:"': ("日本", ["e\u0301"])})
    for value in ("", " ", "\n", "A", "🐈" * 500, "x" * 5_000, "\ud800", "\x00"):
        assert len(find.suggest(value)) <= 3
        assert len(find.suggest("A:9", label=value)) <= 3
    assert [one.id for one in find.suggest("é")] == ['A:"']


def test_no_names_at_all():
    assert plain("A:1").suggest("cat") == ()


def test_a_vocabulary_suggests_its_own_ids(onto):
    assert [one.id for one in onto.vocabulary(["A:1"]).suggest("A:9", k=10)] == ["A:2", "A:3", "A:4"]
    assert [one.id for one in onto.vocabulary(kinds="property").suggest("eat")] == ["eats"]
