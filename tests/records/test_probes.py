"""Probe sets: the same contexts with the gold one at each place."""

from __future__ import annotations

import pytest

from ontoeval.errors import BadParameter, InputError
from ontoeval.records.probes import position_probes

CORPUS = {f"d{number}": {"id": f"d{number}", "text": f"text {number}"} for number in range(30)}


def contexts(rows: list, question: str) -> dict[str, list[str]]:
    mine = [row for row in rows if row["cluster"] == question]
    return {row["tags"]["gold_position"]: [hit["id"] for hit in row["run"]["contexts"]] for row in mine}


@pytest.mark.parametrize(("n", "middle"), [(3, 1), (4, 2), (5, 2), (10, 5)])
def test_place_of_the_gold_context(n, middle):
    made = contexts(position_probes({"q": ["d3"]}, docs=CORPUS, n=n).rows, "q")
    assert {place: names.index("d3") for place, names in made.items()} == {"first": 0, "middle": middle, "last": n - 1}
    others = {tuple(name for name in names if name != "d3") for names in made.values()}
    assert len(others) == 1  # the same distractors in the same order
    assert len(set(others.pop())) == n - 1


def test_distractors_are_the_best_hits_that_are_not_relevant():
    made = position_probes({"q": {"g": 2, "h": 1, "n": 0}}, {"q": {"a": 0.1, "h": 0.9, "n": 0.8, "b": 0.5}}, n=3)
    assert contexts(made.rows, "q")["last"] == ["n", "b", "g"]


def test_new_question_changes_no_other_one():
    few, more = ({f"q{number}": ["d0"] for number in range(size)} for size in (2, 5))
    before, after = (position_probes(gold, docs=CORPUS, n=5).rows for gold in (few, more))
    assert contexts(after, "q1") == contexts(before, "q1")
    other = position_probes(few, docs=CORPUS, n=5, seed=1).rows
    assert contexts(other, "q1") != contexts(before, "q1")


def test_gold_context_is_the_best_chunk_of_its_document():
    hits = [
        {"id": "a#1", "doc": "a", "text": "other"},
        {"id": "g#2", "doc": "g", "text": "second part"},
        {"id": "g#1", "doc": "g", "text": "first part"},
        {"id": "b#1", "doc": "b", "text": "another"},
    ]
    made = position_probes([{"id": "q", "docs": ["g"]}], [{"id": "q", "retrieved": hits}], n=3, places=["last"])
    assert made.rows[0]["run"]["contexts"] == [hits[0], hits[3], hits[1]]
    assert made.rows[0]["gold"]["docs"] == {"g": 1.0}


def test_texts_answers_and_tags_come_along():
    gold = [{"id": "q", "query": "who?", "tags": {"kind": "short"}, "gold": {"docs": ["d0"], "answers": ["me"]}}]
    row = position_probes(gold, docs=CORPUS, n=3, places=["first"]).rows[0]
    assert row["id"] == "q@first"
    assert row["query"] == "who?"
    assert row["tags"] == {"kind": "short", "gold_position": "first"}
    assert row["gold"] == {"docs": {"d0": 1.0}, "answers": ["me"]}
    assert row["run"]["contexts"][0] == {"id": "d0", "text": "text 0"}


def test_questions_that_make_no_probe_are_listed():
    made = position_probes({"q1": ["g"], "q2": ["g"], "q3": []}, {"q1": ["a", "b"], "q2": ["a"], "q3": ["a", "b"]}, n=3)
    assert {row["cluster"] for row in made.rows} == {"q1"}
    assert {finding.got for finding in made.findings} == {
        "questions with too few distractors: q2",
        "questions without gold: q3",
    }


def test_nothing_to_make_probes_of():
    with pytest.raises(InputError, match="no question makes a probe"):
        position_probes({"q": ["g"]})
    with pytest.raises(BadParameter, match="n=2"):
        position_probes({"q": ["g"]}, n=2)
    with pytest.raises(BadParameter, match="places="):
        position_probes({"q": ["g"]}, places=["second"])
