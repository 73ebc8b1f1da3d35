"""Other tools' rules by hand: what each does with NIL, repeats, alternatives, readings, areas and empty documents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.errors import BadParameter
from ontoeval.views.links import Links, conventions
from ontoeval.views.links.conventions import hipe, neleval
from ontoeval.views.links.conventions.elevant import word_boundary


def links_of(gold, run, query=None, area=None, ontology=None):
    """One document."""
    row = {"id": "d", "query": query, "gold": {"mentions": gold, "spans": area}, "run": {"mentions": run}}
    return oe.compile([row], ontology=ontology).view(Links)


def mention(start, name=None, **more):
    return {"start": start, "end": start + 4, **({} if name is None else {"id": name}), **more}


def counts(convention, links, **options):
    aligned = conventions.align(convention, links, **options)
    return tuple(int(part.sum()) for part in (aligned.correct, aligned.spurious, aligned.missed))


def test_names_are_found_in_the_folder():
    assert conventions.names() == ("bc5cdr", "elevant", "gerbil", "hipe", "neleval", "spacy")


@pytest.mark.parametrize(
    ("convention", "options"),
    [
        ("neleval", {"match": "weak"}),
        ("neleval", {"scope": "gold_in_kb"}),
        ("elevant", {"scope": "nil"}),
        ("elevant", {"level": "document"}),
        ("elevant", {"spans_only": True}),
        ("gerbil", {"match": "word"}),
        ("gerbil", {"typed": True}),
        ("bc5cdr", {}),
        ("spacy", {"scope": "in_kb"}),
        ("hipe", {"typed": True}),
        ("nelval", {}),
    ],
)
def test_what_a_tool_cannot_count_is_refused(convention, options):
    with pytest.raises(BadParameter):
        conventions.align(convention, links_of([mention(0, "A")], [mention(0, "A")]), **options)


# ---- neleval ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "nil"), [("NIL", 1), ("NIL123", 1), ("NILE_RIVER", 1), (None, 1), ("nil", 0), ("-1", 0)]
)
def test_neleval_nil_is_a_prefix(name, nil):
    links = links_of([mention(0, name)], [mention(0, name)])
    assert counts("neleval", links, scope="nil") == (nil, 0, 0)
    assert counts("neleval", links, scope="in_kb") == (1 - nil, 0, 0)


def test_neleval_compares_ids_as_written_and_types_when_asked():
    links = links_of([mention(0, "HP:0001250", type="P")], [mention(0, "HP_0001250", type="Q")])
    assert int(links.align().correct.sum()) == 1
    assert counts("neleval", links) == (0, 1, 1)
    links = links_of([mention(0, "A", type="P")], [mention(0, "A", type="Q")])
    assert counts("neleval", links) == (1, 0, 0)
    assert counts("neleval", links, typed=True) == (0, 1, 1)


def test_neleval_alternatives_are_further_mentions_and_composites_one_text():
    links = links_of([mention(0, ids=["A", "B"])], [mention(0, "B")])
    assert counts("neleval", links) == (1, 0, 1)
    links = links_of([mention(0, ids=["A", "B"], combine="all")], [mention(0, "A|B")])
    assert counts("neleval", links) == (1, 0, 0)


def test_neleval_macro_average_forgets_documents_without_gold():
    """By hand, as in spec/linking.md §0.5: one right link, and a wrong one in a document that gold does not mention."""
    gold = [{"id": "a", "mentions": [mention(0, "A")]}]
    run = [{"id": "a", "mentions": [mention(0, "A")]}, {"id": "b", "mentions": [mention(0, "A")]}]
    assert oe.score('linking_precision(convention="neleval")', gold, run).value == 0.5
    assert oe.score('linking_precision(convention="neleval", average="macro")', gold, run).value == 1.0
    assert oe.score('linking_precision(average="macro")', gold, run).value == 0.5


def test_neleval_nothing_over_nothing_is_zero():
    rows = [{"id": "a", "mentions": [mention(0, "NIL")]}]
    assert oe.score('linking_f1(scope="in_kb", convention="neleval")', rows, rows).value == 0.0
    assert oe.score('linking_f1(scope="in_kb")', rows, rows).value is None


def test_neleval_clusters_are_those_of_ids():
    """neleval's docstring of pairwise: {a, b, c}, {d} against {b, c}, {d, e} gives 1 of 2 and 1 of 3 pairs."""
    gold = [mention(start, name) for start, name in [(0, "1"), (5, "1"), (10, "1"), (15, "2")]]
    run = [mention(start, name) for start, name in [(5, "1"), (10, "1"), (15, "2"), (20, "2")]]
    found = neleval.clustering(links_of(gold, run), "pairwise")
    assert [float(part) for part in (found.p_num, found.p_den, found.r_num, found.r_den)] == [1, 2, 1, 3]


# ---- ELEVANT ----------------------------------------------------------------------------------------------------

TEXT = "aa, bb, cc"


