"""Reports and results as a notebook uses them: shown, looked up, copied, turned into frames."""

from __future__ import annotations

import copy
import pickle

import pandas as pd
import pytest

import ontoeval as oe
from ontoeval.errors import InputError, UnknownMetric, UsageError
from ontoeval.metrics.other_names import _OURS
from ontoeval.metrics.registry import entries, parse

ROWS = [
    {"id": "a", "docs": ["d1"], "retrieved": ["d1", "d9"], "tags": {"lang": "de"}},
    {"id": "b", "docs": ["d2"], "retrieved": ["d9", "d2"], "tags": {"lang": "en"}, "mood": "<b>"},
]


@pytest.fixture(scope="module")
def report():
    return oe.evaluate(ROWS, ["recall@1", "recall@2"], by="lang", intervals=False)


class TestShown:
    def test_repr_has_the_values(self, report):
        assert repr(report) == "<Report gold: 2 samples; recall@1 0.5000, recall@2 1.0000>"

    def test_str_is_the_table(self, report):
        head, first, *_ = str(report).splitlines()
        assert head.split() == ["metric", "value", "95", "%", "interval", "samples", "behind", "it"]
        assert first.split()[:3] == ["recall@1", "↑", "0.5000"]

    def test_notebooks_show_a_table_and_what_was_noticed(self, report):
        html = report._repr_html_()
        assert html.count("<tr>") == 7  # a head, and two measures on all samples and on two slices
        assert "<td>recall@1 ↑</td>" in html
        assert "lang=de" in html
        assert "unknown fields are ignored: mood" in html

    def test_texts_of_users_are_escaped(self):
        gold = [{"id": "a", "docs": ["d1"], "retrieved": ["d1"], "tags": {"t": "<script>"}}]
        html = oe.evaluate(gold, ["recall@1"], by=["t"], intervals=False)._repr_html_()
        assert "<script>" not in html
        assert "t=&lt;script&gt;" in html

    def test_audits_are_shown_as_what_they_are(self):
        rows = [{"id": "q", "mentions": [{"start": 0, "end": 4, "id": "A"}]}]
        audit = oe.audit.links(rows, rows, intervals=False)
        assert repr(audit).startswith("<LinkAudit gold + run: 1 samples; mention_f1 1.0000, linking_f1 1.0000")

    def test_a_result_in_one_line(self, report):
        assert str(report["recall@1"]) == "recall@1 0.5000, 2 samples"
        assert f"{report['recall@1', 'lang=de']}" == "recall@1 lang=de 1.0000, 1 samples"

    def test_a_result_without_a_value_says_why(self):
        gold, run = pd.DataFrame({"id": [1], "docs": [["d"]]}), pd.DataFrame({"id": [1], "answer": ["x"]})
        result = oe.score("recall@1", gold, run)
        assert str(result) == "recall@1 –, 0 + 1 undefined samples; unmeasured: no row has run.retrieved"
        with pytest.raises(UsageError, match=r"recall@1 has no value: unmeasured: no row has run\.retrieved"):
            float(result)

    def test_a_result_has_what_was_noticed(self):
        gold = [{"id": "a", "docs": ["d1"]}, {"id": "b", "docs": ["d2"]}]
        result = oe.score("recall@1", gold, [{"id": "a", "retrieved": ["d1"]}])
        assert [finding.id for finding in result.findings] == ["record.only_gold"]
        assert "1 ids have no row in the run: b" in result._repr_html_()
        assert "findings" not in result.as_dict()

    def test_the_funnel_in_one_line(self, report):
        assert repr(report.funnel) == "<Funnel: 2 questions, 0 lost: rerank 0>"

    def test_a_comparison_as_table_and_frame(self, report):
        later = oe.evaluate([ROWS[0], {**ROWS[1], "retrieved": ["d2"]}], ["recall@1"], intervals=False)
        found = report.compare(later, by="lang")
        assert repr(found) == "<Comparison of gold with gold: 2 questions; recall@1 no evidence>"
        assert "recall@1" in str(found)
        assert "<td>+0.5000</td>" in found._repr_html_()
        frame = found.to_frame()
        assert frame[["metric", "slice", "delta"]].to_dict("records") == [
            {"metric": "recall@1", "slice": "", "delta": 0.5},
            {"metric": "recall@1", "slice": "lang=de", "delta": 0.0},
            {"metric": "recall@1", "slice": "lang=en", "delta": 1.0},
        ]


class TestLookedUp:
    @pytest.mark.parametrize("name", ["recall@1", "recall(k=1)", ' recall( average = "macro" )@1'])
    def test_by_every_spelling_of_the_measure(self, report, name):
        assert report[name].metric == "recall@1"
        assert name in report

    def test_by_slice(self, report):
        assert (report["recall@1", "lang=de"].value, report["recall@1", "lang=en"].value) == (1.0, 0.0)

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("recall@5", "has no 'recall@5'; expected recall@"),
            ("recall", "has no 'recall'; expected recall@1 or recall@2"),
            (0, "has no 0; expected recall@1"),
            (("recall@1", "lang=fr"), "no slice 'lang=fr'; expected lang=de, lang=en"),
        ],
    )
    def test_what_it_does_not_hold_says_what_it_does(self, report, name, message):
        assert name not in report
        with pytest.raises(UsageError, match=message):
            report[name]

    def test_it_has_as_many_results_as_it_gives(self, report):
        assert len(report) == len(list(report)) == 6

    def test_a_table_that_does_not_exist_leads_to_the_nearest(self, report):
        with pytest.raises(UsageError, match="no table 'loses'") as error:
            report.to_frame("loses")
        assert error.value.mend == "did you mean losses?"

    def test_a_table_as_frame(self, report):
        assert report.to_frame("funnel").equals(pd.DataFrame(report.table("funnel")))


