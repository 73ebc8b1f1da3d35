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
from dataclasses import dataclass

@dataclass
class Hit:
    id: str
    score: float

@dataclass
class Reply:
    answer: str
    retrieved: list[Hit]

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
    if query == "numpy":
        import numpy as np

        return {"retrieved": np.array(["d1", "d2"]), "confidence": np.float32(0.5)}
    if query == "data class":
        return Reply("a", [Hit("d1", 0.5)])
    if query == "model":
        from pydantic import create_model

        return create_model("Reply", answer=(str, ...))(answer="a")
    if query == "generator":
        return (word for word in ("a", "b"))
    if query == "itself":
        reply = {}
        reply["answer"] = reply
        return reply
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
    ("query", "fields"),
    [
        ("numpy", {"retrieved": ["d1", "d2"], "confidence": 0.5}),
        ("data class", {"answer": "a", "retrieved": [{"id": "d1", "score": 0.5}]}),
        ("model", {"answer": "a"}),
    ],
)
def test_what_pipelines_hold_their_results_in_is_written_as_json(collect, query, fields):
    row = collect(query)[1][query]
    assert {name: row[name] for name in row if name not in ("id", "latency_ms")} == fields


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("hang", "timeout: no reply within 1 s"),
        ("crash", "crashed: the process ended with exit code 7"),
        ("raise", "ValueError: no such thing (pipeline.py:27)"),
        ("exit", "SystemExit: 3"),
        ("wrong type", "the reply has retrieved = 5: expected a list of doc ids"),
        ("no object", "the reply is [1]: expected an object"),
        ("no JSON", "the reply is no JSON: it holds a set; return dicts, lists, texts and numbers"),
        ("generator", "the reply is no JSON: it holds a generator; return dicts, lists, texts and numbers"),
        ("itself", "the reply is no JSON: it holds itself"),
        ("NaN", "the reply holds NaN or infinity: leave out what has no value"),
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
        ("nowhere:answer", "the pipeline does not start: ModuleNotFoundError: No module named 'nowhere';"),
        ("pipeline:answr", "the pipeline does not start: pipeline has no function answr; did you mean answer?"),
        ("pipeline:x", "the pipeline does not start: pipeline has no function x; it has Hit, Reply, answer, "),
        ("pipeline:os", "the pipeline does not start: pipeline:os is no function"),
        ("pipeline.py:answer", "pipeline.py is a path: say pipeline:answer"),
        ("./src/pipeline.py:answer", "./src/pipeline.py is a path: say src.pipeline:answer"),
    ],
)
def test_a_function_that_cannot_be_imported_stops_before_the_first_question(collect, call, problem):
    done, run = collect("a", pipeline=("--call", call))
    assert done.code == 3
    assert problem in done.err
    assert run == {}


def test_a_pipeline_that_does_not_start_leaves_nothing_in_the_way_of_the_next_one(collect, tmp_path):
    assert collect("a", pipeline=("--call", "pipeline:answr"))[0].code == 3
    assert not (tmp_path / "run.jsonl.part").exists()
    assert collect("a")[0].code == 0
    (tmp_path / "run.jsonl.part").write_text('{"collect": {"pipeline": "other:answer"}}\n', encoding="utf-8")
    assert collect("a")[0].code == 0  # no reply is lost


def test_questions_are_never_written_over(cli, questions, write, tmp_path, monkeypatch):
    write("pipeline.py", PIPELINE)
    monkeypatch.chdir(tmp_path)
    golden = questions("a")
    before = golden.read_bytes()
    for name in (golden, "golden.jsonl", tmp_path / "x" / ".." / "golden.jsonl"):
        (tmp_path / "x").mkdir(exist_ok=True)
        done = cli("collect", golden, "--call", "pipeline:answer", "-o", name)
        assert (done.code, "the run would be written over the questions" in done.err) == (2, True)
    assert golden.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "problem"), [(".", "this is a folder"), ("run.csv", "a run is written as JSON lines; expected a name")]
)
def test_a_run_that_cannot_be_written_there_is_refused_before_the_first_question(
    collect, cli, questions, name, problem
):
    collect("a")
    done = cli("collect", questions("a"), "--call", "pipeline:answer", "-o", name)
    assert (done.code, problem in done.err) == (2, True)


