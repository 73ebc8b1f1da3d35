"""The audit of outputs: what it reads, its stages, its findings and its limits."""

from __future__ import annotations

import json
import re

import networkx as nx
import pytest

import ontoeval as oe
from ontoeval.audit.output_rows import Answers
from ontoeval.errors import BadParameter, ConfigError, InputError, RecordError, UsageError
from ontoeval.records.batch import Problems
from ontoeval.report.findings_page import message

TREE = [("sedan", "car"), ("coupe", "car"), ("car", "vehicle"), ("boat", "vehicle"), ("yacht", "boat")]
SCHEMA = {
    "type": "object",
    "required": ["items"],
    "properties": {"items": {"type": "array", "items": {"type": "object", "required": ["id"]}}},
}
GIVEN = {"slots": ["$.items[*].id"], "labels": ["$.items[*].label"]}


@pytest.fixture(scope="module")
def onto():
    graph = nx.DiGraph(TREE)
    nx.set_node_attributes(graph, {name: name.title() for name in graph}, "label")
    return oe.load(graph, edges_point="to_parent")


def answer(*pairs):
    return json.dumps({"items": [{"id": concept, "label": label} for concept, label in pairs]})


ANSWERS = [
    answer(("sedan", "Sedan"), ("yacht", "Boat")),
    f"```json\n{answer(('coupe', 'Coupe'))}\n```",
    '{"items": [{"id": "sed',
    '{"items": 3}',
    answer(("plane", None), ("NIL", None)),
    "Sorry, I could not find it.",
]


@pytest.fixture(scope="module")
def report(onto):
    return oe.audit.outputs(ANSWERS, ontology=onto, schema=SCHEMA, **GIVEN)


def passed(report):
    return {row["stage"]: (row["num"], row["den"]) for row in report.stages}


def test_stages_of_a_strict_reader(report):
    """Worked by hand: five of six answered, three of them JSON, one breaks the schema; sedan and yacht are ids."""
    assert passed(report) == {
        "answered": (5, 6),
        "parsed": (3, 5),
        "schema": (2, 3),
        "vocabulary": (2, 3),
        "id = label": (1, 2),
    }
    ends = {row["stage"]: row["end_to_end"] for row in report.stages}
    assert (ends["parsed"], ends["schema"]) == (3 / 6, 2 / 6)
    assert all(row["low"] <= row["rate"] <= row["high"] for row in report.stages if row["low"] is not None)


def test_stages_of_a_lenient_reader(onto):
    report = oe.audit.outputs(ANSWERS, ontology=onto, schema=SCHEMA, parse="lenient", **GIVEN)
    assert passed(report) == {
        "answered": (5, 6),
        "parsed": (4, 5),
        "schema": (3, 4),
        "vocabulary": (3, 4),
        "id = label": (2, 3),
    }
    assert [row["repair"] for row in report.table("output_repairs")] == ["code_fence", "truncated_recovered"]
    severities = {finding.id: finding.severity for finding in report.faults}
    assert (severities["parse.code_fence"], severities["parse.truncated_recovered"]) == ("info", "error")


def test_every_fault_is_found_once_with_its_place(report):
    assert [(finding.id, finding.where) for finding in report.faults] == [
        ("label.label_of_other_term", "answers[0] $.items[1].id"),
        ("parse.code_fence", "answers[1]"),
        ("parse.truncated_recovered", "answers[2]"),
        ("schema.type", "answers[3] $.items"),
        ("vocabulary.unknown_id", "answers[4] $.items[0].id"),
        ("response.refusal", "answers[5]"),
    ]
    assert report.faults[0].got == 'yacht is "Yacht"; "Boat" is boat'


def test_messages_are_short_whatever_is_written(onto):
    long = "“x” 🤕 " * 5_000
    answers = [answer((long, long), ("sedan", long)), long, '{"items": [' + "1" * 9_000 + "]}"]
    report = oe.audit.outputs(answers, ontology=onto, schema=SCHEMA, **GIVEN)
    assert len(report.faults) >= 4
    assert max(len(message(finding)) for finding in report.faults) <= 200


def test_outputs_against_gold(onto):
    """Both of the first answer are right, the second is conformant but wrong, the third is missing."""
    gold = [
        {"id": "1", "gold": {"output": {"items": [{"id": "sedan"}, {"id": "boat"}]}}},
        {"id": "2", "gold": {"concepts": ["car"]}},
        {"id": "3", "gold": {"concepts": ["car"]}},
    ]
    run = [
        {"id": "1", "output": answer(("sedan", None), ("boat", None))},
        {"id": "2", "output": answer(("coupe", None))},
    ]
    report = oe.audit.outputs(run, ontology=onto, gold=gold, slots=["items[*].id"])
    assert passed(report)["correct"] == (2, 3)
    assert report["output_f1"].value == pytest.approx(2 * 2 / (2 * 2 + 1 + 2))
    assert report["output_f1"].n_missing == 1
    assert report.table("output_outcomes")[0] == {"concepts": "conformant", "right": 2, "wrong": 1, "missed": None}
    # coupe for car is one step off: its ancestors are coupe, car, vehicle; those of car two of them
    # hP = (2 + 2 + 2) / (3 + 2 + 3), the common root of sedan and boat once: {sedan, car, vehicle, boat}: 4
    assert report["hierarchical_f1"].sums["precision"] == pytest.approx((4 + 2) / (4 + 3))
    assert report["wu_palmer"].value is not None


