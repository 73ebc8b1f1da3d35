"""Mistakes of users: the right exit code, one clear message on stderr, nothing on stdout, never a traceback."""

import gzip
from pathlib import Path

import pytest

DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"

GOLD, RUN = DEMO / "golden.jsonl", DEMO / "run.jsonl"


def fails(done, code, *words):
    assert done.code == code, done
    assert done.out == ""
    for word in words:
        assert word in done.err
    assert "internal error" not in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["scoer"], ["No such command 'scoer'", "Did you mean 'score'?"]),
        (["metrics", "shw"], ["No such command 'shw'"]),
        (["--versoin"], ["--versoin", "--version"]),
        (["score"], ["Missing argument"]),
        (["score", "recall"], ["Missing option '--gold'"]),
        (["score", "recall", "--gold", GOLD, "--format", "xml"], ["'xml' is not one of 'table', 'json', 'csv', 'md'"]),
        (["score", "recall", "--gold", GOLD, "--duplicates", "last"], ["'last' is not one of"]),
        (["score", "recall", "--gold", GOLD, "--gild", "x"], ["--gild"]),
        (["score", "recal", "--gold", GOLD], ["there is no metric 'recal'", "did you mean recall"]),
        (["score", "recall@0", "--gold", GOLD], ["@0 is no cut-off", "a whole number ≥ 1"]),
        (["score", "linking_f1@3", "--gold", GOLD], ["linking_f1 has no cut-off"]),
        (["score", 'ndcg(gain="log")', "--gold", GOLD], ['expected "exp2" or "linear"']),
        (["score", 'ndcg(gian="linear")', "--gold", GOLD], ["has no parameter 'gian'", "did you mean gain?"]),
        (["score", "ndcg(gain=linear)", "--gold", GOLD], ["cannot read"]),
        (["score", "recall(", "--gold", GOLD], ["cannot read 'recall('"]),
        (["score", "", "--gold", GOLD], ["cannot read ''"]),
        (["score", 'recall(average="mikro")', "--gold", GOLD], ["expected micro, macro"]),
        (["score", 'recall(average="macro:intnt")', "--gold", GOLD, "--run", RUN], ["did you mean macro:intent?"]),
        (["score", "recall", "--gold", GOLD, "--where", "intent"], ["--where", "NAME=VALUE"]),
        (["score", "recall", "--gold", GOLD, "--where", "intent=nix"], ["no sample matches", "lookup"]),
        (["score", "recall", "--gold", GOLD, "--where", "intnt=lookup"], ["no sample has the tag 'intnt'", "--field"]),
        (["score", "recall", "--gold", GOLD, "--run", RUN, "--by", "intnt"], ["--by intnt", "intent, language"]),
        (["score", "recall", "--gold", GOLD, "--field", "id"], ["--field", "NAME=VALUE"]),
        (["metrics", "show", "ndgc"], ["there is no metric 'ndgc'", "did you mean ndcg"]),
        (["metrics", "show"], ["Missing argument"]),
    ],
)  # fmt: skip
def test_a_wrong_call_ends_with_2(cli, arguments, words):
    fails(cli(*arguments), 2, *words)


def test_a_group_without_a_command_shows_its_help_and_ends_with_2(cli):
    done = cli("metrics")
    assert done.code == 2
    assert "list" in done.out + done.err


@pytest.mark.parametrize("option", ["--gold", "--run", "--docs", "--ontology", "--schema", "--metrics-file"])
def test_a_missing_file_ends_with_3_and_names_it(cli, option, tmp_path):
    files = {"--gold": GOLD, "--run": RUN, option: tmp_path / "nowhere.file"}
    fails(cli("score", "recall", *(item for pair in files.items() for item in pair)), 3, "nowhere.file", "no such")


@pytest.mark.parametrize("option", ["--gold", "--run", "--docs", "--ontology", "--schema", "--metrics-file"])
def test_a_folder_instead_of_a_file_ends_with_3(cli, option, tmp_path):
    files = {"--gold": GOLD, "--run": RUN, option: tmp_path}
    fails(cli("score", "recall", *(item for pair in files.items() for item in pair)), 3, str(tmp_path))


