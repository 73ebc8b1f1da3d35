"""`collect_file`: a pipeline over all questions, kept question by question, and taken up again after a stop."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from ontoeval.annotate.journal import append_line, whole_lines
from ontoeval.collect.caller import Caller, CallFailed, Question
from ontoeval.collect.reply import failed_row, row_of, unknown_fields
from ontoeval.errors import InputError, UsageError
from ontoeval.findings import Finding
from ontoeval.progress import track
from ontoeval.records.samples import Samples

#: Ends of names that a run may have.
_SUFFIXES = ("", ".jsonl", ".ndjson", ".json")


@dataclass
class Collected:
    """What came of a collection.

    Attributes:
        rows: How many rows the run has.
        kept: How many of them an earlier, stopped collection had made.
        errors: Rows with an error, as texts by id.
        unknown: Fields of replies that are no fields of a run.
        silent: How many questions have no query.
    """

    rows: int = 0
    kept: int = 0
    errors: dict[str, str] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    silent: int = 0

    @property
    def findings(self) -> list[Finding]:
        """What to know about the questions and the replies."""
        found = []
        if self.silent:
            got = f"{self.silent:,} of {self.rows:,} have no query: the pipeline was asked nothing"
            mend = "name the text of the question query"
            found.append(Finding("collect.no_query", "warning", "questions", got, mend=mend, count=self.silent))
        if self.unknown:
            got = f"no fields of a run: {', '.join(sorted(self.unknown))}"
            mend = "map them when scoring, e.g. [fields] run.retrieved = NAME"
            found.append(Finding("collect.unknown_fields", "warning", "replies", got, mend=mend))
        return found


def collect_file(
    samples: Samples, make: Callable[[], Caller], output: Path, *, name: str, concurrency: int = 1
) -> Collected:
    """Ask the pipeline every question, and write its replies as a run, in the order of the questions.

    Replies go to ``OUTPUT.part`` the moment they are there, and to ``output`` when all of them are: a run is whole or
    not there. A part of the same pipeline and questions is taken up again; a finished run is made anew.

    Args:
        samples: The questions; id, query, tags and vocabulary are shown to the pipeline, never gold.
        make: Makes a caller; each concurrent call has its own.
        output: The run.
        name: The pipeline, to tell whether a part belongs to it.
        concurrency: Calls at the same time.

    Raises:
        InputError: The pipeline does not start, or the part belongs to another collection.
        UsageError: ``concurrency`` is below 1, or ``output`` is a folder or named like another format.
    """
    if concurrency < 1:
        raise UsageError(f"concurrency = {concurrency}", expected="1 or more")
    _check_output(output)
    questions = [_question(sample) for sample in samples]
    part = output.with_name(f"{output.name}.part")
    header = _header(name, questions)
    rows = _taken_up(part, header)
    result = Collected(len(questions), len(rows), silent=sum(not question.get("query") for question in questions))
    left = [question for question in questions if question["id"] not in rows]
    for row in track(_replies(left, make, concurrency), f"asking {name}"):
        if not rows:  # a part begins with its first reply: a pipeline that does not start leaves nothing
            part.parent.mkdir(parents=True, exist_ok=True)
            append_line(part, {"collect": header})
        append_line(part, row)
        rows[row["id"]] = row
    made = [rows[question["id"]] for question in questions]
    for row in made:
        result.unknown |= unknown_fields(row)
        if row.get("error"):
            result.errors[row["id"]] = row["error"]
    _finish(part, output, made)
    return result


def _question(sample: Any) -> Question:
    shown = {"id": sample.id, "query": sample.query, "tags": sample.tags, "vocabulary": sample.vocabulary}
    return {key: value for key, value in shown.items() if value is not None}


def _header(name: str, questions: list[Question]) -> dict[str, str]:
    content = json.dumps(questions, sort_keys=True)
    return {"pipeline": name, "questions": blake2b(content.encode(), digest_size=16).hexdigest()}


def _check_output(output: Path) -> None:
    where = f"-o {output}"
    if output.is_dir():
        raise UsageError("this is a folder", where=where, expected="a file such as run.jsonl")
    if output.suffix.lower() not in _SUFFIXES:
        raise UsageError("a run is written as JSON lines", where=where, expected="a name such as run.jsonl")


def _taken_up(part: Path, header: dict[str, str]) -> dict[str, dict[str, Any]]:
    """The rows of a part that an earlier collection left."""
    lines = whole_lines(part) if part.exists() else []
    if len(lines) < 2:
        part.unlink(missing_ok=True)
        return {}
    first, *rows = lines
    other = first.get("collect")
    if not isinstance(other, dict) or not all("id" in row for row in rows):
        raise InputError("this is no part of a collection", where=str(part), mend="remove it, or give another -o")
    if other != header:
        same = other.get("pipeline") == header["pipeline"]
        owner = "other questions" if same else f"another pipeline, {other.get('pipeline')}"
        raise InputError(
            f"it belongs to {owner}; replies kept in it: {len(rows):,}",
            where=str(part),
            mend="remove it to start anew, or give another -o",
        )
    return {row["id"]: row for row in rows}


def _replies(questions: list[Question], make: Callable[[], Caller], concurrency: int) -> Iterator[dict[str, Any]]:
    """A row per question, in the order in which they are done."""
    callers = [make() for _ in range(min(concurrency, len(questions)))]
    free: SimpleQueue[Caller] = SimpleQueue()

    def ask(question: Question) -> dict[str, Any]:
        caller = free.get()
        try:
            return _row(caller, question)
        finally:
            free.put(caller)

    pool = ThreadPoolExecutor(max(len(callers), 1), thread_name_prefix="ontoeval-collect")
    try:
        for caller in callers[:1]:  # the others start when they are first needed, side by side
            caller.start()
        for caller in callers:
            free.put(caller)
        asked: list[Future[dict[str, Any]]] = [pool.submit(ask, question) for question in questions]
        for done in as_completed(asked):
            yield done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for caller in callers:
            caller.close()


def _row(caller: Caller, question: Question) -> dict[str, Any]:
    name = question["id"]
    try:
        caller.start()
    except InputError as error:
        return failed_row(name, error.message, 0.0)
    start = time.perf_counter()
    try:
        reply = caller.call(question)
        return row_of(name, reply, time.perf_counter() - start)
    except CallFailed as error:
        return failed_row(name, str(error), time.perf_counter() - start)


def _finish(part: Path, output: Path, rows: list[dict[str, Any]]) -> None:
    """Put the rows where they belong, all at once."""
    whole = output.with_name(f"{output.name}.whole")
    text = "".join(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows)
    whole.write_text(text, encoding="utf-8", errors="replace", newline="\n")
    os.replace(whole, output)  # noqa: PTH105
    part.unlink(missing_ok=True)
