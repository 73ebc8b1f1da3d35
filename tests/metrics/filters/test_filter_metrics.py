"""Metrics of filters on worked examples, with the numbers of the issue."""

from __future__ import annotations

import pytest

import ontoeval as oe

#: Four questions, five documents: the handbook's example.
DOCS = [
    {"id": "d1", "locale": "en-US", "tenant": "acme"},
    {"id": "d2", "locale": "en-GB", "tenant": "acme"},
    {"id": "d3", "locale": "en-US", "tenant": "globex"},
    {"id": "d4", "locale": "en-US", "tenant": "acme"},
    {"id": "d5", "locale": "en-GB", "tenant": "globex"},
]
GOLD = [{"id": f"q{n}", "docs": [doc]} for n, doc in enumerate(["d2", "d1", "d3", "d4"], start=1)]
RUN = [
    {"id": "q1", "predicates": {"locale": "en-US"}},
    {"id": "q2", "predicates": {"locale": "en-US"}},
    {"id": "q3", "predicates": {"tenant": "acme"}},
    {"id": "q4", "predicates": {"tenant": "acme"}},
]
#: Worked example W2: what each gold document fails.
FAILS = {"qA": ["1"], "qB": ["12"], "qC": ["1", "2"], "qD": ["12", "3"], "qE": ["", "1", "2"]}
W2_GOLD = [{"id": name, "docs": [f"{name}{n}" for n in range(len(docs))]} for name, docs in FAILS.items()]
W2_RUN = [{"id": name, "predicates": {"p1": 1, "p2": 1, "p3": 1}} for name in FAILS]
W2_DOCS = [
    {"id": f"{name}{n}", **{f"p{digit}": int(digit not in fails) for digit in "123"}}
    for name, docs in FAILS.items()
    for n, fails in enumerate(docs)
]


def value(metric, gold, run, docs, **options):
    return oe.score(metric, gold, run, docs=docs, **options).value


def test_handbook_example_has_its_rate_and_exact_interval():
    result = oe.score("false_exclusion_rate", GOLD, RUN, docs=DOCS)
    assert (result.value, result.sums) == (0.5, {"num": 2, "den": 4})
    assert (round(100 * result.low, 2), round(100 * result.high, 2)) == (6.76, 93.24)


def test_rates_and_ceilings_of_the_worked_example():
    scores = {
        "false_exclusion_rate": 4 / 5,
        'false_exclusion_rate(level="any")': 1.0,
        "recall_ceiling": 1 / 15,
        'recall_ceiling(average="micro")': 1 / 9,
    }
    for metric, expected in scores.items():
        assert value(metric, W2_GOLD, W2_RUN, W2_DOCS) == pytest.approx(expected), metric


def test_ndcg_ceiling_weighs_documents_by_grade_and_rank():
    """Grades 3, 1, 1; the best one is excluded. Best 7 + 1/log2(3) + 1/2 = 8.13093, left 1 + 1/log2(3) = 1.63093."""
    gold = [{"id": "q", "docs": {"a": 3, "b": 1, "c": 1, "d": 0}}]
    docs = [{"id": doc, "ok": doc != "a"} for doc in "abcd"]
    run = [{"id": "q", "predicates": {"ok": True}}]
    assert value("ndcg_ceiling", gold, run, docs) == pytest.approx(1.63093 / 8.13093, abs=1e-5)
    assert value("ndcg_ceiling@1", gold, run, docs) == pytest.approx(1 / 7)
    linear = value('ndcg_ceiling(gain="linear")', gold, run, docs)
    assert linear == pytest.approx(1.63093 / 4.13093, abs=1e-5)  # 3 + 1/log2(3) + 1/2


def test_survivors_of_the_corpus_are_counted():
    docs = [{"id": f"d{n}", "lang": "en" if n < 3 else "de", "year": n} for n in range(8)]
    gold = [{"id": name, "docs": ["d0"]} for name in "abcd"]
    run = [
        {"id": "a", "predicates": {"lang": "en"}},  # 3 of 8
        {"id": "b", "predicates": {"lang": "en", "year": 7}},  # none
        {"id": "c", "predicates": {}},  # all
        {"id": "d", "predicates": None},
    ]
    assert value("selectivity", gold, run, docs) == pytest.approx((3 / 8 + 0 + 1) / 3)
    assert value("empty_result_rate", gold, run, docs) == pytest.approx(1 / 3)
    assert value("over_filter_rate@3", gold, run, docs) == pytest.approx(1 / 3)
    assert value("over_filter_rate@4", gold, run, docs) == pytest.approx(2 / 3)
    assert value("over_filter_rate@100", gold, run, docs) == pytest.approx(2 / 3)  # all of a small corpus are enough


