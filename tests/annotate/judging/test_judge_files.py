"""Judging a file: resumed after kill -9 with only what is missing, replayed, never overwritten."""

import ast
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from loopback import MODEL, Loopback, Reply, completion, good, record, serving, step_of

import ontoeval as oe
from ontoeval.cli import execute

RECORDS = [record(f"q{n}", f"Helmets go back within {n} days. They are made of gold.") for n in range(1, 9)]


@pytest.fixture
def annotate(tmp_path, monkeypatch, capsys):
    """Runs ``ontoeval annotate`` on the records; gives exit code, the rows of the output, and stderr."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "records.jsonl").write_text("".join(json.dumps(row) + "\n" for row in RECORDS), encoding="utf-8")

    def run(*arguments, output="judged.jsonl"):
        capsys.readouterr()
        named = ["-o", output] if output else []
        code = execute(["annotate", "records.jsonl", "--rubric", "faithfulness", *named, *map(str, arguments)])
        path = tmp_path / (output or "none")
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return code, [json.loads(line) for line in lines], capsys.readouterr()

    return run


def verdicts(rows):
    """The results without what differs between a call and its replay."""
    return [
        [{k: v for k, v in result.items() if k != "usage"} for result in row["annotations"]["faithfulness"]]
        for row in rows
    ]


def test_the_output_has_the_records_with_their_verdicts(annotate):
    code, rows, shown = annotate("--judge", "rule", "--runs", 3)
    assert code == 0
    assert [row["id"] for row in rows] == [f"q{n}" for n in range(1, 9)]
    assert [{k: v for k, v in row.items() if k != "annotations"} for row in rows] == RECORDS
    assert {len(row["annotations"]["faithfulness"]) for row in rows} == {3}
    assert "at most 48 calls = 48 judge + 0 embedding" in shown.err
    assert "24 verdicts, 0 invalid" in shown.err
    assert shown.out == ""


def test_kill_9_in_the_middle_loses_nothing_and_resuming_asks_only_for_what_is_missing(annotate, tmp_path):
    def slow(body):
        reply = good(body)
        reply.after = 0.05
        return reply

    loopback = Loopback(slow)
    with serving(loopback) as url:
        arguments = ["--judge", MODEL, "--base-url", url, "--concurrency", "2"]
        command = ["annotate", "records.jsonl", "--rubric", "faithfulness", "-o", "judged.jsonl", *arguments]
        process = subprocess.Popen(
            [sys.executable, "-m", "ontoeval", *command], cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE
        )
        journal = tmp_path / "judged.jsonl.calls.jsonl"
        end = time.monotonic() + 60
        while time.monotonic() < end and (not journal.exists() or journal.read_bytes().count(b"\n") < 5):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        known = journal.read_bytes().count(b"\n")
        assert 5 <= known < 16
        before = len(loopback.bodies)
        assert before - known <= 2  # those under way when it was killed
        code, rows, shown = annotate(*arguments)
        assert code == 0
        assert len(loopback.bodies) - before == 16 - known
    assert [row["id"] for row in rows] == [f"q{n}" for n in range(1, 9)]
    assert all(row["annotations"]["faithfulness"][0]["status"] == "ok" for row in rows)
    assert "were known" in shown.err


@pytest.mark.parametrize("name", ["judged.jsonl", "judged.jsonl.calls.jsonl"])
def test_a_line_that_was_cut_off_is_written_again(annotate, tmp_path, name):
    judge = ["--judge", "rule", "--cache", "judged.jsonl.calls.jsonl"]
    _, whole, _ = annotate(*judge)
    path = tmp_path / name
    content = path.read_bytes()
    path.write_bytes(content[: content.rstrip(b"\n").rfind(b"\n") + 30])
    code, rows, _ = annotate(*judge)
    assert code == 0
    assert rows == whole
    if name == "judged.jsonl":
        assert path.read_bytes() == content


def test_a_finished_output_is_left_as_it_is(annotate, tmp_path):
    annotate("--judge", "rule")
    content = (tmp_path / "judged.jsonl").read_bytes()
    code, _, shown = annotate("--judge", "rule")
    assert code == 0
    assert (tmp_path / "judged.jsonl").read_bytes() == content
    assert "wrote 0 records to judged.jsonl, 8 were there" in shown.err


def test_failures_that_may_pass_are_asked_again_in_a_new_output_and_all_else_is_known(annotate):
    loopback = Loopback(script=(Reply({"error": "x"}, 500),))
    with serving(loopback) as url:
        arguments = ["--judge", MODEL, "--base-url", url, "--attempts", 1, "--concurrency", 1, "--cache", "calls.jsonl"]
        code, rows, shown = annotate(*arguments)
        assert code == 0
        assert [row["annotations"]["faithfulness"][0]["status"] for row in rows] == ["invalid", *["ok"] * 7]
        assert "7 verdicts, 1 invalid (server 1)" in shown.err
        assert len(loopback.bodies) == 15
        code, rows, _ = annotate(*arguments, output="again.jsonl")
        assert [row["annotations"]["faithfulness"][0]["status"] for row in rows] == ["ok"] * 8
        assert len(loopback.bodies) == 17


def test_strict_says_4_when_a_verdict_is_invalid(annotate):
    with serving(Loopback(script=(Reply({"error": "x"}, 500),))) as url:
        code, _, _ = annotate("--judge", MODEL, "--base-url", url, "--attempts", 1, "--strict")
    assert code == 4


def test_a_spent_budget_stops_with_4_and_can_be_raised(annotate, tmp_path):
    (tmp_path / "prices.toml").write_text(f'[models."{MODEL}"]\nprompt = 2.5\ncompletion = 10\n', encoding="utf-8")
    loopback = Loopback()
    with serving(loopback) as url:
        arguments = ["--judge", MODEL, "--base-url", url, "--concurrency", 1, "--prices", "prices.toml"]
        # two calls of 0.00035 each per record: the sixth finds 0.00175 spent, the seventh 0.0021
        code, rows, shown = annotate(*arguments, "--budget", "0.002")
        assert code == 4
        assert [row["id"] for row in rows] == ["q1", "q2", "q3"]
        assert "stopped: the budget of 0.002 is spent; 5 of 8 records are left" in shown.err
        assert "cost 0.0021" in shown.err
        code, rows, _ = annotate(*arguments, "--budget", "1")
        assert (code, len(rows), len(loopback.bodies)) == (0, 8, 16)


def test_a_recording_replays_offline_to_the_same_verdicts(annotate):
    with serving(Loopback()) as url:
        _, recorded, _ = annotate("--judge", MODEL, "--base-url", url, "--runs", 2, "--cache", "calls.jsonl")
    code, replayed, shown = annotate("--judge", "replay:calls.jsonl", "--runs", 2, output="replayed.jsonl")
    assert code == 0
    assert verdicts(replayed) == verdicts(recorded)
    assert "at most 0 calls" in shown.err


def test_a_call_that_was_not_recorded_is_an_error(annotate):
    annotate("--judge", "rule", "--cache", "calls.jsonl")
    code, rows, shown = annotate("--judge", "replay:calls.jsonl", "--runs", 2, output="replayed.jsonl")
    assert code == 3
    assert rows == []
    assert "this call was not recorded: step 'claims' of faithfulness:" in shown.err
    assert "run 1" in shown.err
    assert "record again" in shown.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "0 judges are in it"),
        ('{"key": "x"}\n', "this is no journal of calls"),
        ("nonsense\n", "this is no JSON object"),
    ],
)
def test_what_is_no_recording_is_an_error(annotate, tmp_path, content, message):
    (tmp_path / "calls.jsonl").write_text(content, encoding="utf-8")
    code, _, shown = annotate("--judge", "replay:calls.jsonl")
    assert code == 3
    assert message in shown.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--runs", 2], "are of another run: 0; expected 0, 1"),
        (["--judge", "rule"], "at least two different judges"),
        (["--rubric", "faithfulness,context_recall"], "judged.jsonl:1: there are no verdicts of context_recall"),
        (["--mask", "gold"], "are of another material: "),
    ],
)
def test_an_output_of_other_settings_is_refused(annotate, arguments, message):
    annotate("--judge", "rule")
    code, rows, shown = annotate("--judge", "rule", *arguments)
    assert code in (2, 3)
    assert message in shown.err
    assert len(rows) == 8


def test_an_output_of_another_judge_is_refused(annotate):
    annotate("--judge", "rule")
    with serving(Loopback()) as url:
        code, _, shown = annotate("--judge", MODEL, "--base-url", url)
    assert code == 3
    assert "the verdicts of faithfulness are of another judge: rule(enough=0.7); expected loop-1@" in shown.err


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([record("z")], "there are 8 rows for 1 records"),
        ([record(f"z{n}") for n in range(8)], "the row is of sample 'q1'; expected 'z0', as in the records"),
        ([row | {"query": "Why?"} for row in RECORDS], "judged.jsonl:1: the record has changed since it was judged"),
    ],
)
def test_an_output_of_other_records_is_refused(annotate, tmp_path, rows, message):
    annotate("--judge", "rule")
    (tmp_path / "records.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    code, _, shown = annotate("--judge", "rule")
    assert code == 3
    assert message in shown.err


def test_a_changed_corpus_is_noticed(annotate, tmp_path):
    rows = [record("q1", contexts=["d1"])]
    (tmp_path / "records.jsonl").write_text(json.dumps(rows[0]) + "\n", encoding="utf-8")
    for text, code in (("Helmets go back.", 0), ("Helmets stay.", 3)):
        (tmp_path / "docs.jsonl").write_text(json.dumps({"id": "d1", "text": text}) + "\n", encoding="utf-8")
        got, _, shown = annotate("--judge", "rule", "--docs", "docs.jsonl")
        assert got == code
    assert "the verdicts of faithfulness are of another material" in shown.err


def test_verdicts_are_never_overwritten(annotate, tmp_path):
    annotate("--judge", "rule")
    (tmp_path / "judged.jsonl").replace(tmp_path / "records.jsonl")
    code, _, shown = annotate("--judge", "rule", output="more.jsonl")
    assert code == 3
    assert "sample 'q1' already has verdicts of faithfulness" in shown.err
    code, _, shown = annotate("--judge", "rule", output="records.jsonl")
    assert code == 2
    assert "the output is the input" in shown.err


def test_other_annotations_stay(annotate, tmp_path):
    row = record("q1") | {"annotations": {"people": [{"verdict": True}]}}
    (tmp_path / "records.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    _, rows, _ = annotate("--judge", "rule")
    assert rows[0]["annotations"]["people"] == [{"verdict": True}]
    assert len(rows[0]["annotations"]["faithfulness"]) == 1


def test_the_plan_calls_nobody(annotate, tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    code, rows, shown = annotate("--judge", "gpt-x", "--plan", "--runs", 3, output=None)
    assert code == 0
    assert rows == []
    assert shown.out == (
        "faithfulness: 8 samples, 48 calls = 48 judge + 0 embedding\n3 runs: 48 calls = 48 judge + 0 embedding\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["records.jsonl"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--judge", "rule"], 2, "there is no output"),
        (["--judge", "rule", "-o", "x.jsonl", "--rubric", "faithfullness"], 2, "did you mean faithfulness?"),
        (["--judge", "rule", "-o", "x.jsonl", "--runs", "0"], 2, "runs=0 is not allowed"),
        (["--judge", "rule", "-o", "x.jsonl", "--rubric", "citations"], 3, "no sample can be judged for citations"),
        (["--judge", "rule", "-o", "x.jsonl", "--rubric", "fluency"], 2, "the rule judge has no rule for 'fluency'"),
        (["--judge", "rule", "--judge", "rule", "-o", "x.jsonl"], 2, "at least two different judges"),
        (["--judge", "m", "--system", "m-2024", "-o", "x.jsonl"], 3, "there is no API key"),
        (["--judge", "gpt-x", "--system", "gpt-4o", "-o", "x.jsonl"], 2, "is of the same family as the system"),
        (["--judge", "m", "--budget", "1", "-o", "x.jsonl"], 2, "a budget needs the prices of m@"),
        (["--judge", "m", "--base-url", "nowhere", "-o", "x.jsonl"], 3, "this is no address"),
        (["--judge", "replay:none.jsonl", "-o", "x.jsonl"], 3, "none.jsonl: no such file"),
        (["--judge", "rule", "--prices", "none.toml", "-o", "x.jsonl"], 3, "none.toml: cannot be read"),
        (["--judge", "rule", "--embedder", "st:mini", "-o", "x.jsonl"], 3, "needs sentence-transformers"),
        (["--judge", "rule", "--concurrency", "0", "-o", "x.jsonl"], 2, "concurrency=0 is not allowed"),
    ],
)
def test_mistakes_are_named_before_any_call(annotate, monkeypatch, arguments, code, message):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    got, _, shown = annotate(*arguments, output=None)
    assert message in shown.err
    assert got == code


def test_rows_that_cannot_be_read_are_listed(annotate, tmp_path):
    (tmp_path / "records.jsonl").write_text('{"id": "a", "run": {"answer": 3}}\n{broken\n', encoding="utf-8")
    code, _, shown = annotate("--judge", "rule")
    assert code == 3
    assert "records.jsonl:2" in shown.err


def test_gold_and_corpus_may_be_other_files(annotate, tmp_path, monkeypatch):
    run = {"id": "q1", "answer": "Helmets go back within 30 days.", "contexts": ["d1"]}
    (tmp_path / "records.jsonl").write_text(json.dumps(run) + "\n", encoding="utf-8")
    gold = {"id": "q1", "query": "How long?", "answers": ["Helmets go back within 30 days."]}
    (tmp_path / "gold.jsonl").write_text(json.dumps(gold) + "\n", encoding="utf-8")
    doc = {"id": "d1", "text": "Helmets go back within 30 days."}
    (tmp_path / "docs.jsonl").write_text(json.dumps(doc) + "\n", encoding="utf-8")
    more = ["--gold", "gold.jsonl", "--docs", "docs.jsonl", "--rubric", "context_precision,faithfulness"]
    code, rows, _ = annotate("--judge", "rule", *more)
    assert code == 0
    assert rows[0]["answer"] == run["answer"]
    assert {name: results[0]["score"] for name, results in rows[0]["annotations"].items()} == {
        "context_precision": 1.0,
        "faithfulness": 1.0,
    }


def test_judge_is_another_name_of_the_command(annotate, capsys):
    assert execute(["judge", "records.jsonl", "--rubric", "faithfulness", "--judge", "rule", "--plan"]) == 0
    assert "16 calls = 16 judge + 0 embedding" in capsys.readouterr().out


def test_judges_take_turns_on_request(annotate, tmp_path):
    rows = [row | {"tags": {"system": "gpt-4o"}} for row in RECORDS]
    (tmp_path / "records.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with serving(Loopback(lambda body: Reply({**good(body).content, "model": body["model"]}))) as url:
        named = ["--judge", "gpt-4.1", "--judge", "claude-x", "--judge", "gemini-x"]
        code, judged, _ = annotate("--base-url", url, *named, "--rotate")
    assert code == 0
    assert {row["annotations"]["faithfulness"][0]["model"] for row in judged} == {"claude-x", "gemini-x"}


def test_progress_says_what_was_spent(annotate, monkeypatch):
    monkeypatch.setattr("ontoeval.progress._AFTER", -1.0)
    monkeypatch.setattr("ontoeval.progress._EVERY_IN_A_LOG", -1.0)
    _, _, shown = annotate("--judge", "rule", "--concurrency", 1)
    assert "judging, 4 calls, 0 tokens: 2 in 0 s" in shown.err


def test_the_tutorial_set_takes_62_calls(annotate, tmp_path, capsys):
    tutorial = Path(__file__).parents[3] / "fixtures" / "tutorial" / "records.jsonl"
    rubrics = "faithfulness,answer_relevancy,context_precision,context_recall"
    assert execute(["annotate", str(tutorial), "--rubric", rubrics, "--judge", "any", "--plan"]) == 0
    assert "62 calls = 50 judge + 12 embedding" in capsys.readouterr().out


def test_help_is_instant():
    code = "import sys; from ontoeval.cli import execute; execute(['annotate', '--help']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, timeout=60)
    assert not {"asyncio", "httpx", "numpy", "pydantic", "outlines"} & set(
        ast.literal_eval(done.stdout.splitlines()[-1])
    )


def test_truth_values_are_no_ids(annotate, tmp_path):
    (tmp_path / "records.jsonl").write_text(json.dumps(record() | {"id": True}) + "\n", encoding="utf-8")
    code, _, shown = annotate("--judge", "rule")
    assert code == 3
    assert "records.jsonl:1 id: True" in shown.err
    assert "expected a non-empty text or number" in shown.err


def test_fields_of_requests_come_from_the_command_line(annotate):
    loopback = Loopback()
    with serving(loopback) as url:
        annotate("--judge", MODEL, "--base-url", url, "--option", "seed=7", "--option", "effort=low")
    assert (loopback.bodies[0]["seed"], loopback.bodies[0]["effort"]) == (7, "low")


def test_recorded_vectors_replay_too(annotate):
    rubrics = ["--rubric", "answer_relevancy"]
    with serving(Loopback()) as url:
        served = ["--base-url", url, "--embedder", "embed-1", "--cache", "calls.jsonl"]
        _, recorded, _ = annotate("--judge", MODEL, *served, *rubrics)
    again = ["--judge", "replay:calls.jsonl", "--embedder", "replay:calls.jsonl"]
    code, replayed, _ = annotate(*again, *rubrics, output="replayed.jsonl")
    assert code == 0
    for one, two in zip(recorded, replayed, strict=True):
        [said], [again] = one["annotations"]["answer_relevancy"], two["annotations"]["answer_relevancy"]
        assert again["fields"] == said["fields"]
        assert again["embedder"] == said["embedder"]
        assert (said["usage"]["calls"], again["usage"]["calls"]) == (5, 0)


def test_repeated_verdicts_are_scored_with_their_flips(annotate, tmp_path):
    said = iter([1, 0] * 8)

    def flipping(body):
        if step_of(body) == "claims":
            return good(body)
        kept = {"quote": "helmets go back", "explanation": "", "verdict": "supported", "failure": "none"}
        dropped = {"quote": None, "explanation": "", "verdict": "unsupported", "failure": "fabrication"}
        verdict = kept if next(said) else dropped
        found = [{"claim": claim["id"], **verdict} for claim in json.loads(body["messages"][1]["content"])["claims"]]
        return completion(json.dumps({"verdicts": found}))

    with serving(Loopback(flipping)) as url:
        annotate("--judge", MODEL, "--base-url", url, "--runs", 2, "--concurrency", 1)
    report = oe.evaluate(oe.read("judged.jsonl"), ["faithfulness"])
    assert report.results[0].value == 0.5
    [row] = report.table("stability")
    assert (row["annotator"], row["runs"], row["items"], row["flip_rate"]) == ("faithfulness", 2, 8, 1.0)


def test_rules_need_no_journal(annotate, tmp_path):
    annotate("--judge", "rule")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["judged.jsonl", "records.jsonl"]
