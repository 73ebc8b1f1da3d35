"""Folders of answers: which files are read, under which ids, and what becomes of one that cannot be read."""

from __future__ import annotations

import json

import pytest

import ontoeval as oe
from ontoeval.audit.output_rows import Answers
from ontoeval.errors import InputError, UsageError
from ontoeval.records.batch import Problems

ONTOLOGY = b"child,parent\nsedan,car\n"


def rows_of(folder, **options):
    problems = Problems()
    return [row for _, row in Answers(folder, **options).rows(problems)], [note.got for note in problems.notes]


def outputs_of(folder, **options):
    return {row["id"]: row["output"] for row in rows_of(folder, **options)[0]}


@pytest.fixture
def write(tmp_path):
    def make(**files):
        for name, content in files.items():
            path = tmp_path / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path

    return make


def test_the_id_is_the_name_of_the_file(write):
    folder = write(q1_json='{"a": 1,}', q2_json="{}", sub__q1_json="[]", twice_json="1", twice_yaml="- 2\n")
    found = outputs_of(folder)
    assert found == {"q1": '{"a": 1,}', "q2": "{}", "sub/q1": "[]", "twice.json": "1", "twice.yaml": [2]}


def test_files_are_joined_with_gold_by_their_names(write):
    onto = oe.load(ONTOLOGY, format="csv")
    gold = [{"id": "q1", "gold": {"concepts": ["sedan"]}}]
    report = oe.audit.outputs(write(q1_json='{"id": "sedan"}'), ontology=onto, slots=["$.id"], gold=gold)
    assert report["output_correctness"].sums == {"num": 1, "den": 1}


def test_what_is_not_read_is_told(write):
    folder = write(a_json="{}", b_txt="{}", sub__c_txt="{}", README="", DS="", _DS="x", sub__d_md="{}")
    found, notes = rows_of(folder)
    assert [row["id"] for row in found] == ["a"]
    assert notes == ["5 files are not read: 2 without a suffix, 2 .txt, 1 .md (DS, README, b.txt …)"]
    report = oe.audit.outputs(folder)
    assert [finding.id for finding in report.findings] == ["answers.not_read"]


def test_files_can_be_chosen(write):
    folder = write(a_json="{}", b_txt="1", sub__c_txt="2", d_out="3")
    assert outputs_of(folder, files=["*.txt", "*.out"]) == {"b": "1", "sub/c": "2", "d": "3"}
    with pytest.raises(InputError, match=r"there is no answer: 4 files are not read.*\n.*--files"):
        rows_of(folder, files=["*.xml"])
    with pytest.raises(UsageError, match="only a folder"):
        Answers(folder / "a.json", files=["*.json"])


def test_texts_are_answers_where_there_is_no_json(write):
    assert outputs_of(write(a_txt="Sure: {}", b_md="```json\n{}\n```")) == {"a": "Sure: {}", "b": "```json\n{}\n```"}


def test_rows_of_a_folder_of_json_lines(write):
    folder = write(a_jsonl='{"id": "x", "output": 1}\n', b_jsonl='{"id": "y", "output": 2}\n{"output": 3}\n')
    assert outputs_of(folder) == {"x": 1, "y": 2, "b.jsonl:2": 3}


def test_a_path_leads_into_the_json_of_a_file(write):
    whole, cut = '{"text": "a sedan", "result": {"id": "sedan"}}', '{"text": "b", "result": {"id"'
    folder = write(a_json=whole, b_json=cut, c_json='{"text": "c"}', d_json="Sorry, I cannot find it.")
    found, _ = rows_of(folder, output="result", text="text")
    assert [(row["id"], row["output"], row["query"]) for row in found] == [
        ("a", {"id": "sedan"}, "a sedan"),
        ("b", cut, None),
        ("c", None, "c"),
        ("d", "Sorry, I cannot find it.", None),
    ]
    report = oe.audit.outputs(folder, output="result", parse="lenient")
    assert [fault.id for fault in report.faults] == ["parse.unreadable", "response.missing", "response.refusal"]


