"""Ids of gold and run that mean the same and are written in two ways: what they differ in is said."""

from __future__ import annotations

import json

import pytest

import ontoeval as oe
from ontoeval.errors import InputError
from ontoeval.records.ids import variants

PAIRS = [
    ("Caf\u00e9", "Cafe\u0301", "1 id differs only in Unicode form, e.g. 'Caf\\xe9' and 'Cafe\\u0301'"),
    ("q 1", "q1", "1 id differs only in white space, e.g. 'q 1' and 'q1'"),
    ("q1", "q1\u00a0", "1 id differs only in white space, e.g. 'q1' and 'q1\\xa0'"),
    ("q1", "\ufeffq1", "1 id differs only in white space, e.g. 'q1' and '\\ufeffq1'"),
    ("PMID7", "pmid7", "1 id differs only in case, e.g. 'PMID7' and 'pmid7'"),
    (1, "01", "1 id differs only in the form of a number, e.g. '1' and '01'"),
    (1.0, 1, "1 id differs only in the form of a number, e.g. '1.0' and '1'"),
    ("doc7", "doc7.txt", "1 id differs only in a file suffix, e.g. 'doc7' and 'doc7.txt'"),
    ("Doc 7.txt", "doc7", "1 id differs only in Unicode form, white space, case, the form of a number or a file"),
]


@pytest.fixture
def read(tmp_path):
    def read(gold, run):
        for name, rows in (("gold.jsonl", gold), ("run.jsonl", run)):
            (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return oe.read(tmp_path / "gold.jsonl", tmp_path / "run.jsonl")

    return read


@pytest.mark.parametrize(("mine", "theirs", "words"), PAIRS)
def test_no_common_id_says_what_they_differ_in(read, mine, theirs, words):
    with pytest.raises(InputError) as error:
        list(read([{"id": mine, "docs": ["d"]}], [{"id": theirs, "retrieved": ["d"]}]))
    assert "no id of the run is in the golden set" in str(error.value)
    assert f"; {words}" in str(error.value)
    assert "in the same way" in str(error.value)


@pytest.mark.parametrize(("mine", "theirs", "words"), PAIRS)
def test_some_common_ids_warn(read, mine, theirs, words):
    samples = read(
        [{"id": "same", "docs": ["d"]}, {"id": mine, "docs": ["d"]}, {"id": "lonely", "docs": ["d"]}],
        [{"id": "same", "retrieved": ["d"]}, {"id": theirs, "retrieved": ["d"]}],
    )
    assert len(list(samples)) == 4
    near = [finding for finding in samples.findings if finding.id == "record.near_ids"]
    assert [(finding.severity, finding.where, finding.count) for finding in near] == [
        ("warning", "gold.jsonl + run.jsonl", 1)
    ]
    assert near[0].got.startswith(words)


def test_numbers_and_texts_are_the_same_id(read):
    samples = read([{"id": 1, "docs": ["d"]}], [{"id": "1", "retrieved": ["d"]}])
    assert len(list(samples)) == 1
    assert samples.findings == []


@pytest.mark.parametrize(("mine", "theirs"), [("v1.2", "v1.3"), ("a.txt", "b.txt"), ("10", "1"), ("q1", "q11")])
def test_other_ids_are_other_ids(mine, theirs):
    assert variants([mine], [theirs]) == []


def test_each_id_is_in_one_pair():
    found = variants(["A", "B", "C", "c"], ["a", "b", "\u0107"])
    assert [(each.respect, each.pairs) for each in found] == [("case", [("A", "a"), ("B", "b")])]


def test_runs_that_are_fused_say_it_too():
    fused = oe.retrieval.fuse({"q1": ["a"], "q2": ["b"]}, {"Q1": ["a"], "q2": ["b"]})
    near = [str(finding) for finding in fused.findings if finding.id == "record.near_ids"]
    assert [text.partition(" [")[0] for text in near] == [
        "run 1: 1 id differs only in case, e.g. 'Q1' and 'q1'",
        "run 2: 1 id differs only in case, e.g. 'q1' and 'Q1'",
    ]
