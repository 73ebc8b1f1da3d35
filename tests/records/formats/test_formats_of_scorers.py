"""The formats of ELEVANT, neleval and HIPE-scorer: what they say, what is wrong in them, what they cannot say."""

from __future__ import annotations

import json

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, InputError, RecordError
from ontoeval.records.detection import format_of
from ontoeval.records.formats import named
from ontoeval.records.model import Sample

# ---- neleval ----------------------------------------------------------------------------------------------------


def test_neleval_ends_are_inclusive_and_candidates_are_sorted(write, rows):
    lines = [
        "d1\t0\t3\tE1\t0.25\tPER\tE2\t0.75\tPER\tE3\t0.75\tPER",
        "d2\t5\t5\tNIL007\t1.0\tORG",
        'd1\t9\t10\tE4\t1\t{"type": "LOC", "reftype": "NOM"}',
        "d1\t12\t13",
    ]
    found, problems = rows(write("x.neleval", "\n".join(lines) + "\n"), "neleval")
    assert list(found) == ["d1", "d2"]
    first, second, third = found["d1"]["mentions"]
    assert (first["start"], first["end"], first["id"], first["score"]) == (0, 4, "E2", 0.75)  # E2 comes before E3
    assert [each["id"] for each in first["candidates"]] == ["E2", "E3", "E1"]
    assert (second["id"], second["type"]) == ("E4", "LOC")
    assert "id" not in third
    (nil,) = found["d2"]["mentions"]
    assert (nil["start"], nil["end"], nil["id"], nil["nil_cluster"]) == (5, 6, "NIL007", "NIL007")
    assert problems.total == 0
    assert [note.count for note in problems.notes] == [1]  # reftype is not kept


def test_neleval_exclusive_ends(write, rows):
    found, _ = rows(write("x.neleval", "d\t0\t3\tE\n"), 'neleval(ends="exclusive")')
    assert found["d"]["mentions"] == [{"start": 0, "end": 3, "id": "E"}]


@pytest.mark.parametrize(
    "line", ["d\t0", "d\tzero\t3\tE", "d\t0\t-3\tE", "d\t0\t3\tE\t1.0\tPER\tF", "d\t5\t2\tE", "d\t0\t3\tE\tnan"]
)
def test_neleval_lines_that_cannot_be_read_are_listed_with_their_place(write, line):
    path = write("bad.neleval", f"d\t0\t3\tE\n{line}\n")
    with pytest.raises(RecordError) as caught:
        list(oe.read(path, gold_format="neleval"))
    assert caught.value.findings[0].where.startswith("bad.neleval:2")


def test_neleval_content_is_recognised(write):
    assert format_of(write("a.tsv", "doc\t0\t3\tE1\t1.0\tPER\n")).name == "neleval"
    assert format_of(write("b.tsv", "start\tend\tid\n0\t3\tE1\n")).name != "neleval"


def test_neleval_round_trip_and_what_is_lost(write, rows, tmp_path):
    text = "d1\t0\t3\tE2\t0.75\tPER\tE1\t0.25\tPER\nd1\t5\t5\tNIL007\t1.0\tORG\n"
    samples = list(oe.read(write("x.neleval", text)))
    path = tmp_path / "y.neleval"
    assert named("neleval").write(samples, path, "gold") == []
    assert path.read_text(encoding="utf-8") == text
    mention = {"start": 0, "end": 2, "ids": ["A", "B"], "optional": True}
    sample = Sample.model_validate({"id": "s", "query": "abc", "gold": {"mentions": [mention]}})
    lost = named("neleval").write([sample], path, "gold")
    assert {finding.got.partition(":")[0] for finding in lost} == {
        "1 samples lose query",
        "1 mentions lose their ids",
        "1 mentions lose their optional",
    }
    assert path.read_text(encoding="utf-8") == "s\t0\t1\tA\t1.0\t\n"


# ---- ELEVANT ----------------------------------------------------------------------------------------------------

