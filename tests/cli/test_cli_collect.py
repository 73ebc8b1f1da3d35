"""``ontoeval collect``: pipelines that answer, hang, crash, print, and replies of every kind."""

import json
import os
import signal
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

PIPELINE = '''
"""A pipeline whose mood is the text of the question."""
import os, sys, time

def answer(question):
    query = question["query"]
    print("noise on stdout")
    os.write(1, b"more noise\\n")
    if query == "hang":
        time.sleep(600)
    if query == "crash":
        os._exit(7)
    if query == "abort":
        os.abort()
    if query == "raise":
        raise ValueError("no such\\n  thing")
    if query == "exit":
        sys.exit(3)
    if query == "text":
        return "an answer"
    if query == "wrong type":
        return {"retrieved": 5}
    if query == "no object":
        return [1]
    if query == "no JSON":
        return {"answer": {1}}
    if query == "NaN":
        return {"confidence": float("nan")}
    if query == "extra":
        return {"answer": "a", "speed": 1}
    if query == "stages":
        return {"run": {"retrieved": ["d1"], "latency_ms": {"retrieval": 12.5}}}
    if query == "stdin":
        return {"answer": repr(sys.stdin.read())}
    return {"answer": ",".join(sorted(question)), "retrieved": [{"id": "d1", "score": 0.5}]}

async def later(question):
    return {"answer": "later"}
'''


@pytest.fixture
def questions(write):
    """Writes questions whose ids are their texts; gold is there and must not be shown to the pipeline."""

    def make(*queries):
        rows = [{"id": query, "query": query, "docs": ["d1"], "tags": {"lang": "de"}} for query in queries]
        return write("golden.jsonl", rows)

    return make


@pytest.fixture
def collect(cli, questions, write, tmp_path, monkeypatch):
    """Runs a pipeline over questions, and gives the outcome and the rows by id."""
    write("pipeline.py", PIPELINE)
    monkeypatch.chdir(tmp_path)

    def call(*queries, pipeline=("--call", "pipeline:answer"), options=()):
        done = cli("collect", questions(*queries), "-o", "run.jsonl", *pipeline, *options)
        return done, rows(tmp_path / "run.jsonl")

    return call


def rows(path):
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {row["id"]: row for row in map(json.loads, lines)}


def test_a_function_gets_the_question_without_gold_and_its_reply_is_the_row(collect, cli, tmp_path):
    done, run = collect("a", "b")
    assert (done.code, done.out) == (0, "")
    assert list(run) == ["a", "b"]
    assert run["a"]["answer"] == "id,query,tags"
    assert run["a"]["retrieved"] == [{"id": "d1", "score": 0.5}]
    assert not (tmp_path / "run.jsonl.part").exists()
    scored = cli("score", "recall@1", "--gold", "golden.jsonl", "--run", "run.jsonl", "--format", "json")
    assert json.loads(scored.out)["results"][0]["value"] == 1.0


def test_latency_is_measured_and_reported_stages_are_kept(collect):
    _, run = collect("stages")
    latency = run["stages"]["latency_ms"]
    assert latency["retrieval"] == 12.5
    assert 0 < latency["total"] < 30_000


def test_a_text_is_an_answer_and_a_coroutine_is_awaited(collect):
    assert collect("text")[1]["text"]["answer"] == "an answer"
    assert collect("a", pipeline=("--call", "pipeline:later"))[1]["a"]["answer"] == "later"


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("hang", "timeout: no reply within 1 s"),
        ("crash", "crashed: the process ended with exit code 7"),
        ("raise", "ValueError: no such thing (pipeline.py:16)"),
        ("exit", "SystemExit: 3"),
        ("wrong type", "the reply has retrieved = 5: expected a list of doc ids"),
        ("no object", "the reply is [1]: expected an object"),
        ("no JSON", "the reply is no JSON: Object of type set is not JSON serializable"),
        ("NaN", "the reply is no JSON: Out of range float values are not JSON compliant"),
    ],
)
def test_what_goes_wrong_with_one_question_is_its_error_and_the_next_one_is_answered(collect, query, problem):
    done, run = collect(query, "good", options=("--timeout", "1"))
    assert done.code == 0
    assert run[query]["error"].startswith(problem)
    assert "retrieved" not in run[query]
    assert run["good"]["retrieved"]
    assert "1 with an error" in done.err


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_crash_in_native_code_is_named_by_its_signal(collect):
    assert collect("abort")[1]["abort"]["error"] == "crashed: the process ended with SIGABRT"


