"""`Verdict`: what a gate says, line by line, and the exit code it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

State = Literal["pass", "fail", "inconclusive", "skipped"]

_WORST: Sequence[State] = ("fail", "inconclusive", "pass", "skipped")
_EXIT = {"pass": 0, "skipped": 0, "fail": 1, "inconclusive": 4}


def worst(states: Iterable[State]) -> State:
    """The state of the whole; ``"skipped"`` when there is nothing else."""
    return min(states, key=_WORST.index, default="skipped")


@dataclass(frozen=True)
class Check:
    """One requirement on one slice.

    Attributes:
        wanted: The requirement in words.
        metric: Name of the measure.
        slice: ``"tag=value"``, or "" for all samples.
        value: What was observed, or None.
        low, high: Bounds of its 95 % interval, or None.
        n: Samples behind the value.
        state: ``"pass"``, ``"fail"``, or ``"inconclusive"``: not decided, not comparable, or a judge failed.
        reasons: Why it did not pass; of a passed one, what to know about it.
        stage: Stage of the pipeline that is to blame; ``"system"`` where only counts are off.
    """

    wanted: str
    metric: str
    slice: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    state: State
    reasons: tuple[str, ...]
    stage: str = ""


@dataclass(frozen=True)
class Judged:
    """One line of the gate.

    Attributes:
        name: Its name.
        state: The worst of its checks; ``"skipped"`` for a line that subsets are not asked for.
        checks: Its requirements, slice by slice.
        causes: Of a line that did not pass: what the report knows about the failing stage.
    """

    name: str
    state: State
    checks: tuple[Check, ...]
    causes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What a gate says of a report.

    Attributes:
        lines: One per line of the gate.
        notes: What to know about the gate itself.
    """

    lines: tuple[Judged, ...]
    notes: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        """``"pass"`` only when something was looked at and all of it passed."""
        state = worst(line.state for line in self.lines)
        return "inconclusive" if state == "skipped" else state

    @property
    def passed(self) -> bool:
        """Whether the gate is open."""
        return self.state == "pass"

    def __bool__(self) -> bool:
        return self.passed

    @property
    def exit_code(self) -> int:
        """0 passed, 1 failed, 4 inconclusive."""
        return _EXIT[self.state]

    @property
    def failed(self) -> list[str]:
        """Names of the lines that did not pass."""
        return [line.name for line in self.lines if line.state in ("fail", "inconclusive")]

    def as_dict(self) -> dict[str, Any]:
        """The verdict as a JSON-ready object."""
        lines = [asdict(line) for line in self.lines]
        return {"state": self.state, "exit_code": self.exit_code, "lines": lines, "notes": list(self.notes)}
