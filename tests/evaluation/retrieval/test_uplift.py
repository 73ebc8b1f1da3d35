"""Expansion: superior on the hard slice, not inferior elsewhere."""

from __future__ import annotations

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, UsageError

N = 200
GOLD = [
    {"id": f"{kind}{n}", "tags": {"slice": kind}, "gold": {"docs": ["g"]}}
    for kind in ("hard", "easy")
    for n in range(N)
]


def run(hard: int, easy: int) -> list[dict]:
    """The first questions of each slice find their document."""
    found = {"hard": hard, "easy": easy}
    return [{"id": row["id"], "retrieved": ["g" if int(row["id"][4:]) < found[row["id"][:4]] else "x"]} for row in GOLD]


def uplift(before: tuple[int, int], after: tuple[int, int], **options: float) -> oe.retrieval.uplift:
    return oe.retrieval.uplift(GOLD, run(*before), run(*after), hard="slice=hard", domain="slice=easy", **options)


def test_gain_on_the_hard_slice_without_a_loss():
    """+.30 of 200 on the hard slice; nothing moves elsewhere."""
    found = uplift((60, 180), (120, 180))
    assert found.hard.paired.delta == pytest.approx(0.3)
    assert (found.hard.claim, found.domain.claim, found.advice) == ("superior", "non-inferior", "use it")


def test_gain_below_the_margin_is_not_enough():
    """+.06 of 200: more than .05, but its interval begins below."""
    found = uplift((60, 180), (72, 180))
    assert found.hard.paired.delta == pytest.approx(0.06)
    assert (found.hard.claim, found.advice) == ("non-inferior", "not shown")
    assert uplift((60, 180), (120, 180), gain=0.5).advice == "do not use it"


def test_loss_in_the_domain_outweighs_the_gain():
    """-.20 on the other slice: its whole interval lies below -.02."""
    found = uplift((60, 180), (120, 140))
    assert (found.hard.claim, found.domain.claim, found.advice) == ("superior", "not shown", "do not use it")


def test_margins_are_absolute_and_said():
    found = uplift((60, 180), (120, 180), gain=0.1, loss=0.05)
    assert (found.gain, found.loss, found.metric) == (0.1, 0.05, "recall@10")
    assert [row["slice"] for row in found.rows()] == ["slice=hard", "slice=easy"]


def test_what_cannot_be_used():
    with pytest.raises(UsageError, match="cannot read 'hard'"):
        oe.retrieval.uplift(GOLD, run(1, 1), run(1, 1), hard="hard", domain="slice=easy")
    with pytest.raises(UsageError, match="no question is in the slice slice=odd; expected slice=easy, slice=hard"):
        oe.retrieval.uplift(GOLD, run(1, 1), run(1, 1), hard="slice=odd", domain="slice=easy")
    with pytest.raises(BadParameter, match="better when it is lower"):
        oe.retrieval.uplift(GOLD, run(1, 1), run(1, 1), hard="slice=hard", domain="slice=easy", metric="routing_cost")
