"""Judged and ranked documents: TREC, tables, Parquet, dictionaries, BEIR; what is wrong with them, and round trips."""

from __future__ import annotations

import json

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError, RecordError, UsageError
from ontoeval.records.batch import Problems
from ontoeval.records.convert import convert
from ontoeval.records.detection import format_of
from ontoeval.records.formats import named
from ontoeval.records.samples import Samples, rows_source

QRELS = "q1 0 d1 2\nq1 0 d2 0\nq2 0 d3 1\n"
RUN = "q1 Q0 d2 1 0.9 bm25\nq1 Q0 d1 2 0.5 bm25\nq2\tQ0\td9\t1\t3\tbm25\n"


def parquet(path, **columns):
    pa.parquet.write_table(pa.table(columns), path, row_group_size=3)
    return path


def places(path, format=None, part="run"):
    if part == "gold":
        samples = oe.read(path, gold_format=format)
    else:
        gold = path.with_name("gold.qrels")
        gold.write_text(QRELS)
        samples = oe.read(gold, path, run_format=format)
    with pytest.raises(RecordError) as error:
        list(samples)
    return [(finding.id, finding.where) for finding in error.value.findings]


def notes(path, format, part="run"):
    problems = Problems()
    found = [row for _, row in named(format).rows(path, problems, part)]
    assert problems.findings == []
    return found, problems.notes


# ---- read ------------------------------------------------------------------------------------------------------


def test_qrels_and_run(write):
    samples = list(oe.read(write("gold.txt", QRELS), write("run.txt", RUN)))
    assert [(sample.id, sample.gold.docs) for sample in samples] == [("q1", {"d1": 2, "d2": 0}), ("q2", {"d3": 1})]
    assert [(sample.run.retrieved.ids, sample.run.retrieved.scores) for sample in samples] == [
        (["d2", "d1"], [0.9, 0.5]),
        (["d9"], [3.0]),
    ]
    assert oe.score("reciprocal_rank", write("gold.txt", QRELS), write("run.txt", RUN)).value == 0.25


def test_lines_of_queries_may_be_mixed(write):
    mixed = "q1 Q0 a 1 9 t\nq2 Q0 b 1 9 t\nq1 Q0 c 2 8 t\n"
    found, _ = notes(write("x.run", mixed), "trec")
    assert found == [{"id": "q1", "retrieved": {"a": 9.0, "c": 8.0}}, {"id": "q2", "retrieved": {"b": 9.0}}]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("x.txt", QRELS, "trec"),
        ("x.txt", RUN, "trec"),
        ("x.qrels", "q 1 d 1\n", "trec"),
        ("x.csv", "query-id,corpus-id,score\nq,d,1\n", "csv_ranking"),
        ("x.csv", "qid;docno;sim;note\nq;d;1;n\n", "csv_ranking"),
        ("x.json", '{"q1": {"d1": 1}}', "ir_measures"),
        ("x.json", '{\n "q1": ["d1"]\n}', "ir_measures"),
        ("x.json", '{"q1": {"d1": true}}', "ir_measures"),
        ("x.json", '{"docs": {"d1": 1}, "id": "q"}', "jsonl"),
        ("x.jsonl", '{"truth": {"d1": 1}, "qid": "q"}\n', "jsonl"),
        ("x.jsonl", '{"truth": {"d1": 1}}\n{"truth": {"d2": 1}}\n', "jsonl"),
        ("x.neleval", "d\t0\t4\t12\t0.5\tPER\n", "neleval"),
    ],
)
def test_formats_are_told_apart(write, name, content, expected):
    assert format_of(write(name, content)).name == expected


def test_parquet_and_beir_are_found(write, tmp_path):
    assert format_of(parquet(tmp_path / "x.bin", query_id=["q"], doc_id=["d"], score=[1.0])).name == "parquet"
    write("set/queries.jsonl", '{"_id": "q1", "text": "what?"}\n')
    write("set/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq7\td1\t1\n")
    assert format_of(tmp_path / "set").name == "beir"
    found, noticed = notes(tmp_path / "set", "beir", "gold")
    assert found == [
        {"id": "q1", "query": "what?", "docs": {"d1": 2.0, "d2": 0.0}},
        {"id": "q7", "query": None, "docs": {"d1": 1.0}},
    ]
    assert [note.got for note in noticed] == ["1 queries are not in queries.jsonl: test.tsv:4 q7"]


