"""Exit codes of every command that reads files: 2 for a wrong call, 3 for a file that cannot be used, nothing else."""

import gzip
from pathlib import Path

import pytest

import ontoeval as oe

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "fixtures" / "demo"
FILES = {
    "GOLD": DEMO / "golden.jsonl",
    "RUN": DEMO / "run.jsonl",
    "DOCS": DEMO / "docs.jsonl",
    "SCHEMA": DEMO / "output.schema.json",
    "ONTOLOGY": ROOT / "ontologies" / "catalogue.obo",
    "CONFIG": DEMO / "gate.toml",
}
#: What each command reads, in capitals, and where it writes.
COMMANDS = {
    "score": "score recall@5 --gold GOLD --run RUN --docs DOCS --ontology ONTOLOGY --schema SCHEMA",
    "run": "run CONFIG",
    "compare": "compare REPORT REPORT",
    "gate check": "gate check CONFIG --report REPORT",
    "gate calibrate": "gate calibrate REPORT SECOND",
    "convert": "convert GOLD out.jsonl",
    "fuse": "fuse RUN RUN --out out.jsonl",
    "collect": "collect GOLD -o out.jsonl --command cat",
    "annotate": "annotate RUN --gold GOLD --docs DOCS --rubric faithfulness --judge rule -o out.jsonl",
    "audit links": "audit links GOLD RUN --ontology ONTOLOGY",
    "audit filters": "audit filters --log RUN --docs DOCS --gold GOLD",
    "audit outputs": "audit outputs RUN --ontology ONTOLOGY --schema SCHEMA --slot category",
    "filters lint": "filters lint RUN --docs DOCS",
    "filters decide": "filters decide --gold GOLD --run RUN --docs DOCS",
    "filters compare-engines": "filters compare-engines --log RUN --docs DOCS --gold GOLD --from qdrant --to sqlite",
    "ontology show": "ontology show ONTOLOGY",
    "ontology check": "ontology check ONTOLOGY",
    "ontology diff": "ontology diff ONTOLOGY ONTOLOGY",
    "ontology export": "ontology export ONTOLOGY --to turtle -o out.ttl",
    "ontology compile": "ontology compile ONTOLOGY --to json-schema -o out.json",
}
SLOTS = [
    (command, slot)
    for command, line in COMMANDS.items()
    for slot in dict.fromkeys(word for word in line.split() if word.isupper())
]


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "report.json"
    scored = oe.evaluate(oe.read(FILES["GOLD"], FILES["RUN"]), ["recall@5"])
    scored.save(path.with_name("second.json"))
    scored.save(path)
    return path


@pytest.fixture
def given(report, tmp_path, monkeypatch):
    """The words of a command with one of its files exchanged for another one."""
    monkeypatch.chdir(tmp_path)

    def given(command, slot=None, instead=None):
        files = {**FILES, "REPORT": report, "SECOND": report.with_name("second.json"), slot: instead}
        return [files.get(word, word) for word in COMMANDS[command].split()]

    return given


@pytest.fixture(params=["absent", "folder", "loop", "empty", "html", "zip", "cut"])
def unusable(request, tmp_path):
    """A file that cannot be used."""
    path = tmp_path / f"{request.param}.file"
    if request.param == "folder":
        path.mkdir()
    elif request.param == "loop":
        path.symlink_to(path)
    elif request.param != "absent":
        page = b"<!DOCTYPE html>\n<html><body>429</body></html>\n"
        packed = gzip.compress(page * 100)[:-6]
        path.write_bytes({"empty": b"", "html": page, "zip": b"PK\x03\x04" + page, "cut": packed}[request.param])
    return path


@pytest.mark.parametrize(("command", "slot"), SLOTS)
def test_a_file_that_cannot_be_used_ends_with_3(cli, given, unusable, command, slot):
    done = cli(*given(command, slot, unusable))
    assert (done.code, done.out) == (3, ""), done.err
    assert unusable.name in done.err
    assert "internal error" not in done.err


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_ends_with_2(cli, given, command):
    done = cli(*given(command), "--nonsense")
    assert (done.code, done.out) == (2, "")
    assert "--nonsense" in done.err


def test_a_metrics_file_that_cannot_be_used_ends_with_3(cli, given, unusable):
    done = cli(*given("score"), "--metrics-file", unusable)
    assert (done.code, done.out) == (3, "")
    assert unusable.name in done.err


@pytest.mark.parametrize("content", ["[]", "3", "null"])
def test_a_schema_that_is_no_object_ends_with_3(cli, given, write, content):
    schema = write("odd.json", content)
    done = cli(*given("score", "SCHEMA", schema))
    assert (done.code, done.out) == (3, "")
    assert "odd.json: this is no JSON Schema; expected a JSON object" in done.err


@pytest.mark.parametrize(
    "option", [["--attempts", "0"], ["--timeout", "0"], ["--timeout", "-1"], ["--runs", "0"], ["--concurrency", "0"]]
)
def test_limits_of_judging_that_allow_nothing_end_with_2(cli, given, tmp_path, option):
    done = cli(*given("annotate"), *option)
    assert (done.code, done.out) == (2, "")
    assert not (tmp_path / "out.jsonl").exists()


def test_standard_input_is_refused(cli):
    done = cli("score", "recall", "--gold", "-")
    assert (done.code, done.out) == (3, "")
    assert "standard input is not read: write it to a file" in done.err
