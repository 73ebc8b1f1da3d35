"""``ontoeval filters lint``: what it prints, writes and exits with."""

import json

import pytest

DOCS = """{"id": "d1", "kind": "guide", "year": 2020}
{"id": "d2", "kind": "report", "year": 2021}
"""
LOG = """{"id": "q1", "filter": {"must": [{"key": "kid", "match": {"value": "guide"}}]}, "retrieved": ["d1"]}
{"id": "q2", "filter": {"must": [{"key": "year", "range": {"gte": 2020}}]}, "retrieved": ["d1", "d9"]}
{"id": "q3", "filter": {"must": [{"key": "kind", "match": {"text": "guide"}}]}}
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs.jsonl").write_text(DOCS, encoding="utf-8")
    (tmp_path / "log.jsonl").write_text(LOG, encoding="utf-8")
    return tmp_path


def test_the_text_says_what_is_wrong_where(cli, files):
    done = cli("filters", "lint", "log.jsonl", "--dialect", "qdrant", "--docs", "docs.jsonl")
    assert (done.code, done.err) == (1, "")
    lines = done.out.splitlines()
    assert lines[:2] == ["filters lint: log.jsonl", "  3 rows, 3 with a filter, 2 parsed"]
    assert "    3: run.filter.must[0].match.text: match.text cannot be parsed: full-text search depends" in done.out
    assert "    1: no document has the attribute 'kid'; expected 'kind'" in done.out
    assert (
        "    1: 1 of 1 returned documents fail \"kid = 'guide'\": 'd1'; expected what passes under qdrant" in done.out
    )
    assert "note: 1 of 3 returned documents are not in the corpus; they were not tried" in lines
    assert lines[-1] == "3 errors, 0 warnings, 0 notes"


def test_json_has_the_findings_and_nothing_else_on_stdout(cli, files):
    done = cli("filters", "lint", "log.jsonl", "--dialect", "qdrant", "--docs", "docs.jsonl", "--format", "json")
    ids = [finding["id"] for finding in json.loads(done.out)["findings"]]
    assert sorted(ids) == ["filter.parse", "filter.returned_fails", "filter.unknown_attribute"]


def test_findings_can_be_saved_for_ci(cli, files):
    done = cli("filters", "lint", "log.jsonl", "--dialect", "qdrant", "--save", "lint.sarif", "--save", "lint.xml")
    assert done.code == 1
    rules = json.loads((files / "lint.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert [result["ruleId"] for result in rules] == ["filter.parse"]
    assert "filter.parse" in (files / "lint.xml").read_text(encoding="utf-8")


def test_exit_codes(cli, files):
    (files / "good.jsonl").write_text(LOG.splitlines()[1], encoding="utf-8")
    assert cli("filters", "lint", "good.jsonl", "--dialect", "qdrant", "--docs", "docs.jsonl").code == 0
    (files / "warned.jsonl").write_text('{"filter": {"kind": {"$ne": "memo"}}}', encoding="utf-8")
    warned = ("filters", "lint", "warned.jsonl", "--dialect", "mongo", "--docs", "docs.jsonl")
    assert cli(*warned).code == 0
    assert cli(*warned, "--fail-on", "warning").code == 1
    assert cli("filters", "lint", "absent.jsonl").code == 3
    assert cli("filters", "lint", "log.jsonl", "--dialect", "qdrnt").code == 2
    assert cli("filters", "lint", "log.jsonl", "--only", "nothing").code == 2


def test_rules_and_dialects_are_listed(cli):
    rules = cli("filters", "lint", "--list").out.splitlines()
    assert (
        rules[0]
        == "contradiction        error    No document can pass: predicates that must hold together exclude each other."
    )
    assert len(rules) == 9
    dialects = cli("filters", "lint", "--list-dialects").out.splitlines()
    assert (len(dialects), dialects[0].split()[0]) == (19, "chroma")


def test_python_twin():
    import ontoeval as oe

    assert str(oe.filters.parse({"kind": "guide"}, "mongo")) == "kind = 'guide'"
    assert oe.filters.lint([{"filter": {"kind": []}, "dialect": "ontoeval"}]).counts == {"filter.empty_list": 1}
