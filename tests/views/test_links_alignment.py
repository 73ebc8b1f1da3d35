"""Alignment beyond equal spans: overlaps, optional and composite gold, given spans, annotated areas, raw ids."""

from __future__ import annotations

import numpy as np
import pytest

import ontoeval as oe
from ontoeval.errors import InputError, RecordError
from ontoeval.views.links import Links
from ontoeval.views.links import overlaps as overlaps_module


def m(start, end, name=None, **more):
    return {"start": start, "end": end, "id": name, **more}


def links(gold, run, query=None, spans=None, **settings):
    row = {"id": "q"} | ({"query": query} if query else {}) | ({"spans": spans} if spans is not None else {})
    compiled = oe.compile([{**row, "mentions": gold}], [{"id": "q", "mentions": run}], measure="linking_f1", **settings)
    return compiled.view(Links)


def counts(gold, run, *, query=None, spans=None, settings=None, **options):
    aligned = links(gold, run, query, spans, **(settings or {})).align(**options)
    return int(aligned.correct.sum()), int(aligned.spurious.sum()), int(aligned.missed.sum())


# When spans are the same


@pytest.mark.parametrize(
    ("match", "expected"), [("strong", (0, 1, 1)), ("word", (0, 1, 1)), ("weak", (1, 0, 0)), ("iou", (1, 0, 0))]
)
def test_a_span_that_lacks_a_word(match, expected):
    gold, run = [m(0, 15, "A")], [m(7, 15, "A")]
    assert counts(gold, run, query="severe headache", match=match) == expected


def test_word_match_moves_both_spans_to_the_borders_of_words():
    query = "two sedans, one coupé"
    assert counts([m(4, 10, "A")], [m(4, 9, "A")], query=query, match="word") == (1, 0, 0)
    assert counts([m(16, 21, "A")], [m(17, 19, "A")], query=query, match="word") == (1, 0, 0)
    assert counts([m(4, 10, "A")], [m(4, 11, "A")], query=query, match="word") == (0, 1, 1)  # the comma is no word


def test_word_match_without_a_text_is_strong_match():
    assert counts([m(4, 10, "A")], [m(4, 9, "A")], match="word") == (0, 1, 1)
    assert counts([m(4, 9, "A")], [m(4, 9, "A")], match="word") == (1, 0, 0)


def test_overlap_share_decides_where_asked():
    """Shared 4 of 10 code points covered together: .4."""
    gold, run = [m(0, 7, "A")], [m(3, 10, "A")]
    assert counts(gold, run, match="iou", iou=0.4) == (1, 0, 0)
    assert counts(gold, run, match="iou", iou=0.41) == (0, 1, 1)


def test_touching_spans_do_not_overlap():
    assert counts([m(0, 4, "A")], [m(4, 8, "A")], match="weak") == (0, 1, 1)


def test_weak_match_makes_as_many_pairs_as_can_be_made():
    """The first prediction could take either gold mention, the second only the first one."""
    gold = [m(0, 5, "A"), m(6, 12, "A")]
    run = [m(4, 8, "A"), m(0, 3, "A")]
    assert counts(gold, run, match="weak") == counts(gold, run[::-1], match="weak") == (2, 0, 0)


@pytest.mark.parametrize("turn", [1, -1])
def test_weak_pairs_prefer_the_exact_span_then_the_concept_then_the_share(turn):
    def pairs(gold, run):
        view = links(gold, run[::turn])
        spans = list(zip(view.predicted.start.tolist(), view.predicted.end.tolist(), strict=True))
        return [spans[place] for _, place in view.same_span("weak").tolist()]

    assert pairs([m(0, 9, "A")], [m(0, 8, "A"), m(0, 9, "B")]) == [(0, 9)]
    assert pairs([m(0, 9, "A")], [m(0, 8, "B"), m(0, 3, "A")]) == [(0, 3)]
    assert pairs([m(0, 9, "A")], [m(0, 8, "B"), m(0, 3, "B")]) == [(0, 8)]


def test_nested_mentions_are_kept_apart():
    gold = [m(0, 20, "A"), m(7, 20, "B"), m(7, 12, "C")]
    assert counts(gold, gold) == counts(gold, gold, match="weak") == (3, 0, 0)
    assert counts(gold, [m(7, 20, "B")], spans_only=True) == (1, 0, 2)


def test_types_are_compared_where_asked():
    gold, run = [m(0, 4, "A", type="drug")], [m(0, 4, "A", type="gene")]
    assert counts(gold, run) == (1, 0, 0)
    assert counts(gold, run, typed=True) == counts(gold, run, typed=True, match="weak") == (0, 1, 1)
    assert counts(gold, run, typed=True, level="document") == (0, 1, 1)
    assert counts(gold, gold, typed=True, spans_only=True) == (1, 0, 0)


# What gold says