def test_ids_are_looked_for_in_the_text(onto):
    rows = [
        {
            "id": "1",
            "sentence": "Two coupes and a yacht.",
            "output": answer(("coupe", None), ("boat", None), ("sedan", None)),
        },
    ]
    report = oe.audit.outputs(rows, ontology=onto, text="sentence", **GIVEN)
    assert report["grounding_rate"].sums == {"num": 2, "den": 3}  # boat by a name of a concept below
    (absent,) = [finding for finding in report.faults if finding.id == "grounding.absent"]
    assert absent.got == "sedan (Sedan): the text does not mention it"


def test_enum_of_ids_in_the_schema_makes_a_slot(onto):
    """An id of the ontology that the enum lacks is a fault of the vocabulary, and counts once."""
    schema = {"properties": {"id": {"enum": ["sedan", "coupe"]}}}
    report = oe.audit.outputs(['{"id": "sedan"}', '{"id": "boat"}'], ontology=onto, schema=schema)
    assert passed(report)["schema"] == (2, 2)
    assert passed(report)["vocabulary"] == (1, 2)
    assert [finding.id for finding in report.faults] == ["vocabulary.wrong_branch"]
    without = oe.audit.outputs(['{"id": "sedan"}', '{"id": "boat"}'], schema=schema)
    assert passed(without)["schema"] == (1, 2)


def test_triples_of_the_answers(onto):
    gold = [{"id": "1", "vocabulary": {"relations": ["part of"], "concepts": ["car"]}}]
    rows = [
        {
            "id": "1",
            "output": {
                "triples": [{"sub": "a", "rel": "part of", "obj": "b"}, {"sub": "a", "rel": "likes", "obj": "b"}]
            },
        }
    ]
    report = oe.audit.outputs(rows, ontology=onto, gold=gold, triples="$.triples[*]")
    assert report["triple_conformance"].value == 0.5
    assert [finding.id.partition(".")[0] for finding in report.faults] == ["triple"]


# What it reads


def read(source, **options):
    problems = Problems()
    return [row for _, row in Answers(source, **options).rows(problems)], problems


def test_rows_of_every_form():
    rows = [
        {"id": "a", "output": "x"},
        {"id": 7, "output": {"b": 1}},
        {"output": None, "error": "Timeout"},
    ]
    found, _ = read(rows)
    assert [(row["id"], row["output"], row["error"]) for row in found] == [
        ("a", "x", None), ("7", {"b": 1}, None), ("3", None, "Timeout"),
    ]  # fmt: skip
    assert read([{"id": "a", "run": {"output": "x"}}])[0][0]["output"] == "x"
    assert read([{"id": "a", "response": "x"}])[0][0]["output"] == "x"
    assert read([{"choices": {"text": "x"}}], output="choices.text")[0][0]["output"] == "x"
    assert read([{"annotations": []}])[0][0]["output"] == {"annotations": []}
    assert read(["x", "y"])[0][1] == {"id": "2", "query": None, "output": "y", "error": None}


def test_files_of_every_form(tmp_path):
    lines = tmp_path / "a.jsonl"
    lines.write_text('{"id": "a", "output": "x"}\n\n{"id": "b", "output": "y"}\n')
    assert [row["id"] for row in read(lines)[0]] == ["a", "b"]
    table = tmp_path / "a.csv"
    table.write_text('id,output,sentence\na,"{""b"": 1}",text\nb,,\n')
    found, _ = read(table, text="sentence")
    assert [(row["id"], row["output"], row["query"]) for row in found] == [("a", '{"b": 1}', "text"), ("b", None, None)]