TEXT = "Bonn, Germany in 1949"
LABELS = [
    {"id": 7, "span": [0, 13], "entity_id": "Q586", "name": "Bonn", "type": "Q1", "children": [8, 9]},
    {"id": 8, "span": [0, 4], "entity_id": "Q586", "name": "Bonn", "type": "Q1", "parent": 7},
    {"id": 9, "span": [6, 13], "entity_id": "Unknown1", "name": "?", "type": "OTHER", "parent": 7, "optional": True},
    {"id": 10, "span": [17, 21], "entity_id": "DATETIME", "name": "1949", "type": "DATETIME"},
]
ARTICLE = {
    "id": 3,
    "title": "Bonn",
    "text": TEXT,
    "evaluation_span": [0, 21],
    "labels": LABELS,
    "entity_mentions": [
        {"span": [0, 4], "id": "Q586", "linked_by": "x", "candidates": ["Q1", "Q586"]},
        {"span": [17, 21], "id": "<NIL>", "linked_by": "x", "candidates": []},
    ],
}


def test_elevant_labels_mentions_and_both(write, rows):
    path = write("x.linked_articles.jsonl", json.dumps(ARTICLE) + "\n")
    assert format_of(path).name == "elevant"
    gold, problems = rows(path, "elevant")
    assert problems.total == 0
    assert gold["3"]["query"] == TEXT
    assert gold["3"]["spans"] == [[0, 21]]
    whole, part, unknown, date = gold["3"]["mentions"]
    assert (whole["id"], whole.get("parents")) == ("Q586", None)
    assert part["parents"] == unknown["parents"] == [0]
    assert (unknown["id"], unknown["nil_cluster"], unknown["optional"]) == (None, "Unknown1", True)
    assert (date["id"], date["type"], date["optional"]) == (None, "DATETIME", True)
    run, _ = rows(path, "elevant", "run")
    linked, nil = run["3"]["mentions"]
    assert [each["id"] for each in linked["candidates"]] == ["Q586", "Q1"]  # the link first: theirs have no order
    assert nil["id"] == "<NIL>"
    (sample,) = oe.read(path)
    assert [mention["id"] for mention in sample.gold.mentions] == ["Q586", "Q586", None, None]
    assert [mention["id"] for mention in sample.run.mentions] == ["Q586", "<NIL>"]


def test_elevant_a_label_has_all_labels_as_parents_that_name_it(write, rows):
    labels = [
        {**LABELS[0], "children": [8, 9]},
        {**LABELS[1], "children": [9]},
        {**LABELS[2], "parent": 7},
    ]
    found, _ = rows(write("x.benchmark.jsonl", json.dumps({**ARTICLE, "labels": labels})), "elevant")
    assert [mention.get("parents") for mention in found["3"]["mentions"]] == [None, [0], [0, 1]]


def test_elevant_simple_form(write, rows):
    label = {"entity_reference": "Q586", "start_char": 0, "end_char": 4}
    article = {"text": TEXT, "title": "x", "labels": [label], "predictions": [label]}
    path = write("simple.jsonl", json.dumps(article))
    assert format_of(path).name == "elevant"
    for part in ("gold", "run"):
        found, _ = rows(path, "elevant", part)
        assert found["0"]["mentions"] == [{"start": 0, "end": 4, "id": "Q586", "text": "Bonn"}]


@pytest.mark.parametrize("span", [None, [0], [4, 0], ["0", "4"]])
def test_elevant_labels_without_a_span_are_listed(write, span):
    article = {**ARTICLE, "labels": [{**LABELS[1], "span": span, "parent": None}]}
    with pytest.raises(RecordError) as caught:
        list(oe.read(write("bad.benchmark.jsonl", json.dumps(article))))
    assert caught.value.findings[0].where == "bad.benchmark.jsonl:1 labels[0]"


@pytest.mark.parametrize(
    "change",
    [
        {"labels": {"a": 1}},
        {"labels": ["x"]},
        {"labels": [{**LABELS[1], "children": 5}]},
        {"labels": [{**LABELS[1], "entity_id": ["Q1"]}]},
        {"evaluation_span": 5},
        {"evaluation_span": [3]},
        {"text": 5},
    ],
)
def test_elevant_fields_of_another_type_are_listed(write, change):
    with pytest.raises(RecordError) as caught:
        list(oe.read(write("bad.benchmark.jsonl", json.dumps({**ARTICLE, **change})), gold_format="elevant"))
    assert caught.value.findings[0].where.startswith("bad.benchmark.jsonl:1")


