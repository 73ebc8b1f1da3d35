"""DataFrames and Series of every usual shape: the same numbers, or an error that says what to rename."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import ontoeval as oe
from ontoeval.errors import RecordError, UsageError

#: q1 finds d2 of d1 and d2, q2 finds d3: recall 0.5 and 1.0, by hand.
GOLD = pd.DataFrame({"query_id": ["q1", "q1", "q2"], "doc_id": ["d1", "d2", "d3"], "relevance": [1, 2, 1]})
RUN = pd.DataFrame(
    {
        "query_id": ["q1", "q1", "q2", "q2"],
        "doc_id": ["d2", "d9", "d9", "d3"],
        "rank": [1, 2, 1, 2],
        "score": [9.0, 5.0, 4.0, 3.0],
    }
)
LINKS = pd.DataFrame(
    {"doc_id": ["a", "a", "b"], "start": [0, 5, 0], "end": [4, 9, 3], "concept_id": ["C:1", "C:2", "C:3"]}
)


def recall(gold, run, **options):
    """Recall at 1 of q1 and q2: what the order of the run decides."""
    return [item["value"] for item in oe.score("recall@1", gold, run, **options).items]


FRAMES = {
    "as they are": lambda frame: frame,
    "in another order": lambda frame: frame.iloc[::-1],
    "rank only": lambda frame: frame.drop(columns="score", errors="ignore").sample(frac=1, random_state=1),
    "score only": lambda frame: frame.drop(columns="rank", errors="ignore"),
    "in order": lambda frame: frame.drop(columns=["rank", "score"], errors="ignore"),
    "of two levels": lambda frame: frame.set_index(["query_id", "doc_id"]),
    "indexed by query": lambda frame: frame.set_index("query_id"),
    "a Series of two levels": lambda frame: frame.set_index(["query_id", "doc_id"]).iloc[:, -1],
    "lists": lambda frame: frame.groupby("query_id").agg(list),
    "lists of documents": lambda frame: frame.groupby("query_id")["doc_id"].agg(list),
    "lists in a column": lambda frame: frame.groupby("query_id")["doc_id"].apply(list).reset_index(),
    "categories": lambda frame: frame.astype({"query_id": "category", "doc_id": "category"}),
    "of pyarrow": lambda frame: frame.convert_dtypes(dtype_backend="pyarrow"),
    "nullable": lambda frame: frame.convert_dtypes(),
    "a pyarrow table": lambda frame: pa.Table.from_pandas(frame),
    "rows": lambda frame: frame.to_dict("records"),
    "named tuples": lambda frame: list(frame.itertuples()),
    "columns": lambda frame: frame.to_dict("list"),
    "mappings of Series": lambda frame: {
        query: part.set_index("doc_id").iloc[:, -1] for query, part in frame.groupby("query_id")
    },
    "pairs": lambda frame: {
        query: list(zip(part["doc_id"], part["score"], strict=True)) if "score" in part else set(part["doc_id"])
        for query, part in frame.groupby("query_id")
    },
    "other names": lambda frame: frame.rename(columns={"query_id": "question_id", "doc_id": "corpus-id"}),
    "further columns": lambda frame: frame.assign(Q0="Q0", tag="bm25", at=pd.Timestamp("2026-01-01")),
}


@pytest.mark.parametrize("shape", FRAMES)
def test_judged_and_ranked_documents_in_every_shape(shape):
    assert recall(FRAMES[shape](GOLD), FRAMES[shape](RUN)) == [0.5, 0.0]


def test_joined_grades_do_not_rank_a_run():
    run = RUN[["query_id", "doc_id", "score"]].assign(label=[0, 1, 0, 1])
    assert recall(GOLD, run) == [0.5, 0.0]


def test_the_better_score_counts_whatever_the_order_of_rows():
    assert recall(GOLD, RUN.drop(columns="rank").assign(score=[1, 2, 1, 2])) == [0.0, 1.0]


def test_without_grades_every_judged_document_is_relevant():
    assert recall(GOLD[["query_id", "doc_id"]], RUN) == [0.5, 0.0]


def test_ids_that_an_empty_cell_made_floats_are_whole_numbers():
    gold = pd.DataFrame({"query_id": [1, 2], "doc_id": [7, 8], "relevance": [1, 1]})
    run = pd.DataFrame({"query_id": [1.0, 2.0], "doc_id": [7.0, None], "score": [0.5, None]})
    assert recall(gold, run) == [1.0, 0.0]
    assert recall({"q": [7]}, {"q": [7.0]}) == [1.0]
    assert recall({"q": {7.0: 1}}, {"q": {np.int64(7): np.float64(0.5)}}) == [1.0]


def test_a_question_that_a_join_leaves_without_document_found_nothing():
    run = RUN[RUN.query_id == "q1"].merge(GOLD[["query_id"]].drop_duplicates(), how="right")
    result = oe.score("recall@1", GOLD, run)
    assert [(item["value"], item["status"]) for item in result.items] == [(0.5, "ok"), (0.0, "ok")]


@pytest.mark.parametrize("column", ["query_id", "doc_id", "score"])
def test_empty_cells_of_ranked_documents_are_refused_with_their_row(column):
    broken = RUN.drop(columns="rank").astype(object)
    broken.loc[2, column] = np.nan
    with pytest.raises(RecordError, match=rf"run\[2\] {column}: empty"):
        recall(GOLD, broken)


def test_a_document_twice_with_two_scores_follows_the_rule():
    run = pd.concat([RUN, RUN.assign(score=0.0)]).drop(columns="rank")
    with pytest.raises(RecordError, match="query q1 document d2: 0, and 9 before"):
        recall(GOLD, run)
    assert recall(GOLD, run, duplicates="first") == [0.5, 0.0]


@pytest.mark.parametrize(
    ("gold", "run", "message"),
    [
        (RUN, GOLD, "the golden set has a column 'rank', and none with grades"),
        (GOLD, GOLD, "the run has a column 'relevance', and none that orders its documents"),
        (GOLD, RUN.rename(columns={"score": "bm25"}).drop(columns="rank"), "there is bm25"),
        (GOLD.rename(columns={"relevance": "verdict"}), RUN, "there is verdict"),
        (GOLD.rename(columns={"query_id": "question"}), RUN, "there is question, doc_id, relevance"),
        (GOLD.groupby("query_id"), RUN, "a grouped frame has no rows"),
        (dict(iter(GOLD.groupby("query_id"))), RUN, "gold 'q1': a DataFrame is no value"),
        (pd.concat([GOLD, GOLD["doc_id"]], axis=1), RUN, "two columns are called doc_id"),
    ],
    ids=["swapped", "a golden set as run", "score", "grade", "id", "grouped", "frames by id", "names"],
)
def test_what_a_frame_does_not_say_is_asked_for_once(gold, run, message):
    with pytest.raises(UsageError, match=message) as error:
        recall(gold, run)
    assert str(error.value).count("\n") <= 1


def test_a_set_is_no_ranking():
    for run in ({"q": {"a", "b"}}, [{"id": "q", "retrieved": {"a", "b"}}]):
        with pytest.raises(RecordError, match="a set has no order"):
            oe.score("recall@1", {"q": ["a"]}, run)


WIDE = {
    "id": lambda frame: frame.rename(columns={"query_id": "id"}),
    "usual name": lambda frame: frame,
    "index with a name": lambda frame: frame.set_index("query_id"),
    "index of texts": lambda frame: frame.set_index("query_id").rename_axis(None),
    "rows": lambda frame: frame.to_dict("records"),
    "arrays": lambda frame: frame.assign(**{frame.columns[1]: frame.iloc[:, 1].map(np.array)}),
}


@pytest.mark.parametrize("shape", WIDE)
def test_frames_with_a_row_per_sample(shape):
    gold = pd.DataFrame({"query_id": ["q1", "q2"], "docs": [["d1", "d2"], ["d3"]], "query": ["one", "two"]})
    run = pd.DataFrame({"query_id": ["q1", "q2"], "retrieved": [["d2", "d9"], ["d9", "d3"]]})
    assert recall(WIDE[shape](gold), WIDE[shape](run)) == [0.5, 0.0]


def test_the_field_map_goes_before_usual_names():
    gold = pd.DataFrame({"query_id": ["x", "y"], "number": [1, 2], "docs": [["d1"], ["d2"]]})
    run = pd.DataFrame({"number": [2, 1], "retrieved": [["d2"], ["d9"]]})
    assert recall(gold, run, fields={"id": "number"}) == [0.0, 1.0]


def test_rows_of_samples_stay_rows_whatever_else_they_hold():
    """A text called document, or a place called from, makes no row a document or a mention."""
    rows = [{"id": "q", "document": "text", "from": 1, "to": 2, "answers": ["x"], "answer": "x", "year": 2026}]
    assert oe.score("exact_match", rows).value == 1.0
    report = oe.evaluate(pd.DataFrame(rows), ["recall", "exact_match"], intervals=False)
    assert [result.value for result in report] == [None, 1.0]
    gold = pd.DataFrame({"id": ["q"], "document": ["text"], "year": [2026], "right": [["d1"]]})
    assert oe.score("recall", gold, {"q": ["d1"]}, fields={"gold.docs": "right"}).value == 1.0


class TestSeries:
    """A Series is joined by its labels, like everything in pandas; position joins what has none."""

    def test_labels_join(self):
        gold, run = pd.Series({"a": ["x"], "b": ["y"]}), pd.Series({"b": ["y"], "a": ["x"]})
        assert recall(gold, run) == [1.0, 1.0]

    def test_whole_numbers_that_are_no_places_are_labels(self):
        gold, run = pd.Series([["x"], ["y"]], index=[1, 2]), pd.Series([["y"], ["x"]], index=[2, 1])
        assert recall(gold, run) == [1.0, 1.0]

    def test_labels_join_with_a_mapping(self):
        assert recall(pd.Series([["x"], ["y"]], index=[7, 8]), {8: ["y"], 7: ["z"]}) == [0.0, 1.0]

    def test_labels_join_with_rows(self):
        run = [{"id": 8, "retrieved": ["y"]}, {"id": 7, "retrieved": ["z"]}]
        assert recall(pd.Series([["x"], ["y"]], index=[7, 8]), run) == [0.0, 1.0]

    @pytest.mark.parametrize("kind", [list, np.array, pd.Series, lambda values: (each for each in values)])
    def test_position_joins_with_what_has_no_labels(self, kind):
        gold = pd.Series(["a", "b"], index=[3, 9])
        result = oe.score("exact_match", gold, kind(["a", "c"]))
        assert [item["value"] for item in result.items] == [1.0, 0.0]

    def test_position_joins_equal_indexes_with_repeated_labels(self):
        gold = pd.Series(["a", "b"], index=["doc", "doc"])
        result = oe.score("exact_match", gold, pd.Series(["a", "c"], index=["doc", "doc"]))
        assert [item["value"] for item in result.items] == [1.0, 0.0]

    def test_two_levels_are_checked_as_a_table(self):
        gold = GOLD.set_index(["query_id", "doc_id"])["relevance"]
        run = RUN.set_index(["query_id", "doc_id"])["score"]
        with pytest.raises(RecordError, match="query q1 document d2: 0, and 9 before"):
            recall(gold, pd.concat([run, run * 0]))
        with pytest.raises(RecordError, match=r"run\[4\] doc_id: empty"):
            recall(gold, pd.concat([run, pd.Series({("q1", np.nan): 1.0})]))
        assert oe.score("recall@1", gold, run.iloc[:0]).reason == "unmeasured: no row has run.retrieved"

    def test_repeated_labels_are_refused(self):
        with pytest.raises(UsageError, match="the index has 'q' twice"):
            oe.score("exact_match", pd.Series(["a", "b"], index=["q", "q"]), {"q": "a"})

    @pytest.mark.parametrize(("gold", "run"), [(["a", "b"], ["a"]), (pd.Series(["a", "b"], index=[4, 5]), ["a"])])
    def test_position_joins_only_what_has_one_length(self, gold, run):
        with pytest.raises(UsageError, match="gold has 2 values and the run 1"):
            oe.score("exact_match", gold, run)

    @pytest.mark.parametrize("nothing", [None, float("nan"), np.float64("nan"), pd.NA])
    def test_empty_cells_are_nothing(self, nothing):
        gold = ["a", "b"]
        for run in (pd.Series(["a", nothing], dtype=object), ["a", nothing]):
            assert [item["status"] for item in oe.score("exact_match", gold, run).items] == ["ok", "missing"]


class TestLongMentions:
    """A row per mention, as ``linking_f1`` needs them; 2 of 3 gold links are found, and 1 link is wrong, by hand."""

    RUN = LINKS.assign(concept_id=["C:1", "C:9", "C:3"])

    @pytest.mark.parametrize(
        "change",
        [
            lambda frame: frame,
            lambda frame: frame.rename(columns={"concept_id": "id"}),
            lambda frame: frame.rename(columns={"concept_id": "id", "doc_id": "query_id"}),
            lambda frame: frame.rename(columns={"doc_id": "id"}),
            lambda frame: frame.set_index("doc_id"),
            lambda frame: frame.astype({"start": float, "end": float, "concept_id": "category"}),
            lambda frame: frame.convert_dtypes(dtype_backend="pyarrow"),
            lambda frame: frame.to_dict("records"),
            lambda frame: frame.groupby("doc_id").agg(list),
            lambda frame: frame.groupby("doc_id")[["start", "end", "concept_id"]].apply(
                lambda part: part.rename(columns={"concept_id": "id"}).to_dict("records")
            ),
        ],
        ids=["doc_id", "id", "query", "sample id", "index", "floats", "arrow", "rows", "lists", "records"],
    )
    def test_every_shape(self, change):
        assert oe.score("linking_f1", change(LINKS), change(self.RUN)).sums["tp"] == 2
        assert oe.audit.links(change(LINKS), change(self.RUN))["linking_f1"].value == pytest.approx(2 / 3)

    def test_documents_without_mentions(self):
        run = pd.concat([self.RUN, pd.DataFrame({"doc_id": ["c"]})])
        gold = pd.concat([LINKS, pd.DataFrame({"doc_id": ["c"], "start": [1], "end": [2], "concept_id": ["C:4"]})])
        result = oe.score("linking_f1", gold, run)
        assert (result.n_missing, result.sums["fn"]) == (0, 2)

    def test_concepts_in_a_column_that_nobody_knows_are_asked_for(self):
        """Without them all mentions would be NIL, and all of those right."""
        with pytest.raises(UsageError, match="hold the concepts of mentions; there is hpo_id"):
            oe.score("linking_f1", LINKS.rename(columns={"concept_id": "hpo_id"}), self.RUN)

    def test_tags_of_documents_stand_in_every_row(self):
        frames = [frame.assign(split=["dev", "dev", "test"]) for frame in (LINKS, self.RUN)]
        compiled = oe.compile(*frames, fields={"tags.split": "split"})
        report = oe.evaluate(compiled, ["linking_f1"], by=["split"], intervals=False)
        assert [(result.slice, result.value) for result in report][1:] == [("split=dev", 0.5), ("split=test", 1.0)]

    def test_tags_that_differ_within_a_document_are_refused(self):
        gold = LINKS.assign(split=["dev", "test", "test"])
        with pytest.raises(RecordError, match=r"gold\[1\] split: test, and dev before"):
            oe.score("linking_f1", gold, self.RUN, fields={"tags.split": "split"})


def test_long_concepts():
    tree = oe.load(b"[Term]\nid: C:1\nname: a\n\n[Term]\nid: C:2\nname: b\n")
    gold = pd.DataFrame({"query_id": ["q1", "q1", "q2"], "concept_id": ["C:1", "C:2", "C:1"]})
    run = pd.DataFrame({"query_id": ["q1", "q2"], "concept_id": ["C:1", None]})
    result = oe.score("hierarchical_recall", gold, run, ontology=tree)
    assert [item["value"] for item in result.items] == [0.5, 0.0]


@pytest.mark.parametrize(
    "docs",
    [
        pd.DataFrame({"doc_id": ["d1"], "kind": ["a"]}),
        pd.DataFrame({"kind": ["a"]}, index=pd.Index(["d1"], name="doc_id")),
        pd.DataFrame({"kind": ["a"]}, index=["d1"]),
        pa.table({"id": ["d1"], "kind": ["a"]}),
    ],
)
def test_every_frame_of_a_corpus_is_the_same(docs):
    gold, run = [{"id": "q1", "docs": ["d1"]}], [{"id": "q1", "predicates": {"kind": "b"}}]
    assert oe.score("false_exclusion_rate", gold, run, docs=docs).value == 1.0


@pytest.mark.parametrize("docs", [{"d1": "text"}, ["d1"]])
def test_texts_are_no_documents(docs):
    with pytest.raises(UsageError, match="a document is a str"):
        oe.score("recall", {"q1": ["d1"]}, {"q1": ["d1"]}, docs=docs)


def test_a_log_of_filters_as_frame_has_the_short_form_too():
    log = pd.DataFrame({"qid": ["q1", "q2"], "filter": [{"lang": "en"}, {"lang": "de"}], "gold": [["d1"], ["d1"]]})
    docs = pd.DataFrame({"lang": ["en", "de"]}, index=["d1", "d2"])
    report = oe.audit.filters(log, docs=docs, dialect="mongo", intervals=False)
    assert report["false_exclusion_rate"].value == 0.5


def test_rows_of_numpy_scalars():
    gold = [{"id": np.int64(1), "docs": np.array(["a"])}]
    assert oe.score("recall", gold, [{"id": np.int64(1), "retrieved": np.array(["a", "b"])}]).value == 1.0
