"""`oe.score`, `oe.evaluate` and the report: values, slices, items, tables, signatures."""

from __future__ import annotations

import json
import math

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError, UnknownMetric, UsageError

# Issue 2: the handbook's four questions.
QRELS = {"q1": ["d3"], "q2": ["d2", "d7"], "q3": ["d11"], "q4": ["d5"]}
RUNS = {
    "q1": ["d8", "d3", "d1", "d4", "d2", "d9", "d6", "d10", "d12", "d13"],
    "q2": ["d2", "d6", "d4", "d7", "d1", "d3", "d8", "d11", "d5", "d9"],
    "q3": ["d11", "d2", "d3", "d4", "d1", "d6", "d7", "d8", "d10", "d12"],
    "q4": ["d1", "d2", "d3", "d6", "d8", "d9", "d10", "d12", "d13", "d14"],
}


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("recall@5", 0.750),
        ("reciprocal_rank", 0.625),
        ("ndcg@5", 0.627),
        ('ndcg(gain="linear")@5', 0.627),  # the grades are 0 and 1
        ("average_precision", 0.5625),
        ("precision@5", 0.20),
    ],
)
def test_retrieval_example_of_issue_2(metric, value):
    assert oe.score(metric, QRELS, RUNS).value == pytest.approx(value, abs=5e-4)


def test_items_of_the_retrieval_example():
    """Worked by hand: q2 has d2 and d7 at ranks 1 and 4; q4 has nothing."""
    report = oe.evaluate(oe.compile(QRELS, RUNS), ["recall@5", "reciprocal_rank", "ndcg@5"])
    assert [item["value"] for item in report.items("recall@5")] == [1.0, 1.0, 1.0, 0.0]
    assert [item["value"] for item in report.items("reciprocal_rank")] == [0.5, 1.0, 1.0, 0.0]
    expected = [1 / math.log2(3), (1 + 1 / math.log2(5)) / (1 + 1 / math.log2(3)), 1.0, 0.0]
    assert [item["value"] for item in report.items("ndcg@5")] == pytest.approx(expected)


DOCS = [
    {"id": "d1", "tenant": "acme", "locale": "en-US"},
    {"id": "d2", "tenant": "acme", "locale": "en-GB"},
    {"id": "d3", "tenant": "globex", "locale": "en-US"},
    {"id": "d4", "tenant": "acme", "locale": "en-US"},
    {"id": "d5", "tenant": "acme", "locale": "de-DE"},
]
GOLD = [{"id": f"q{n}", "docs": [doc]} for n, doc in enumerate(["d2", "d4", "d3", "d5"], 1)]
FILTERS = [{"locale": "en-US"}, {"tenant": "acme"}, {"tenant": "acme"}, {"locale": "de-DE"}]
FILTERED = [{"id": f"q{n}", "predicates": predicates} for n, predicates in enumerate(FILTERS, 1)]


def test_exclusion_example_of_issue_2():
    """Two of four, exact interval 6.76–93.24 %."""
    result = oe.score("false_exclusion_rate", GOLD, FILTERED, docs=DOCS)
    assert result.value == 0.5
    assert (result.low, result.high) == pytest.approx((0.0676, 0.9324), abs=5e-5)
    assert result.interval == "exact 95% (Clopper-Pearson)"
    assert [item["id"] for item in result.items if item["value"]] == ["q1", "q3"]


def test_report_finds_results_by_name_and_by_bare_name():
    report = oe.evaluate(oe.compile(QRELS, RUNS), ["recall@5", "ndcg@5", "ndcg@10"])
    assert report["recall@5"] == report["recall"]
    with pytest.raises(UsageError, match="the report has no 'ndcg'") as error:
        report["ndcg"]
    assert error.value.expected == "ndcg@5 or ndcg@10"
    with pytest.raises(UsageError) as error:
        report["recal@5"]
    assert "recall@5" in error.value.expected


def test_one_notation_need_not_be_a_list():
    report = oe.evaluate(oe.compile(QRELS, RUNS), "recall@5")
    assert [result.metric for result in report] == ["recall@5"]


def test_unknown_metric_suggests():
    with pytest.raises(UnknownMetric) as error:
        oe.score("recal@5", QRELS, RUNS)
    assert "recall" in error.value.mend
    assert error.value.exit_code == 2


def test_compiled_samples_take_no_second_ontology():
    with pytest.raises(UsageError, match="have their ontology"):
        oe.evaluate(oe.compile(QRELS, RUNS), ["recall"], docs=DOCS)


