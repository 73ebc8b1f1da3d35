"""The plan: which calls a run takes, before any is made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Judge
from ontoeval.annotate.rubrics.base import Rubric


@dataclass
class Planned:
    """Calls of one rubric.

    Attributes:
        rubric: Its name.
        samples: Samples that are judged.
        judge: Calls of judges, in all runs.
        embedding: Calls for embeddings, in all runs.
        missing: For each field of the record that it needs, how many samples lack it.
    """

    rubric: str
    samples: int = 0
    judge: int = 0
    embedding: int = 0
    missing: dict[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """All calls."""
        return self.judge + self.embedding


@dataclass
class Plan:
    """Calls of a run.

    As many are made when every answer has claims, nothing is known from before and no two samples are alike; fewer
    otherwise, and never more. Retries are not calls.

    Attributes:
        runs: Repetitions.
        rubrics: By name.
    """

    runs: int
    rubrics: dict[str, Planned]

    def add(self, rubric: Rubric, material: Material, judge: Judge) -> None:
        """Count the calls about a sample."""
        planned = self.rubrics[rubric.name]
        missing = material.missing(rubric.needs)
        for place in missing:
            planned.missing[place] = planned.missing.get(place, 0) + 1
        if not missing:
            planned.samples += 1
            planned.judge += self.runs * sum(judge.calls(step) for step in rubric.asked(material))
            planned.embedding += self.runs * rubric.embeddings(material)

    @property
    def judge(self) -> int:
        """Calls of judges."""
        return sum(planned.judge for planned in self.rubrics.values())

    @property
    def embedding(self) -> int:
        """Calls for embeddings."""
        return sum(planned.embedding for planned in self.rubrics.values())

    @property
    def total(self) -> int:
        """All calls."""
        return self.judge + self.embedding

    def __str__(self) -> str:
        return f"{self.total} calls = {self.judge} judge + {self.embedding} embedding"


def empty_plan(rubrics: Iterable[Rubric], runs: int) -> Plan:
    """A plan without samples."""
    return Plan(runs, {rubric.name: Planned(rubric.name) for rubric in rubrics})
