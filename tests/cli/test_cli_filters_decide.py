"""``ontoeval filters decide`` and ``compare-engines``: what is printed, and exit codes."""

from __future__ import annotations

import json

import pytest

import ontoeval as oe

DOCS = [{"id": "d1", "lang": "en", "team": "a"}, {"id": "d2", "lang": "de", "team": "a"}, {"id": "d3"}]


@pytest.fixture
def files(write):
    """Forty questions whose gold document the filter excludes."""
    gold = [{"id": f"q{n}", "docs": ["d1"]} for n in range(40)]
    run = [
        {"id": f"q{n}", "predicates": {"lang": "de", "team": "a"}, "candidates": {"d1": 0.9, "d2": 0.5}}
        for n in range(40)
    ]
    return {"--gold": write("gold.jsonl", gold), "--run": write("run.jsonl", run), "--docs": write("docs.jsonl", DOCS)}


def arguments(files):
    return [part for pair in files.items() for part in pair]


def test_decide_prints_verdicts(cli, files):
    done = cli("filters", "decide", *arguments(files), "-k", "1")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[1] == (
        "hard: exclusion < 0.02 and P(hard) − P(soft) > 0, at rank 1, each one-sided 95 % (40 of 40 questions)"
    )
    # 40 of 40: at least .05 ** (1 / 40) = 92.78 %; none of 40: at most 7.22 %
    assert lines[3].split()[:8] == ["lang", "soft", "40", "40", "100.00%", "92.78%", "…", "100.00%"]
    assert lines[4].split()[:8] == ["team", "inconclusive", "40", "0", "0.00%", "0.00%", "…", "7.22%"]
    assert lines[4].endswith("no number of questions like these would settle it; soft meanwhile")


def test_decide_is_strict_about_what_is_inconclusive(cli, files):
    assert cli("filters", "decide", *arguments(files), "-k", "1", "--strict").code == 4
    done = cli("filters", "decide", *arguments(files), "-k", "1", "--strict", "--mandatory", "team")
    assert done.code == 0
    assert "mandatory" in done.out


def test_decide_as_json_is_what_python_gives(cli, files):
    done = cli("filters", "decide", *arguments(files), "--format", "json", "--boost", "0.5", "--boost", "inf")
    content = json.loads(done.out)
    decisions = oe.filters.decide(files["--gold"], files["--run"], docs=files["--docs"], boosts=[0.5, float("inf")])
    assert content["decisions"] == json.loads(json.dumps(decisions.rows()))
    assert [point["boost"] for point in content["decisions"][0]["curve"]] == ["hard", 0.5, "inf"]


@pytest.mark.parametrize(
    ("options", "code", "word"),
    [
        (["--eps", "0"], 2, "--eps"),
        (["--delta", "3"], 2, "--delta"),
        (["-k", "0"], 2, "-k"),
        (["--boost", "-1"], 2, "--boost"),
        (["--profile", "mongodb"], 2, "no engine profile 'mongodb'"),
        (["--dialect", "qdrnt"], 2, "no filter dialect 'qdrnt'"),
    ],
)
def test_decide_with_a_wrong_call_or_input(cli, files, options, code, word):
    done = cli("filters", "decide", *arguments(files), *options)
    assert (done.code, done.out) == (code, "")
    assert word in done.err


def test_decide_needs_candidates(cli, files, write):
    run = write("bare.jsonl", [{"id": "q1", "predicates": {"lang": "de"}}])
    done = cli("filters", "decide", *arguments(files | {"--run": run}))
    assert (done.code, done.out) == (3, "")
    assert "no row has run.candidates" in done.err


def test_compare_engines(cli, write):
    log = [{"qid": "q", "filter": {"lang": {"$ne": "de"}}, "dialect": "mongo", "gold": ["d3"]}]
    given = ["--log", write("log.jsonl", log), "--docs", write("docs.jsonl", DOCS), "--from", "mongo"]
    done = cli("filters", "compare-engines", *given, "--to", "sqlite")
    assert (done.code, done.err) == (0, "")
    lines = [line.split() for line in done.out.splitlines()]
    assert ["survivors", "change", "1", "of", "1", "questions", "(100.00%)"] in lines
    assert ["all", "gold", "documents", "excluded", "0.00%", "→", "100.00%", "(0", "→", "1", "of", "1)"] in lines
    assert ["logic", "two", "three", "1", "1", "0", "q:", "lang", "!=", "'de'"] in lines
    assert ["q", "2", "→", "1", "1", "0", "1", "0", "logic", "lang", "!=", "'de'"] in lines
    content = json.loads(cli("filters", "compare-engines", *given, "--to", "sqlite", "--format", "json").out)
    assert (content["n_changed"], content["switches"][0]["switches"]) == (1, ["logic"])
    done = cli("filters", "compare-engines", *given, "--to", "sqllite")
    assert (done.code, done.out) == (2, "")
    assert "sqlite" in done.err