# Slices


def tagged():
    gold = [
        {"id": name, "docs": docs, "tags": {"kind": kind}}
        for (name, docs), kind in zip(QRELS.items(), "aabb", strict=True)
    ]
    gold[3]["tags"] = {}
    return oe.compile(gold, [{"id": name, "retrieved": hits} for name, hits in RUNS.items()])


def test_slices_by_tag():
    report = oe.evaluate(tagged(), ["reciprocal_rank"], by=["kind"])
    assert [(result.slice, result.value, result.n_samples) for result in report] == [
        ("", 0.625, 4),
        ("kind=a", 0.75, 2),
        ("kind=b", 1.0, 1),
    ]


def test_tags_are_gone_through_once_for_all_their_values():
    """As many slices as samples took a pass over all samples each."""

    class Tags(list):
        passes = 0

        def __iter__(self):
            Tags.passes += 1
            return super().__iter__()

    rows = [{"id": f"q{n}", "docs": ["a"], "tags": {"n": str(n)}} for n in range(50)]
    compiled = oe.compile(rows, [{"id": f"q{n}", "retrieved": [*["b", "c"][: n % 3], "a"]} for n in range(50)])
    compiled.roster.tags = Tags(compiled.roster.tags)
    report = oe.evaluate(compiled, ["reciprocal_rank"], by=["n"])
    assert {result.slice: result.value for result in report if result.slice} == {
        f"n={n}": 1 / (n % 3 + 1) for n in range(50)
    }
    assert Tags.passes < 10


def test_macro_over_a_tag():
    """(.75 + 1) / 2: the sample without the tag is in no group."""
    result = oe.evaluate(tagged(), ['reciprocal_rank(average="macro:kind")'])["reciprocal_rank"]
    assert result.value == 0.875
    assert result.average == "macro:kind"


def test_unknown_tags_are_refused():
    with pytest.raises(UsageError, match="no sample has the tag 'knd'") as error:
        oe.evaluate(tagged(), ["recall"], by=["knd"])
    assert "kind" in error.value.expected
    with pytest.raises(BadParameter, match="no sample has the tag 'knd'") as error:
        oe.evaluate(tagged(), ['recall(average="macro:knd")'])
    assert error.value.mend == "did you mean macro:kind?"


# Rows


def test_rows_are_json_and_hold_the_sums():
    report = oe.evaluate(oe.compile(GOLD, FILTERED, docs=DOCS), ["false_exclusion_rate", "recall"])
    rows = json.loads(json.dumps(report.rows(), allow_nan=False))
    first, second = rows
    assert first["metric"] == "false_exclusion_rate"
    assert (first["value"], first["num"], first["den"]) == (0.5, 2, 4)
    assert (first["n_samples"], first["n_ok"]) == (4, 4)
    assert (second["value"], second["reason"]) == (None, "unmeasured: no row has run.retrieved")
    assert (second["low"], second["high"], second["interval"]) == (None, None, "none: no value")
    for name in (
        "average",
        "n_missing",
        "n_undefined",
        "n_invalid",
        "direction",
        "level",
        "stage",
        "slice",
        "signature",
    ):
        assert name in first


def test_frames_of_results_and_items():
    report = oe.evaluate(tagged(), ["recall@5", "ndcg@5"], by=["kind"])
    frame = report.to_frame()
    assert len(frame) == 6
    assert frame["metric"].tolist() == ["recall@5", "ndcg@5"] * 3
    items = report["recall@5"].to_frame()
    assert items.columns.tolist() == ["id", "value", "status"]
    assert items["value"].tolist() == [1.0, 1.0, 1.0, 0.0]


def test_unknown_table_names_the_tables():
    report = oe.evaluate(tagged(), ["recall"])
    with pytest.raises(UsageError, match="the report has no table 'nothing'") as error:
        report.table("nothing")
    assert error.value.expected


def test_unknown_suffix_names_the_writers(tmp_path):
    with pytest.raises(UsageError, match=r"no writer for '.docx'") as error:
        oe.evaluate(tagged(), ["recall"]).save(tmp_path / "report.docx")
    assert ".json" in error.value.expected


def test_intervals_can_be_left_out():
    report = oe.evaluate(tagged(), ["ndcg@5"], intervals=False)
    assert report["ndcg@5"].interval == "none: not asked for"
    assert report["ndcg@5"].low is None


