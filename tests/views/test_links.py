"""Mentions: alignment, NIL, alternatives, spellings, offsets, types."""

from __future__ import annotations

import itertools

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError, RecordError
from ontoeval.views.links import Links

OBO = b"""format-version: 1.2

[Term]
id: HP:0000001
name: all

[Term]
id: HP:0001250
name: seizure
alt_id: HP:0002279
is_a: HP:0000001

[Term]
id: HP:0002315
name: headache
is_a: HP:0000001
"""


@pytest.fixture(scope="module")
def onto():
    return oe.load(OBO)


def m(start, end, *ids, kind=None, **more):
    """A mention; several ids are alternatives."""
    mention = {"start": start, "end": end, **more}
    if ids:
        mention |= {"id": ids[0]} if len(ids) == 1 else {"ids": list(ids)}
    return mention | ({"type": kind} if kind else {})


def compiled(gold, run, **settings):
    row = {"id": "q", **({"query": settings.pop("query")} if "query" in settings else {})}
    return oe.compile([{**row, "mentions": gold}], [{"id": "q", "mentions": run}], measure="linking_f1", **settings)


def counts(gold, run, scope="all", level="mention", *, spans_only=False, **settings):
    aligned = compiled(gold, run, **settings).view(Links).align(scope, level, spans_only=spans_only)
    return int(aligned.correct.sum()), int(aligned.spurious.sum()), int(aligned.missed.sum())


def test_right_span_and_concept():
    gold = [m(0, 4, "A"), m(5, 9, "B"), m(10, 12, "C")]
    run = [m(0, 4, "A"), m(5, 9, "X"), m(11, 12, "C")]
    assert counts(gold, run) == (1, 2, 2)
    assert counts(gold, run, spans_only=True) == (2, 1, 1)
    assert counts(gold, run, level="document") == (2, 1, 1)


def test_each_gold_mention_is_matched_once():
    gold = [m(0, 4, "A")]
    run = [m(0, 4, "A"), m(0, 4, "B"), m(0, 4, "C")]
    assert counts(gold, run) == (1, 2, 0)
    assert counts(gold, run, spans_only=True) == (1, 2, 0)


def test_repeats_of_span_and_concept_count_once_and_are_listed():
    samples = compiled([m(0, 4, "A"), m(0, 4, "A")], [m(0, 4, "A")] * 3)
    aligned = samples.view(Links).align()
    assert (aligned.correct.tolist(), aligned.spurious.tolist(), aligned.missed.tolist()) == ([1], [0], [0])
    assert [(finding.id, finding.where, finding.count) for finding in samples.findings] == [
        ("mention.repeat", "gold.mentions", 1),
        ("mention.repeat", "run.mentions", 2),
    ]


# NIL


@pytest.mark.parametrize("nil", [None, "", "NIL", "nil", "<NIL>", "-1", "NIL0042", " NIL ", "-", "*", "<NO_MAPPING>"])
@pytest.mark.parametrize("with_ontology", [False, True])
def test_every_spelling_of_nil_is_nil(nil, with_ontology, onto):
    settings = {"ontology": onto} if with_ontology else {}
    assert counts([m(0, 4, "NIL")], [m(0, 4, nil)], "nil", **settings) == (1, 0, 0)
    assert counts([m(0, 4)], [m(0, 4, nil)], "all", **settings) == (1, 0, 0)
    assert counts([m(0, 4)], [m(0, 4, nil)], "in_kb", **settings) == (0, 0, 0)


def test_scopes_split_the_mentions():
    gold = [m(0, 4, "A"), m(5, 9, "NIL"), m(10, 12, "B")]
    run = [m(0, 4, "A"), m(5, 9, "B"), m(10, 12, "NIL")]
    assert counts(gold, run, "all") == (1, 2, 2)
    assert counts(gold, run, "in_kb") == (1, 1, 1)  # the gold NIL that was linked is over-linking
    assert counts(gold, run, "nil") == (0, 1, 1)