def test_leaks_are_returned_documents_that_fail_the_filter():
    gold = [{"id": name, "docs": ["d1"]} for name in ("q1", "q2", "q3", "q4")]
    run = [
        {"id": "q1", "predicates": {"locale": "en-US"}, "retrieved": ["d1", "d2", "gone"]},  # d2; gone is nowhere
        {"id": "q2", "predicates": {"locale": "en-US"}, "retrieved": ["d1", "d3", "d4"]},
        {"id": "q3", "predicates": {"locale": "en-US"}, "retrieved": []},
        {"id": "q4", "predicates": None, "retrieved": ["d2"]},
    ]
    result = oe.score("leak_rate", gold, run, docs=DOCS)
    assert result.sums == {"num": 1, "den": 5}
    assert (result.n_ok, result.n_missing, result.n_undefined) == (2, 1, 1)
    reason = oe.score('leak_rate(negations="down")', gold, run, docs=DOCS).reason
    assert reason == "unmeasured: no ontology was given (--ontology)"


def test_negated_concepts_leak_what_lies_below_them():
    """ "Not Vehicle" by exact match returns a Sedan; the boat is fine."""
    onto = oe.load(b"child,parent\ncar,vehicle\nsedan,car\nboat,thing\n", format="csv")
    docs = [{"id": "d1", "kind": "sedan"}, {"id": "d2", "kind": "boat"}, {"id": "d3", "kind": "vehicle"}]
    gold = [{"id": "q", "docs": ["d2"]}]
    run = [{"id": "q", "predicates": {"field": "kind", "op": "ne", "value": "vehicle"}, "retrieved": ["d1", "d2"]}]
    assert value("leak_rate", gold, run, docs, ontology=onto) == 0
    assert value('leak_rate(negations="down")', gold, run, docs, ontology=onto) == 0.5


def test_logged_filter_in_its_dialect_is_read():
    run = [
        {"id": "q1", "filter": {"must": [{"key": "locale", "match": {"value": "en-US"}}]}, "dialect": "qdrant"},
        {"id": "q2", "filter": "locale == 'en-US'", "dialect": "milvus"},
        {"id": "q3", "filter": {"tenant": {"$eq": "acme"}}, "dialect": "mongo"},
        {"id": "q4", "filter": {"tenant": "acme"}},  # no dialect: not known
    ]
    result = oe.score("false_exclusion_rate", GOLD, run, docs=DOCS)
    assert result.sums == {"num": 2, "den": 3}
    assert (result.n_ok, result.n_missing, result.n_invalid) == (3, 1, 0)


def test_logged_filter_that_no_engine_could_run_is_invalid_and_told():
    run = [{"id": "q1", "filter": {"must": [{"key": "locale", "matsch": 1}]}, "dialect": "qdrant"}, *RUN[1:]]
    compiled = oe.compile(GOLD, run, docs=DOCS)
    report = oe.evaluate(compiled, ["false_exclusion_rate"])
    result = report["false_exclusion_rate"]
    assert (result.n_ok, result.n_invalid, result.sums) == (3, 1, {"num": 1, "den": 3})
    (finding,) = [finding for finding in report.findings if finding.id == "filter.parse"]
    assert finding.where == "gold[0] + run[0] run.filter.must[0]"
    assert "1 filters cannot be read and are not scored" in finding.got


@pytest.mark.parametrize(("profile", "expected"), [("mongo", 0.0), ("qdrant", 0.0), ("chroma", 0.0)])
def test_negation_on_a_missing_field_excludes_nothing_in_some_engines(profile, expected):
    assert missing_field(profile) == expected


@pytest.mark.parametrize("profile", ["lancedb", "sqlite", "duckdb", "postgres", "sparql"])
def test_negation_on_a_missing_field_excludes_everything_in_others(profile):
    assert missing_field(profile) == 1.0


def missing_field(profile):
    """Worked example W7: gold documents without ``locale``, filter ``locale != en-US``."""
    from ontoeval.views.filter_rules import FilterRules

    docs = [{"id": f"d{n}", "year": 2020 + n} for n in range(5)]
    rows = [
        {
            "id": f"q{n}",
            "gold": {"docs": [f"d{n}"]},
            "run": {"predicates": {"field": "locale", "op": "ne", "value": "en-US"}},
        }
        for n in range(5)
    ]
    compiled = oe.compile(rows, docs=docs, filters=FilterRules(profile=profile))
    return oe.evaluate(compiled, ["false_exclusion_rate"])["false_exclusion_rate"].value
