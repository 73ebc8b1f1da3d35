"""Hard filter or bonus: rankings, exclusion by predicate, the verdict. Figures are the specification's or by hand."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError, UsageError
from ontoeval.evaluation.hard_or_soft import Decisions, decide
from ontoeval.evaluation.soft_filters import Ranked
from ontoeval.report.decisions import as_json

INFINITY = float("inf")
#: W4 of the specification: a .9 fails, relevant; b .8 passes, relevant; c .7 passes; d .6 passes, relevant; e .5 fails.
W4 = Ranked(
    question=np.zeros(5, dtype=np.int64),
    score=np.array([0.9, 0.8, 0.7, 0.6, 0.5]),
    relevant=np.array([True, True, False, True, False]),
    passes=np.array([False, True, True, True, False]),
    n_relevant=np.array([3]),
)


@pytest.mark.parametrize(
    ("k", "boost", "precision", "recall"),
    [
        *((2, boost, 1.0, 0.6667) for boost in (0.0, 0.05, 0.15)),
        *((2, boost, 0.5, 0.3333) for boost in (0.25, INFINITY, None)),
        *((3, boost, 0.6667, 0.6667) for boost in (0.0, 0.05, 0.15, 0.25, INFINITY, None)),
        *((4, boost, 0.75, 1.0) for boost in (0.0, 0.05, 0.15, 0.25, INFINITY)),
        (4, None, 0.5, 0.6667),
    ],
)
def test_rankings_of_w4(k, boost, precision, recall):
    """None is the hard filter; precision divides by k, even where only three documents survive."""
    hits = W4.hits(k, boost, "score")[0]
    assert (round(hits / k, 4), round(hits / 3, 4)) == (precision, recall)
    assert W4.precision(k, boost, "score", "k").round(4).tolist() == [precision]


def test_precision_of_what_is_returned():
    """W4 at 4: three survive, two of them relevant; without survivors it is 0."""
    assert W4.precision(4, None).round(4).tolist() == [0.6667]
    assert W4.precision(4, INFINITY).tolist() == [0.75]
    none = Ranked(W4.question, W4.score, W4.relevant, np.zeros(5, dtype=bool), W4.n_relevant)
    assert none.precision(4, None).tolist() == [0.0]


def test_a_bonus_in_standard_deviations():
    """The deviation of .9 .8 .7 .6 .5 is sqrt(.02) = .1414: 1.5 of them are .2121 and move b and c above a."""
    assert W4.deviations().round(4).tolist() == [0.1414]
    assert W4.hits(2, 1.5)[0] == 1
    assert W4.hits(2, 1.0)[0] == 2  # .1414 moves only b
    same = Ranked(W4.question, np.full(5, 0.5), W4.relevant, W4.passes, W4.n_relevant)
    assert same.deviations().tolist() == [1.0]


candidates = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from([0.1, 0.5, 0.5, 0.9]), st.booleans(), st.booleans()), max_size=30
)


@given(rows=candidates, k=st.integers(1, 6))
def test_laws_of_a_bonus(rows, k):
    """No bonus is no filter; an endless one finds at least what the filter finds, and the same where enough survive."""
    ordered = sorted(rows, key=lambda row: (row[0], -row[1]))
    columns = [np.array([row[place] for row in ordered]) for place in range(4)]
    question = columns[0].astype(np.int64)
    ranked = Ranked(question, columns[1].astype(float), columns[2].astype(bool), columns[3].astype(bool), np.full(4, 9))
    first = [place for place in range(len(rows)) if place - np.searchsorted(question, question[place]) < k]
    plain = np.bincount(question[[place for place in first if ranked.relevant[place]]], minlength=4)
    assert ranked.hits(k, 0.0).tolist() == plain.tolist()
    hard, endless = ranked.hits(k, None), ranked.hits(k, INFINITY)
    assert (endless >= hard).all()
    enough = np.bincount(question[ranked.passes], minlength=4) >= k
    assert (endless[enough] == hard[enough]).all()
    assert (ranked.precision(k, INFINITY, per="k") >= ranked.precision(k, None, per="k")).all()


# ---- logs ----------------------------------------------------------------------------------------------------------

DOCS = [
    {"id": "en1", "lang": "en", "kind": "a"},
    {"id": "en2", "lang": "en", "kind": "b"},
    {"id": "de1", "lang": "de", "kind": "a"},
    {"id": "de2", "lang": "de", "kind": "b"},
]


def log(rows: list[tuple[list[str], Any, list[str]]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Golden set and run of (gold documents, filter, candidates from best to worst)."""
    gold = [{"id": f"q{n}", "docs": docs} for n, (docs, _, _) in enumerate(rows)]
    run = [
        {
            "id": f"q{n}",
            "predicates": filter_,
            "candidates": {doc: 1 - 0.1 * rank for rank, doc in enumerate(found)},
        }
        for n, (_, filter_, found) in enumerate(rows)
    ]
    return gold, run


