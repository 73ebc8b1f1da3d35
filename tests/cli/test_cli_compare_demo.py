"""The demo's run against a mended one, as a user compares them: score, save, compare."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "fixtures" / "demo"
GIVEN = ["--gold", DEMO / "golden.jsonl", "--docs", DEMO / "docs.jsonl"]
METRICS = ["recall@10", "false_exclusion_rate", "exact_match"]


def mended_run():
    """The run with soft category filters, in which every second question finds its documents first."""
    questions, answers = (
        (DEMO / name).read_text(encoding="utf-8").splitlines() for name in ("golden.jsonl", "run.jsonl")
    )
    golden = {row["id"]: row["gold"] for row in map(json.loads, questions)}
    for row in map(json.loads, answers):
        run, docs = row["run"], list(golden[row["id"]].get("docs") or ())
        if docs and run.get("retrieved") is not None and int(row["id"][1:]) % 2 == 0:
            others = [hit["id"] for hit in run["retrieved"] if hit["id"] not in docs]
            run["candidates"] = run["retrieved"] = [*docs, *others]
            run["predicates"] = {
                key: value for key, value in (run.get("predicates") or {}).items() if key != "category"
            }
        yield row


@pytest.fixture
def saved(cli, write, tmp_path):
    def make(name, run, *options, ontology="catalogue.obo"):
        target = tmp_path / f"{name}.json"
        given = [*GIVEN, "--run", run, "--ontology", ROOT / "ontologies" / ontology]
        assert cli("score", *METRICS, *given, "--save", target, *options).code == 0
        return target

    return make


@pytest.fixture
def before(saved):
    return saved("before", DEMO / "run.jsonl", "--by", "branch")


@pytest.fixture
def after(saved, write):
    return saved("after", write("mended.jsonl", list(mended_run())), "--by", "branch")


def test_a_mended_run_is_better_where_it_was_mended(cli, before, after):
    done = cli("compare", before, after, "--margin", "0.02", "--by", "branch")
    assert (done.code, done.err) == (0, "")
    words = {line.split()[0]: line for line in done.out.splitlines() if line}
    assert words["recall@10"].split()[5:7] == ["better", "superior"]
    assert words["false_exclusion_rate"].split()[4].startswith("-0.")
    assert "0→1: 0, 1→0: 7" in words["false_exclusion_rate"]
    assert words["exact_match"].split()[5:9] == ["no", "evidence", "not", "shown"]
    assert "branch=Vehicle" in words


def test_the_questions_that_moved_name_the_stage(cli, before, after):
    moved = json.loads(cli("compare", before, after, "--format", "json").out)["moved"]
    row = next(row for row in moved if row["id"] == "q02")
    assert (row["metric"], row["a"], row["b"]) == ("recall@10", 0.0, 1.0)
    assert row["lost_in_a"] == "filter"
    assert row["lost_in_b"] != "filter"


def test_another_ontology_ends_with_4_and_says_why(cli, before, saved, write):
    text = (ROOT / "ontologies" / "catalogue.obo").read_text(encoding="utf-8")
    other = write("other.obo", text.replace("name: Hatchback", "name: Hatch"))
    done = cli("compare", before, saved("other", DEMO / "run.jsonl", ontology=other))
    assert done.code == 4
    assert done.out.count("not comparable") == len(METRICS)
    assert "another ontology: " in done.out


def test_strict_ends_with_4_when_one_measure_cannot_be_compared(cli, saved):
    run = saved("tables", DEMO / "run.jsonl")
    coverage = run.with_name("coverage.json")
    cli("score", "coverage", "recall@10", *GIVEN, "--run", DEMO / "run.jsonl", "--save", coverage)
    assert cli("compare", coverage, coverage).code == 0
    done = cli("compare", coverage, coverage, "--strict")
    assert done.code == 4
    assert "its rows are a table and are not stored" in done.out


def test_slices_of_the_ontology_must_have_been_scored(cli, before, after):
    done = cli("compare", before, after, "--by", "depth")
    assert (done.code, done.out) == (2, "")
    assert "score it with --by depth" in done.err
