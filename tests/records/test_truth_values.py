"""True and false where a number belongs: Python counts them as 1 and 0, readers refuse them; grades may be both."""

from __future__ import annotations

import json

import pyarrow as pa
import pyarrow.parquet
import pytest

import ontoeval as oe
from ontoeval.errors import RecordError

SPAN = {"start": 0, "end": 3, "id": "X:1"}


@pytest.fixture
def write(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content) + "\n", encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ({"gold": {"mentions": [{"start": False, "end": True, "id": "X:1"}]}}, "gold.mentions[0].start"),
        ({"gold": {"mentions": [SPAN, {**SPAN, "end": True}]}}, "gold.mentions[1].end"),
        ({"gold": {"mentions": [{**SPAN, "score": True}]}}, "gold.mentions[0].score"),
        ({"gold": {"mentions": [{**SPAN, "parents": [True]}, SPAN]}}, "gold.mentions[0].parents[0]"),
        ({"run": {"mentions": [{**SPAN, "candidates": [{"id": "a", "score": False}]}]}}, "run.mentions[0].candidates"),
        ({"gold": {"spans": [[False, True]]}}, "gold.spans[0][0]"),
        ({"gold": {"relations": [{"relation": "r", "head": "a", "tail_span": [0, True]}]}}, "gold.relations[0]"),
        ({"run": {"retrieved": {"d1": True}}}, "run.retrieved.d1"),
        ({"run": {"retrieved": [{"id": "d1", "score": False}]}}, "run.retrieved[0].score"),
        ({"run": {"confidence": True}}, "run.confidence"),
        ({"run": {"latency_ms": {"total": True}}}, "run.latency_ms.total"),
        ({"run": {"cost": {"total": False}}}, "run.cost.total"),
        ({"run": {"tokens": {"total": True}}}, "run.tokens.total"),
        ({"weight": True}, "weight"),
    ],
)
def test_no_truth_value_is_a_number(write, row, place):
    with pytest.raises(RecordError) as error:
        list(oe.read(write("rows.jsonl", {"id": "q1", **row})))
    (finding,) = error.value.findings
    assert finding.where.startswith(f"rows.jsonl:1 {place}")
    assert "(true and false are no numbers)" in finding.got


@pytest.mark.parametrize("name", ["true", "NaN", "Infinity"])
def test_what_is_no_name_is_no_id(write, name):
    with pytest.raises(RecordError) as error:
        list(oe.read(write("rows.jsonl", f'{{"id": {name}}}\n')))
    assert [(finding.where, finding.expected) for finding in error.value.findings] == [
        ("rows.jsonl:1 id", "a non-empty text or number")
    ]


def test_grades_may_say_relevant_or_not(write, tmp_path):
    table = pa.table({"query_id": ["q1", "q1"], "doc_id": ["d1", "d2"], "relevance": [True, False]})
    pa.parquet.write_table(table, tmp_path / "gold.parquet")
    for path in (
        write("gold.jsonl", {"id": "q1", "docs": {"d1": True, "d2": False}}),
        write("gold.qrels.json", {"q1": {"d1": True, "d2": False}}),
        write("gold.qrels.csv", "query_id,doc_id,relevance\nq1,d1,True\nq1,d2,False\n"),
        tmp_path / "gold.parquet",
    ):
        [sample] = oe.read(path, write("run.jsonl", {"id": "q1", "retrieved": ["d1"]}))
        assert json.dumps(sample.gold.docs) == '{"d1": 1.0, "d2": 0.0}', path.name


def test_scores_and_ranks_in_tables_may_not(write, tmp_path):
    gold = write("gold.jsonl", {"id": "q1", "docs": ["d1"]})
    for column in ("score", "rank"):
        pa.parquet.write_table(pa.table({"query_id": ["q1"], "doc_id": ["d1"], column: [True]}), tmp_path / "r.parquet")
        with pytest.raises(RecordError, match=f"r.parquet row 1 {column}: True"):
            list(oe.read(gold, tmp_path / "r.parquet"))
        with pytest.raises(RecordError, match=f"r.run.csv:2 {column}: True"):
            list(oe.read(gold, write("r.run.csv", f"query_id,doc_id,{column}\nq1,d1,True\n")))


def test_truth_values_of_frameworks_are_neither_texts_nor_amounts(write):
    ragas = write("r.ragas.jsonl", {"id": "q1", "user_input": "q", "response": "a", "retrieved_contexts": [True]})
    with pytest.raises(RecordError, match="a list of texts"):
        list(oe.read(ragas))
    case = {"input": "q", "actual_output": "a", "completion_time": True, "token_cost": "much"}
    with pytest.raises(RecordError) as error:
        list(oe.read(write("d.deepeval.jsonl", case)))
    assert [finding.where for finding in error.value.findings] == [
        "d.deepeval.jsonl:1 run.cost.total",
        "d.deepeval.jsonl:1 run.latency_ms.total",
    ]