def many(*groups: tuple[int, tuple[list[str], Any, list[str]]]) -> Any:
    return log([row for count, row in groups for _ in range(count)])


EVERY = ["de1", "en1", "de2", "en2"]
HELPS = (["en1"], {"lang": "en"}, EVERY)  # the filter brings the gold document to the top
HURTS = (["en1"], {"lang": "de"}, ["en1", "de1"])  # the filter excludes it


def decided(rows: Any, **options: Any) -> Decisions:
    gold, run = rows
    return decide(gold, run, docs=DOCS, replicates=1000, **({"k": 1} | options))


def test_soft_where_a_predicate_excludes_gold_documents():
    found = decided(many((40, HURTS)))["lang"]
    assert (found.verdict, found.n, found.excluded, found.rescued) == ("soft", 40, 40, 40)
    assert found.exclusion.value == 1.0
    assert (found.hard_precision, found.hard_recall, found.soft_precision, found.soft_recall) == (0, 0, 1, 1)
    assert found.boost == 0.0  # every bonus that is large enough loses the document


def test_soft_where_a_bonus_does_as_well():
    """A bonus of one standard deviation puts the right document first: the filter gains nothing, and δ = .2 is not
    reached. 300 questions without exclusion: at most 0.993 % (Clopper-Pearson)."""
    found = decided(many((300, HELPS)), delta=0.2)["lang"]
    assert found.exclusion.high == pytest.approx(1 - 0.05 ** (1 / 300), abs=1e-9)
    assert (found.hard_precision, found.soft_precision, found.verdict) == (1.0, 1.0, "soft")


def test_hard_where_a_bonus_cannot_do_it():
    """Only no bonus is on offer, so the ranking without a filter is what hard is compared with."""
    found = decided(many((300, HELPS)), boosts=[0.0])["lang"]
    assert (found.hard_precision, found.soft_precision, found.verdict) == (1.0, 0.0, "hard")
    assert found.difference.value == 1.0
    assert found.n_needed is None


def test_inconclusive_with_the_number_of_questions_and_soft_meanwhile():
    """100 questions without exclusion: 149 would show < 2 % (spec §3.5)."""
    decisions = decided(many((100, HELPS)), boosts=[0.0])
    found = decisions["lang"]
    assert (found.verdict, found.n_needed, found.needed) == ("inconclusive", 149, "about 49 more questions needed")
    assert "soft meanwhile" in found.reason
    assert decisions.inconclusive


def test_a_mandatory_predicate_stays_hard_and_is_measured():
    decisions = decided(many((40, HURTS)), mandatory=["lang"])
    found = decisions["lang"]
    assert (found.verdict, found.excluded, found.exclusion.value) == ("mandatory", 40, 1.0)
    assert not decisions.inconclusive


def test_gold_that_a_mandatory_predicate_excludes_is_no_fault_of_the_others():
    """lang is mandatory and excludes q0's only gold document; kind is measured on the others."""
    both = {"lang": "de", "kind": "b"}
    rows = log([(["en1"], both, EVERY), (["de1", "de2"], both, EVERY), (["de1"], both, EVERY)])
    free = decided(rows)
    assert (free["kind"].n, free["kind"].excluded, free["lang"].excluded) == (3, 2, 1)
    bound = decided(rows, mandatory=["lang"])
    assert (bound["kind"].n, bound["kind"].excluded, bound["lang"].n) == (2, 1, 3)


def test_exclusion_is_that_of_smallest_relaxations():
    """Both predicates exclude en1 only together with the other: in every relaxation, and neither rescues alone."""
    rows = log([(["en1"], {"lang": "de", "kind": "b"}, EVERY)])
    found = decided(rows)
    assert [(one.predicate, one.excluded, one.rescued) for one in found.decisions] == [("kind", 1, 0), ("lang", 1, 0)]
    # two gold documents, each lost to one predicate: either of them would do
    found = decided(log([(["en1", "de2"], [{"lang": "de"}, {"kind": "a"}], EVERY)]))
    assert [(one.predicate, one.excluded, one.rescued) for one in found.decisions] == [("kind", 1, 1), ("lang", 1, 1)]


