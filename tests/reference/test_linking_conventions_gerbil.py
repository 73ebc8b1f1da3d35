"""GERBIL's own test tables (github dice-group/gerbil, src/test/java/org/aksw/gerbil)."""

import pytest

import ontoeval as oe
from ontoeval.statistics.rows import averaged
from ontoeval.views.links import Links, conventions

#: WeakSpanMatchingTest and StrongSpanMatchingTest: gold and found spans as (start, length), then tp, fn, fp.
SPANS = [
    ([], [], (0, 0, 0), (0, 0, 0)),
    ([(0, 10)], [], (0, 1, 0), (0, 1, 0)),
    ([], [(0, 10)], (0, 0, 1), (0, 0, 1)),
    ([(1, 10)], [(1, 10)], (1, 0, 0), (1, 0, 0)),
    ([(0, 10), (20, 10)], [(0, 10), (20, 10)], (2, 0, 0), (2, 0, 0)),
    ([(60, 10), (20, 10)], [(0, 10), (20, 10)], (1, 1, 1), (1, 1, 1)),
    (
        [(0, 10), (20, 10), (40, 10), (62, 3)],
        [(2, 10), (16, 10), (42, 4), (60, 10)],
        (4, 0, 0),
        (0, 4, 4),
    ),
    ([(0, 10), (6, 10)], [(2, 10)], (1, 1, 0), (0, 2, 1)),
    # EqualsBasedMatchingsSearcherTest: repeats
    ([(0, 10)], [(0, 10), (0, 10)], (1, 0, 1), (1, 0, 1)),
    ([(0, 10), (0, 10)], [(0, 10)], (1, 1, 0), (1, 1, 0)),
    ([(0, 10), (0, 10)], [(0, 10), (0, 10)], (2, 0, 0), (2, 0, 0)),
]
#: CompoundMatchingsSearcherTest: (start, id), all of length 10; tp, fn, fp for equal spans and ids.
LINKS = [
    ([(0, "1")], [], (0, 1, 0)),
    ([], [(0, "1")], (0, 0, 1)),
    ([(1, "1")], [(1, "1")], (1, 0, 0)),
    ([(0, "1"), (20, "2")], [(0, "1"), (20, "2")], (2, 0, 0)),
    ([(60, "1"), (20, "2")], [(0, "1"), (20, "2")], (1, 1, 1)),
    ([(0, "1"), (20, "2")], [(0, "999"), (20, "2")], (1, 1, 1)),
    ([(0, "1"), (6, "1")], [(2, "1")], (0, 2, 1)),
    ([(0, "1"), (20, "2"), (40, "3")], [(20, "2"), (40, "3"), (0, "1")], (3, 0, 0)),
    ([(0, "1"), (0, "2"), (0, "3")], [(0, "2")], (1, 2, 0)),
    ([(0, "1"), (20, "2"), (40, "3")], [(0, "2"), (20, "3"), (40, "1")], (0, 3, 3)),
]
#: MeaningMatchingsSearcherTest (C2KB): ids, None for what no knowledge base has.
MEANINGS = [
    (["1"], [], (0, 1, 0)),
    ([], ["1"], (0, 0, 1)),
    (["1"], ["1"], (1, 0, 0)),
    (["1", "2", "3"], ["2", "3", "1"], (3, 0, 0)),
    (["1", "1", "1"], ["1", "1", "1"], (3, 0, 0)),
    (["1", None, None], [None, None, "1"], (3, 0, 0)),
    (["1", None], ["1", "2", "3"], (1, 1, 2)),
]


def links_of(gold, run):
    rows = [[{"id": str(at), "mentions": mentions} for at, mentions in enumerate(side)] for side in (gold, run)]
    return oe.compile(*rows).view(Links)


def mention(start, length=10, name=None):
    return {"start": start, "end": start + length, **({} if name is None else {"id": name})}


def tp_fn_fp(links, **options):
    aligned = conventions.align("gerbil", links, **options)
    return tuple(int(part.sum()) for part in (aligned.correct, aligned.missed, aligned.spurious))


@pytest.mark.parametrize(("gold", "run", "weak", "strong"), SPANS)
def test_spans(gold, run, weak, strong):
    sides = [[[mention(*span, name="1") for span in side]] for side in (gold, run)]
    links = links_of(*sides)
    assert tp_fn_fp(links, spans_only=True, match="weak") == weak
    assert tp_fn_fp(links, spans_only=True) == strong


