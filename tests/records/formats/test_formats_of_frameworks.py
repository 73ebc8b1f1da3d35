"""Ragas' samples of both generations and DeepEval's test cases: what becomes of their fields, and back."""

from __future__ import annotations

import json

import pytest

import ontoeval as oe
from ontoeval.errors import InputError, RecordError
from ontoeval.records.convert import convert
from ontoeval.records.detection import format_of

NEWER = [
    {
        "user_input": "Where?",
        "response": "In Ghent.",
        "retrieved_contexts": ["Ghent is a city.", "A cat sat."],
        "reference": "Ghent",
        "reference_contexts": ["Ghent is a city."],
    },
    {"user_input": "Who?", "response": "Ann.", "retrieved_context_ids": [7, 8], "reference_context_ids": [8]},
]
OLDER = [
    {"question": "Where?", "answer": "In Ghent.", "contexts": ["Ghent is a city."], "ground_truths": ["Ghent", "Gent"]},
    {"question": "Who?", "answer": "Ann.", "contexts": [], "ground_truth": "Ann", "faithfulness": 0.5},
]
CASES = [
    {
        "input": "Where?",
        "actual_output": "In Ghent.",
        "expected_output": "Ghent",
        "retrieval_context": ["Ghent is a city."],
        "context": ["Ghent is a city."],
        "name": None,
        "comments": None,
    },
    {"input": "Who?", "actual_output": "Ann.", "expected_output": None, "retrieval_context": None, "context": None},
]


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_the_newer_generation(write):
    first, second = oe.read(write("x.jsonl", lines(NEWER)))
    assert (first.id, first.query, first.gold.answers, first.run.answer) == ("1", "Where?", ["Ghent"], "In Ghent.")
    assert first.gold.docs == {"Ghent is a city.": 1.0}
    assert first.run.contexts.ids == ["Ghent is a city.", "A cat sat."]
    assert (second.gold.docs, second.run.contexts.ids, second.gold.answers) == ({"8": 1.0}, ["7", "8"], None)
    assert oe.score("context_recall_ids", write("x.jsonl", lines(NEWER))).value == 1.0
    assert oe.score("context_precision_ids", write("x.jsonl", lines(NEWER))).value == 0.75


def test_the_older_generation(write):
    samples = oe.read(write("x.jsonl", lines(OLDER)))
    first, second = samples
    assert (first.query, first.run.answer, first.run.contexts.ids) == ("Where?", "In Ghent.", ["Ghent is a city."])
    assert (first.gold.answers, second.gold.answers, len(second.run.contexts)) == (["Ghent", "Gent"], ["Ann"], 0)
    assert "faithfulness" in next(each.got for each in samples.findings if each.id == "record.unknown_fields")


def test_contexts_with_ids_keep_their_texts(write):
    row = NEWER[0] | {"retrieved_context_ids": ["c1", "c2"], "id": "mine"}
    [sample] = oe.read(write("x.jsonl", lines([row])))
    assert (sample.id, sample.run.contexts.ids) == ("mine", ["c1", "c2"])
    assert [hit["text"] for hit in sample.run.contexts.items] == NEWER[0]["retrieved_contexts"]


def test_test_cases(write):
    for text in (lines(CASES), json.dumps(CASES, indent=4)):
        first, second = oe.read(write("x.json", text))
        assert (first.id, first.query, first.gold.answers) == ("1", "Where?", ["Ghent"])
        assert (first.run.answer, first.run.contexts.ids) == ("In Ghent.", ["Ghent is a city."])
        assert (first.gold.docs, second.gold.docs) == ({"Ghent is a city.": 1.0}, None)


def test_saved_test_runs(write):
    case = {
        "name": "t0",
        "input": "Where?",
        "actualOutput": "In Ghent.",
        "retrievalContext": ["a b"],
        "completionTime": 1.5,
    }
    content = {"testFile": "x", "testCases": [case, case | {"name": "t1", "tokenCost": 0.25}]}
    for form in (content, {"testRunData": content}):
        first, second = oe.read(write("run.json", json.dumps(form, indent=1)))
        assert (first.id, second.id) == ("t0", "t1")
        assert (first.run.latency_ms, second.run.cost) == ({"total": 1500.0}, {"total": 0.25})
    with pytest.raises(InputError, match="no test cases"):
        list(oe.read(write("run.json", '{"testCases": [3]}'), gold_format="deepeval"))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (lines(NEWER), "ragas"),
        (json.dumps(NEWER, indent=2), "ragas"),
        (lines(OLDER), "ragas"),
        (lines(CASES), "deepeval"),
        (json.dumps(CASES, indent=2), "deepeval"),
        ('{"id": "1", "query": "input", "answer": "question"}\n', "jsonl"),
    ],
)
def test_formats_are_told_apart(write, content, expected):
    assert format_of(write("x.json", content)).name == expected


def test_what_cannot_be_used_is_named(write):
    rows = [
        {"user_input": [{"content": "hi", "type": "human"}]},
        {"user_input": "a", "retrieved_contexts": "no list"},
        {"user_input": "b", "retrieved_contexts": ["x"], "retrieved_context_ids": ["1", "2"]},
    ]
    with pytest.raises(RecordError) as error:
        list(oe.read(write("x.jsonl", lines(rows))))
    assert [finding.where for finding in error.value.findings] == [
        "x.jsonl:1 user_input",
        "x.jsonl:2 contexts",
        "x.jsonl:3",
    ]


@pytest.mark.parametrize(("rows", "name"), [(NEWER, "x.ragas.jsonl"), (CASES, "x.deepeval.jsonl")])
def test_there_and_back(write, tmp_path, rows, name):
    source, ids = write(name, lines(rows)), write("ids.jsonl", '{"id": "1"}\n{"id": "2"}\n')
    for part in ("gold", "run"):
        middle, back = tmp_path / f"{part}.jsonl", tmp_path / f"{part}.{name}"
        assert convert(source, middle, to_format="jsonl", part=part) == []
        assert convert(middle, back, part=part) == []
        found = [list(oe.read(each, ids) if part == "gold" else oe.read(ids, each)) for each in (source, back)]
        before, after = ([str(getattr(sample, part)) for sample in samples] for samples in found)
        assert before == after


def test_what_they_lose_is_counted(write, tmp_path):
    row = {"id": "q", "docs": {"a": 2, "b": 0}, "answers": ["x", "y"], "tags": {"kind": "long"}}
    found = convert(write("g.jsonl", lines([row])), tmp_path / "x.ragas.jsonl")
    assert sorted(finding.got.partition(":")[0] for finding in found) == [
        "1 samples lose all answers but the first",
        "1 samples lose grades",
        "1 samples lose tags",
    ]
    run = {"id": "q", "contexts": [{"id": "c1", "text": "some text", "score": 0.5}], "confidence": 1}
    found = convert(write("r.jsonl", lines([run])), tmp_path / "x.deepeval.jsonl", part="run")
    assert sorted(finding.got.partition(":")[0] for finding in found) == [
        "1 contexts lose their ids",
        "1 contexts lose their score",
        "1 samples lose run.confidence",
    ]
