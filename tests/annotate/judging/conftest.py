"""Records to judge, and a server to judge them."""

import json
from contextlib import ExitStack

import pytest
from loopback import MODEL, Loopback, record, serving

import ontoeval as oe


@pytest.fixture
def samples(tmp_path):
    """Makes samples of rows."""

    def make(*rows):
        path = tmp_path / "records.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return oe.read(path)

    return make


@pytest.fixture
def server():
    """Starts a loopback server with a script; gives the server and a judge that asks it."""
    from ontoeval.annotate import OpenAIJudge, Patience, Server

    with ExitStack() as stack:

        def start(*script, always=None, patience=None, prices=None, **options):
            loopback = Loopback(*([always] if always else []), script=script)
            url = stack.enter_context(serving(loopback))
            quick = patience or Patience(timeout=5, attempts=3, wait=0.01)
            judge = OpenAIJudge(MODEL, Server(url, patience=quick, prices=prices), **options)
            return loopback, judge

        yield start


@pytest.fixture
def judged(samples):
    """Judges rows, and gives the results of one rubric by sample."""

    def run(judge, *rows, rubric="faithfulness", **options):
        judging = oe.annotate.Judging([rubric], judge, **options)
        name = judging.rubrics[0].name
        return {sample: found.get(name) for sample, found in judging.run(samples(*(rows or (record(),))))}

    return run