@pytest.mark.parametrize(("gold", "run", "expected"), LINKS)
def test_spans_with_ids(gold, run, expected):
    sides = [[[mention(start, name=name) for start, name in side]] for side in (gold, run)]
    assert tp_fn_fp(links_of(*sides)) == expected


@pytest.mark.parametrize(("gold", "run", "expected"), MEANINGS)
def test_ids_of_documents(gold, run, expected):
    sides = [[[mention(20 * at, name=name) for at, name in enumerate(side)]] for side in (gold, run)]
    assert tp_fn_fp(links_of(*sides), level="document") == expected


#: A2KBTest: the sentences of OKE's example; numbers are entities that DBpedia has, None those that it lacks.
OKE = [["1", None, "2", None], ["3", "4", "5", "6", "7", "8"], [None, "9"]]


def found(change):
    return [[mention(20 * at, name=change(name)) for at, name in enumerate(names)] for names in OKE]


@pytest.mark.parametrize(
    ("run", "macro", "micro"),
    [
        ([[], [], []], (0, 0, 0), (0, 0, 0)),
        (found(lambda name: None), (1 / 3, 1 / 3, 1 / 3), (0.25, 0.25, 0.25)),
        (
            [[each for each in side if "id" in each] for side in found(lambda name: name)],
            (1, 2 / 3, 7 / 9),
            (1, 0.75, 1.5 / 1.75),
        ),
        (found(lambda name: name), (1, 1, 1), (1, 1, 1)),
    ],
)
def test_averages(run, macro, micro):
    gold = found(lambda name: name)
    links = links_of(gold, run)
    aligned = conventions.align("gerbil", links, match="weak")
    for part, expected, total in zip(
        (conventions.precision, conventions.recall, conventions.f_score), macro, micro, strict=True
    ):
        rows = part("gerbil", links, aligned)
        assert averaged(rows, "macro", 3).sums().value == pytest.approx(expected, abs=1e-12)
        assert rows.sums().value == pytest.approx(total, abs=1e-12)


#: GSInKBClassifyingFMeasureCalculatorTest: (start, id), all of length 5; P, R, F of GSInKB, None where there is none.
GOLD_IN_KB = [
    ([(0, "1")], [], (0, 0, 0)),
    ([(0, "1")], [(0, "1")], (1, 1, 1)),
    ([(0, "1"), (10, None), (20, None)], [(10, None), (20, None), (0, "1")], (1, 1, 1)),
    ([(0, "1"), (10, None)], [(0, "1"), (10, "2"), (20, "3")], (1, 1, 1)),
]


@pytest.mark.parametrize(("gold", "run", "expected"), GOLD_IN_KB)
def test_gold_in_the_knowledge_base(gold, run, expected):
    sides = [[[mention(start, 5, name) for start, name in side]] for side in (gold, run)]
    links = links_of(*sides)
    aligned = conventions.align("gerbil", links, scope="gold_in_kb")
    parts = (conventions.precision, conventions.recall, conventions.f_score)
    assert tuple(part("gerbil", links, aligned).sums().value for part in parts) == expected


def test_nothing_to_find_and_nothing_found_is_perfect():
    """FMeasureCalculator.calculateMeasures: "everything is great"."""
    links = links_of([[], [mention(0, name="1")]], [[], []])
    aligned = conventions.align("gerbil", links)
    for part in (conventions.precision, conventions.recall, conventions.f_score):
        rows = part("gerbil", links, aligned)
        assert averaged(rows, "macro", 2).sums().value == 0.5
        assert rows.sums().value == 0.0


def test_the_first_free_prediction_is_taken_even_where_that_costs_a_pair():
    """MatchingsCounterImpl.countMatchings, by hand: 0–10 takes 5–12, the only one that 10–15 touches."""
    links = links_of([[mention(0, 10, "1"), mention(10, 5, "1")]], [[mention(5, 7, "1"), mention(0, 3, "1")]])
    assert tp_fn_fp(links, match="weak") == (1, 1, 1)
    assert int(links.align(match="weak").correct.sum()) == 2
