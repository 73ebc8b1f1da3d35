"""``ontoeval score``: what it prints where, and how it ends."""

import csv
import gzip
import io
import json
from pathlib import Path

import pytest

DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"


def test_prints_the_value_and_ends_with_0(cli, gold, answered):
    done = cli("score", "recall", "--gold", gold, "--run", answered)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[1].split()[:3] == ["recall", "↑", "0.6667"]


def test_json_is_one_object_on_stdout_and_nothing_else(cli, gold, write):
    run = write("run.jsonl", [{"id": "q1", "retrieved": ["d1"], "colour": "red"}])
    done = cli("score", "recall", "recall@1", "--gold", gold, "--run", run, "--format", "json")
    content = json.loads(done.out)
    assert done.code == 0
    assert list(content) == ["signature", "results", "tables", "findings"]
    assert [row["metric"] for row in content["results"]] == ["recall", "recall@1"]
    assert content["results"][0]["value"] == pytest.approx(1 / 3)
    assert "colour" in done.err  # the warning about the unknown field
    assert "q2" in done.err


def test_json_has_null_and_never_nan(cli, gold, write):
    run = write("run.jsonl", [{"id": "q1", "retrieved": ["d1"]}])
    done = cli("score", "linking_f1", "recall", "--gold", gold, "--run", run, "--format", "json")
    assert "NaN" not in done.out
    assert json.loads(done.out)["results"][0]["value"] is None


def test_csv_has_one_row_per_measure_and_slice(cli, gold, answered):
    done = cli("score", "recall", "--gold", gold, "--run", answered, "--by", "intent", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [(row["slice"], row["value"]) for row in rows] == [
        ("", "0.6666666666666666"),
        ("intent=howto", "0.0"),
        ("intent=lookup", "1.0"),
    ]


def test_markdown_is_a_table(cli, gold, answered):
    done = cli("score", "recall", "--gold", gold, "--run", answered, "--format", "md")
    lines = done.out.splitlines()
    assert lines[0].startswith("| stage | metric |")
    assert len({line.count("|") for line in lines if line.startswith("|")}) == 1


def test_where_keeps_the_samples_with_the_tag(cli, gold, answered):
    done = cli("score", "recall", "--gold", gold, "--run", answered, "--where", "intent=howto", "--format", "json")
    (row,) = json.loads(done.out)["results"]
    assert (row["value"], row["n_samples"]) == (0.0, 1)


def test_field_map_reaches_into_nested_rows(cli, write):
    both = write("mine.jsonl", [{"qid": "a", "truth": {"docs": ["d1"]}, "found": ["d1"]}])
    fields = ("--field", "id=qid", "--field", "gold.docs=truth.docs", "--field", "run.retrieved=found")
    done = cli("score", "recall", "--gold", both, *fields, "--format", "json")
    assert json.loads(done.out)["results"][0]["value"] == 1.0
    assert done.err == ""


def test_gzipped_files_and_byte_order_marks_are_read(cli, gold, answered, tmp_path):
    zipped = tmp_path / "gold.jsonl.gz"
    zipped.write_bytes(gzip.compress(gold.read_bytes()))
    answered.write_bytes(b"\xef\xbb\xbf" + answered.read_bytes())
    assert "0.6667" in cli("score", "recall", "--gold", zipped, "--run", answered).out


def test_unicode_file_names(cli, gold, answered, tmp_path):
    strange = tmp_path / "Größe und 漢字 📄.jsonl"
    strange.write_bytes(gold.read_bytes())
    report = tmp_path / "bericht-ü.json"
    done = cli("score", "recall", "--gold", strange, "--run", answered, "--save", report)
    assert done.code == 0
    assert json.loads(report.read_text(encoding="utf-8"))["results"][0]["metric"] == "recall"
    broken = tmp_path / "kaputt-漢字.jsonl"
    broken.write_text("{", encoding="utf-8")
    done = cli("score", "recall", "--gold", broken)
    assert done.code == 3
    assert "kaputt-漢字.jsonl:1" in done.err


@pytest.mark.parametrize(("suffix", "start"), [(".json", "{"), (".csv", "metric,"), (".md", "## "), (".txt", "stage")])
def test_save_chooses_the_format_by_suffix(cli, gold, answered, tmp_path, suffix, start):
    target = tmp_path / f"report{suffix}"
    done = cli("score", "recall", "--gold", gold, "--run", answered, "--save", target)
    assert done.code == 0
    assert str(target) in done.err
    assert target.read_text(encoding="utf-8").startswith(start)


def test_saved_files_end_with_one_line_break(cli, gold, answered, tmp_path):
    for suffix in (".json", ".csv", ".md", ".txt"):
        target = tmp_path / f"report{suffix}"
        cli("score", "recall", "--gold", gold, "--run", answered, "--save", target)
        text = target.read_text(encoding="utf-8")
        assert text.endswith("\n"), suffix
        assert not text.endswith("\n\n"), suffix


def test_metrics_file_of_the_user(cli, gold, answered, write):
    mine = write(
        "mine.py",
        "from ontoeval.metrics.definition import metric\n"
        "from ontoeval.statistics.rows import Mean\n"
        "from ontoeval.views.rankings import Rankings\n\n"
        "@metric(view=Rankings, average='macro', direction='higher', bounds=(0, 1), level='diagnostic', source='us')\n"
        "def always_one(rankings: Rankings) -> Mean:\n"
        "    return Mean([1.0] * rankings.n)\n",
    )
    done = cli("score", "always_one", "--metrics-file", mine, "--gold", gold, "--run", answered)
    assert done.code == 0
    assert "1.0000" in done.out


def test_strict_ends_with_4_when_a_value_is_missing(cli, gold, answered):
    assert cli("score", "linking_f1", "--gold", gold, "--run", answered).code == 0
    done = cli("score", "recall", "linking_f1", "--gold", gold, "--run", answered, "--strict")
    assert done.code == 4
    assert "unmeasured: no row has gold.mentions" in done.out
    assert cli("score", "recall", "--gold", gold, "--run", answered, "--strict").code == 0


def test_wide_results_are_not_wrapped_and_lines_do_not_end_in_spaces(cli, gold, answered):
    long = 'recall(rel=1.5, ties="trec", of="retrieved")@10'
    metrics = [long, "recall", "ndcg", 'linking_f1(scope="in_kb", level="document", average="macro:type")']
    done = cli("score", *metrics, "--gold", gold, "--run", answered, "--by", "intent")
    lines = done.out.splitlines()
    assert len([line for line in lines if "recall(rel=1.5" in line]) == 3  # all samples, and two slices
    assert not any(line != line.rstrip() for line in lines)
    assert "\x1b" not in done.out
    assert len(lines) == 1 + 4 + 1 + 1 + 8


def test_the_demo_with_everything(cli):
    done = cli(
        "score", "schema_validity", "vocabulary_conformance", "hierarchical_f1", "false_exclusion_rate",
        "--gold", DEMO / "golden.jsonl", "--run", DEMO / "run.jsonl", "--docs", DEMO / "docs.jsonl",
        "--ontology", DEMO.parents[1] / "ontologies" / "catalogue.obo",
        "--schema", DEMO / "output.schema.json", "--slot", "category", "--format", "json",
    )  # fmt: skip
    values = {row["metric"]: row["value"] for row in json.loads(done.out)["results"]}
    assert values["schema_validity"] == 60 / 64  # the manifest's two broken outputs, and two rows without a run
    assert values["false_exclusion_rate"] == 13 / 50