def test_questions_without_a_query_are_noticed(cli, write, tmp_path, monkeypatch):
    write("pipeline.py", "def answer(question):\n    return 'a'\n")
    monkeypatch.chdir(tmp_path)
    write("golden.jsonl", [{"id": "q1", "question": "a"}, {"id": "q2", "query": "b"}])
    done = cli("collect", "golden.jsonl", "--call", "pipeline:answer", "-o", "run.jsonl")
    assert done.code == 0
    assert "warning: questions: 1 of 2 have no query" in done.err
    assert "question" in done.err.partition("golden.jsonl")[2]  # the unknown field is named


def test_a_module_that_hangs_on_import_is_stopped(collect, write):
    write("slow.py", "import time\ntime.sleep(600)\n")
    done, _ = collect("a", pipeline=("--call", "slow:answer"), options=("--start-timeout", "1"))
    assert done.code == 3
    assert "timeout: no reply within 1 s" in done.err
    assert "--start-timeout" in done.err


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
        ("print('[' * 100_000)", "the reply is no JSON: " + "[" * 78 + " … " + "[" * 39),
        ("print('{\"speed\": 1e999}')", "the reply holds NaN or infinity: leave out what has no value"),
        ("pass", "the reply is empty"),
        ("sys.exit('out of memory')", "crashed: the process ended with exit code 1: out of memory"),
        ("time.sleep(600)", "timeout: no reply within 1 s"),
    ],
)
def test_a_command_that_fails_is_an_error_of_its_question(collect, write, code, problem):
    _, run = collect("a", pipeline=command(write, code), options=("--timeout", "1"))
    assert run["a"]["error"] == problem


def test_a_byte_order_mark_before_a_reply_does_not_matter(collect, write):
    code = 'sys.stdout.buffer.write(b\'\\xef\\xbb\\xbf{"answer": "a"}\\r\\n\')'
    assert collect("a", pipeline=command(write, code))[1]["a"]["answer"] == "a"


@pytest.mark.parametrize(
    ("line", "code", "problem"),
    [
        ("python 'x.py", 2, "No closing quotation"),
        ("cat | grep x", 2, "| means something to a shell only, and none is involved"),
        ("", 3, "there is no command ''"),
        ("./pipeline.py", 3, "mend: allow it to be run, or name what runs it: python ./pipeline.py"),
    ],
)
def test_a_command_line_that_is_off(collect, line, code, problem):
    done, run = collect("a", pipeline=("--command", line))
    assert (done.code, problem in done.err, run) == (code, True, {})


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


def test_letters_of_a_url_that_need_it_are_escaped(collect, url):
    _, run = collect("a", pipeline=("--url", url.replace("/answer?k=5", "/ä b?k=ü&n=%20")))
    assert run["a"]["answer"] == "/%C3%A4%20b?k=%C3%BC&n=%20"


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
        if how == signal.SIGINT:
            assert b"kept in run.jsonl.part; the same command goes on" in child.stderr.read()
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
    write("run.jsonl.part", [{"collect": {"pipeline": "other:answer", "questions": "x"}}, {"id": "a"}])
    done, run = collect("a")
    assert (done.code, run) == (3, {})
    assert "it belongs to another pipeline, other:answer; replies kept in it: 1" in done.err
    assert "remove it to start anew, or give another -o" in done.err


def test_a_part_of_other_questions_or_of_something_else_is_not_taken_up(collect, write, tmp_path):
    header = {"collect": {"pipeline": "pipeline:answer", "questions": "x"}}
    for rows_, problem in (([header, {"id": "b"}], "belongs to other questions"), ([{"id": "a"}] * 2, "is no part")):
        write("run.jsonl.part", rows_)
        done, run = collect("a")
        assert (done.code, problem in done.err, run) == (3, True, {})