def test_elevant_file_cut_in_the_middle(write):
    line = json.dumps(ARTICLE)
    with pytest.raises(RecordError, match="cannot be used"):
        list(oe.read(write("cut.benchmark.jsonl", f"{line}\n{line[:200]}")))


def test_elevant_round_trip(write, tmp_path):
    path = write("x.linked_articles.jsonl", json.dumps(ARTICLE))
    again = tmp_path / "y.linked_articles.jsonl"
    assert named("elevant").write(list(oe.read(path)), again, "both") == []
    (before,), (after,) = oe.read(path), oe.read(again)
    assert after.gold == before.gold
    assert list(after.run.mentions) == list(before.run.mentions)


# ---- HIPE -------------------------------------------------------------------------------------------------------

HIPE = """TOKEN\tNE-COARSE-LIT\tNEL-LIT\tNEL-METO\tMISC
# hipe2022:document_id = a
In\tO\t_\t_\t_
New\tB-loc\tQ60\t_\t_
York\tI-loc\tQ60\tQ9\tNoSpaceAfter
,\tO\t_\t_\t_
Bern\tS-loc\tQ70|Q1\t_\tEndOfLine
Basel\tS-loc\tQ70|Q1\t_\t_
#\tO\t_\t_\t_
# hipe2022:document_id = b
Rome\tB-loc\t_\t_\t_
"""


def test_hipe_entities(write, rows):
    path = write("x.tsv", HIPE)
    assert format_of(path).name == "hipe"
    found, problems = rows(path, "hipe")
    assert found["a"]["query"] == "In New York, Bern Basel #"
    york, bern, basel = found["a"]["mentions"]
    assert york == {"start": 3, "end": 11, "text": "New York", "type": "loc", "id": "Q60"}
    assert (bern["text"], basel["text"]) == ("Bern", "Basel")
    assert bern["candidates"] == [{"id": "Q70"}, {"id": "Q1"}]
    assert found["b"]["mentions"] == []  # Rome has no cell for its link
    assert [note.count for note in problems.notes] == [1]


def test_hipe_links_columns_and_types_alone(write, rows):
    path = write("x.tsv", HIPE)
    found, _ = rows(path, 'hipe(spans="links")')
    assert [mention["text"] for mention in found["a"]["mentions"]] == ["New York", "Bern Basel"]
    found, _ = rows(path, 'hipe(links="NEL-METO+NEL-LIT", spans="links")')
    (york,) = found["a"]["mentions"]
    assert (york["text"], york["candidates"]) == ("York", [{"id": "Q9"}, {"id": "Q60"}])
    found, _ = rows(path, "hipe(links=None)")
    assert found["b"]["mentions"] == [{"start": 0, "end": 4, "text": "Rome", "type": "loc"}]


def test_hipe_an_entity_with_two_links_is_split_in_a_run_only(write, rows):
    text = HIPE.replace("York\tI-loc\tQ60", "York\tI-loc\tQ61")
    gold, _ = rows(write("x.tsv", text), "hipe")
    run, _ = rows(write("x.tsv", text), "hipe", "run")
    assert [mention["id"] for mention in gold["a"]["mentions"]][:2] == ["Q60", "Q70"]
    assert [mention["id"] for mention in run["a"]["mentions"]][:2] == ["Q60", "Q61"]


def test_hipe_bad_input(write):
    with pytest.raises(InputError, match="no column 'NEL-X'"):
        list(oe.read(write("x.tsv", HIPE), gold_format='hipe(links="NEL-X")'))
    with pytest.raises(BadParameter, match="spans='words'"):
        list(oe.read(write("x.tsv", HIPE), gold_format='hipe(spans="words")'))
    with pytest.raises(RecordError) as caught:
        list(oe.read(write("cut.tsv", HIPE + "Cut\tB-l")))
    assert caught.value.findings[0].where == "cut.tsv:12"
