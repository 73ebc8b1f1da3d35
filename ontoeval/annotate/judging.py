"""Judging samples: every rubric, every run, in the order of the samples, within limits."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ontoeval.annotate.desk import Desk, Limits, Sitting, Stopped
from ontoeval.annotate.draining import drain
from ontoeval.annotate.embedders.hashed import HashedEmbedder
from ontoeval.annotate.entities import ENTITY_GROUNDING, EntityGrounder
from ontoeval.annotate.families import refuse_relatives
from ontoeval.annotate.journal import Journal
from ontoeval.annotate.material import Material, material
from ontoeval.annotate.plan import Plan, empty_plan
from ontoeval.annotate.protocol import Embedder, Judge, Usage
from ontoeval.annotate.rotation import Rotation
from ontoeval.annotate.rubrics import find
from ontoeval.annotate.rubrics.base import Rubric
from ontoeval.errors import InputError, OntoevalError, UsageError
from ontoeval.findings import Finding
from ontoeval.records.model import Sample
from ontoeval.records.verdicts import Fields, InvalidVerdict

Result = dict[str, Any]
Annotations = dict[str, list[Result]]


class Judging:
    """Judges with rubrics, ready to go over samples.

    Args:
        rubrics: Names of rubrics, or files with rubrics of your own.
        judge: Who judges; a `Rotation` takes turns.
        embedder: Who embeds; offline hashed n-grams by default.
        runs: Repetitions of every verdict.
        journal: Where calls are kept and looked up; in memory by default.
        limits: How far to go.
        docs: The corpus, for contexts that have no text in the record.
        system: The model of the system that is judged; else the tag ``system`` of each sample.
        allow_same_family: Whether a judge may be of the system's family.
        mask: Further names that answers may not show to the judge.
        entities: Who looks for the entities of answers in contexts, beside or instead of rubrics.

    Attributes:
        usage: What was spent so far.
        known: How many calls the journal answered.
        findings: What could not be judged.

    Raises:
        UsageError: A rubric is unknown, ``runs`` is no number above 0, or there is a budget and no price.
        ConfigError: A file with a rubric cannot be used.
    """

    def __init__(
        self,
        rubrics: Sequence[str],
        judge: Judge | Rotation,
        embedder: Embedder | None = None,
        *,
        runs: int = 1,
        journal: Journal | None = None,
        limits: Limits | None = None,
        docs: Mapping[str, Mapping[str, Any]] | None = None,
        system: str | None = None,
        allow_same_family: bool = False,
        mask: Iterable[str] = (),
        entities: EntityGrounder | None = None,
    ) -> None:
        if not isinstance(runs, int) or runs < 1:
            raise UsageError(f"runs={runs!r} is not allowed", expected="1 or more")
        self.rubrics: list[Rubric] = find(rubrics) if rubrics or entities is None else []
        self.entities = entities
        self.judge = judge
        self.embedder = embedder or HashedEmbedder()
        self.runs = runs
        self.journal = Journal() if journal is None else journal  # an empty one is false
        self.limits = limits or Limits()
        self.docs, self.system = docs, system
        self.allow_same_family = allow_same_family
        self.mask = tuple(mask)
        self.findings: list[Finding] = []
        self._desk: Desk | None = None
        self._check_budget()

    @property
    def usage(self) -> Usage:
        """What was spent so far."""
        return Usage() if self._desk is None else self._desk.usage

    @property
    def known(self) -> int:
        """How many calls the journal answered."""
        return 0 if self._desk is None else self._desk.known

    def prepare(self, samples: Iterable[Sample]) -> Plan:
        """Check all that can be checked without a call, and plan.

        Raises:
            InputError: There is no key, or no sample has what a rubric needs.
            UsageError: A judge is of the system's family.
            MissingExtra: A library is not installed.
        """
        plan = self.plan(samples)
        for annotator in (*self._judges(), self.embedder):
            annotator.check()
        self.findings = []
        for planned in plan.rubrics.values():
            lacking = ", ".join(f"{place} ({count})" for place, count in planned.missing.items())
            if not planned.samples:
                raise InputError(f"no sample can be judged for {planned.rubric}: missing {lacking or 'samples'}")
            if lacking:
                self.findings.append(
                    Finding("annotate.missing", "warning", planned.rubric, f"samples are left out that lack {lacking}")
                )
        return plan

    def plan(self, samples: Iterable[Sample]) -> Plan:
        """The calls that samples will take; none is made.

        Raises:
            UsageError: A judge is of the system's family.
        """
        plan = empty_plan(self.rubrics, self.runs)
        for sample in samples:
            texts = self._material(sample)
            judge = self._judge(texts)
            for rubric in self.rubrics:
                plan.add(rubric, texts, judge)
        return plan

    def run(self, samples: Iterable[Sample]) -> Iterator[tuple[str, Annotations]]:
        """Judge samples; works where an event loop is running, too.

        Yields:
            For each sample, in order, its id and its results by rubric.

        Raises:
            Stopped: Budget or deadline are reached.
            OntoevalError: No call can succeed.
        """
        return drain(self.arun(samples))

    async def arun(self, samples: Iterable[Sample]) -> AsyncGenerator[tuple[str, Annotations], None]:
        """The same as `run`, for an event loop of your own."""
        self._desk = Desk(self.embedder, self.journal, self.limits)
        under_way: deque[asyncio.Task[tuple[str, Annotations]]] = deque()
        try:
            for sample in samples:
                under_way.append(asyncio.create_task(self._sample(self._desk, self._material(sample))))
                if len(under_way) >= self.limits.concurrency:
                    yield await under_way.popleft()
            while under_way:
                yield await under_way.popleft()
        except (Stopped, OntoevalError):
            await asyncio.gather(*under_way, return_exceptions=True)  # calls under way are paid for: keep their replies
            raise
        finally:
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)
            for annotator in (*self._judges(), self.embedder):
                await annotator.aclose()

    async def _sample(self, desk: Desk, texts: Material) -> tuple[str, Annotations]:
        judge = self._judge(texts)
        wanted = [rubric for rubric in self.rubrics if not texts.missing(rubric.needs)]
        results = await asyncio.gather(
            *(self._result(desk, judge, rubric, texts, run) for rubric in wanted for run in range(self.runs)),
            return_exceptions=True,
        )
        for result in results:
            if isinstance(result, BaseException):
                raise result
        annotations: Annotations = {rubric.name: [] for rubric in wanted}
        pairs = [rubric.name for rubric in wanted for _ in range(self.runs)]
        for name, result in zip(pairs, results, strict=True):
            assert isinstance(result, dict)
            annotations[name].append(result)
        if self.entities is not None and self._has_entities(texts):
            annotations[ENTITY_GROUNDING] = self.entities.ground(texts.answer or "", texts.texts())
        return texts.id, annotations

    async def _result(self, desk: Desk, judge: Judge, rubric: Rubric, texts: Material, run: int) -> Result:
        sitting = Sitting(desk, judge, rubric.signature, run)
        fields: Fields | None = None
        score, reason = None, None
        try:
            fields = await rubric.fill(texts, sitting)
            sitting.check_quotes(fields.quotes(), rubric.evidence(texts))
            score = _score(fields)
        except InvalidVerdict as fault:
            fields, reason = None, str(fault)
        result: Result = {
            "status": "invalid" if fields is None else "ok",
            "fields": None if fields is None else fields.model_dump(),
            "score": score,
            "reason": reason,
            "judge": self._asked(judge, rubric),
            "model": ",".join(sitting.models if rubric.steps else sitting.embedders) or None,
            "rubric": rubric.signature,
            "material": texts.digest,
            "run": run,
            "usage": asdict(sitting.usage),
        }
        if rubric.steps and rubric.embeddings(texts):
            result["embedder"] = self.embedder.name
        if sitting.claimed is not None and sitting.claimed != score:
            result["claimed_score"] = sitting.claimed
        if sitting.disagreements:
            result["disagreements"] = sitting.disagreements
        return result

    def _material(self, sample: Sample) -> Material:
        texts = material(sample, self.docs)
        system = self.system or texts.system
        return texts.masked((*([system] if system else ()), *self.mask))

    def _judge(self, texts: Material) -> Judge:
        system = self.system or texts.system
        if isinstance(self.judge, Rotation):
            return self.judge.judge(texts.id, system)
        if system is not None and not self.allow_same_family:
            refuse_relatives(self.judge.models, system)
        return self.judge

    def expected(self, sample: Sample) -> dict[str, dict[str, list[Any]]]:
        """What the results of a sample must say of themselves, by annotation: one value per run."""
        texts = self._material(sample)
        judge, digest = self._judge(texts), texts.digest
        said: dict[str, dict[str, list[Any]]] = {}
        for rubric in self.rubrics:
            if not texts.missing(rubric.needs):
                values: dict[str, list[Any]] = {
                    "run": list(range(self.runs)),
                    "rubric": [rubric.signature] * self.runs,
                    "judge": [self._asked(judge, rubric)] * self.runs,
                    "material": [digest] * self.runs,
                }
                if rubric.steps and rubric.embeddings(texts):
                    values["embedder"] = [self.embedder.name] * self.runs
                said[rubric.name] = values
        return {**said, ENTITY_GROUNDING: {}} if self._has_entities(texts) else said

    def _asked(self, judge: Judge, rubric: Rubric) -> str:
        return judge.name if rubric.steps else self.embedder.name

    def _has_entities(self, texts: Material) -> bool:
        return self.entities is not None and texts.answer is not None and None not in (texts.contexts or ())

    def written(self) -> list[str]:
        """Names of the annotations that are written."""
        return [*(rubric.name for rubric in self.rubrics), *([ENTITY_GROUNDING] if self.entities else [])]

    def _judges(self) -> tuple[Judge, ...]:
        return self.judge.judges if isinstance(self.judge, Rotation) else (self.judge,)

    def _check_budget(self) -> None:
        unpriced = [one.name for one in (*self._judges(), self.embedder) if not one.priced]
        if self.limits.budget is not None and unpriced:
            raise UsageError(
                f"a budget needs the prices of {', '.join(unpriced)}", mend="give a price table: --prices prices.toml"
            )


def _score(fields: Fields) -> float | None:
    try:
        score = fields.score()
    except Exception as error:  # a rubric of the user's own may do anything
        raise InvalidVerdict(f"score: {type(error).__name__}: {error}") from None
    if score is not None and not math.isfinite(score):
        raise InvalidVerdict(f"score: {score!r} is not finite")
    return score
