"""What became of every mention, what a threshold leaves, and readings that count once."""

import random

import numpy as np
import pytest

import ontoeval as oe
from ontoeval.views.links import Links, Outcome
from ontoeval.views.links.kept import kept

SPANS = [(0, 3), (1, 4), (4, 8), (5, 8), (9, 12)]
OBO = b"format-version: 1.2\n\n" + b"\n".join(
    f"[Term]\nid: T:{n}\nname: n{n}\n{f'is_a: T:{(n - 1) // 2}' if n else ''}\n".encode() for n in range(7)
)
MATCHES = [("strong", False), ("word", False), ("weak", False), ("iou", False), ("strong", True)]


def m(start, end, concept, **more):
    return {"start": start, "end": end, "id": concept, **more}


def mention(chance, gold):
    start, end = chance.choice(SPANS)
    found = m(start, end, chance.choice(["T:1", "T:2", "T:3", "NIL", "X:1"]))
    if gold:
        found["optional"] = chance.random() < 0.25
        if chance.random() < 0.3:
            found["ids"] = [found["id"], chance.choice(["T:1", "T:4"])]
    elif chance.random() < 0.8:
        found["score"] = chance.randrange(5) / 4
    return found


def samples(seed, n=25):
    chance = random.Random(seed)
    gold = [{"id": f"q{i}", "mentions": [mention(chance, True) for _ in range(chance.randrange(5))]} for i in range(n)]
    run = [{"id": f"q{i}", "mentions": [mention(chance, False) for _ in range(chance.randrange(6))]} for i in range(n)]
    for row in run:
        row["mentions"] = list({(x["start"], x["end"], x["id"]): x for x in row["mentions"]}.values())
    gold[1]["spans"] = [[0, 4]]
    gold[0]["mentions"].append(m(0, 3, "T:1"))
    return gold, run


def view(gold, run, ontology=None):
    return oe.compile(gold, run, ontology=ontology).view(Links)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("match", "given"), MATCHES)
def test_outcomes_add_up_to_the_alignment(seed, match, given):
    links = view(*samples(seed))
    pairs, aligned = links.compared(match, given=given), links.align(match=match, given=given)
    right = pairs.count(Outcome.RIGHT, Outcome.RIGHT_NIL)
    wrong = pairs.count(Outcome.WRONG_LINK, Outcome.NIL_AS_LINK, Outcome.LINK_AS_NIL)
    assert right == aligned.correct.sum()
    assert wrong + pairs.count(Outcome.SPURIOUS) == aligned.spurious.sum()
    assert wrong + pairs.count(Outcome.MISSED) == aligned.missed.sum()
    shown = pairs.gold[pairs.gold >= 0], pairs.predicted[pairs.predicted >= 0]
    assert all(len(np.unique(places)) == len(places) for places in shown), "no mention is there twice"
    assert len(shown[1]) == len(links.predicted)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("match", "given"), MATCHES)
def test_every_threshold_is_worth_what_a_run_without_the_links_below_it_is(seed, match, given):
    """Counts by score equal an alignment made anew of the links that are left, also where they compete."""
    gold, run = samples(seed)
    links = view(gold, run)
    found = kept(links, links.how(match), given)
    score = np.nan_to_num(links.predicted.score[found.place], nan=np.inf)
    for threshold in (0.0, 0.25, 0.5, 0.75, 1.0):
        left = [{**row, "mentions": [x for x in row["mentions"] if x.get("score", 9) >= threshold]} for row in run]
        again = view(gold, left).align("in_kb", match=match, given=given)
        keep = score >= threshold
        assert int((found.right & keep).sum()) == again.correct.sum()
        assert int((found.wrong & keep).sum()) == again.spurious.sum()
        assert len(found.gold) == again.correct.sum() + again.missed.sum()


def test_a_threshold_keeps_an_overlinked_mention_while_any_link_on_it_is_left():
    links = view(
        [{"id": "q", "mentions": [m(0, 3, "NIL"), m(5, 8, "A")]}],
        [{"id": "q", "mentions": [m(0, 3, "B", score=0.9), m(0, 3, "A", score=0.2), m(5, 8, "A", score=0.5)]}],
    )
    found = kept(links, links.how("strong"), given=False)
    assert links.predicted.score[found.place][found.overlinked].tolist() == [0.9]


def test_relation_and_distance_of_wrong_links():
    onto = oe.load(OBO)
    gold = [m(0, 3, "T:3"), m(4, 8, "T:3"), m(9, 12, "T:1"), m(13, 15, None, ids=["T:6", "T:3"]), m(16, 18, "T:1")]
    gold.append(m(20, 22, None, ids=["T:1", "T:2"], combine="all"))
    run = [m(0, 3, "T:1"), m(4, 8, "T:4"), m(9, 12, "T:6"), m(13, 15, "T:4"), m(16, 18, "X:9"), m(20, 22, "T:1")]
    pairs = view([{"id": "q", "mentions": gold}], [{"id": "q", "mentions": run}], onto).compared()
    assert set(pairs.outcome.tolist()) == {Outcome.WRONG_LINK}
    from ontoeval.views.links.pairs import NAMES

    assert [NAMES[kind] for kind in pairs.relation] == ["parent", "sibling", "unrelated", "sibling", "invalid", "part"]
    assert np.nan_to_num(pairs.distance, nan=-1).tolist() == [1, 2, 3, 2, -1, -1]


@pytest.mark.parametrize(
    ("predicted", "expected"),
    [
        (["whole"], (1, 0, 0)),
        (["a", "b"], (1, 0, 0)),
        (["a"], (0, 0, 1)),
        (["whole", "a", "b"], (1, 0, 0)),
        (["a", "wrong b"], (0, 1, 1)),
        ([], (0, 0, 1)),
    ],
)
def test_readings_of_one_mention_count_once(predicted, expected):
    """Tokyo University: the university, or both the city and a university; ELEVANT counts it so."""
    spans = {"whole": m(0, 16, "W"), "a": m(0, 5, "A"), "b": m(6, 16, "B"), "wrong b": m(6, 16, "C")}
    gold = [spans["whole"], spans["a"] | {"parents": [0]}, spans["b"] | {"parents": [0]}]
    links = view([{"id": "q", "mentions": gold}], [{"id": "q", "mentions": [spans[name] for name in predicted]}])
    found = links.align()
    assert (int(found.correct[0]), int(found.spurious[0]), int(found.missed[0])) == expected


def test_readings_of_readings_and_circles_of_parents():
    gold = [m(0, 9, "W"), m(0, 4, "A", parents=[0]), m(0, 2, "B", parents=[1]), m(2, 4, "C", parents=[1])]
    run = [m(0, 2, "B"), m(2, 4, "C")]
    links = view([{"id": "q", "mentions": gold}], [{"id": "q", "mentions": run}])
    assert (links.align().correct.tolist(), links.align().missed.tolist()) == ([1], [0])
    circle = [m(0, 4, "A", parents=[1]), m(0, 2, "B", parents=[0])]
    links = view([{"id": "q", "mentions": circle}], [{"id": "q", "mentions": [m(0, 2, "B")]}])
    assert links.align().correct.tolist() == [1]