@pytest.mark.parametrize(
    ("name", "content", "error", "text"),
    [
        ("none.jsonl", None, InputError, "no such file"),
        ("empty.jsonl", "", InputError, "there is no answer"),
        ("broken.jsonl", '{"id": "a", "output": 1}\n{"id"\n', RecordError, "broken.jsonl:2"),
        ("twice.jsonl", '{"id": "a", "output": 1}\n{"id": "a", "output": 2}\n', RecordError, "again|twice|duplicate"),
        ("short.csv", "id,output\na\n", RecordError, "short.csv:2.*1 cells"),
        ("empty.csv", "", InputError, "the file is empty"),
        ("other.csv", "a,b\n1,2\n", UsageError, "no column holds the answers: a, b"),
        ("latin.csv", "id,output\na,\xe8\n".encode("latin-1"), InputError, "byte 0xe8 at column 13 is not UTF-8"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, name, content, error, text):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(error) as caught:
        oe.audit.outputs(path)
    assert re.search(text, str(caught.value).replace("\n", " "))


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"slots": ["id"]}, BadParameter, "give an ontology"),
        ({"parse": "loose"}, BadParameter, "strict or lenient"),
        ({"output": "nothing.there"}, UsageError, "no row has this path"),
        ({"text": "nothing.there", "ontology": nx.DiGraph([("a", "b")])}, UsageError, "--text: no row has this path"),
        ({"schema": {"type": "nothing"}}, ConfigError, "no JSON Schema"),
    ],
)
def test_mistakes_in_the_call(options, error, text):
    if "ontology" in options:
        options = {**options, "ontology": oe.load(options["ontology"], edges_point="to_parent")}
    with pytest.raises(error, match=text):
        oe.audit.outputs([{"id": "a", "output": "{}"}], **options)


# Limits


def test_assert_conforms_passes_and_fails(onto):
    good = [answer(("sedan", "Sedan"))]
    assert oe.assert_conforms(good, ontology=onto, schema=SCHEMA, **GIVEN)["schema_validity"].value == 1.0
    with pytest.raises(AssertionError, match=r"id_label_agreement is 0.5000, below 1\n(.*\n)*.*label_of_other_term"):
        oe.assert_conforms(ANSWERS[:1], ontology=onto, schema=SCHEMA, **GIVEN)
    oe.assert_conforms(ANSWERS[:1], ontology=onto, minimum={"vocabulary_conformance": 1.0}, **GIVEN)
    with pytest.raises(AssertionError, match=r"id_label_mismatch_rate is 0.5000, above 0.1"):
        oe.assert_conforms(ANSWERS[:1], ontology=onto, maximum={"id_label_mismatch_rate": 0.1}, **GIVEN)


def test_a_rate_without_a_value_keeps_no_limit(onto):
    with pytest.raises(AssertionError, match="vocabulary_conformance has no value"):
        oe.assert_conforms(['{"items": []}'], ontology=onto, minimum={"vocabulary_conformance": 0.0}, **GIVEN)


def test_limits_are_for_the_reader_of_the_audit(onto):
    fenced = ANSWERS[1:2]
    given = {"ontology": onto, "minimum": {"vocabulary_conformance": 1.0}, **GIVEN}
    oe.assert_conforms(fenced, parse="lenient", **given)
    with pytest.raises(AssertionError, match="has no value"):
        oe.assert_conforms(fenced, **given)


def test_slot_that_no_answer_has_is_warned_of():
    """A misspelt path would leave everything unchecked, and no fault found."""
    onto = oe.load(b"child,parent\nsedan,car\n", format="csv")
    report = oe.audit.outputs(['{"id": "sedan"}'], ontology=onto, slots=["$.id", "$.ids[*]"])
    (finding,) = [found for found in report.findings if found.id == "slot.nowhere"]
    assert finding.got == "no answer holds anything at $.ids[*]: nothing there is checked"


def test_triple_may_be_a_list_of_three():
    stanzas = "[Term]\nid: X:1\n\n[Term]\nid: X:2\nis_a: X:1\n\n[Typedef]\nid: part_of\nname: part of\n"
    onto = oe.load(f"format-version: 1.2\n\n{stanzas}".encode(), format="obo")
    told = [
        '{"triples": [["X:1", "nowhere", "X:2"]]}',
        '{"triples": [{"head": "X:1", "relation": "nowhere", "tail": "X:2"}]}',
    ]
    as_list, as_object = (
        [fault.id for fault in oe.audit.outputs([each], ontology=onto, triples="$.triples[*]").faults] for each in told
    )
    assert as_list == as_object == ["triple.predicate_unknown"]


def test_what_is_no_triple_is_told_and_in_no_rate(onto):
    gold = [{"id": "0", "vocabulary": {"relations": ["part of"], "concepts": ["car"]}}]
    rows = [
        {"id": "0", "output": {"triples": [["a", "part of", "b"], ["a", "b"], "x", None]}},
        {"id": "1", "output": {"triples": None}},
        {"id": "2", "output": {"triples": "none"}},
    ]
    report = oe.audit.outputs(rows, ontology=onto, gold=gold, triples="$.triples[*]")
    told = [fault for fault in report.faults if fault.id == "triple.form"]
    assert [fault.where for fault in told] == ["0 $.triples[1]", "0 $.triples[2]", "0 $.triples[3]", "2 $.triples"]
    assert report["triple_conformance"].sums["den"] == 1


@pytest.mark.parametrize("wrong", [None, 5, {"id": "sedan"}, b"{}"])
def test_what_is_no_list_of_answers_is_refused(wrong):
    """The keys of a single answer are no answers."""
    with pytest.raises(UsageError, match=f"cannot read a {type(wrong).__name__} as answers"):
        oe.audit.outputs(wrong)
