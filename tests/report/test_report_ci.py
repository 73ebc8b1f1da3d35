"""Reports for CI services: JUnit, SARIF, and all items as JSON and CSV."""

import csv
import json
from xml.etree import ElementTree

import pytest
from report_data import many

import ontoeval as oe

ROWS = [
    {"id": "q1", "gold": {"docs": ["d1"]}, "run": {"retrieved": ["d1"]}},
    {"id": "q2", "gold": {"docs": ["d2"]}, "run": {"retrieved": ["d\x00<9>"]}},
    {"id": "q3", "gold": {"docs": ["d3"]}, "run": {"error": "timeout"}},
]


@pytest.fixture
def report():
    """recall@1: q1 right, q2 wrong, q3 missing, which counts as 0: 1 of 3. No row has mentions."""
    return oe.evaluate(ROWS, ["recall@1", "linking_f1"])


@pytest.fixture
def gated(report):
    verdict = oe.Gate(
        [{"metric": "recall@1", "min": 0.5, "missing": 1}, {"metric": "recall@1", "max": 1, "missing": 1}]
    )
    report.gate = verdict.check(report).as_dict()
    return report


def test_junit_has_a_case_per_line_of_the_gate_and_per_result(gated, tmp_path):
    root = ElementTree.parse(gated.save(tmp_path / "report.xml")).getroot()
    assert {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4", "failures": "1", "errors": "0", "skipped": "1",
    }  # fmt: skip
    cases = root.findall("testsuite/testcase")
    assert [(case.get("classname"), case.get("name")) for case in cases] == [
        ("gate", "recall@1 ≥ 0.5"),
        ("gate", "recall@1 ≤ 1"),
        ("retrieval", "recall@1"),
        ("query understanding", "linking_f1"),
    ]
    assert cases[0].find("failure").get("message") == "recall@1 ≥ 0.5: 0.3333 is below min 0.5"
    assert cases[2].find("system-out").text.startswith("0.3333, 95 % interval ")
    assert cases[3].find("skipped").get("message") == "unmeasured: no row has gold.mentions"


def test_sarif_has_failed_lines_as_errors_and_findings_with_their_places(gated, tmp_path):
    content = json.loads(gated.save(tmp_path / "report.sarif").read_text(encoding="utf-8"))
    assert content["version"] == "2.1.0"
    (run,) = content["runs"]
    first = run["results"][0]
    assert (first["ruleId"], first["level"]) == ("gate", "error")
    assert "0.3333 is below min 0.5" in first["message"]["text"]
    assert [result["level"] for result in run["results"]].count("error") == 1
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    assert all(result["locations"] for result in run["results"])


def test_what_reading_noticed_is_in_sarif(tmp_path):
    report = oe.evaluate([*ROWS[:2], {"id": "q4", "gold": {"docs": ["d1"]}, "colour": "red"}], ["recall@1"])
    content = json.loads(report.save(tmp_path / "report.sarif").read_text(encoding="utf-8"))
    found = {result["ruleId"]: result for result in content["runs"][0]["results"]}
    assert "colour" in found["record.unknown_fields"]["message"]["text"]
    assert found["record.unknown_fields"]["level"] == "warning"


def test_all_items_are_in_csv_and_json_with_their_status(report, tmp_path):
    with report.save(tmp_path / "report.items.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    expected = [("q1", "1.0", "ok"), ("q2", "0.0", "ok"), ("q3", "0.0", "missing")]
    assert [(row["id"], row["value"], row["status"]) for row in rows if row["metric"] == "recall@1"] == expected
    assert [row["value"] for row in rows if row["metric"] == "linking_f1"] == ["", "", ""]
    items = json.loads(report.save(tmp_path / "report.items.json").read_text(encoding="utf-8"))["items"]
    assert [(item["id"], item["value"], item["status"]) for item in items[:3]] == [
        ("q1", 1.0, "ok"), ("q2", 0.0, "ok"), ("q3", 0.0, "missing"),
    ]  # fmt: skip
    assert items[3]["value"] is None


def test_of_ten_thousand_questions_every_item_is_written(tmp_path):
    report = many(10_000)
    lines = report.save(tmp_path / "report.items.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 5 * 10_000
    items = json.loads(report.save(tmp_path / "report.items.json").read_text(encoding="utf-8"))["items"]
    assert len(items) == 5 * 10_000
    assert len({item["id"] for item in items}) == 10_000
