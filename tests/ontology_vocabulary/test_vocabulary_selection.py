"""Which ids a vocabulary holds."""

import networkx as nx
import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, UnknownConcept
from ontoeval.ontology.vocabulary import Vocabulary, branch_choices, candidate_recall


@pytest.mark.parametrize(
    ("choice", "ids"),
    [
        ({}, ["A:1", "A:2", "A:3", "A:4", "B:1", "P:1"]),
        ({"roots": ["A:1"]}, ["A:2", "A:3", "A:4", "P:1"]),
        ({"roots": "A:3"}, ["A:4"]),
        ({"roots": ["A:1"], "include_root": True}, ["A:1", "A:2", "A:3", "A:4", "P:1"]),
        ({"roots": ["A:3", "A:1"]}, ["A:2", "A:3", "A:4", "P:1"]),
        ({"roots": ["A:1"], "prefixes": ["P"]}, ["P:1"]),
        ({"roots": ["A:1"], "prefixes": "A:"}, ["A:2", "A:3", "A:4"]),
        ({"roots": ["A:1"], "deprecated": "flag"}, ["A:2", "A:3", "A:4", "A:5", "A:6", "P:1"]),
        ({"kinds": "property"}, ["eats"]),
        ({"kinds": ["property"], "deprecated": "flag"}, ["eats", "fears"]),
        ({"kinds": ["concept", "property"], "prefixes": ["B"]}, ["B:1"]),
        ({"roots": ["animal"], "prefixes": ["P"]}, ["P:1"]),  # a label
        ({"roots": ["a:1"], "prefixes": ["P"]}, ["P:1"]),  # another spelling
    ],
)
def test_ids_of_a_selection(onto, choice, ids):
    assert list(onto.vocabulary(**choice)) == ids


def test_flagged_ids_are_named(onto):
    assert onto.vocabulary(["A:1"], deprecated="flag").deprecated == {"A:5", "A:6"}
    assert onto.vocabulary(["A:1"]).deprecated == frozenset()


def test_a_vocabulary_is_a_set_with_labels(onto):
    vocabulary = onto.vocabulary(["A:1"])
    assert len(vocabulary) == 4
    assert "A:4" in vocabulary
    assert all(other not in vocabulary for other in ("A:1", "A:44", "a:4", "A:5", None, 4))
    assert vocabulary.labels == {"A:2": "cat", "A:3": "dog", "A:4": "puppy", "P:1": "parrot"}
    assert vocabulary.label("A:9") is None


def test_the_fingerprint_is_of_the_version_and_the_ids(onto):
    # printf '3:A:43:P:1' | sha256sum
    vocabulary = onto.vocabulary(["A:1"]).subset(["P:1", "A:4"])
    assert vocabulary.fingerprint == "2026-01-01+sha256:cdbafc21c8bfe195"
    assert Vocabulary(["A:4", "P:1"]).fingerprint == "unversioned+sha256:cdbafc21c8bfe195"
    assert Vocabulary(["A:4P", "1"]).sha256 != Vocabulary(["A:4", "P1"]).sha256


def test_an_unknown_root_is_an_error_that_names_the_closest(onto):
    with pytest.raises(UnknownConcept, match=r"did you mean animal \(A:1\)\?"):
        onto.vocabulary(["animals"])


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"roots": ["A:4"]}, "no id is left: concept below A:4"),
        ({"roots": ["A:5"]}, "(?s)no id is left.*deprecated is A:5"),
        ({"roots": ["A:6"]}, "(?s)no id is left.*deprecated is A:6, take A:3"),
        ({"prefixes": 3}, "prefixes: got 3; expected a text"),
        ({"prefixes": ["HP"]}, "no id is left: concept with the prefix HP"),
        ({"kinds": "class"}, "expected concept or property"),
        ({"kinds": []}, "no kind is named"),
        ({"deprecated": "keep"}, "expected exclude or flag"),
        ({"roots": ["A:1"], "kinds": "property"}, "properties do not lie below a concept"),
    ],
)
def test_bad_choices(onto, choice, message):
    with pytest.raises(BadParameter, match=message):
        onto.vocabulary(**choice)


@pytest.mark.parametrize("ids", [[], ["A:1", ""]])
def test_a_vocabulary_needs_ids(ids):
    with pytest.raises(BadParameter, match="needs ids"):
        Vocabulary(ids)


def test_a_declared_prefix_stands_for_its_iri():
    turtle = b"""@prefix ex: <http://ex.org/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
    ex:a a owl:Class . <http://ex.org/p#b> a owl:Class ."""
    onto = oe.load(turtle)
    assert list(onto.vocabulary(prefixes=["ex"])) == ["http://ex.org/o#a"]
    assert list(onto.vocabulary(prefixes=["http://ex.org/p#"])) == ["http://ex.org/p#b"]


# ---- small ones out of a large one --------------------------------------------------------------------------------


def test_candidates_of_a_record(onto):
    vocabulary = onto.vocabulary(["A:1"])
    assert list(vocabulary.subset(["A:4", "A:2", "A:4", "X:1"])) == ["A:2", "A:4"]
    with pytest.raises(BadParameter, match="needs ids"):
        vocabulary.subset(["X:1"])


def test_candidate_recall_counts_right_ids_among_the_candidates():
    # By hand: of A:1 | A:2, A:3 | none | A:4 the candidates hold A:1 and A:3.
    gold = [["A:1", "A:1"], ["A:2", "A:3"], [], ["A:4"]]
    recall = candidate_recall(gold, [["A:1", "A:9"], ["A:3"], ["A:1"], []])
    assert recall == (2, 4)
    assert recall.value == 0.5
    assert candidate_recall([[]], [["A:1"]]).value is None
    with pytest.raises(BadParameter, match="differ in their number"):
        candidate_recall([[], []], [[]])


def test_a_descent_reaches_every_id(onto):
    vocabulary = onto.vocabulary(["A:1"])
    assert list(branch_choices(vocabulary)) == ["A:2", "A:3", "P:1"]
    assert list(branch_choices(vocabulary, "A:3")) == ["A:3", "A:4"]
    assert list(branch_choices(vocabulary, "A:4")) == ["A:4"]
    reached, waiting = set(), list(branch_choices(vocabulary))
    while waiting:
        reached.add(at := waiting.pop())
        waiting += [id for id in branch_choices(vocabulary, at) if id not in reached]
    assert reached == set(vocabulary)


def test_a_descent_needs_an_ontology_and_a_choice(onto):
    with pytest.raises(BadParameter, match="no branches"):
        branch_choices(Vocabulary(["A:1"]))
    with pytest.raises(BadParameter, match="'B:1' is not in the vocabulary"):
        branch_choices(onto.vocabulary(["A:1"]), "B:1")


def test_a_cycle_has_a_first_step():
    graph = nx.DiGraph([("a", "b"), ("b", "a"), ("c", "a")])
    vocabulary = oe.load(graph, edges_point="to_parent").vocabulary()
    assert set(branch_choices(vocabulary)) == {"a", "b"}
