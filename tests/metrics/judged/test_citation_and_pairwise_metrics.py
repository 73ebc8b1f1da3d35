"""Citations and pairs: worked examples by hand."""

import pytest

import ontoeval as oe

CLAIMS = [
    {"id": 0, "text": "It is blue.", "checkable": True, "citations": [0, 1]},
    {"id": 1, "text": "It is big.", "checkable": True, "citations": [1]},
    {"id": 2, "text": "It is new.", "checkable": True, "citations": []},
    {"id": 3, "text": "Ask for more.", "checkable": False, "citations": []},
]
VERDICTS = [
    {"claim": 0, "citation": 0, "support": "full"},
    {"claim": 0, "citation": 1, "support": "none"},
    {"claim": 1, "citation": 1, "support": "partial"},
]
RUN = {"answer": "…", "contexts": ["a", "b"], "citations": [{"hit": "a"}, {"hit": "b"}]}


def cited(claims=CLAIMS, verdicts=VERDICTS, run=RUN):
    notes = {"citations": [{"fields": {"claims": claims, "verdicts": verdicts}}]}
    return [{"id": "q", "run": run, "annotations": notes}]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("citation_precision", 1 / 3),
        ('citation_precision(credit="lenient")', 1.5 / 3),
        ("citation_recall", 1 / 3),
        ('citation_recall(credit="lenient")', 1.5 / 3),
        ("citation_completeness", 2 / 3),
        ("support", 1.5 / 4),
        ('support(over="citations")', 1.5 / 3),
    ],
)
def test_one_answer_with_four_claims_and_three_pairs(name, expected):
    assert oe.evaluate(cited(), [name]).results[0].value == pytest.approx(expected)


def test_without_citations_precision_is_undefined_and_recall_zero():
    claims = [{**CLAIMS[0], "citations": []}]
    rows = cited(claims, [], {**RUN, "citations": []})
    precision, recall = oe.evaluate(rows, ["citation_precision", "citation_recall"]).results
    assert (precision.value, precision.n_undefined) == (None, 1)
    assert recall.value == 0.0


def test_a_citation_that_the_run_does_not_list_is_invalid():
    report = oe.evaluate(cited(run={**RUN, "citations": [{"hit": "a"}]}), ["citation_recall"])
    assert report.results[0].n_invalid == 1
    assert "citation 1, which does not exist" in report.compiled.findings[0].got


def test_citations_resolve_step_by_step():
    """To a context: a, doc (of a#1), b. To the corpus: a, doc. To its text: doc only, whose span lies inside."""
    run = {
        "contexts": [{"id": "a"}, {"id": "a#1", "doc": "doc"}, {"id": "b"}],
        "citations": [
            {"hit": "a", "span": [0, 99]},
            {"hit": "a#1", "span": [0, 4]},
            {"hit": "b"},
            {"hit": "elsewhere"},
        ],
    }
    docs = [{"id": "a", "text": "text"}, {"id": "doc", "text": "text"}]
    names = ['provenance_depth(depth="context")', "provenance_depth", 'provenance_depth(depth="span")']
    report = oe.evaluate(oe.compile([{"id": "q", "run": run}], docs=docs), names)
    assert [result.value for result in report] == [0.75, 0.5, 0.25]


def test_provenance_without_a_corpus_names_it():
    rows = [{"id": "q", "run": {"contexts": ["a"], "citations": [{"hit": "a"}]}}]
    depth, context = oe.evaluate(rows, ["provenance_depth", 'provenance_depth(depth="context")']).results
    assert depth.reason == "unmeasured: no corpus was given (--docs)"
    assert context.value == 1.0


def pair(name, first, second):
    orders = [{"first": "answer", "winner": first}, {"first": "other", "winner": second}]
    notes = {"preference": [{"fields": {"orders": orders}}]}
    return {"id": name, "run": {"answer": "one two", "other_answer": "one"}, "annotations": notes}


def test_four_pairs():
    """Won, lost, won by the first place, tie and won: 1 + 0 + ½ + ½. The first place wins 4 times, the second 3."""
    rows = [
        pair("won", "first", "second"),
        pair("lost", "second", "first"),
        pair("first place", "first", "first"),
        pair("half", "tie", "second"),
    ]
    names = ["win_rate", "swap_consistency", "position_bias"]
    assert [result.value for result in oe.evaluate(rows, names)] == [0.5, 0.5, 0.125]


def test_one_order_only_is_invalid():
    broken = pair("q", "first", "second")
    broken["annotations"]["preference"][0]["fields"]["orders"].pop()
    assert oe.evaluate([broken], ["win_rate"]).results[0].n_invalid == 1
