"""Spellings of NIL on the command line, and the policy in signatures."""

import json

import pytest

import ontoeval as oe
from ontoeval.ontology import NilPolicy

MENTIONS = [{"start": 0, "end": 4, "id": "none"}, {"start": 5, "end": 9, "id": "A"}]


@pytest.fixture
def files(write):
    rows = [{"id": "q", "mentions": MENTIONS}]
    return write("gold.jsonl", rows), write("run.jsonl", rows)


def value(done):
    return json.loads(done.out)["results"][0]["value"]


def test_score_knows_further_spellings(cli, files):
    gold, run = files
    arguments = ("score", 'linking_f1(scope="nil")', "--gold", gold, "--run", run, "--format", "json")
    assert value(cli(*arguments)) is None
    done = cli(*arguments, "--nil", "none")
    assert value(done) == 1.0
    assert done.err == ""


def test_run_adds_them_to_those_of_the_config(cli, files, write):
    config = (
        'gold = "gold.jsonl"\nrun = "run.jsonl"\nmetrics = [\'linking_f1(scope="nil")\']\n[nil]\ntokens = ["void"]\n'
    )
    path = write("ontoeval.toml", config)
    assert value(cli("run", path, "--format", "json")) is None
    assert value(cli("run", path, "--format", "json", "--nil", "none")) == 1.0


def test_the_policy_is_in_the_signature(files):
    """Two numbers with other NIL spellings do not compare; the default policy leaves no trace."""
    rows = [{"id": "q", "mentions": MENTIONS}]
    plain, same, other = (
        oe.score("linking_f1", rows, rows, nil=nil).signature
        for nil in (None, NilPolicy(), NilPolicy(tokens=frozenset({"none"})))
    )
    assert plain == same
    assert "|nil:" not in plain
    assert "|nil:" in other
    policies = (NilPolicy(), NilPolicy(outside_gold="drop"))
    reports = [oe.evaluate(oe.compile(rows, rows, nil=nil), ["linking_f1"]) for nil in policies]
    (change,) = reports[0].compare(reports[1]).changes
    assert "another nil" in change.reason