def test_optional_gold_is_no_miss_and_what_matches_it_is_no_false_positive():
    gold = [m(0, 4, "A", optional=True), m(5, 9, "B")]
    assert counts(gold, [m(5, 9, "B")]) == (1, 0, 0)
    assert counts(gold, [m(0, 4, "A"), m(5, 9, "B")]) == (1, 0, 0)
    assert counts(gold, [m(0, 4, "C"), m(5, 9, "B")]) == (1, 1, 0)
    assert counts(gold, [m(0, 4, "C")], spans_only=True) == (0, 0, 1)
    assert counts(gold, [m(1, 4, "A")], match="weak") == (0, 0, 1)
    assert counts(gold, [m(20, 24, "A")], level="document") == (0, 0, 1)


def test_gold_that_is_not_optional_is_matched_first():
    gold = [m(0, 4, "A", optional=True), m(2, 6, "A")]
    assert counts(gold, [m(1, 5, "A")], match="weak") == (1, 0, 0)
    gold = [m(0, 4, "A", optional=True), m(0, 4, "B")]
    assert counts(gold, [m(0, 4, "A")], spans_only=True) == (1, 0, 0)


def test_a_repeat_that_is_not_optional_counts():
    gold = [m(0, 4, "A", optional=True), m(0, 4, "A")]
    assert counts(gold, []) == counts(gold[::-1], []) == (0, 0, 1)


def test_composites_need_all_their_parts():
    gold = [{"start": 0, "end": 9, "ids": ["A", "B"], "combine": "all"}]
    assert counts(gold, [{"start": 0, "end": 9, "ids": ["B", "A"], "combine": "all"}]) == (1, 0, 0)
    assert counts(gold, [m(0, 9, "A")]) == counts(gold, [m(0, 9, "A")], match="weak") == (0, 1, 1)
    assert counts(gold, [m(0, 9, "A")], spans_only=True) == (1, 0, 0)


def test_composites_are_split_at_document_level():
    gold = [{"start": 0, "end": 9, "ids": ["A", "B"], "combine": "all"}]
    assert counts(gold, [m(20, 22, "A")], level="document") == (1, 0, 1)
    assert counts(gold, [{"start": 1, "end": 2, "ids": ["A", "C"], "combine": "all"}], level="document") == (1, 1, 1)


def test_composite_of_one_concept_is_that_concept():
    gold = [{"start": 0, "end": 9, "ids": ["A", "A"], "combine": "all"}]
    assert counts(gold, [m(0, 9, "A")]) == (1, 0, 0)


def test_alternatives_under_weak_match():
    gold = [{"start": 0, "end": 9, "ids": ["A", "B"]}, m(4, 14, "B")]
    assert counts(gold, [m(5, 8, "B"), m(6, 9, "A")], match="weak") == (2, 0, 0)


def test_predictions_outside_the_annotated_area_do_not_count_and_are_listed():
    gold, run = [m(0, 4, "A")], [m(0, 4, "A"), m(8, 12, "B"), m(20, 24, "C"), m(5, 7, "D")]
    view = links(gold, run, spans=[[0, 10], {"start": 30, "end": 40}])
    aligned = view.align()
    assert (aligned.correct.tolist(), aligned.spurious.tolist(), aligned.missed.tolist()) == ([1], [1], [0])
    assert counts(gold, run, spans=[[0, 10], [10, 24]]) == (1, 3, 0)  # two spans that touch are one area
    assert counts(gold, run, spans=[[0, 4]], level="document") == (1, 0, 0)


def test_number_of_predictions_outside_the_annotated_area_is_reported():
    row = {"id": "q", "mentions": [m(0, 4, "A")], "spans": [[0, 5]]}
    compiled = oe.compile([row], [{"id": "q", "mentions": [m(0, 4, "A"), m(8, 12, "B")]}], measure="linking_f1")
    compiled.view(Links)
    assert [(each.id, each.count) for each in compiled.findings] == [("mention.area", 1)]


@pytest.mark.parametrize("area", [[[5, 4]], [[-1, 4]], [["a", 4]], [[1, 2, 3]]])
def test_broken_annotated_area_is_an_error(area):
    with pytest.raises(RecordError, match=r"gold\.spans"):
        links([m(0, 4, "A")], [], spans=area)


# What the system was given


def test_predictions_off_the_given_spans_do_not_count():
    gold, run = [m(0, 4, "A"), m(5, 9, "B")], [m(0, 4, "A"), m(5, 9, "C"), m(20, 24, "D"), m(6, 9, "B")]
    assert counts(gold, run) == (1, 3, 1)
    assert counts(gold, run, given=True) == (1, 1, 1)
    assert counts(gold, run, given=True, match="weak") == (2, 1, 0)
    assert counts(gold, run, given=True, match="iou", iou=0.9) == (1, 1, 1)