def test_the_rest_of_the_filter_stays():
    """lang is compared among documents of kind a only, so de2 and en2 are never seen."""
    gold, run = many((30, (["en1"], {"lang": "en", "kind": "a"}, ["en2", "de2", "de1", "en1"])))
    found = decide(gold, run, docs=DOCS, k=2, boosts=[0.0], replicates=200)["lang"]
    assert found.soft_recall == 1.0  # de1, en1


def test_only_questions_that_use_a_predicate_count_for_it():
    decisions = decided(many((3, HELPS), (2, (["en1"], {"kind": "a"}, EVERY)), (4, (["en1"], {}, EVERY))))
    assert {one.predicate: one.n for one in decisions.decisions} == {"lang": 3, "kind": 2}
    assert (decisions.n_scored, decisions.n_samples) == (9, 9)


def test_clusters_count_once():
    gold, run = many((30, HURTS), (10, HELPS))
    for number, row in enumerate(gold):
        row["cluster"] = f"user {number // 20}"
    found = decide(gold, run, docs=DOCS, k=1, replicates=200)["lang"]
    assert (found.n, found.excluded, found.exclusion.value) == (2, 30, 0.75)
    # one of two users is excluded always, both at some time: at least 2.5 % (1 of 2), at most 1
    assert (round(found.exclusion.low, 4), found.exclusion.high) == (0.0253, 1.0)


def test_general_trees_and_logged_filters():
    native = {
        "must": [{"should": [{"key": "lang", "match": {"value": "de"}}, {"key": "kind", "match": {"value": "b"}}]}]
    }
    gold = [{"id": "q", "docs": ["en1"]}]
    run = [{"id": "q", "filter": native, "dialect": "qdrant", "candidates": EVERY}]
    found = decide(gold, run, docs=DOCS, k=1, replicates=100)
    assert [(one.predicate, one.excluded, one.rescued) for one in found.decisions] == [("kind", 1, 1), ("lang", 1, 1)]
    assert [finding.id for finding in found.findings] == ["filter.unscored"]


def test_candidates_that_were_filtered_already_are_noticed():
    found = decided(many((2, (["en1"], {"lang": "en"}, ["en1", "en2"]))))
    assert [finding.id for finding in found.findings] == ["filter.filtered"]


def test_candidates_outside_the_corpus_are_counted():
    found = decided(many((2, (["en1"], {"lang": "en"}, ["en1", "de1", "elsewhere"]))))
    assert [(finding.id, finding.count) for finding in found.findings] == [("filter.candidates", 2)]


def test_any_order_gives_the_same():
    gold, run = many((30, HELPS), (5, HURTS))
    again = decide(gold[::-1], run[::-1], docs=DOCS[::-1], k=1, replicates=300)
    assert again.rows() == decide(gold, run, docs=DOCS, k=1, replicates=300).rows()


def test_json_holds_an_endless_bonus_and_no_nan():
    content = json.loads(as_json(decided(many((3, HELPS)))))
    assert content["decisions"][0]["curve"][-1]["boost"] == "inf"
    assert content["k"] == 1


def test_it_is_where_the_other_filter_functions_are():
    assert oe.filters.decide is decide


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": 0}, "k=0"),
        ({"epsilon": 0}, "epsilon=0"),
        ({"delta": 2}, "delta=2"),
        ({"seed": -1}, "seed=-1"),
        ({"boosts": []}, r"boosts=\[\]"),
        ({"boosts": [-1]}, r"boosts=\[-1\]"),
    ],
)
def test_parameters_outside_their_range(options, message):
    with pytest.raises(BadParameter, match=message):
        decided(many((1, HELPS)), **options)


def test_inputs_that_cannot_be_used():
    gold, run = many((2, HELPS))
    with pytest.raises(InputError, match=r"no row has run\.candidates"):
        decide(gold, [{key: row[key] for key in ("id", "predicates")} for row in run], docs=DOCS)
    with pytest.raises(InputError, match=r"no row has run\.predicates"):
        decide(gold, [{key: row[key] for key in ("id", "candidates")} for row in run], docs=DOCS)
    with pytest.raises(InputError, match="no question has eligible gold"):
        decide([{**row, "docs": ["elsewhere"]} for row in gold], run, docs=DOCS)
    with pytest.raises(UsageError, match="no predicate 'year'"):
        decided((gold, run))["year"]
