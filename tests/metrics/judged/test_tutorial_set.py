"""The tutorial set: figures by hand, in fixtures/tutorial/README.md."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import ontoeval as oe
from ontoeval.evaluation.tables import table

FOLDER = Path(__file__).parents[3] / "fixtures" / "tutorial"
JUDGED = FOLDER / "judged.jsonl"


@pytest.fixture(scope="module")
def samples():
    return oe.compile(oe.read(JUDGED))


def value(samples, name):
    return oe.evaluate(samples, [name]).results[0]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("faithfulness(repetition=0)", 0.7333),
        ("faithfulness(repetition=1)", 0.7333),
        ('faithfulness(convention="ragas", repetition=0)', 0.7778),
        ('faithfulness(convention="ragas", repetition=1)', 0.6111),
        ("context_precision", 0.7222),
        ("context_recall", 0.8333),
        ("factscore", 0.7333),
    ],
)
def test_values_by_hand(samples, name, expected):
    assert round(value(samples, name).value, 4) == expected


@pytest.mark.parametrize("repetition", [0, 1])
def test_the_refusal_has_no_faithfulness_in_both_repetitions(samples, repetition):
    result = value(samples, f"faithfulness(repetition={repetition})")
    assert (result.n_ok, result.n_undefined, result.n_invalid) == (5, 1, 0)


def test_values_of_single_samples(samples):
    report = oe.evaluate(samples, ["faithfulness", "context_precision", "context_recall"])
    items = {name: {item["id"]: item["value"] for item in report.items(name)} for name in report.scored}
    assert items["faithfulness"] == {
        "clean": 1.0,
        "hallucination": 0.0,
        "several-facts": 1.0,
        "drift": 1.0,
        "ranking": pytest.approx(2 / 3),
        "retrieval-miss": None,
    }
    assert items["context_precision"]["ranking"] == pytest.approx(1 / 3)
    assert {name: value for name, value in items["context_precision"].items() if value != 1 and name != "ranking"} == {
        "retrieval-miss": 0.0
    }
    assert {name: value for name, value in items["context_recall"].items() if value != 1} == {"retrieval-miss": 0.0}


def test_a_claim_whose_evidence_comes_out_of_order_does_not_count(samples):
    """In ``ranking`` the e-mail comes before the seven days in the context, and after them in the claims: 1 of 3."""
    assert round(value(samples, 'factscore(order="checked")').value, 4) == round((1 + 0 + 1 + 1 + 1 / 3) / 5, 4)


def test_the_flip_of_the_refusal_is_no_flip_of_faithfulness(samples):
    rows = {row["annotator"]: row for row in table("stability", samples)}
    assert rows["faithfulness"]["flip_rate"] == 0.0
    assert rows["faithfulness"]["items"] == 5


def test_records_have_fourteen_contexts_and_no_verdict():
    rows = [json.loads(line) for line in (FOLDER / "records.jsonl").read_text().splitlines()]
    assert sum(len(row["run"]["contexts"]) for row in rows) == 14
    assert [row["id"] for row in rows if "annotations" in row] == []
    result = oe.evaluate(oe.read(FOLDER / "records.jsonl"), ["faithfulness"]).results[0]
    assert result.reason == (
        "unmeasured: no row has annotations.faithfulness: ontoeval annotate RECORDS --rubric faithfulness makes them"
    )


def test_files_are_what_make_writes():
    done = subprocess.run([sys.executable, str(FOLDER / "make.py"), "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "")