class TestCopied:
    FRAMES = (
        pd.DataFrame({"query_id": ["q"], "doc_id": ["d"], "relevance": [1]}),
        pd.DataFrame({"query_id": ["q"], "doc_id": ["d"], "score": [1.0]}),
    )

    @pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))])
    @pytest.mark.parametrize(
        ("gold", "run"),
        [({"q": ["d"]}, {"q": ["d"]}), FRAMES, ("fixtures/demo/golden.jsonl", "fixtures/demo/run.jsonl")],
        ids=["values", "frames", "files"],
    )
    def test_reports_and_results(self, again, gold, run):
        report = oe.evaluate(gold, ["recall@1"], run=run, intervals=False)
        copied = again(report)
        assert str(copied) == str(report)
        assert copied["recall@1"].signature == report["recall@1"].signature
        assert again(report["recall@1"]) == report["recall@1"]
        assert again(report["recall@1"]).signature == report.results[0].signature
        assert copied.compare(report)["recall@1"].paired.delta == 0.0

    def test_audits_of_filters_and_concepts(self):
        tree = oe.load(b"[Term]\nid: A\nname: a\n")
        audits = [
            oe.audit.filters(
                [{"qid": "q", "filter": {"l": "e"}, "gold": ["d"]}], docs={"d": {"l": "e"}}, dialect="mongo"
            ),
            oe.audit.concepts([{"gold": "A", "predicted": "A"}], ontology=tree),
        ]
        for audit in audits:
            assert str(pickle.loads(pickle.dumps(audit))) == str(audit)

    def test_filters_are_equal_after_copying(self):
        tree = oe.filters.parse({"$and": [{"lang": "en"}, {"year": {"$gte": 2020}}]}, "mongo")
        for made in (copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
            assert (made, made.depth, str(made)) == (tree, tree.depth, str(tree))

    def test_results_can_be_in_a_set(self, report):
        assert len({report["recall@1"], report["recall@1"], report["recall@2"]}) == 2


class TestGiven:
    def test_golden_set_and_run_with_several_metrics(self):
        gold, run = TestCopied.FRAMES
        report = oe.evaluate(gold, ["recall@1", "ndcg@10"], run=run, intervals=False)
        assert [result.value for result in report] == [1.0, 1.0]

    def test_fields_of_rows(self):
        rows = [{"n": 1, "right": ["d1"], "found": ["d1"]}]
        fields = {"id": "n", "gold.docs": "right", "run.retrieved": "found"}
        assert oe.evaluate(rows, ["recall@1"], fields=fields)["recall@1"].value == 1.0

    def test_the_first_metric_says_what_bare_values_are(self):
        report = oe.evaluate({"q": ["Rome"]}, ["exact_match"], run={"q": "Rome"})
        assert float(report["exact_match"]) == 1.0

    @pytest.mark.parametrize("extra", [{"run": {"q": ["d"]}}, {"fields": {"id": "n"}}, {"duplicates": "first"}])
    def test_compiled_samples_take_nothing_more(self, extra):
        with pytest.raises(UsageError, match="compiled samples have their ontology, run"):
            oe.evaluate(oe.compile({"q": ["d"]}, {"q": ["d"]}), ["recall@1"], **extra)

    def test_opened_samples_take_no_fields(self):
        with pytest.raises(UsageError, match="have their fields already"):
            oe.evaluate(oe.read("fixtures/demo/golden.jsonl"), ["recall@1"], fields={"id": "n"})

    def test_a_run_in_the_place_of_metrics(self):
        with pytest.raises(UsageError, match="no list of metrics") as error:
            oe.evaluate(TestCopied.FRAMES[0], TestCopied.FRAMES[1])
        assert "run=" in error.value.mend

    @pytest.mark.parametrize("metric", [["recall@1", "ndcg"], None, TestCopied.FRAMES[0]])
    def test_what_names_no_metric(self, metric):
        with pytest.raises(UsageError, match="names no metric"):
            oe.score(metric, {"q": ["d"]}, {"q": ["d"]})

    def test_frames_are_no_files(self):
        with pytest.raises(UsageError, match="run: a DataFrame is no path"):
            oe.read("fixtures/demo/golden.jsonl", TestCopied.FRAMES[1])

    def test_no_run_to_compare_with(self, report):
        with pytest.raises(UsageError, match="cannot compare with a dict"):
            report.compare({"q": ["d"]})

    def test_no_folder_to_save_in(self, report, tmp_path):
        with pytest.raises(InputError, match="there is no such folder"):
            report.save(tmp_path / "new" / "report.json")


class TestOtherNames:
    @pytest.mark.parametrize(
        ("name", "ours"),
        [("mrr", "reciprocal_rank"), ("MAP@10", "average_precision"), ("hit_rate@3", "success"), ("P@5", "precision"),
         ("nDCG@10", "ndcg"), ("R@5", "recall")],
    )  # fmt: skip
    def test_names_of_the_field_lead_to_ours(self, name, ours):
        with pytest.raises(UnknownMetric) as error:
            parse(name)
        assert error.value.mend == f"did you mean {ours}?"

    def test_they_all_lead_somewhere(self):
        assert set(_OURS.values()) <= set(entries())
        assert set(_OURS).isdisjoint(entries())
