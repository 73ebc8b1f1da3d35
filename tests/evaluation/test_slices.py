"""Slices by tag, and by where in the ontology the gold concepts lie."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.errors import UsageError
from ontoeval.report import terminal

#: thing > vehicle > car > hatchback; thing > vehicle > truck; thing > food > bread; bread is also an ingredient
ONTOLOGY = b"""format-version: 1.2

[Term]
id: X:0
name: thing

[Term]
id: X:1
name: vehicle
is_a: X:0

[Term]
id: X:2
name: car
is_a: X:1

[Term]
id: X:3
name: hatchback
is_a: X:2

[Term]
id: X:4
name: truck
is_a: X:1

[Term]
id: X:5
name: food
is_a: X:0

[Term]
id: X:6
name: bread
is_a: X:5
is_a: X:7

[Term]
id: X:7
name: ingredient
is_a: X:0
"""
CONCEPTS = {"q1": ["X:2"], "q2": ["X:3"], "q3": ["X:2", "X:6"], "q4": ["X:6"], "q5": [], "q6": ["X:404"]}


def report(by, metrics=("recall",), concepts=CONCEPTS, **options):
    gold = [{"id": name, "docs": ["d"], "concepts": mine} for name, mine in concepts.items()]
    run = [{"id": name, "retrieved": ["d" if name in ("q1", "q3") else "x"]} for name in concepts]
    onto = oe.load(ONTOLOGY)
    return oe.evaluate(oe.compile(gold, run, ontology=onto, **options), list(metrics), by=[by])


def slices(by, **options):
    return {result.slice: (result.value, result.n_samples) for result in report(by, **options) if result.slice}


def test_by_branch():
    """Branches are the children of the root; q3 has concepts in three of them, and bread lies in two."""
    assert slices("branch") == {
        "branch=food": (0.5, 2),
        "branch=ingredient": (0.5, 2),
        "branch=vehicle": (2 / 3, 3),
    }


def test_by_depth_in_order():
    """thing is 1, vehicle 2, car and bread 3, hatchback 4."""
    assert list(slices("depth").items()) == [("depth=3", (2 / 3, 3)), ("depth=4", (0.0, 1))]


def test_by_frequency():
    """car and bread are in two samples each, hatchback in one."""
    assert list(slices("frequency").items()) == [
        ("frequency=1 sample", (0.0, 1)),
        ("frequency=2–5 samples", (2 / 3, 3)),
    ]


def test_frequencies_are_in_the_order_of_their_size():
    concepts = {f"a{i}": ["X:2"] for i in range(21)} | {f"b{i}": ["X:4"] for i in range(6)}
    concepts |= {f"c{i}": ["X:3"] for i in range(2)} | {"d": ["X:6"]}
    names = [name.partition("=")[2] for name in slices("frequency", concepts=concepts)]
    assert names == ["1 sample", "2–5 samples", "6–20 samples", "over 20 samples"]


def test_concepts_of_mentions_count_with_all_their_alternatives():
    gold = [{"id": "q", "mentions": [{"start": 0, "end": 1, "ids": ["X:3", "X:6"]}]}]
    gold[0]["docs"] = ["d"]
    compiled = oe.compile(gold, [{"id": "q", "retrieved": ["d"]}], ontology=oe.load(ONTOLOGY))
    found = oe.evaluate(compiled, ["recall"], by=["depth"])
    assert [result.slice for result in found] == ["", "depth=3", "depth=4"]


def test_samples_without_a_concept_are_in_no_slice():
    """q5 has no concept, and q6 one that the ontology does not hold."""
    assert slices("branch", concepts={name: CONCEPTS[name] for name in ("q1", "q5", "q6")}) == {
        "branch=vehicle": (1.0, 1)
    }


def test_a_tag_of_that_name_comes_first():
    gold = [{"id": "q", "docs": ["d"], "concepts": ["X:2"], "tags": {"depth": "deep"}}]
    compiled = oe.compile(gold, [{"id": "q", "retrieved": ["d"]}], ontology=oe.load(ONTOLOGY))
    found = oe.evaluate(compiled, ["recall"], by=["depth"])
    assert [result.slice for result in found] == ["", "depth=deep"]


def test_every_metric_has_the_slices():
    found = report("branch", ["recall", "ndcg@10", 'recall(average="micro")', "coverage"])
    assert len({(result.slice, result.metric) for result in found}) == 16
    assert all(result.interval for result in found)


def test_small_slices_are_marked():
    lines = terminal.render(report("depth"), stages=False).splitlines()
    (deep,) = [line for line in lines if line.startswith("depth=4")]
    assert "few: one flip is 1.000" in deep


def test_statuses_are_counted_by_slice():
    gold = [{"id": f"q{i}", "docs": ["d"] if i else [], "tags": {"kind": "a" if i < 2 else "b"}} for i in range(4)]
    found = oe.evaluate(oe.compile(gold, [{"id": "q1", "retrieved": ["d"]}]), ["recall"], by=["kind"])
    counts = {result.slice: (result.n_ok, result.n_missing, result.n_undefined, result.n_scored) for result in found}
    assert counts == {"": (1, 2, 1, 3), "kind=a": (1, 0, 1, 1), "kind=b": (0, 2, 0, 2)}


def test_unknown_tags_suggest():
    with pytest.raises(UsageError, match="no sample has the tag 'brnach'") as error:
        report("brnach")
    assert error.value.mend == "did you mean branch?"
    assert "depth" in error.value.expected


def test_slices_of_the_ontology_need_one_and_concepts():
    gold, run = [{"id": "q", "docs": ["d"]}], [{"id": "q", "retrieved": ["d"]}]
    with pytest.raises(UsageError, match="slices by branch need an ontology"):
        oe.evaluate(oe.compile(gold, run), ["recall"], by=["branch"])
    with pytest.raises(UsageError, match="no sample has gold concepts"):
        oe.evaluate(oe.compile(gold, run, ontology=oe.load(ONTOLOGY)), ["recall"], by=["branch"])


# In a comparison


def test_a_comparison_has_the_slices_that_b_was_scored_by():
    a, b = report("branch"), report("branch")
    found = a.compare(b, by=["branch"])
    assert {(change.slice, change.paired.n) for change in found.changes} == {
        ("", 6),
        ("branch=food", 2),
        ("branch=ingredient", 2),
        ("branch=vehicle", 3),
    }
    with pytest.raises(UsageError, match="B was not scored by depth") as error:
        a.compare(b, by=["depth"])
    assert error.value.mend == "score it with --by depth"