def test_a_byte_order_mark_is_a_repair_in_every_encoding(write):
    folder = write(a_json='{"é": 1}'.encode("utf-8-sig"), b_json='{"é": 1}'.encode("utf-16"))
    assert outputs_of(folder) == {"a": '\ufeff{"é": 1}', "b": '\ufeff{"é": 1}'}
    assert oe.audit.outputs(folder).compiled.view(oe_outputs()).repairs == {0: ("bom",), 1: ("bom",)}


def oe_outputs():
    from ontoeval.views.outputs import Outputs

    return Outputs


@pytest.mark.parametrize("reader", ["strict", "lenient"])
def test_bytes_in_another_encoding_are_no_answer(write, reader):
    """Replaced by U+FFFD, they would be a fault of the model's label."""
    report = oe.audit.outputs(write(a_json='{"label": "Fièvre"}'.encode("latin-1"), b_json="{}"), parse=reader)
    assert report.stages[1]["num"], report.stages[1]["den"] == (1, 2)
    (fault,) = report.faults
    assert (fault.id, fault.where, fault.got) == ("parse.unreadable", "a.json", "byte 0xe8 at column 14 is not UTF-8")
    assert "iconv" in fault.mend


BOMB = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ids: ['HP:1\n", "line 2: found unexpected end of stream"),
        ("a: !!python/object/apply:os.system ['true']\n", "could not determine a constructor"),
        ("a: 1\na: 2\n", "the key 'a' is there twice"),
        ("a: 1\n---\nb: 2\n", "but found another document"),
        ("```yaml\na: 1\n```\n", "cannot start any token"),
        ("[" * 5000, "no YAML"),
        (BOMB, "stand for more than"),
    ],
)
@pytest.mark.parametrize("reader", ["strict", "lenient"])
def test_broken_yaml_is_counted_beside_the_others(write, text, said, reader):
    pytest.importorskip("yaml", reason="YAML needs the extra yaml")
    report = oe.audit.outputs(write(a_yaml=text, b_yaml="a: 1\n", c_json="{"), parse=reader)
    assert [(row["num"], row["den"]) for row in report.stages] == [(3, 3), (1, 3)]
    fault = report.faults[0]
    assert (fault.id, fault.where, fault.expected) == ("parse.unreadable", "a.yaml", "one YAML document")
    assert said in fault.got


def test_yaml_alone_is_refused_when_it_is_broken(write):
    pytest.importorskip("yaml", reason="YAML needs the extra yaml")
    with pytest.raises(InputError, match="this is no YAML"):
        oe.audit.outputs(write(a_yaml="a: [1\n") / "a.yaml")


def test_values_of_yaml(write):
    pytest.importorskip("yaml", reason="YAML needs the extra yaml")
    merged = "a: &a {x: 1}\nb: &b {<<: *a, x: 2}\nc: {<<: *b, x: 3}\n"
    folder = write(
        a_yaml="when: 2024-01-02\nids: [A:1, null]\nnote: no\n", b_yaml=" \n", c_yaml="null\n", d_yaml=merged
    )
    assert outputs_of(folder) == {
        "a": {"when": "2024-01-02", "ids": ["A:1", None], "note": False},
        "b": "",
        "c": "null",
        "d": {"a": {"x": 1}, "b": {"x": 2}, "c": {"x": 3}},
    }


def test_a_report_is_saved_whatever_an_answer_is(write, tmp_path):
    pytest.importorskip("yaml", reason="YAML needs the extra yaml")
    report = oe.audit.outputs(write(a_yaml="a: [1\n", b_json="\xff".encode("latin-1")))
    page = report.save(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "unreadable" in page
    assert json.loads(report.save(tmp_path / "report.json").read_text())["results"]