def reading(start, end, name, *parents, **more):
    return {"start": start, "end": end, "id": name, **({"parents": list(parents)} if parents else {}), **more}


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ([reading(0, 10, "Q1")], (1, 0, 0)),  # the whole
        ([reading(0, 2, "Q2"), reading(4, 10, "Q3")], (1, 0, 0)),  # all parts
        ([reading(0, 2, "Q2")], (0, 0, 1)),  # a part is missing
        ([reading(0, 2, "Q9")], (0, 1, 1)),  # a part is wrong
        ([reading(0, 2, "Q2"), reading(4, 10, "Q9")], (0, 1, 1)),
        ([], (0, 0, 1)),
    ],
)
def test_elevant_readings_are_right_as_a_whole(run, expected):
    """By hand from ELEVANT's case_generator.py, after the examples in its docstring (labels l1, l2)."""
    gold = [reading(0, 10, "Q1"), reading(0, 2, "Q2", 0), reading(4, 10, "Q3", 0)]
    assert counts("elevant", links_of(gold, run, query=TEXT), scope="in_kb") == expected


@pytest.mark.parametrize(
    ("span", "text", "expected"),
    [
        ((0, 6), "Albert's birthplace is Ulm.", (0, 8)),
        ((1, 19), '"Hearts and Flowers" is a song.', (0, 20)),
        ((0, 6), "Soviet-backed government.", (0, 6)),
        ((19, 23), 'MetalStorm wrote: "Gore Metal features', (19, 23)),
        ((0, 1), "ab", (0, 1)),  # the last character is never drawn in
    ],
)
def test_elevant_word_boundaries(span, text, expected):
    """The first three are the examples of ELEVANT's word_boundary, the fourth its comment."""
    assert word_boundary(span, text) == expected


def test_elevant_a_found_span_may_cut_a_word():
    links = links_of([reading(0, 8, "Q1")], [reading(0, 6, "Q1")], query="Albert's birthplace is Ulm.")
    assert counts("elevant", links) == (1, 0, 0)
    assert counts("neleval", links) == (0, 1, 1)


def test_elevant_optional_labels_dates_and_areas():
    gold = [reading(0, 2, "Q1", optional=True), {"start": 4, "end": 6, "type": "DATETIME", "optional": True}]

    def found(run, area=((0, 7),)):
        return counts("elevant", links_of(gold, run, TEXT, area))

    assert found([reading(0, 2, "Q1")]) == (0, 0, 0)
    assert found([reading(0, 2, "Q2")]) == (0, 1, 0)
    assert found([reading(4, 6, "Q3")]) == (0, 1, 0)
    assert found([reading(4, 6, "Q3", type="DATETIME")]) == (0, 0, 0)
    assert found([reading(8, 10, "Q3")]) == (0, 0, 0)
    assert found([reading(8, 10, "Q3")], None) == (0, 1, 0)


@pytest.mark.parametrize(
    ("gold", "run", "in_kb", "with_nil"),
    [
        ("Q1", "NIL", (0, 0, 1), (0, 1, 1)),
        ("NIL", "Q1", (0, 1, 0), (0, 1, 1)),
        ("NIL", "NIL", (0, 0, 0), (1, 0, 0)),
        ("Q1", "Q2", (0, 1, 1), (0, 1, 1)),
    ],
)
def test_elevant_unknown_entities(gold, run, in_kb, with_nil):
    """The table in the comments of ELEVANT's case.py: ent/unk, unk/ent, unk/unk, ent/ent; IGN and REQ."""
    links = links_of([mention(0, gold)], [mention(0, run)])
    assert counts("elevant", links, scope="in_kb") == in_kb
    assert counts("elevant", links) == with_nil


def test_elevant_readings_in_a_circle_do_not_hang():
    gold = [reading(0, 10, "Q1", 1), reading(0, 2, "Q2", 0), reading(4, 6, "Q3", 0, 1)]
    assert counts("elevant", links_of(gold, [reading(0, 2, "Q2")], query=TEXT))[0] in (0, 1)


# ---- spaCy, BC5CDR, GERBIL, HIPE --------------------------------------------------------------------------------


def test_spacy_forgives_missed_mentions_and_knows_one_nil():
    """spec/linking.md §0.7: F1 1.0 with half of gold missed; "" against "" is right; NIL123 against NIL is not."""
    assert counts("spacy", links_of([mention(0, "A"), mention(5, "B")], [mention(0, "A")])) == (1, 0, 0)
    assert counts("spacy", links_of([mention(0)], [mention(0)])) == (1, 0, 0)
    assert counts("spacy", links_of([mention(0, "NIL")], [mention(0, "NIL123")])) == (0, 1, 0)
    assert counts("spacy", links_of([mention(0, "NIL")], [mention(0, "NIL")])) == (0, 0, 0)


def test_bc5cdr_ids_of_a_document():
    """bc5cdr_sample/SOURCE.md: sets of ids, D1|D2 split, -1 dropped, MESH: left out."""
    gold = [mention(0, "MESH:D1"), mention(5, "D2|D3"), mention(10, "-1")]
    run = [mention(20, "D1"), mention(25, "D1"), mention(30, ids=["MESH:D3", "D4"], combine="all")]
    assert counts("bc5cdr", links_of(gold, run), level="document") == (2, 1, 1)


