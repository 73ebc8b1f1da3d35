"""An OpenAI-compatible server on this machine that can be told to misbehave."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ontoeval.annotate.judges.rule import RuleJudge

MODEL = "loop-1"


def record(name="q1", answer="Helmets go back within 30 days. They are made of gold.", **changes):
    """A record with one supported and one invented claim."""
    row = {
        "id": name,
        "query": "How long may I keep a helmet?",
        "gold": {"answers": ["Helmets go back within 30 days."]},
        "run": {
            "answer": answer,
            "contexts": [
                {"id": "c1", "text": "By our rules helmets go back within 30 days, unworn."},
                {"id": "c2", "text": "Bikes come in three sizes."},
            ],
        },
    }
    row["run"].update(changes)
    return row


class Reply:
    """A response: status, JSON content or raw text, headers, and seconds before it comes."""

    def __init__(self, content: Any = None, status: int = 200, headers: dict | None = None, after: float = 0.0):
        self.content, self.status, self.headers, self.after = content, status, headers or {}, after


def completion(text: str | None, *, finish: str = "stop", model: str = MODEL, **message: Any) -> Reply:
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
    return Reply({"model": model, "choices": [choice], "usage": {"prompt_tokens": 100, "completion_tokens": 10}})


def step_of(body: dict) -> str:
    shape = body.get("response_format", {}).get("json_schema")
    return shape["name"] if shape else ""


def good(body: dict) -> Reply:
    """What a careful model would say: the rule judge's verdict on the material that was sent."""
    data = json.loads(body["messages"][1]["content"])
    return completion(json.dumps(RuleJudge()._rules[step_of(body)](data)))


def embeddings(body: dict) -> Reply:
    """A vector of two numbers per text, the last text first, as the index may be in any order."""
    rows = [{"index": n, "embedding": [1.0, float(len(text))]} for n, text in enumerate(body["input"])]
    return Reply({"model": "embed-1", "data": rows[::-1], "usage": {"prompt_tokens": 7}})


class Loopback:
    """The server; ``script`` answers the first requests, ``always`` all others.

    Attributes:
        bodies: The requests so far.
        most: The highest number of requests at the same time.
    """

    def __init__(self, always: Callable[[dict], Reply] = good, script: tuple = ()) -> None:
        self.always, self.script = always, list(script)
        self.bodies: list[dict] = []
        self.keys: list[str | None] = []
        self.lock = threading.Lock()
        self.now = self.most = 0

    def reply(self, path: str, body: dict, key: str | None) -> Reply:
        with self.lock:
            self.bodies.append(body)
            self.keys.append(key)
            self.now += 1
            self.most = max(self.most, self.now)
            scripted = self.script.pop(0) if self.script else None
        try:
            if path.endswith("/embeddings"):
                return embeddings(body)
            found = scripted if scripted is not None else self.always
            answer = found(body) if callable(found) else found
            time.sleep(answer.after)
            return answer
        finally:
            with self.lock:
                self.now -= 1


@contextmanager
def serving(loopback: Loopback) -> Iterator[str]:
    """Serve while this is open; gives the address up to ``/v1``."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            answer = loopback.reply(self.path, body, self.headers.get("authorization"))
            if answer.status == 0:  # nothing at all: the connection ends
                self.close_connection = True
                return
            raw = answer.content if isinstance(answer.content, str) else json.dumps(answer.content)
            content = raw.encode()
            try:
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            except OSError:  # the client has given up
                self.close_connection = True

        def log_message(self, *arguments: Any) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass

    server = Quiet(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
