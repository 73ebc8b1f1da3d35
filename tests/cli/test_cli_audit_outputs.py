"""``ontoeval audit outputs``: formats, limits, comparison with a saved audit, mistakes."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

OBO = """format-version: 1.2

[Term]
id: X:1
name: vehicle

[Term]
id: X:2
name: car
is_a: X:1

[Term]
id: X:3
name: boat
is_a: X:1
"""
ROWS = [
    {"id": "a", "output": {"id": "X:2", "label": "car"}},
    {"id": "b", "output": {"id": "X:3", "label": "car"}},
    {"id": "c", "output": '{"id": "X:9"}'},
    {"id": "d", "output": '```{"id": "X:2"}```'},
]


@pytest.fixture
def files(write):
    return write("answers.jsonl", ROWS), write("x.obo", OBO)


@pytest.fixture
def audit(cli, files):
    answers, ontology = files

    def call(*more, answers=answers):
        slots = ("--slot", "$.id", "--label", "$.label")
        return cli("audit", "outputs", answers, "--ontology", ontology, *slots, *more)

    return call


def test_text_has_stages_and_findings(audit):
    """Clopper-Pearson of 3 of 4 is 19.4 – 99.4 %, of 2 of 3 9.4 – 99.2 % (scipy 1.17 binomtest)."""
    done = audit()
    assert done.code == 0
    for line in (
        "  parsed      3 of 4   75.0%   19.4% – 99.4%   75.0%  code_fence 1",
        "  vocabulary  2 of 3   66.7%    9.4% – 99.2%          unknown_id 1",
        '    2: $.id: X:3 is "boat"; "car" is X:2',
        "    4: code_fence (expected value at line 1 column 1); expected strict JSON",
    ):
        assert line in done.out.splitlines()


def test_without_intervals_there_is_no_column_for_them(audit):
    lines = audit("--no-intervals").out.splitlines()
    assert "  stage       passed    rate  of all  what is wrong" in lines
    assert "  parsed      3 of 4   75.0%   75.0%  code_fence 1" in lines


def test_limits_decide_the_exit_code(audit):
    assert audit("--fail-under", "vocabulary_conformance=.6", "--max", "id_label_mismatch_rate=.5").code == 0
    done = audit("--fail-under", "vocabulary_conformance=.98", "--max", 'vocabulary_fault_rate(fault="unknown_id")=0')
    assert done.code == 1
    assert "not met: vocabulary_conformance is 0.6667, below 0.98" in done.err
    assert 'not met: vocabulary_fault_rate(fault="unknown_id") is 0.3333, above 0' in done.err
    assert audit("--parse", "lenient", "--fail-under", "vocabulary_conformance=.75").code == 0


def test_formats(audit):
    content = json.loads(audit("--format", "json").out)
    assert [finding["id"] for finding in content["findings"]] == [
        "label.label_of_other_term",
        "vocabulary.unknown_id",
        "parse.code_fence",
    ]
    assert content["findings"][1]["line"] == 3
    assert {row["stage"] for row in content["tables"]["output_stages"]} >= {"answered", "parsed", "vocabulary"}
    assert len(json.loads(audit("--format", "sarif").out)["runs"][0]["results"]) == 3
    assert ElementTree.fromstring(audit("--format", "junit").out).get("failures") == "3"
    assert "vocabulary.unknown" in audit("--format", "md").out
    assert audit("--format", "github").out.count("::error file=") == 3


def test_against_a_saved_audit(audit, write, tmp_path):
    saved = tmp_path / "before.json"
    assert audit("--save", saved).code == 0
    rows = [ROWS[0], ROWS[1], {"id": "c", "output": '{"id": "X:1"}'}, {"id": "d", "output": {"id": "Y:1"}}]
    done = audit("--against", saved, answers=write("later.jsonl", rows))
    assert done.code == 0
    assert done.out.splitlines()[-1] == "1 new error, 0 new warnings, 0 new notes, 1 known, 2 fixed"
    (change,) = [line.split() for line in done.out.splitlines() if line.startswith("  strict_parse_rate ")]
    assert change == ["strict_parse_rate", "0.7500", "1.0000", "+0.2500"]


def test_report_files(audit, tmp_path):
    html, record = tmp_path / "report.html", tmp_path / "report.json"
    assert audit("--report", html).code == 0
    page = html.read_text()
    for part in ("From the answer to the right concept", "What stands in the slots", "Labels against the ids"):
        assert part in page
    html.unlink()
    assert audit("--report", html, "--report", record).code == 0
    assert html.exists()
    assert {row["metric"] for row in json.loads(record.read_text())["results"]} >= {"vocabulary_conformance"}


@pytest.mark.parametrize(
    ("more", "code", "said"),
    [
        (["--fail-under", "vocabulary_conformance"], 2, "expected METRIC=RATE"),
        (["--fail-under", "vocabulary_conformance=98"], 2, "a rate from 0 to 1"),
        (["--fail-under", "vocabulary_conformanse=1"], 2, "vocabulary_conformance"),
        (["--max", 'vocabulary_fault_rate(fault="bad")=0'], 2, "unknown_id"),
        (["--root", "X:22"], 3, "did you mean X:2"),
        (["--label", "$.a", "--label", "$.b"], 3, "more labels than slots"),
        (["--schema", "nowhere.json"], 3, "nowhere.json"),
        (["--against", "nowhere.json"], 3, "nowhere.json"),
        (["--output", "nowhere"], 2, "no row has this path"),
    ],
)
def test_mistakes(audit, more, code, said):
    done = audit(*more)
    assert done.code == code
    assert said in done.err


def test_standard_input_is_not_read(audit):
    done = audit(answers="-")
    assert (done.code, done.out) == (3, "")
    assert "standard input is not read" in done.err


def test_a_file_that_is_no_saved_audit(audit, write):
    assert "this is no saved audit" in audit("--against", write("x.json", "{}")).err