def test_a_pipeline_that_reads_stdin_gets_nothing_and_does_not_eat_questions(collect):
    _, run = collect("stdin", "b")
    assert run["stdin"]["answer"] == "''"
    assert "error" not in run["b"]


def test_unknown_fields_of_a_reply_are_kept_and_named(collect):
    done, run = collect("extra")
    assert run["extra"]["speed"] == 1
    assert "no fields of a run: speed" in done.err


def test_errors_change_the_exit_code_only_when_asked_or_when_there_is_nothing_else(collect):
    assert collect("raise", "a")[0].code == 0
    assert collect("raise", "a", options=("--strict",))[0].code == 4
    assert collect("raise", "exit")[0].code == 4


def test_several_questions_at_once_come_out_in_order(collect):
    _, run = collect(*"abcdefgh", options=("--concurrency", "3"))
    assert list(run) == list("abcdefgh")


def test_a_subset_is_the_same_as_that_of_a_run(collect):
    _, run = collect("q1", "q2", "q3", "q4", options=("--subset", "2"))
    # blake2b of the id, 6 bytes, as a share of 2**48: q1 .9564, q3 .2423 (docstring of position); the two smallest
    assert "q3" in run
    assert "q1" not in run
    assert len(run) == 2


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        ("nowhere:answer", "the pipeline does not start: ModuleNotFoundError: No module named 'nowhere'"),
        ("pipeline:nothing", "the pipeline does not start: AttributeError"),
        ("pipeline:os", "the pipeline does not start: TypeError: pipeline:os is no function"),
    ],
)
def test_a_function_that_cannot_be_imported_stops_before_the_first_question(collect, call, problem):
    done, run = collect("a", pipeline=("--call", call))
    assert done.code == 3
    assert problem in done.err
    assert run == {}


def test_a_module_that_hangs_on_import_is_stopped(collect, write):
    write("slow.py", "import time\ntime.sleep(600)\n")
    done, _ = collect("a", pipeline=("--call", "slow:answer"), options=("--start-timeout", "1"))
    assert done.code == 3
    assert "timeout: no reply within 1 s" in done.err


@pytest.mark.parametrize(
    "pipeline",
    [(), ("--call", "pipeline"), ("--call", "a:b", "--url", "http://localhost:1")],
    ids=["none", "no function", "two"],
)
def test_a_pipeline_that_is_not_named_well_is_a_usage_error(collect, pipeline):
    assert collect("a", pipeline=pipeline)[0].code == 2


# ---- command lines ----------------------------------------------------------------------------------------------


def command(write, code):
    return ("--command", f"{sys.executable} {write('command.py', 'import json, sys, time' + chr(10) + code).name}")


def test_a_command_gets_json_and_what_it_prints_before_the_reply_does_not_matter(collect, write):
    code = "q = json.load(sys.stdin)\nprint('loading')\nprint(json.dumps({'answer': q['query'].upper()}))\n"
    done, run = collect("a", "é", pipeline=command(write, code))
    assert done.code == 0
    assert [row["answer"] for row in run.values()] == ["A", "É"]


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("print('hello')", "the reply is no JSON: hello"),
        ("pass", "the reply is empty"),
        ("sys.exit('out of memory')", "crashed: the process ended with exit code 1: out of memory"),
        ("time.sleep(600)", "timeout: no reply within 1 s"),
    ],
)
def test_a_command_that_fails_is_an_error_of_its_question(collect, write, code, problem):
    _, run = collect("a", pipeline=command(write, code), options=("--timeout", "1"))
    assert run["a"]["error"] == problem


@pytest.mark.skipif(os.name != "posix", reason="needs process groups")
def test_what_a_command_started_ends_with_it(collect, write, tmp_path):
    code = (
        "import subprocess\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "open('child', 'w').write(str(child.pid))\ntime.sleep(600)\n"
    )
    start = time.monotonic()
    collect("a", pipeline=command(write, code), options=("--timeout", "2"))
    assert time.monotonic() - start < 60
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", (tmp_path / "child").read_text()], capture_output=True, text=True
    )
    assert state.stdout.strip() in ("", "Z", "Zs")