def test_gerbil_knows_concepts_by_the_ontology(tmp_path):
    """Two mentions whose ids no knowledge base has match, whatever the ids (MeaningMatchingsSearcherTest)."""
    path = tmp_path / "onto.csv"
    path.write_text("child,parent\nA,root\nB,root\n", encoding="utf-8")
    gold, run = [mention(0, "A"), mention(5, "other:1")], [mention(0, "B"), mention(5, "other:2")]
    assert counts("gerbil", links_of(gold, run)) == (0, 2, 2)  # without an ontology every id is a concept
    assert counts("gerbil", links_of(gold, run, ontology=oe.load(path))) == (1, 1, 1)


def test_hipe_counts_a_repeated_hit_again_and_upper_case_as_lower():
    links = links_of([mention(0, "q1")], [mention(0, "Q1"), mention(0, "q1")])
    assert counts("hipe", links) == (2, 0, 0)


def test_hipe_takes_the_first_overlap():
    gold = [{"start": 0, "end": 6, "id": "A"}, {"start": 6, "end": 9, "id": "B"}]
    (found,) = hipe.cases(links_of(gold, [{"start": 4, "end": 9, "id": "B"}]))
    assert found == [("overlap_other_name", "A"), ("missed", "B")]


close_spans = st.builds(
    lambda start, length, name: {"start": start, "end": start + length, "id": name},
    st.integers(0, 8),
    st.integers(1, 6),
    st.sampled_from("ABC"),
)
some_mentions = st.lists(close_spans, min_size=1, max_size=8)


def overlap(one, other):
    return one["start"] < other["end"] and other["start"] < one["end"]


@given(some_mentions, some_mentions)
def test_gerbil_takes_the_first_free_overlap(gold, run):
    """The rule as the docstring has it, mention by mention."""
    free, correct = list(range(len(run))), 0
    for wanted in gold:
        fits = [at for at in free if overlap(wanted, run[at]) and wanted["id"] == run[at]["id"]]
        if fits:
            free.remove(fits[0])
            correct += 1
    expected = (correct, len(run) - correct, len(gold) - correct)
    assert counts("gerbil", links_of(gold, run), match="weak") == expected


@given(some_mentions, some_mentions)
def test_hipe_goes_through_the_predictions_in_their_order(gold, run):
    """The rules as the docstring of `cases` has them, mention by mention."""
    hit, expected = set(), []
    for found in run:
        same = [(found["start"], found["end"]) == (wanted["start"], wanted["end"]) for wanted in gold]
        right = [at for at, wanted in enumerate(gold) if same[at] and wanted["id"] == found["id"]]
        near = [at for at, wanted in enumerate(gold) if same[at] or (at not in hit and overlap(wanted, found))]
        if not (right or near):
            expected.append(("spurious", found["id"]))
            continue
        at = (right or near)[0]
        hit.add(at)
        outcome = "same" if same[at] else "overlap"
        if gold[at]["id"] != found["id"]:
            outcome = "other_name" if same[at] else "overlap_other_name"
        expected.append((outcome, gold[at]["id"]))
    expected += [("missed", wanted["id"]) for at, wanted in enumerate(gold) if at not in hit]
    (cases,) = hipe.cases(links_of(gold, run))
    assert cases == expected


def test_many_mentions_that_all_overlap():
    """By hand: nested spans, each one character off; partners are the outermost ones that are left, so all have one."""
    n = 3_000
    gold = [{"start": at, "end": 3 * n - at, "id": "A"} for at in range(n)]
    run = [{**wanted, "start": wanted["start"] + 1, "end": wanted["end"] + 1} for wanted in gold]
    links = links_of(gold, run)
    assert counts("gerbil", links, match="weak") == (n, 0, 0)
    assert counts("hipe", links, match="weak") == (n, 0, 0)
    assert counts("hipe", links) == (0, n, n)


def test_many_mentions_in_one_document():
    """By hand: all but one of them are right, in every convention; what is quadratic does not come back."""
    n = 20_000
    gold = [{"start": 5 * at, "end": 5 * at + 4, "id": f"E{at % 7}"} for at in range(n)]
    run = [*gold[1:], {"start": 5 * n, "end": 5 * n + 4, "id": "E0"}]
    links = links_of(gold, run)
    for convention in ("neleval", "elevant", "gerbil", "hipe"):
        assert counts(convention, links) == (n - 1, 1, 1), convention
    assert counts("gerbil", links, match="weak") == (n - 1, 1, 1)
    assert counts("gerbil", links, level="document") == (n, 0, 0)
    assert counts("spacy", links) == (n - 1, 0, 0)


@pytest.mark.parametrize("convention", ["elevant", "gerbil", "neleval"])
def test_span_past_the_text_is_spurious(convention):
    """A run over other texts than the gold: its offsets may lie anywhere."""
    links = links_of([mention(0, "Q1")], [mention(40, "Q1")], query="Bern")
    assert counts(convention, links) == (0, 1, 1)
    assert word_boundary((40, 44), "Bern") == (40, 44)