def test_beir_splits(write, tmp_path):
    write("set/queries.jsonl", "")
    for split in ("dev", "train"):
        write(f"set/qrels/{split}.tsv", f"query-id\tcorpus-id\tscore\n{split}\td1\t1\n")
    with pytest.raises(InputError, match=r"several splits(.|\n)*dev, train(.|\n)*beir\(split="):
        list(oe.read(tmp_path / "set"))
    with pytest.raises(InputError, match="no split 'test'"):
        list(oe.read(tmp_path / "set", gold_format='beir(split="test")'))
    assert [sample.id for sample in oe.read(tmp_path / "set", gold_format='beir(split="dev")')] == ["dev"]
    with pytest.raises(InputError, match="holds no run"):
        list(oe.read(write("g.qrels", QRELS), tmp_path / "set"))


def test_tables_name_their_columns_or_are_told(write):
    table = write("x.csv", "topic;chunk;n;rank\nq;a;0.5;2\nq;b;0.7;1\n")
    found, _ = notes(table, 'csv_ranking(doc="chunk", score="n")')
    assert found == [{"id": "q", "retrieved": {"a": 0.5, "b": 0.7}}]
    by_rank, _ = notes(write("r.csv", "qid,docid,rank\nq,a,2\nq,b,1\n"), "csv_ranking")
    assert by_rank == [{"id": "q", "retrieved": {"a": -2.0, "b": -1.0}}]
    in_order, _ = notes(write("o.csv", "qid,docid\nq,b\nq,a\n"), "csv_ranking")
    assert in_order == [{"id": "q", "retrieved": {"b": 0.0, "a": -1.0}}]
    with pytest.raises(InputError, match=r"no column for doc; the header has topic, chunk(.|\n)*doc="):
        list(named("csv_ranking").rows(table, Problems(), "run"))
    with pytest.raises(InputError, match="no column for grade"):
        list(named("csv_ranking").rows(write("g.csv", "qid,docid\nq,d\n"), Problems(), "gold"))
    with pytest.raises(InputError, match="no column 'nix'"):
        list(named('csv_ranking(doc="nix")').rows(table, Problems(), "run"))


def test_ten_thousand_columns(write, tmp_path):
    names = ["qid", *(f"c{number}" for number in range(9_998)), "docid", "score"]
    cells = ["q", *["x"] * 9_998, "d", "1"]
    path = write("wide.csv", ",".join(names) + "\n" + ",".join(cells) + "\n")
    assert notes(path, "csv_ranking")[0] == [{"id": "q", "retrieved": {"d": 1.0}}]
    with pytest.raises(InputError, match=r"\(10,001 columns\)") as error:
        list(named('csv_ranking(doc="nix")').rows(path, Problems(), "run"))
    assert len(str(error.value)) < 1000
    wide = parquet(tmp_path / "wide.parquet", **{name: [cell] for name, cell in zip(names, cells, strict=True)})
    assert places(wide) == [("record.type", "wide.parquet row 1 score")]  # it is a text there
    row = {"id": "q", **dict.fromkeys(names, 1)}
    (finding,) = oe.evaluate(
        oe.compile([row | {"docs": ["d"]}], [{"id": "q", "retrieved": ["d"]}]), ["recall"]
    ).findings
    assert (finding.id, finding.count) == ("record.unknown_fields", 10_001)
    assert len(finding.got) < 500


def test_samples_in_parquet(tmp_path):
    columns = {
        "id": ["q1", "q2"],
        "query": ["what?", None],
        "retrieved": [[{"id": "a", "score": 0.5, "doc": None}, {"id": "b", "score": 0.25, "doc": None}], None],
        "answer": ["yes", None],
    }
    run = parquet(tmp_path / "run.parquet", **columns)
    found, _ = notes(run, "parquet")
    assert found == [
        {
            "id": "q1",
            "query": "what?",
            "retrieved": [{"id": "a", "score": 0.5}, {"id": "b", "score": 0.25}],
            "answer": "yes",
        },
        {"id": "q2", "query": None, "retrieved": None, "answer": None},
    ]


