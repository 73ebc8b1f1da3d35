"""Corpora as they lie about: BEIR's folder and file, tables as CSV, TSV and Parquet."""

from __future__ import annotations

import gzip
import json

import pyarrow as pa
import pyarrow.parquet
import pytest

import ontoeval as oe
from ontoeval.errors import InputError, RecordError
from ontoeval.records.corpus import read_corpus

BEIR = [
    {"_id": "d1", "title": "Cold", "text": "A bad cold.", "metadata": {"lang": "en", "year": 2020}},
    {"_id": 2, "title": "", "text": "Husten", "metadata": {}},
]
READ = {
    "d1": {"id": "d1", "lang": "en", "year": 2020, "title": "Cold", "text": "A bad cold."},
    "2": {"id": 2, "title": "", "text": "Husten"},
}


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_beirs_corpus(write):
    assert dict(read_corpus(write("corpus.jsonl", lines(BEIR)))) == READ


@pytest.mark.parametrize("packed", [False, True])
def test_beirs_folder(write, packed):
    content = lines(BEIR).encode()
    write("set/corpus.jsonl.gz" if packed else "set/corpus.jsonl", gzip.compress(content) if packed else content)
    write("set/queries.jsonl", '{"_id": "q1", "text": "cold?"}\n')
    folder = write("set/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n").parent.parent
    samples = oe.read(folder, write("run.jsonl", '{"id": "q1", "retrieved": ["d1"]}\n'), folder)
    assert [(sample.id, sample.query, sample.gold.docs) for sample in samples] == [("q1", "cold?", {"d1": 1.0})]
    assert dict(samples.docs) == READ


def test_own_rows_stay_as_they_are(write):
    row = {"id": "d1", "_id": "x", "metadata": {"lang": "en"}}
    assert dict(read_corpus(write("docs.jsonl", lines([row])))) == {"d1": row}


@pytest.mark.parametrize(("name", "cut"), [("docs.csv", ","), ("docs.tsv", "\t"), ("docs.csv.gz", ",")])
def test_tables(write, name, cut):
    text = 'doc_id,year,code,share,concepts,text\n01,2020,7,0.5,"[""HP:1""]",a cold\n02,,7b,1,,\n'.replace(",", cut)
    content = text.encode()
    found = read_corpus(write(name, gzip.compress(content) if name.endswith(".gz") else content))
    assert dict(found) == {
        "01": {"id": "01", "year": 2020, "code": "7", "share": 0.5, "concepts": ["HP:1"], "text": "a cold"},
        "02": {"id": "02", "year": None, "code": "7b", "share": 1, "concepts": None, "text": None},
    }


def test_parquet(tmp_path):
    table = pa.table({"docno": ["d1", "d2"], "year": [2020, None], "concepts": [["HP:1"], []]})
    pa.parquet.write_table(table, tmp_path / "docs.parquet")
    assert dict(read_corpus(tmp_path / "docs.parquet")) == {
        "d1": {"id": "d1", "year": 2020, "concepts": ["HP:1"]},
        "d2": {"id": "d2", "year": None, "concepts": []},
    }


def test_what_is_wrong_with_tables_is_named(write, tmp_path):
    with pytest.raises(RecordError) as error:
        read_corpus(write("docs.csv", "id,lang\nd1,en\nd2\n,de\nd1,fr\n"))
    assert [(finding.id, finding.where) for finding in error.value.findings] == [
        ("record.line", "docs.csv:3"),
        ("record.id", "docs.csv:4"),
        ("record.duplicate", "docs.csv:5"),
    ]
    for name, content, words in (
        ("a.csv", "name,lang\nd1,en\n", "no column for the id; expected id or doc_id; the header has name, lang"),
        ("b.csv", "id,lang\n", "there are no documents"),
        ("c.csv", "", "the file is empty"),
        ("d.parquet", "", "the file is empty"),
        ("e.parquet", "PAR1 and no more", "this is no Parquet"),
    ):
        with pytest.raises(InputError, match=words):
            read_corpus(write(name, content))
    with pytest.raises(InputError, match="no such file"):
        read_corpus(tmp_path / "absent.csv")
    with pytest.raises(InputError, match=r"this is a folder without a corpus\.jsonl"):
        read_corpus(tmp_path)


def test_filters_read_numbers_of_tables(write):
    docs = write("docs.csv", "id,year\nd1,2020\nd2,1990\n")
    gold = write("gold.jsonl", '{"id": "q1", "docs": ["d1"]}\n{"id": "q2", "docs": ["d2"]}\n')
    run = write(
        "run.jsonl",
        lines({"id": name, "filter": {"year": {"$gt": 2000}}, "dialect": "chroma"} for name in ("q1", "q2")),
    )
    assert oe.score("false_exclusion_rate", gold, run, docs=docs).value == 0.5