def test_scope_of_gold_in_the_ontology_sets_gold_nil_aside():
    gold = [m(0, 4, "A"), m(5, 9, None), m(10, 14, "B")]
    run = [m(0, 4, "A"), m(5, 9, "C"), m(10, 14, None), m(20, 24, "D")]
    assert counts(gold, run, scope="gold_in_kb") == (1, 2, 1)  # C lies on a gold NIL
    assert counts(gold, run, scope="in_kb") == (1, 2, 1)  # C is wrong, the predicted NIL is not looked at


# Ids as they are written


def test_ids_as_written_are_compared_as_text():
    gold, run = [m(0, 4, "HP:0001250"), m(5, 9, "nil")], [m(0, 4, "HP_0001250"), m(5, 9, None)]
    assert counts(gold, run) == (2, 0, 0)
    assert counts(gold, run, resolve=False) == (1, 1, 1)  # NIL is NIL however it is written
    assert counts(gold, run, resolve=False, level="document") == (0, 1, 1)


def test_two_spellings_on_one_span_are_two_ids_as_written():
    gold, run = [m(0, 4, "HP:1"), m(0, 4, "HP_1")], [m(0, 4, "HP:1")]
    assert counts(gold, run) == (1, 0, 0)
    assert counts(gold, run, resolve=False) == (1, 0, 1)


def test_alternatives_as_written():
    gold = [{"start": 0, "end": 4, "ids": ["HP:1", "HP:2"]}]
    assert counts(gold, [m(0, 4, "HP:2")], resolve=False) == (1, 0, 0)
    assert counts(gold, [m(0, 4, "HP_2")], resolve=False) == (0, 1, 1)


# Arrays


def test_arrays_keep_what_the_records_say():
    mention = m(0, 4, "A", type="drug", score=0.5, nil_cluster="n1", optional=True)
    view = links([mention | {"candidates": [{"id": "B", "score": 0.1}, {"id": "C", "score": 0.9}]}], [m(0, 4)])
    gold = view.gold
    assert (view.types[gold.kind[0]], view.clusters[gold.cluster[0]], gold.score[0]) == ("drug", "n1", 0.5)
    assert gold.optional.tolist() == [True]
    assert view.spellings == ["A", "B", "C"]
    assert [view.spellings[place] for place in gold.candidates.raw] == ["C", "B"]  # by score
    assert view.predicted.raw.tolist() == [-1]
    assert np.isnan(view.predicted.score).all()


def test_candidates_with_equal_or_unknown_scores_keep_their_order():
    tied = [{"id": "B", "score": 0.5}, {"id": "A", "score": 0.5}]
    unknown = [{"id": "B", "score": 0.1}, {"id": "A"}]
    view = links([m(0, 4, "A")], [m(0, 4, "A", candidates=tied), m(5, 9, "A", candidates=unknown)])
    assert [view.spellings[place] for place in view.predicted.candidates.raw] == ["B", "A", "B", "A"]
    assert view.predicted.candidates.ties == 1


@pytest.mark.parametrize("turn", [1, -1])
def test_of_repeats_the_one_that_says_most_is_kept(turn):
    run = [m(0, 4, "A"), m(0, 4, "A", type="drug", score=0.2), m(0, 4, "A", type="drug", score=0.7)]
    view = links([m(0, 4, "A")], run[::turn])
    assert (view.predicted.score.tolist(), view.predicted.kind.tolist()) == ([0.7], [0])
    assert view.predicted.repeats.tolist() == [2]


# Bad input


def test_too_many_overlaps_are_an_error_and_no_hang(monkeypatch):
    monkeypatch.setattr(overlaps_module, "_MOST_PAIRS", 99)
    many = [m(0, 10 + place, "A") for place in range(10)]
    with pytest.raises(InputError, match="100 pairs of a gold and a predicted mention overlap"):
        counts(many, many, match="weak")


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "0.5x"])
def test_scores_that_are_no_number_are_errors_with_their_place(bad):
    with pytest.raises(RecordError) as error:
        links([m(0, 4, "A")], [m(0, 4, "A"), m(5, 9, "B", score=bad)])
    assert error.value.findings[0].where == "run[0] run.mentions[1].score"


@pytest.mark.parametrize("offset", [2**53, 10**30])
def test_absurd_offsets_are_errors(offset):
    with pytest.raises(RecordError, match=r"gold\.mentions"):
        links([m(0, offset, "A")], [])


def test_parents_name_mentions_of_the_same_list():
    with pytest.raises(RecordError, match="mention 0 has the parent 7"):
        links([m(0, 4, "A", parents=[7])], [])


def test_offsets_far_apart_do_not_overflow():
    far = 2**53 - 100
    gold = [m(0, 4, "A"), m(far, far + 9, "B")]
    assert counts(gold, gold) == counts(gold, [m(0, 4, "A"), m(far + 1, far + 9, "B")], match="weak") == (2, 0, 0)
