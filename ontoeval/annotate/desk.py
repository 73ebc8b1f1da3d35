"""The desk: every call of a run goes over it, which keeps to limits, looks into the journal, and counts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from ontoeval.annotate.journal import Asked, Journal, call_key, embedding_key
from ontoeval.annotate.protocol import Embedder, Judge, Reply, Step, Task, Usage
from ontoeval.errors import OntoevalError, UsageError
from ontoeval.records.verdicts import Fields, InvalidVerdict, parse_fields

Schema = TypeVar("Schema", bound=Fields)


class Stopped(Exception):
    """No further call may be made: the budget is spent, the deadline has passed, or the judge is down."""


@dataclass
class Limits:
    """How far a run may go.

    Attributes:
        concurrency: Calls at the same time.
        budget: Money, in the currency of the price table; no call is started once it is spent, so that at most the
            calls under way come on top.
        deadline: Seconds from the beginning, after which calls under way are given up and none is started.
        outage: After so many failures in a row that may pass, the judge is taken to be down.
    """

    concurrency: int = 8
    budget: float | None = None
    deadline: float | None = None
    outage: int = 20

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and not value > 0:
                raise UsageError(f"{name}={value!r} is not allowed", expected="a positive number")


class Desk:
    """Asks judges and the embedder within limits.

    Attributes:
        usage: What was spent in this run; calls that the journal knew cost nothing.
        known: How many calls the journal answered.
    """

    def __init__(self, embedder: Embedder, journal: Journal, limits: Limits) -> None:
        self.embedder, self.journal, self.limits = embedder, journal, limits
        self.usage = Usage()
        self.known = 0
        self._failed = 0
        self._fault: str | None = None
        self._alone: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._free = asyncio.Semaphore(limits.concurrency)
        self._start = time.monotonic()

    async def ask(self, judge: Judge, task: Task) -> Reply:
        """The reply to a task, from the journal or from the judge."""
        key = call_key(judge.name, task)
        return await self._call(key, "judge", judge.name, lambda: judge.ask(task))

    async def embed(self, texts: list[str], run: int) -> Reply:
        """The reply to texts, from the journal or from the embedder."""
        if self.embedder.kind == "hashed":  # made again in no time
            reply = await self.embedder.embed(texts, run)
            self.usage += reply.usage
            return reply
        key = embedding_key(self.embedder.name, texts, run)
        return await self._call(key, "embedder", self.embedder.name, lambda: self.embedder.embed(texts, run))

    async def _call(self, key: str, asked: Asked, name: str, call: Callable[[], Awaitable[Reply]]) -> Reply:
        alone = self._alone.setdefault(key, asyncio.Lock())  # of two that ask the same, the second waits for the first
        async with alone:
            known = self.journal.get(key)
            if known is not None:
                self.known += 1
                return known
            reply = await self._made(call)
            self.usage += reply.usage
            self._failed = self._failed + 1 if reply.passing else 0
            self._fault = reply.fault
            self.journal.put(key, asked, name, reply)
            return reply

    async def _made(self, call: Callable[[], Awaitable[Reply]]) -> Reply:
        async with self._free:
            self._check_limits()
            try:
                async with asyncio.timeout(self._left()):
                    return await call()
            except TimeoutError:
                raise self._late() from None
            except (OntoevalError, Stopped):
                raise
            except Exception as error:  # a function or a model in this process may do anything
                return Reply(fault=f"failed: {type(error).__name__}: {error}", usage=Usage(calls=1, attempts=1))

    def _check_limits(self) -> None:
        budget, left = self.limits.budget, self._left()
        if budget is not None and (self.usage.cost or 0.0) >= budget:
            raise Stopped(f"the budget of {budget:g} is spent")
        if left is not None and left <= 0:
            raise self._late()
        if self._failed >= self.limits.outage:
            raise Stopped(f"{self._failed} calls in a row have failed, the last one by {self._fault}")

    def _left(self) -> float | None:
        """Seconds until the deadline, or None."""
        deadline = self.limits.deadline
        return None if deadline is None else self._start + deadline - time.monotonic()

    def _late(self) -> Stopped:
        return Stopped(f"the deadline of {self.limits.deadline or 0:g} s has passed")


class Sitting:
    """One sample before one judge, in one run: asks the steps of a rubric and adds up what they took."""

    def __init__(self, desk: Desk, judge: Judge, rubric: str, run: int) -> None:
        self.desk, self.judge, self.rubric, self.run = desk, judge, rubric, run
        self.usage = Usage()
        self.models: list[str] = []
        self.embedders: list[str] = []
        self.claimed: float | None = None
        self.disagreements: list[dict[str, Any]] = []

    async def ask(self, step: Step, schema: type[Schema], data: dict[str, Any]) -> Schema:
        """The checked answer to a step.

        Raises:
            InvalidVerdict: There is none, or it is not what the step asks for.
        """
        reply = await self.desk.ask(self.judge, Task(self.rubric, step, data, self.run))
        output = self._output(reply, self.models)
        if isinstance(output, dict) and isinstance(output.get("score"), int | float):
            self.claimed = float(output["score"])
            output = {name: value for name, value in output.items() if name != "score"}
        answer = parse_fields(output, schema)
        assert isinstance(answer, schema)
        return answer

    async def embed(self, texts: list[str]) -> list[list[float]]:
        """The vectors of texts.

        Raises:
            InvalidVerdict: There are none.
        """
        vectors = self._output(await self.desk.embed(texts, self.run), self.embedders)
        if len(vectors) != len(texts):
            raise InvalidVerdict(f"schema: {len(texts)} texts gave {len(vectors)} vectors")
        return [list(map(float, vector)) for vector in vectors]

    def _output(self, reply: Reply, models: list[str]) -> Any:
        self.usage += reply.usage
        for model in (reply.model or "").split(","):  # several of a jury
            if model and model not in models:
                models.append(model)
        self.disagreements += reply.disagreements
        if reply.fault is not None:
            raise InvalidVerdict(reply.fault)
        return reply.output

    def check_quotes(self, quotes: Iterable[str | None], texts: Iterable[str]) -> None:
        """Check that every quote is literal in one of the texts; only white space may differ.

        Raises:
            InvalidVerdict: One is not, or evidence was due and the judge gave none.
        """
        sources = [squeeze(text) for text in texts]
        for quote in quotes:
            wanted = squeeze(quote or "")
            if wanted and not any(wanted in source for source in sources):
                raise InvalidVerdict(f"quote: {wanted[:80]!r} is not in the material")
            if not wanted and self.judge.quotes:
                raise InvalidVerdict("quote: a positive verdict comes without a quote")


def squeeze(text: str) -> str:
    """A text with single blanks between its words."""
    return " ".join(text.split())