def test_document_level_leaves_nil_out():
    assert counts([m(0, 4, "NIL"), m(5, 6, "A")], [m(0, 4, "NIL"), m(7, 8, "A")], level="document") == (1, 0, 0)


def test_nil_that_the_ontology_holds_is_a_concept():
    onto = oe.load(b"format-version: 1.2\n\n[Term]\nid: NIL\nname: nil\n\n[Term]\nid: A:1\nname: a\n")
    assert counts([m(0, 4, "NIL")], [m(0, 4, "NIL")], "in_kb", ontology=onto) == (1, 0, 0)


# Alternatives


def test_any_alternative_is_right():
    gold = [m(0, 4, "A", "B")]
    for name in "AB":
        assert counts(gold, [m(0, 4, name)]) == (1, 0, 0)
        assert counts(gold, [m(5, 6, name)], level="document") == (1, 0, 0)
    assert counts(gold, [m(0, 4, "C")]) == (0, 1, 1)
    assert counts(gold, [m(0, 4, "A"), m(0, 4, "B")]) == (1, 1, 0)
    assert counts(gold, [m(0, 4, "A"), m(0, 4, "B")], level="document") == (1, 1, 0)


def test_id_beside_ids_is_one_of_the_alternatives():
    gold = [{"start": 0, "end": 4, "id": "A", "ids": ["B"]}]
    assert counts(gold, [m(0, 4, "A")]) == counts(gold, [m(0, 4, "B")]) == (1, 0, 0)


@pytest.mark.parametrize("names", list(itertools.permutations("PQXY")))
def test_alternatives_make_as_many_pairs_as_can_be_made(names):
    """g1 accepts P or Q, g2 only P: both are matched, whatever the names and hence the order of the ids."""
    p, q, x, y = names
    gold = [m(0, 4, x, p, q), m(0, 4, y, p)]
    run = [m(0, 4, p), m(0, 4, q)]
    assert counts(gold, run) == (2, 0, 0)
    assert counts(gold, run, level="document") == (2, 0, 0)


def test_alternative_may_take_the_place_of_an_exact_match():
    """g1 accepts A or B, g2 C or A; predictions A and B are both right."""
    gold = [m(0, 4, "A", "B"), m(0, 4, "C", "A")]
    run = [m(0, 4, "A"), m(0, 4, "B")]
    assert counts(gold, run) == counts(gold, run, level="document") == (2, 0, 0)


# Ids


@pytest.mark.parametrize(
    "spelling",
    ["HP:0001250", "HP_0001250", "http://purl.obolibrary.org/obo/HP_0001250", "hp:0001250", " HP:0001250 "],
)
def test_spellings_of_one_id_match(spelling, onto):
    assert counts([m(0, 4, "HP:0001250")], [m(0, 4, spelling)], ontology=onto) == (1, 0, 0)


def test_alias_matches_with_an_ontology_only(onto):
    gold, run = [m(0, 4, "HP:0001250")], [m(0, 4, "HP:0002279")]
    assert counts(gold, run, ontology=onto) == (1, 0, 0)
    assert counts(gold, run) == (0, 1, 1)


@pytest.mark.parametrize(
    ("spelling", "other"),
    [
        ("HP:0001250", "HP_0001250"),
        ("HP:0001250", "http://purl.obolibrary.org/obo/HP_0001250"),
        ("HP_0001250", "https://purl.obolibrary.org/obo/HP_0001250"),
        ("HP:0001250", "https://identifiers.org/HP:0001250"),
        ("http://ex.org/o#Cat", "<https://ex.org/o#Cat>"),
        ("cat", " cat "),
    ],
)
def test_spellings_match_without_an_ontology(spelling, other):
    assert counts([m(0, 4, spelling)], [m(0, 4, other)]) == (1, 0, 0)
    assert counts([m(0, 4, other)], [m(0, 4, spelling)]) == (1, 0, 0)