def test_parquet_in_order_and_not(tmp_path):
    """Queries run over row groups; mixed ones are gathered."""
    queries, docs = ["q1"] * 4 + ["q2"] + ["q3"] * 5, list("abcdabcdef")
    scores = [float(10 - number) for number in range(10)]
    together = parquet(tmp_path / "a.parquet", query_id=queries, doc_id=docs, score=scores)
    mixed = parquet(
        tmp_path / "b.parquet",
        query_id=queries[::2] + queries[1::2],
        doc_id=docs[::2] + docs[1::2],
        score=scores[::2] + scores[1::2],
    )
    first, second = notes(together, "parquet")[0], notes(mixed, "parquet")[0]
    assert [(row["id"], row["run"]["retrieved"]) for row in first] == [
        ("q1", {"a": 10.0, "b": 9.0, "c": 8.0, "d": 7.0}),
        ("q2", {"a": 6.0}),
        ("q3", {"b": 5.0, "c": 4.0, "d": 3.0, "e": 2.0, "f": 1.0}),
    ]
    assert sorted((row["id"], row["run"]["retrieved"]) for row in second) == [
        (row["id"], row["run"]["retrieved"]) for row in first
    ]


def test_dictionaries(write):
    found, _ = notes(write("x.json", '{"q1": {"d1": 2, "d2": 0}, "q2": ["d3"], "q3": {}}'), "ir_measures", "gold")
    assert found == [{"id": "q1", "docs": {"d1": 2, "d2": 0}}, {"id": "q2", "docs": ["d3"]}, {"id": "q3", "docs": {}}]


# ---- what is wrong ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("score", ["NaN", "inf", "-Infinity", "high", "1,5"])
def test_scores_that_are_no_numbers(write, tmp_path, score):
    assert places(write("x.run", f"q1 Q0 a 1 2 t\nq1 Q0 b 2 {score} t\n")) == [("record.type", "x.run:2 score")]
    assert places(write("x.qrels", f"q1 0 a 1\nq1 0 b {score}\n"), "trec", "gold") == [
        ("record.type", "x.qrels:2 grade")
    ]
    cell = f'"{score}"'
    assert places(write("x.csv", f"qid,docid,score\nq1,a,2\nq1,b,{cell}\n")) == [("record.type", "x.csv:3 score")]


@pytest.mark.parametrize("score", [float("nan"), float("inf"), None])
def test_scores_that_are_no_numbers_in_parquet(tmp_path, score):
    columns = {"query_id": ["q1", "q1", "q2"], "doc_id": ["a", "b", "c"], "score": [1.0, score, 2.0]}
    assert places(parquet(tmp_path / "x.parquet", **columns)) == [("record.type", "x.parquet row 2 score")]


def test_scores_that_are_no_numbers_in_json(write):
    path = write("x.run.json", '{"q1": {"a": 1, "b": NaN}, "q2": {"c": -Infinity, "d": 2}, "q3": 5}')
    assert [where for _, where in places(path)] == [
        "x.run.json['q1']['b'] ",
        "x.run.json['q2']['c'] ",
        "x.run.json['q3']",
    ]


def test_documents_that_come_twice(write, tmp_path):
    again = RUN + "q1 Q0 d2 3 0.1 bm25\n"
    with pytest.raises(RecordError, match=r"x.run:4 query q1 document d2: 0.1, and 0.9 before(.|\n)*duplicates=.first"):
        list(oe.read(write("g.qrels", QRELS), write("x.run", again)))
    found, noticed = notes(tmp_path / "x.run", 'trec(duplicates="first")')
    assert found[0]["retrieved"] == {"d2": 0.9, "d1": 0.5}
    assert [note.got for note in noticed] == ["1 documents come twice (first kept): x.run:4 query q1 document d2"]
    grades = write("x.qrels", "q 0 d 1\nq 0 d 2\n")
    assert places(grades, "trec", "gold") == [("record.duplicate", "x.qrels:2 query q document d")]
    assert notes(grades, 'trec(duplicates="max")', "gold")[0] == [{"id": "q", "docs": {"d": 2.0}}]
    same, noticed = notes(write("y.qrels", "q 0 d 1\nq 0 d 1\n"), "trec", "gold")
    assert same == [{"id": "q", "docs": {"d": 1.0}}]
    assert [(note.id, note.count) for note in noticed] == [("record.duplicate", 1)]
    table = parquet(
        tmp_path / "x.parquet", query_id=["p", "q", "q", "r"], doc_id=["a", "a", "a", "a"], score=[1.0, 2.0, 3.0, 4.0]
    )
    assert places(table) == [("record.duplicate", "x.parquet row 3 query q document a")]
    assert places(write("t.run.json", '{"q1": {"a": 1, "a": 2}}')) == [("record.duplicate", "t.run.json")]


