"""``ontoeval compare``: two saved reports."""

import json

import pytest


@pytest.fixture
def saved(cli, write, tmp_path):
    """Saves the report of a run in which the given questions (of 20) find their document first."""

    def make(name, found, metric="success@1", gold_of=lambda i: f"d{i}"):
        gold = write(
            f"gold-{name}.jsonl",
            [{"id": f"q{i}", "docs": [gold_of(i)], "tags": {"half": "a" if i < 10 else "b"}} for i in range(20)],
        )
        run = write(
            f"run-{name}.jsonl",
            [{"id": f"q{i}", "retrieved": [gold_of(i) if i in found else "other"]} for i in range(20)],
        )
        target = tmp_path / f"{name}.json"
        assert cli("score", metric, "--gold", gold, "--run", run, "--save", target).code == 0
        return target

    return make


def test_a_clear_gain_is_called_better(cli, saved):
    done = cli("compare", saved("a", range(5)), saved("b", range(19)))
    assert (done.code, done.err) == (0, "")
    row = next(line for line in done.out.splitlines() if line.startswith("success@1"))
    assert row.split()[2:5] == ["0.2500", "0.9500", "+0.7000"]
    assert "better" in row.split()


def test_no_difference_is_no_evidence(cli, saved):
    done = cli("compare", saved("a", range(5)), saved("b", range(5)))
    assert done.code == 0
    assert "no evidence" in done.out


def test_json_is_one_object(cli, saved):
    content = json.loads(cli("compare", saved("a", range(5)), saved("b", range(19)), "--format", "json").out)
    assert content["n_common"] == 20
    assert [change["verdict"] for change in content["changes"]] == ["better"]


def test_slices_have_one_column_of_their_own(cli, saved):
    done = cli("compare", saved("a", range(5)), saved("b", range(19)), "--by", "half")
    lines = done.out.splitlines()
    head = next(line for line in lines if line.startswith("slice"))
    assert head.split()[:2] == ["slice", "metric"]
    row = next(line for line in lines if line.startswith("half=a"))
    assert row.index("success@1") == head.index("metric")


def test_a_margin_makes_a_claim(cli, saved):
    done = cli("compare", saved("a", range(5)), saved("b", range(19)), "--margin", "0.1")
    assert "superior" in done.out
    named = cli("compare", saved("a", range(5)), saved("b", range(19)), "--margin", "success@1=0.1")
    assert "superior" in named.out


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--margin", "x"], "--margin"),
        (["--margin", "recall=0.1"], "success@1"),
        (["--margin", "-1"], "--margin"),
        (["--alpha", "2"], "--alpha"),
        (["--by", "nix"], "nix"),
        (["--format", "md"], "'md' is not one of"),
    ],
)
def test_a_wrong_call_ends_with_2(cli, saved, options, word):
    done = cli("compare", saved("a", range(5)), saved("b", range(6)), *options)
    assert (done.code, done.out) == (2, "")
    assert word in done.err


def test_reports_without_a_common_measure_or_id_end_with_4(cli, saved, write, tmp_path):
    a = saved("a", range(5))
    assert cli("compare", a, saved("b", range(5), metric="success@2")).code == 4
    gold = write("other.jsonl", [{"id": "z", "gold": {"docs": ["d"]}, "run": {"retrieved": ["d"]}}])
    other = tmp_path / "other.json"
    cli("score", "success@1", "--gold", gold, "--save", other)
    done = cli("compare", a, other)
    assert (done.code, done.out) == (4, "")
    assert "no common ids" in done.err


def test_another_gold_for_all_questions_ends_with_4(cli, saved):
    done = cli("compare", saved("a", range(5)), saved("b", range(5), gold_of=lambda i: f"new{i}"))
    assert done.code == 4
    assert "another gold" in done.err


def test_files_that_are_no_saved_report_end_with_3(cli, saved, write, tmp_path):
    a = saved("a", range(5))
    for bad in (
        tmp_path / "nowhere.json",
        tmp_path,
        write("empty.json", ""),
        write("other.json", "{}"),
        write("half.json", a.read_text(encoding="utf-8")[:200]),
    ):
        done = cli("compare", a, bad)
        assert (done.code, done.out) == (3, ""), bad
        assert bad.name in done.err


def test_a_report_without_its_rows_says_which_file_is_missing(cli, saved):
    a, b = saved("a", range(5)), saved("b", range(6))
    b.with_name("b.items.npz").unlink()
    done = cli("compare", a, b)
    assert done.code == 3
    assert "b.items.npz" in done.err