def test_golden_set_whose_ids_are_all_unknown_is_an_error(onto):
    with pytest.raises(InputError, match=r"none of the 2 ids in gold.mentions is in the ontology") as error:
        counts([m(0, 4, "MESH:D1"), m(5, 6, "MESH:D2")], [m(0, 4, "HP:0001250")], ontology=onto)
    assert "HP:" in error.value.expected
    assert "right ontology" in error.value.mend


def test_golden_set_with_some_unknown_ids_is_listed(onto):
    gold = [m(0, 4, "MESH:D1"), m(5, 6, "HP:0001250"), m(7, 9, "MESH:D1")]
    samples = compiled(gold, [m(0, 4, "MESH:D1")], ontology=onto)
    assert samples.view(Links).align().correct.tolist() == [1]  # an unknown id matches itself
    (finding,) = [finding for finding in samples.findings if finding.id == "concept.absent"]
    assert (finding.count, finding.where) == (2, "gold.mentions")
    assert "MESH:D1" in finding.got


# Text


def test_gold_offset_past_the_text_is_an_error():
    with pytest.raises(RecordError) as error:
        counts([m(0, 4, "A"), m(5, 99, "B")], [], query="some text")
    (finding,) = error.value.findings
    assert (finding.id, finding.where) == ("mention.offset", "gold[0] + run[0] gold.mentions[1]")
    assert finding.got == "span 5–99 ends past the text of 9 code points"


def test_run_offset_past_the_text_is_counted():
    samples = compiled([m(0, 4, "A")], [m(0, 4, "A"), m(5, 99, "B"), m(6, 77, "C")], query="some text")
    assert samples.view(Links).align().spurious.tolist() == [2]
    (finding,) = samples.findings
    assert (finding.id, finding.severity, finding.count) == ("mention.offset", "warning", 2)


def test_offsets_count_code_points():
    """The emoji is one code point, four bytes, two UTF-16 units."""
    query = "\N{GRINNING FACE} pain"
    samples = compiled([m(2, 6, "A", text="pain")], [m(2, 6, "A", text="pain")], query=query)
    assert samples.view(Links).align().correct.tolist() == [1]
    assert samples.findings == []


def test_surface_that_is_not_in_the_text_is_counted():
    gold = [m(0, 4, "A", text="some"), m(5, 9, "B", text="test")]
    samples = compiled(gold, [m(5, 9, "B", text="tex")], query="some text")
    samples.view(Links)
    (finding,) = samples.findings
    assert (finding.id, finding.count) == ("mention.surface", 2)
    assert "'test' is 'text'" in finding.got


@pytest.mark.parametrize(("start", "end"), [(4, 4), (5, 4), (-1, 3)])
@pytest.mark.parametrize("side", ["gold", "run"])
def test_impossible_spans_are_errors(start, end, side):
    good, bad = [m(0, 4, "A")], [m(0, 4, "A"), m(start, end, "B")]
    with pytest.raises(RecordError, match="mention 1 spans"):
        counts(*((bad, good) if side == "gold" else (good, bad)))


# Statuses


def test_statuses_of_mentions():
    gold = [
        {"id": "ok", "mentions": [m(0, 1, "A")]},
        {"id": "nothing to find", "mentions": []},
        {"id": "nothing on both sides", "mentions": []},
        {"id": "nothing and no run", "mentions": []},
        {"id": "no truth"},
        {"id": "no run", "mentions": [m(0, 1, "A")]},
        {"id": "null", "mentions": [m(0, 1, "A")]},
    ]
    run = [
        {"id": "ok", "mentions": [m(0, 1, "A")]},
        {"id": "nothing to find", "mentions": [m(0, 1, "A")]},
        {"id": "nothing on both sides", "mentions": []},
        {"id": "no truth", "mentions": [m(0, 1, "A")]},
        {"id": "null", "mentions": None},
        {"id": "only run", "mentions": [m(0, 1, "A")]},
    ]
    result = oe.score("linking_f1", gold, run)
    assert {item["id"]: item["status"] for item in result.items} == {
        "ok": "ok",
        "nothing to find": "ok",
        "nothing on both sides": "undefined",
        "nothing and no run": "undefined",
        "no truth": "undefined",
        "no run": "missing",
        "null": "missing",
        "only run": "ok",
    }
    assert result.sums | {"precision": 0, "recall": 0} == {"tp": 1, "fp": 2, "fn": 2, "precision": 0, "recall": 0}


