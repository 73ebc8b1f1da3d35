"""Two runs on the same questions: verdicts, claims, what must not be compared, and the same bits always."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

import ontoeval as oe
from ontoeval.errors import NotComparable, UsageError
from ontoeval.evaluation.compare import compare
from ontoeval.evaluation.record import record
from ontoeval.records import batch, samples
from ontoeval.statistics import bootstrap

N = 40


def gold(n=N, **more):
    return [
        {"id": f"q{i:03}", "docs": [f"d{i}"], "tags": {"half": "a" if i < n / 2 else "b"}}
        | {name: make(i) for name, make in more.items()}
        for i in range(n)
    ]


def run(found, n=N):
    """A run in which the given questions find their document first, and the others second."""
    return [{"id": f"q{i:03}", "retrieved": [f"d{i}", "x"] if i in found else ["x", f"d{i}"]} for i in range(n)]


def report(found, metrics=("success@1", "reciprocal_rank"), n=N, by=(), gold_rows=None, **options):
    compiled = oe.compile(gold(n) if gold_rows is None else gold_rows, run(found, n), **options)
    return oe.evaluate(compiled, list(metrics), by=list(by))


# Verdicts


def test_better_worse_and_no_evidence():
    before, after = report(range(10)), report(range(25))
    better, worse, same = before.compare(after), after.compare(before), before.compare(before)
    assert [change.verdict for change in better.changes] == ["better", "better"]
    assert [change.verdict for change in worse.changes] == ["worse", "worse"]
    assert [change.verdict for change in same.changes] == ["no evidence", "no evidence"]
    assert better["success@1"].paired.delta == 0.375
    assert same["success@1"].paired.p == 1.0


def test_a_small_change_is_no_evidence():
    """Three flips of 40: the exact p is 2 / 2**3 = .25."""
    change = report(range(10)).compare(report(range(13)))["success@1"]
    assert (change.verdict, change.paired.p) == ("no evidence", 0.25)


def test_where_lower_is_better_a_fall_is_better():
    docs = [{"id": f"d{i}", "lang": "en" if i < 30 else "de"} for i in range(N)]

    def filtered(lang):
        rows = [{"id": f"q{i:03}", "predicates": {"lang": lang}} for i in range(N)]
        return oe.evaluate(oe.compile(gold(), rows, docs=docs), ["false_exclusion_rate"])

    change = filtered("de").compare(filtered("en"))["false_exclusion_rate"]
    assert (change.paired.a, change.paired.b, change.verdict) == (0.75, 0.25, "better")
    assert change.paired.flips == (10, 30)


def test_flips_are_counted_and_tested_by_mcnemar():
    """Found first only before: 2; only after: 12. The exact p is 2 (1 + 14 + 91) / 2**14 = .01294, by hand."""
    change = report(range(10)).compare(report(range(2, 22)))["success@1"]
    assert change.paired.flips == (12, 2)
    assert change.paired.mcnemar == pytest.approx(212 / 2**14)
    assert "0→1: 12, 1→0: 2" in change.reason
    row = change.as_dict()
    assert (row["only_b"], row["only_a"]) == (12, 2)


def test_p_is_adjusted_for_all_measures_of_the_slice():
    """Holm: the same p twice is doubled."""
    found = report(range(10), ["success@1", "precision@1"]).compare(report(range(15), ["success@1", "precision@1"]))
    assert [change.paired.p for change in found.changes] == [0.0625, 0.0625]
    assert [change.p_adjusted for change in found.changes] == [0.125, 0.125]


def test_alpha_moves_the_verdict():
    a, b = report(range(10), ["success@1"]), report(range(15), ["success@1"])
    assert a.compare(b)["success@1"].verdict == "no evidence"
    assert a.compare(b, alpha=0.1)["success@1"].verdict == "better"


def test_few_questions_are_said():
    change = report([0], n=6).compare(report([0, 1], n=6))["success@1"]
    assert change.reason.startswith("only 6 independent questions")
    assert "rough" in change.paired.interval.method


# Margins


def claims(before, after, margin, n=N):
    found = report(before, n=n).compare(report(after, n=n), margin=margin)
    return {change.metric: change.claim for change in found.changes}


def test_superior_needs_the_interval_beyond_the_margin():
    assert claims(range(10), range(35), 0.1)["success@1"] == "superior"
    assert claims(range(10), range(35), 0.6)["success@1"] == "non-inferior"
    assert claims(range(35), range(10), 0.1)["success@1"] == "not shown"


def test_equal_runs_are_not_inferior_when_there_are_enough_questions():
    """No loss in n questions: the share of losses is below 1 - .025 ** (1 / n): 8.8 % of 40, 1.8 % of 200."""
    assert claims(range(10), range(10), 0.02)["success@1"] == "not shown"
    assert claims(range(10), range(10), 0.09)["success@1"] == "non-inferior"
    assert claims(range(10), range(10), 0.02, n=200)["success@1"] == "non-inferior"


def test_no_loss_among_few_questions_does_not_show_non_inferiority():
    """Three of eleven rise, none falls; the bootstrap says [0, …], but losses up to 28 % are compatible with that."""
    found = report([], n=11).compare(report(range(3), n=11), margin=0.02)["success@1"]
    assert found.paired.interval.low == 0
    assert (found.verdict, found.claim) == ("no evidence", "not shown")


def test_superior_needs_evidence_too():
    found = report([], ["success@1"], n=23).compare(report(range(4), ["success@1"], n=23), margin=0.01)["success@1"]
    assert found.paired.interval.low > 0.01
    assert (found.verdict, found.claim) == ("no evidence", "not shown")


def test_margins_by_name_leave_the_others_alone():
    assert claims(range(10), range(35), {"success@1": 0.1}) == {"success@1": "superior", "reciprocal_rank": None}


def test_margin_where_lower_is_better():
    before, after = report(range(10)), report(range(35))
    lower = {"direction": "lower"}

    def turned(found):
        kept = record(found)
        return replace(kept, measures={name: replace(m, **lower) for name, m in kept.measures.items()})

    found = compare(turned(after), turned(before), margin=0.1)
    assert (found["success@1"].verdict, found["success@1"].claim) == ("better", "superior")


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"margin": -0.1}, "-0.1"),
        ({"margin": float("nan")}, "nan"),
        ({"margin": {"recall": 0.1}}, "recall"),
        ({"alpha": 0}, "alpha"),
        ({"by": ["hafl"]}, "hafl"),
    ],
)
def test_what_cannot_be_meant_is_refused(options, word):
    with pytest.raises(UsageError, match=word) as error:
        report(range(5)).compare(report(range(6)), **options)
    assert error.value.expected
    if "by" in options:
        assert error.value.mend == "did you mean half?"


# Which questions


def test_only_common_questions_are_compared_and_it_is_said():
    wide, narrow = report(range(10), n=40), report(range(10), n=30)
    found = wide.compare(narrow)
    assert found.n_common == 30
    assert found.notes == ["30 common ids of 40 and 30"]
    assert found["success@1"].paired.a == pytest.approx(1 / 3)


def test_questions_with_another_gold_are_left_out_and_it_is_said():
    other = gold()
    other[0] = {**other[0], "docs": ["elsewhere"]}
    found = report(range(10)).compare(report(range(10), gold_rows=other))
    assert found.n_common == 39
    assert found.notes == ["1 common ids have another gold or weight in B and are left out"]


def test_questions_with_another_weight_are_left_out():
    weighted = gold(weight=lambda i: 2.0 if i < 3 else 1.0)
    found = report(range(10)).compare(report(range(10), gold_rows=weighted))
    assert found.n_common == 37


def test_another_grouping_into_clusters_is_said():
    found = report(range(10)).compare(report(range(12), gold_rows=gold(cluster=lambda i: str(i % 5))))
    assert found.notes == ["clusters differ: those of A are used"]


def test_no_common_id_or_gold_or_measure_is_not_comparable():
    a = report(range(5))
    others = [{"id": f"z{i}", "docs": ["d"]} for i in range(3)]
    foreign = oe.evaluate(oe.compile(others, [{"id": "z0", "retrieved": ["d"]}]), ["success@1"])
    with pytest.raises(NotComparable, match="no common ids: 'q000' … and 'z0' …") as error:
        a.compare(foreign)
    assert error.value.exit_code == 4
    moved = [{**row, "docs": ["elsewhere"]} for row in gold()]
    with pytest.raises(NotComparable, match="all common ids have another gold"):
        a.compare(report(range(5), gold_rows=moved))
    with pytest.raises(NotComparable, match="no measure in common"):
        a.compare(report(range(5), ["recall@7"]))


def test_measures_of_one_report_only_are_said():
    found = report(range(5), ["success@1", "recall@1"]).compare(report(range(6), ["success@1", "success@2"]))
    assert [change.metric for change in found.changes] == ["success@1"]
    assert [note.rpartition(": ")[2] for note in found.notes] == ["recall@1", "success@2"]
    with pytest.raises(UsageError, match=r"no 'recall@1'"):
        found["recall@1"]


# What must not be compared

ONTOLOGY = b"format-version: 1.2\n\n[Term]\nid: A:1\nname: a\n"


def test_another_ontology_is_refused_with_the_reason():
    a = report(range(5), ontology=oe.load(ONTOLOGY))
    b = report(range(9), ontology=oe.load(ONTOLOGY.replace(b"name: a", b"name: b")))
    for change in a.compare(b).changes:
        assert (change.verdict, change.paired, change.p_adjusted) == ("not comparable", None, None)
        assert change.reason.startswith("another ontology: ")
        assert change.as_dict()["delta"] is None


def test_other_documents_and_settings_are_refused():
    docs = [{"id": f"d{i}"} for i in range(N)]
    found = report(range(5), docs=docs).compare(report(range(5), docs=docs[:-1]))
    assert found["success@1"].reason.startswith("another docs: ")
    found = report(range(5), slots=["a"]).compare(report(range(5), slots=["b"]))
    assert found["success@1"].reason.startswith("another settings: ")


def test_another_version_of_the_metric_is_refused():
    a, b = record(report(range(5))), record(report(range(9)))
    raised = {**b.measures, "success@1": replace(b.measures["success@1"], version=7)}
    found = compare(a, replace(b, measures=raised))
    assert found["success@1"].reason == "version 1 of the metric against version 7"
    assert found["reciprocal_rank"].p_adjusted == found["reciprocal_rank"].paired.p


def test_what_one_run_does_not_measure_is_refused():
    rows = [{"id": f"q{i:03}", "answer": "a"} for i in range(N)]
    silent = oe.evaluate(oe.compile(gold(), rows), ["success@1"])
    found = silent.compare(report(range(5), ["success@1"]))
    assert found["success@1"].reason == "unmeasured: no row has run.retrieved"


# Tiny and degenerate


@pytest.mark.parametrize(
    ("n", "reason"),
    [(1, "only 1 independent question; 0→1: 1, 1→0: 0; no interval: fewer than two independent samples")],
)
def test_one_question(n, reason):
    found = report([], n=n).compare(report([0], n=n))["success@1"]
    assert (found.verdict, found.paired.p, found.reason) == ("no evidence", 1.0, reason)


def test_two_questions():
    found = report([], n=2).compare(report([0, 1], n=2))["success@1"]
    assert (found.verdict, found.paired.p) == ("no evidence", 0.5)


def test_one_cluster():
    rows = gold(cluster=lambda i: "one user")
    found = report([], gold_rows=rows).compare(report(range(N), gold_rows=rows))["success@1"]
    assert (found.paired.n, found.paired.p, found.paired.mcnemar) == (1, 1.0, None)
    assert "no interval: fewer than two independent samples" in found.reason


def test_all_equal():
    found = report(range(N)).compare(report(range(N)))["success@1"]
    assert (found.paired.delta, found.paired.n_differ, found.verdict, found.reason) == (0.0, 0, "no evidence", "")


def test_undefined_on_both_sides():
    rows = [{**row, "docs": []} for row in gold()]
    found = report(range(5), gold_rows=rows).compare(report(range(5), gold_rows=rows))["success@1"]
    assert (found.verdict, found.reason) == ("no evidence", "a value is undefined")


# Slices and moved questions


def test_slices_by_tag():
    found = report(range(5)).compare(report(range(20)), by=["half"])
    slices = {(change.slice, change.metric): change for change in found.changes if change.slice}
    assert slices["half=a", "success@1"].paired.delta == 0.75
    assert slices["half=a", "success@1"].verdict == "better"
    assert slices["half=b", "success@1"].paired.delta == 0
    whole = {change.metric: change for change in found.changes if not change.slice}
    assert whole["success@1"].paired.n == 40
    assert slices["half=a", "success@1"].paired.n == 20


def test_questions_that_moved_most_come_first_with_their_stage():
    def staged(found, candidates):
        rows = [
            {
                "id": f"q{i:03}",
                "candidates": [f"d{i}"] if i in candidates else ["x"],
                "retrieved": [f"d{i}", "x"] if i in found else ["x"],
            }
            for i in range(6)
        ]
        return oe.evaluate(oe.compile(gold(6), rows), ["reciprocal_rank"])

    found = staged({0, 1}, {0, 1, 2}).compare(staged({0, 2}, {0, 2}))
    assert found.moved == [
        {"id": "q001", "metric": "reciprocal_rank", "a": 1.0, "b": 0.0, "gain": -1.0}
        | {"lost_in_a": None, "lost_in_b": "candidates"},
        {"id": "q002", "metric": "reciprocal_rank", "a": 0.0, "b": 1.0, "gain": 1.0}
        | {"lost_in_a": "rerank", "lost_in_b": None},
    ]


# The same bits


def shown(comparison):
    return json.dumps([comparison.rows(), comparison.moved, comparison.n_common], allow_nan=False)


METRICS = ["success@1", "reciprocal_rank", "ndcg@10", 'recall(average="macro:half")@1']


def test_order_of_the_samples_does_not_matter():
    rows = gold(60, cluster=lambda i: str(i // 3), weight=lambda i: 1 + i % 4)
    first, second = run(range(10), 60), run(range(5, 31), 60)

    def compared(seed):
        order = random.Random(seed)
        reports = []
        for answers in (first, second):
            mine, theirs = list(rows), list(answers)
            if seed:
                order.shuffle(mine)
                order.shuffle(theirs)
            reports.append(oe.evaluate(oe.compile(mine, theirs), METRICS))
        return shown(reports[0].compare(reports[1], by=["half"]))

    assert compared(0) == compared(1) == compared(2)


def test_size_of_batches_and_of_bootstrap_chunks_does_not_matter(monkeypatch):
    def compared():
        return shown(report(range(10), METRICS).compare(report(range(5, 25), METRICS)))

    whole = compared()
    for size in (1, 7, 33):
        monkeypatch.setattr(bootstrap, "_ROWS_AT_ONCE", size)
        monkeypatch.setattr(batch, "ROWS_PER_BATCH", size)
        monkeypatch.setattr(samples, "ROWS_PER_BATCH", size)
        assert compared() == whole


@pytest.mark.parametrize("name", ["f_score(beta=2.0)@5", "f_score(beta=2)@5", "f_score(k=5, beta=2)", "f_score"])
def test_a_measure_is_found_however_it_is_written(name):
    report = oe.evaluate(oe.compile({"q": ["d"]}, {"q": ["d"]}), ["f_score(beta=2)@5", "recall@5"])
    assert report[name].metric == report.compare(report)[name].metric == "f_score(beta=2.0)@5"
    with pytest.raises(UsageError, match="the comparison has no 'recal@5'; expected recall@5"):
        report.compare(report)["recal@5"]
