"""Lost in the middle: figures by hand, probe sets answered by generators whose habits are known."""

from __future__ import annotations

from typing import Any

import pytest

import ontoeval as oe
from ontoeval.errors import InputError

CORPUS = {f"d{number}": {"id": f"d{number}", "text": f"text {number}"} for number in range(50)}


def sample(name: str, contexts: list[str], answer: str) -> tuple[dict, dict]:
    gold = {"id": name, "docs": ["g"], "answers": ["yes"]}
    return gold, {"id": name, "contexts": contexts, "answer": answer}


def test_u_by_hand():
    """First 1/1, middle 1/2, last 0/1: (1 + 0) / 2 - 1/2 = 0; and per rank."""
    both = [
        sample("q1", ["g", "x", "y"], "yes"),
        sample("q2", ["x", "g", "y"], "yes"),
        sample("q3", ["x", "y", "g", "z"], "no"),
        sample("q4", ["x", "y", "z", "g"], "no"),
    ]
    found = oe.retrieval.lost_in_the_middle([g for g, _ in both], [r for _, r in both])
    assert [(row["place"], row["value"], row["n"]) for row in found.places] == [
        ("first", 1.0, 1),
        ("middle", 0.5, 2),
        ("last", 0.0, 1),
    ]
    assert [(row["rank"], row["value"]) for row in found.ranks] == [(1, 1.0), (2, 1.0), (3, 0.0), (4, 0.0)]
    assert found.u == 0.0


def probes(n: int, answers: Any) -> tuple[list[dict], list[dict]]:
    gold = [{"id": f"q{at}", "gold": {"docs": [f"d{at}"], "answers": ["yes"]}} for at in range(n)]
    rows = oe.retrieval.position_probes(gold, docs=CORPUS, n=5).rows
    for at, row in enumerate(rows):
        row["run"]["answer"] = "yes" if answers(at // 3, row["tags"]["gold_position"]) else "no"
    return rows


def test_generator_that_skips_the_middle():
    found = oe.retrieval.lost_in_the_middle(probes(40, lambda _, place: place != "middle"))
    assert found.u == 1.0
    assert found.left_out == {}


def test_questions_are_the_clusters_of_the_interval():
    """Half of the questions are lost in the middle, the others never: U = .5, with the interval of 40 questions."""
    found = oe.retrieval.lost_in_the_middle(probes(40, lambda number, place: number % 2 == 0 or place != "middle"))
    assert found.u == pytest.approx(0.5)
    assert 0.3 < found.interval.low < 0.5 < found.interval.high < 0.7  # ± 1.96 · sqrt(.25 / 40) = ± .155


def test_generator_that_does_not_care():
    found = oe.retrieval.lost_in_the_middle(probes(40, lambda number, _: number % 4 != 0))
    assert found.u == pytest.approx(0.0)


def test_questions_that_say_nothing_are_counted():
    both = [
        sample("q1", ["g", "x", "y"], "yes"),
        sample("q2", ["x", "y", "z"], "yes"),
        sample("q3", ["g", "x"], "yes"),
        (
            {"id": "q4", "docs": ["g", "h"], "answers": ["yes"]},
            {"id": "q4", "contexts": ["g", "h", "x"], "answer": "a"},
        ),
        ({"id": "q5", "docs": ["g"]}, {"id": "q5", "contexts": ["g", "x", "y"], "answer": "yes"}),
        ({"id": "q6", "docs": ["g"], "answers": ["yes"]}, {"id": "q6", "error": "timeout"}),
    ]
    found = oe.retrieval.lost_in_the_middle([g for g, _ in both], [r for _, r in both])
    assert found.left_out == {
        "no gold context": 1,
        "fewer than three contexts": 1,
        "several gold contexts": 1,
        "no contexts": 1,
        "no value of correctness": 1,
    }
    assert found.u is None  # nothing in the middle
    assert found.interval.low is None


def test_nothing_to_look_at():
    gold, run = sample("q", ["x", "y", "z"], "yes")
    with pytest.raises(InputError, match=r"no question tells of a position \(no gold context: 1\)"):
        oe.retrieval.lost_in_the_middle([gold], [run])
    with pytest.raises(InputError, match=r"cannot be measured: no row has gold.answers"):
        oe.retrieval.lost_in_the_middle([{"id": "q", "docs": ["x"]}], [run])