# Types


def types(metric, gold, run, **settings):
    return oe.score(metric, [{"id": "q", "mentions": gold}], [{"id": "q", "mentions": run}], **settings).value


def test_macro_over_types_is_the_mean_of_the_types():
    """drug: tp 1, fp 0, fn 1, F 2/3; gene: tp 0, fp 1, fn 1, F 0; their mean is 1/3."""
    gold = [m(0, 1, "A", kind="drug"), m(2, 3, "B", kind="drug"), m(4, 5, "C", kind="gene")]
    run = [m(0, 1, "A", kind="drug"), m(6, 7, "C", kind="gene")]
    assert types('linking_f1(average="macro:type")', gold, run) == pytest.approx(1 / 3)


def test_matched_prediction_has_the_type_of_its_gold_mention():
    gold = [m(0, 1, "A", kind="drug"), m(2, 3, "B", kind="drug")]
    run = [m(0, 1, "A", kind="gene"), m(2, 3, "X")]
    assert types('linking_f1(average="macro:type")', gold, run) == 0.5


@pytest.mark.parametrize("predicted", ["A", "B"])
def test_two_gold_types_on_one_span_keep_their_counts(predicted):
    """One type is found (F 1), the other one missed (F 0): no count is ever negative."""
    gold = [m(0, 4, "A", kind="drug"), m(0, 4, "B", kind="gene")]
    for metric in ("linking_f1", "mention_f1"):
        assert types(f'{metric}(average="macro:type")', gold, [m(0, 4, predicted)]) == 0.5


def test_types_that_only_the_run_has_do_not_shift_the_others():
    """gene in the run is spurious (F 0), drug is found (F 1): the mean is 1/2."""
    gold, run = [m(0, 1, "A", kind="drug")], [m(0, 1, "A", kind="drug"), m(2, 3, "B", kind="a gene")]
    assert types('linking_f1(average="macro:type")', gold, run) == 0.5


def test_two_concepts_are_paired_before_a_nil(onto):
    """The linked prediction belongs to the linked gold mention, so the gold NIL is not over-linked."""
    gold = [m(0, 4, "NIL", kind="x"), m(0, 4, "HP:0001250", kind="y")]
    run = [m(0, 4, "HP:0002315")]
    for settings in ({}, {"ontology": onto}):
        pairs = compiled(gold, run, **settings).view(Links)
        ((gold_place, _),) = pairs.same_span().tolist()
        assert pairs.gold.code[gold_place] != -1


def test_document_level_has_no_types():
    with pytest.raises(BadParameter, match="have no type"):
        types('linking_f1(level="document", average="macro:type")', [m(0, 1, "A")], [m(0, 1, "A")])


def test_pairs_of_unknown_ids_do_not_depend_on_the_order_of_the_samples():
    """C stands on the span of A (drug) and of B (gene): it is paired by their ids, not by which came first."""
    spans = [(0, 1), (2, 3), (4, 5)]
    sure = [m(start, end, "B", kind="gene") for start, end in spans]
    gold = [
        {"id": "p", "mentions": sure},
        {"id": "q", "mentions": [m(0, 4, "A", kind="drug"), m(0, 4, "B", kind="gene")]},
    ]
    run = [{"id": "p", "mentions": sure}, {"id": "q", "mentions": [m(0, 4, "C")]}]
    metric = 'disambiguation_accuracy(average="macro:type")'
    forward, backward = oe.score(metric, gold, run).value, oe.score(metric, gold[::-1], run[::-1]).value
    assert forward == backward
