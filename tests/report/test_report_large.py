"""What a report of many questions must not do: work for questions that are not told, or for columns that are absent."""

import pytest
from report_data import ontology

import ontoeval as oe
from ontoeval.evaluation import faults, stories
from ontoeval.records.batch import Batch


@pytest.fixture(scope="module")
def confused():
    """A hundred questions; in each, three concepts are missed and two are wrong."""
    run = {"concepts": ["k", "b"]}
    rows = [{"id": f"q{i:03}", "gold": {"concepts": ["s", "h", "c", "v", "root"]}, "run": run} for i in range(100)]
    return oe.evaluate(rows, ["hierarchical_f1"], ontology=ontology(), intervals=False)


@pytest.fixture
def counted(monkeypatch):
    """How often a function of a module is called."""

    def count(module, name):
        calls = []
        function = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given: calls.append(given) or function(*given))
        return calls

    return count


def test_only_what_is_told_is_put_into_words_and_drawn(confused, counted):
    words, trees = counted(faults, "_pair"), counted(stories, "tree")
    told = stories.stories(confused, most=10)
    assert told["faulty"] == 100
    assert [story["id"] for story in told["stories"]] == [f"q{i:03}" for i in range(10)]
    (first, *_) = told["stories"]
    assert [len(first["concepts"]["pairs"]), first["concepts"]["more"], len(first["reasons"])] == [4, 1, 5]
    assert len(words) == 10 * 5, "not those of the 90 other questions"
    assert len(trees) == 10 * 4, "not those of pairs that are only counted"


def test_absent_columns_are_one_and_the_same():
    """Views look at absent columns row by row: a new list each time makes that quadratic in the size of a batch."""
    batch = Batch(["a", "b"], ["1", "2"], [True, True], [True, True], {"query": ["x", None]})
    assert batch.column("run.answer") == [None, None]
    assert batch.column("run.answer") is batch.column("run.output")
    assert batch.column("query") == ["x", None]