def test_ranks_that_contradict_scores(write):
    """trec_eval takes the scores; so do we, and say it."""
    path = write("x.run", "q1 Q0 a 1 0.1 t\nq1 Q0 b 2 0.9 t\nq2 Q0 a 1 2 t\nq2 Q0 b 2 1 t\n")
    found, noticed = notes(path, "trec")
    assert found[0]["retrieved"] == {"a": 0.1, "b": 0.9}
    assert [(note.id, note.count) for note in noticed] == [("ranking.rank", 1)]
    assert "query q1: rank 2 has a higher score than rank 1" in noticed[0].got
    by_rank, noticed = notes(path, 'trec(order="rank")')
    assert by_rank[0]["retrieved"] == ["a", "b"]
    assert noticed == []


def test_unsorted_runs_are_sorted_by_score(write):
    path = write("x.run", "q1 Q0 d1 2 0.5 t\nq1 Q0 d2 1 0.9 t\n")
    assert notes(path, "trec")[1] == []
    assert oe.score("reciprocal_rank", write("g.qrels", "q1 0 d2 1\n"), path).value == 1.0


def test_broken_lines_and_files(write, tmp_path):
    assert places(write("x.run", RUN + "q1 Q0 d5\nq1 Q0 d6 x 0.1 t\n")) == [
        ("record.line", "x.run:4"),
        ("record.type", "x.run:5 rank"),
    ]
    with pytest.raises(InputError, match=r"x.run:1: this is a run(.|\n)*iteration"):
        list(oe.read(write("x.run", RUN), write("y.run", RUN)))
    with pytest.raises(InputError, match="this is qrels"):
        list(oe.read(write("g.qrels", QRELS), write("x.qrels", QRELS)))
    with pytest.raises(InputError, match="the file is empty"):
        oe.read(write("e.run", ""))
    with pytest.raises(InputError, match="there are no rows"):
        list(oe.read(write("e.qrels", "\n\n"), gold_format="trec"))
    with pytest.raises(InputError, match="there are no rows"):
        list(
            oe.read(
                parquet(
                    tmp_path / "e.parquet",
                    query_id=pa.array([], "string"),
                    doc_id=pa.array([], "string"),
                    score=pa.array([], "float64"),
                )
            )
        )
    with pytest.raises(InputError, match=r"this is no Parquet(.|\n)*cut short"):
        list(oe.read(write("c.parquet", (tmp_path / "e.parquet").read_bytes()[:-40])))
    with pytest.raises(InputError, match="this is no JSON"):
        list(oe.read(write("x.qrels.json", '{"q": {"a": 1}'), gold_format="ir_measures"))
    assert places(write("x.csv", "qid,docid,score\nq1,,1\n")) == [("record.line", "x.csv:2")]
    for option in ('duplicates="last"', 'order="line"'):
        with pytest.raises(BadParameter, match=option.partition("=")[0]):
            list(oe.read(write("g.qrels", QRELS), write("x.run", RUN), run_format=f"trec({option})"))


def test_ids_that_differ_in_their_unicode_form_only(write):
    """Composed and decomposed é: two documents here, and a finding that says so."""
    gold, run = write("g.qrels", "q 0 caf\u00e9 1\nq 0 x 1\n"), write("x.run", "q Q0 cafe\u0301 1 2 t\nq Q0 x 2 1 t\n")
    report = oe.evaluate(oe.compile(oe.read(gold, run)), ["recall"])
    assert report["recall"].value == 0.5
    (finding,) = [each for each in report.findings if each.id == "id.unicode_form"]
    assert finding.count == 1
    assert "'cafe\\u0301', in the gold 'caf\\xe9'" in finding.got
    same = oe.evaluate(oe.compile({"q": ["caf\u00e9"]}, {"q": ["caf\u00e9", "na\u00efve"]}), ["recall"])
    assert [each for each in same.findings if each.id == "id.unicode_form"] == []


