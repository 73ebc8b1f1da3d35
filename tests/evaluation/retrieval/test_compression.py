"""Compressed contexts: what they save and what they cost."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError

GOLD = [{"id": f"q{n}", "answers": ["yes"]} for n in range(200)]


def run(right: int, tokens: int) -> list[dict]:
    return [
        {"id": row["id"], "answer": "yes" if number < right else "no", "tokens": {"contexts": tokens}}
        for number, row in enumerate(GOLD)
    ]


@pytest.mark.parametrize(
    ("right", "drop", "verdict"),
    [
        (180, 0.0, "fine"),
        (177, 0.015, "not shown"),  # 3 of 200 got worse: at most 2 points here, but 4.3 % are possible
        (176, 0.02, "not shown"),
        (175, 0.025, "too far"),
        (120, 0.3, "too far"),
        (190, -0.05, "fine"),
    ],
)
def test_two_points_are_the_limit(right, drop, verdict):
    found = oe.retrieval.compression(GOLD, run(180, 1000), run(right, 250))
    assert found.drop == pytest.approx(drop)
    assert (found.ratio, found.n_lengths, found.verdict) == (0.25, 200, verdict)


def test_limit_is_the_users():
    found = oe.retrieval.compression(GOLD, run(180, 1000), run(160, 250), limit=0.2)
    assert (found.verdict, found.change.claim) == ("fine", "non-inferior")


def test_words_of_texts():
    gold = [{"id": "q", "answers": ["yes"]}]
    full = [{"id": "q", "answer": "yes", "contexts": [{"id": "a", "text": "one two three four"}]}]
    short = [{"id": "q", "answer": "yes", "contexts": [{"id": "a", "text": "one"}]}]
    assert oe.retrieval.compression(gold, full, short, unit="words").ratio == 0.25


def test_what_cannot_be_used():
    with pytest.raises(InputError, match=r"no question has run.tokens of contexts in both runs"):
        oe.retrieval.compression(GOLD, run(1, 10), [{"id": "q0", "answer": "yes"}])
    for options in ({"limit": 1.5}, {"unit": "bytes"}, {"correct": "routing_cost"}):
        with pytest.raises(BadParameter, match=r"not allowed|better when it is lower"):
            oe.retrieval.compression(GOLD, run(1, 10), run(1, 10), **options)