def test_seed_moves_intervals_only():
    one, two = (oe.evaluate(tagged(), ["ndcg@5"], seed=seed)["ndcg@5"] for seed in (0, 1))
    assert (one.value, one.signature) == (two.value, two.signature)
    assert one.interval != two.interval


# Signatures


def signature(gold, run=RUNS, metric="ndcg@5", **settings):
    return oe.score(metric, gold, run, **settings).signature


def test_order_of_the_samples_does_not_change_the_signature():
    backwards = dict(reversed(QRELS.items()))
    assert signature(backwards) == signature(QRELS)
    assert signature(QRELS, dict(reversed(RUNS.items()))) == signature(QRELS)


def test_another_form_of_the_same_gold_has_the_same_signature():
    assert signature({name: dict.fromkeys(docs, 1) for name, docs in QRELS.items()}) == signature(QRELS)
    assert signature([{"id": name, "gold": {"docs": docs}} for name, docs in QRELS.items()]) == signature(QRELS)


def test_another_run_has_the_same_signature():
    assert signature(QRELS, {name: hits[::-1] for name, hits in RUNS.items()}) == signature(QRELS)


@pytest.mark.parametrize(
    "change",
    [
        {"q4": ["d6"]},
        {"q4": {"d5": 2}},
        {"q4": []},
        {"q5": ["d5"]},
    ],
)
def test_another_gold_changes_the_signature(change):
    assert signature({**QRELS, **change}) != signature(QRELS)


def test_swapped_gold_of_two_questions_changes_the_signature():
    """Sums of hashes: the id is part of each hash."""
    assert signature({**QRELS, "q1": QRELS["q3"], "q3": QRELS["q1"]}) != signature(QRELS)


def test_everything_else_that_moves_a_number_is_in_the_signature():
    base = signature(GOLD, FILTERED, "false_exclusion_rate", docs=DOCS)
    assert signature(GOLD, FILTERED, 'false_exclusion_rate(level="any")', docs=DOCS) != base
    assert signature(GOLD, FILTERED, 'false_exclusion_rate(average="macro")', docs=DOCS) != base
    assert signature(GOLD, FILTERED, "false_exclusion_rate", docs=DOCS[::-1]) == base
    assert signature(GOLD, FILTERED, "false_exclusion_rate", docs=[*DOCS[:4], {**DOCS[4], "locale": "de"}]) != base
    onto = oe.load(b"format-version: 1.2\n\n[Term]\nid: A:1\nname: a\n")
    other = oe.load(b"format-version: 1.2\n\n[Term]\nid: A:1\nname: b\n")
    with_ontology = signature(GOLD, FILTERED, "false_exclusion_rate", docs=DOCS, ontology=onto)
    assert with_ontology != base
    assert signature(GOLD, FILTERED, "false_exclusion_rate", docs=DOCS, ontology=other) != with_ontology


def test_schema_and_slots_are_in_the_signature():
    gold, run = [{"id": "q"}], [{"id": "q", "output": "{}"}]
    signatures = {
        signature(gold, run, "schema_validity", **settings)
        for settings in ({}, {"schema": {}}, {"schema": {"type": "object"}}, {"slots": ["a"]})
    }
    assert len(signatures) == 4


# Missing and undefined, through the front door


def test_failed_questions_count_as_zero_and_are_listed():
    run = [
        {"id": "q1", "retrieved": RUNS["q1"]},
        {"id": "q2", "error": "Timeout"},
        {"id": "q3", "retrieved": RUNS["q3"]},
    ]
    result = oe.score("recall@5", QRELS, run)
    assert (result.value, result.n_ok, result.n_missing) == (0.5, 2, 2)
    assert [item["status"] for item in result.items] == ["ok", "missing", "ok", "missing"]


def test_empty_golden_set_is_a_clear_error():
    for gold in ({}, []):
        with pytest.raises(InputError):
            oe.score("recall", gold, RUNS)


def test_golden_set_without_relevant_documents_is_undefined_not_zero():
    result = oe.score("recall", {name: [] for name in QRELS}, RUNS)
    assert result.value is None
    assert result.reason == "undefined: every denominator is 0"
    assert result.n_undefined == 4


def test_order_of_documents_in_the_gold_of_a_question_does_not_change_the_signature():
    run = {"q": ["a", "b"]}
    first = oe.score("recall@1", {"q": {"a": 1, "b": 2}}, run).signature
    assert oe.score("recall@1", {"q": {"b": 2, "a": 1}}, run).signature == first
    assert oe.score("recall@1", {"q": {"a": 2, "b": 1}}, run).signature != first