# ---- write -----------------------------------------------------------------------------------------------------

IDS = st.from_regex(r"[A-Za-z0-9é#:._-]{1,8}", fullmatch=True)
NUMBERS = st.floats(-1e6, 1e6, allow_nan=False) | st.integers(-5, 5).map(float)


@pytest.mark.parametrize("part", ["gold", "run"])
@pytest.mark.parametrize("name", ["trec", "csv_ranking", "parquet", "ir_measures", "beir", "jsonl"])
def test_rankings_come_back(name, part, tmp_path_factory):
    if name == "beir" and part == "run":
        return

    @settings(max_examples=25)
    @given(st.dictionaries(IDS, st.dictionaries(IDS, NUMBERS, min_size=1, max_size=5), min_size=1, max_size=4))
    def back(queries):
        path = tmp_path_factory.mktemp("x") / "out"
        field = "docs" if part == "gold" else "retrieved"
        source = Samples(rows_source("rows", part, [{"id": query, field: docs} for query, docs in queries.items()]))
        assert named(name).write(source, path, part) == []
        problems = Problems()
        again = Samples(rows_source("back", part, [row for _, row in named(name).rows(path, problems, part)]))
        assert problems.findings == problems.notes == []
        if part == "gold":
            assert {sample.id: sample.gold.docs for sample in again} == queries
        else:
            pairs = {
                sample.id: dict(zip(sample.run.retrieved.ids, sample.run.retrieved.scores, strict=True))
                for sample in again
            }
            assert pairs == queries

    back()


def test_convert_by_command(write, tmp_path):
    from ontoeval.cli import execute

    source, first = write("gold.qrels", QRELS), tmp_path / "gold.parquet"
    assert execute(["convert", str(source), str(first)]) == 0
    assert execute(["convert", str(first), str(tmp_path / "set"), "--to", "beir"]) == 0
    assert execute(["convert", str(tmp_path / "set"), str(tmp_path / "back.qrels")]) == 0
    assert (tmp_path / "back.qrels").read_text() == QRELS
    assert execute(["convert", str(source), str(tmp_path / "set"), "--to", "beir"]) == 3  # it exists
    run = write("x.run", RUN)
    assert execute(["convert", str(run), str(tmp_path / "x.run.csv"), "--part", "run"]) == 0
    assert execute(["convert", str(tmp_path / "x.run.csv"), str(tmp_path / "y.run"), "--part", "run"]) == 0
    assert (tmp_path / "y.run").read_text().splitlines() == [
        "q1 Q0 d2 1 0.9 ontoeval",
        "q1 Q0 d1 2 0.5 ontoeval",
        "q2 Q0 d9 1 3 ontoeval",
    ]


def test_what_a_ranking_loses_is_counted(write, tmp_path):
    hits = [{"id": "a b", "score": 1, "text": "t"}, {"id": "c", "score": 2, "doc": "d"}]
    rows = [
        {"id": "1", "query": "q", "retrieved": hits},
        {"id": "2", "retrieved": ["x", "y"]},
        {"id": "3", "retrieved": []},
    ]
    source = write("run.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    found = convert(source, tmp_path / "x.run", part="run")
    assert sorted((finding.count, finding.got.split(" ", 1)[1].partition(":")[0]) for finding in found) == [
        (1, "hits lose their doc"),
        (1, "hits lose their text"),
        (1, "lines with white space in an id are left out"),
        (1, "rankings without scores get those of their ranks"),
        (1, "samples lose query"),
        (1, "samples without documents are left out"),
    ]
    assert (tmp_path / "x.run").read_text() == "1 Q0 c 1 2 ontoeval\n2 Q0 x 1 2 ontoeval\n2 Q0 y 2 1 ontoeval\n"
    with pytest.raises(UsageError, match="holds no run"):
        convert(source, tmp_path / "new", to_format="beir", part="run")