@pytest.mark.parametrize("option", ["--gold", "--run", "--docs", "--ontology", "--schema"])
def test_an_empty_file_ends_with_3(cli, option, write):
    files = {"--gold": GOLD, "--run": RUN, option: write("empty.file", "")}
    fails(cli("score", "recall", *(item for pair in files.items() for item in pair)), 3, "empty.file")


def test_html_instead_of_an_ontology(cli, write):
    page = write("hp.obo", "<!DOCTYPE html>\n<html><head><title>404</title></head><body>Not found</body></html>\n")
    fails(cli("score", "hierarchical_f1", "--gold", GOLD, "--run", RUN, "--ontology", page), 3, "hp.obo", "HTML")


def test_html_instead_of_a_golden_set(cli, write):
    page = write("gold.jsonl", "<!DOCTYPE html>\n<html></html>\n")
    fails(cli("score", "recall", "--gold", page), 3, "gold.jsonl:1", "one JSON object per line")


def test_a_truncated_ontology(cli, write):
    cut = write("cut.ttl", "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<http://x/A> a owl:Class ;\n  <http://x/l")
    fails(cli("score", "hierarchical_f1", "--gold", GOLD, "--run", RUN, "--ontology", cut), 3, "cut.ttl")


def test_a_run_with_half_a_line_names_file_and_line(cli, write):
    cut = write("cut.jsonl", RUN.read_bytes()[:3000])
    fails(cli("score", "recall", "--gold", GOLD, "--run", cut), 3, "cut.jsonl:3")


def test_a_truncated_gzip_file(cli, write):
    cut = write("cut.jsonl.gz", gzip.compress(RUN.read_bytes())[:2000])
    fails(cli("score", "recall", "--gold", GOLD, "--run", cut), 3, "cut.jsonl.gz", "cut short or damaged")


def test_all_bad_rows_are_listed_at_once(cli, gold, write):
    bad = write(
        "bad.jsonl",
        [
            {"id": "q1", "retrieved": [{"id": "d1", "score": "high"}]},
            {"retrieved": ["d1"]},
            ["no object"],
            {"id": "q3", "retrieved": {"d1": 1e999}},
        ],
    )
    done = cli("score", "recall", "--gold", gold, "--run", bad)
    fails(done, 3, "bad.jsonl:1", "bad.jsonl:2", "bad.jsonl:3", "bad.jsonl:4", "4 rows or fields")


def test_a_row_that_is_not_utf8(cli, gold, write):
    latin = write("latin.jsonl", '{"id": "q1", "retrieved": ["d1"], "query": "Größe"}\n'.encode("latin-1"))
    fails(cli("score", "recall", "--gold", gold, "--run", latin), 3, "latin.jsonl:1", "not UTF-8")


def test_no_common_id(cli, gold, write):
    other = write("other.jsonl", [{"id": "7", "retrieved": ["d1"]}])
    fails(cli("score", "recall", "--gold", gold, "--run", other), 3, "no id of the run is in the golden set")


def test_repeated_ids_name_both_places_and_a_rule_mends_it(cli, gold, write):
    twice = write("twice.jsonl", [{"id": "q1", "retrieved": ["d1"]}, {"id": "q1", "retrieved": ["d9"]}])
    fails(cli("score", "recall", "--gold", gold, "--run", twice), 3, "twice.jsonl:2", "twice.jsonl:1")
    done = cli("score", "recall", "--gold", gold, "--run", twice, "--duplicates", "first")
    assert done.code == 0
    assert "repeat an id" in done.err


def test_an_unknown_field_in_the_field_map_suggests(cli, gold):
    done = cli("score", "recall", "--gold", gold, "--field", "gold.dcos=truth")
    assert done.code in (2, 3)
    assert "did you mean gold.docs" in done.err


def test_a_metrics_file_that_fails(cli, gold, write):
    for text, words in (
        ("import nonsense_that_is_not_there", "ModuleNotFoundError"),
        ("x = 1", "no function with @metric"),
        ("def f(:", "SyntaxError"),
    ):
        fails(cli("score", "recall", "--gold", gold, "--metrics-file", write("mine.py", text)), 3, "mine.py", words)