def test_a_command_that_does_not_exist_stops_before_the_first_question(collect):
    done, run = collect("a", pipeline=("--command", "no-such-program --fast"))
    assert (done.code, run) == (3, {})
    assert "there is no command 'no-such-program'" in done.err


# ---- endpoints --------------------------------------------------------------------------------------------------


class Endpoint(BaseHTTPRequestHandler):
    """Answers by the text of the question."""

    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        query = question["query"]
        if query == "drip":
            self.send_response(200)
            self.end_headers()
            for _ in range(100):
                self.wfile.write(b" ")
                time.sleep(0.1)
            return
        status = {"busy": 503, "moved": 302}.get(query, 200)
        body = b"come back later" if status == 503 else json.dumps({"answer": self.path}).encode()
        self.send_response(status)
        self.send_header("Location", "http://192.0.2.1/")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Nothing."""


@pytest.fixture
def url():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/answer?k=5"
    server.shutdown()
    server.server_close()


def test_an_endpoint_gets_a_post_and_its_reply_is_the_row(collect, url, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://192.0.2.1:9")
    done, run = collect("a", "b", pipeline=("--url", url), options=("--concurrency", "2"))
    assert done.code == 0
    assert [row["answer"] for row in run.values()] == ["/answer?k=5"] * 2


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("busy", "HTTP 503 Service Unavailable: come back later"),
        ("moved", "HTTP 302 Found"),
        ("drip", "timeout: no reply within 1 s"),
    ],
)
def test_an_endpoint_that_fails_is_an_error_of_its_question(collect, url, query, problem):
    _, run = collect(query, "b", pipeline=("--url", url), options=("--timeout", "1"))
    assert run[query]["error"].startswith(problem)
    assert "error" not in run["b"]


def test_an_endpoint_that_nobody_serves_stops_before_the_first_question(collect):
    done, run = collect("a", pipeline=("--url", "http://127.0.0.1:9/"))
    assert (done.code, run) == (3, {})
    assert "nothing answers" in done.err


@pytest.mark.parametrize("other", ["http://example.org/", "https://localhost/", "http://localhost:x/", "answer"])
def test_only_this_machine_is_asked(collect, other):
    assert collect("a", pipeline=("--url", other))[0].code == 2


# ---- stopped and taken up again ---------------------------------------------------------------------------------

SLOW = """
import os, time
from pathlib import Path

def answer(question):
    with Path("asked").open("a") as log:
        log.write(question["id"] + "\\n")
    if question["id"] == "c" and not Path("go").exists():
        time.sleep(600)
    return {"answer": question["id"]}
"""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["kill", "interrupt"])
def test_a_collection_that_was_stopped_goes_on_where_it_was(questions, write, tmp_path, how):
    write("slow.py", SLOW)
    golden = questions(*"abcd")
    words = [sys.executable, "-m", "ontoeval", "collect", str(golden), "--call", "slow:answer", "-o", "run.jsonl"]
    child = subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE)
    with child:
        until(lambda: (tmp_path / "asked").exists() and "c" in (tmp_path / "asked").read_text())
        child.send_signal(how)
        assert child.wait(timeout=30) == (130 if how == signal.SIGINT else -signal.SIGKILL)
    assert not (tmp_path / "run.jsonl").exists()
    with (tmp_path / "run.jsonl.part").open("ab") as part:
        part.write(b'{"id": "c", "ans')  # as a crash of the machine would leave it
    (tmp_path / "go").touch()
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "2 of them from before" in done.stderr
    assert [row["answer"] for row in rows(tmp_path / "run.jsonl").values()] == list("abcd")
    assert (tmp_path / "asked").read_text().split() == ["a", "b", "c", "c", "d"]


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_finished_run_is_made_anew(collect, write):
    collect("a")
    write("pipeline.py", "def answer(question):\n    return 'a new pipeline'\n")
    _, run = collect("a")
    assert run["a"]["answer"] == "a new pipeline"


def test_a_part_of_another_pipeline_is_not_taken_up(collect, write):
    write("run.jsonl.part", [{"collect": {"pipeline": "other:answer", "questions": "x"}}])
    done, run = collect("a")
    assert (done.code, run) == (3, {})
    assert "it belongs to another pipeline, or to other questions" in done.err
