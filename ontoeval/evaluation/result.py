"""`Result`: the value of one measure on one slice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

from ontoeval.errors import UsageError
from ontoeval.findings import Finding

#: What the interval of a result says when intervals were switched off.
NOT_ASKED_FOR = "none: not asked for"
_NOT_COLUMNS = ("sums", "signed", "items", "findings")


@dataclass(frozen=True)
class Result:
    """The value of one measure on one slice.

    Attributes:
        metric: Name of the measure.
        average: How it is averaged.
        value: The value; None when it is undefined or unmeasured.
        n_samples: Samples in the slice: the sum of the four that follow.
        n_ok, n_missing, n_undefined, n_invalid: Samples by status.
        n_scored: Samples behind the value: those that are ok, and the missing ones where the metric scores them.
        low, high: Bounds of the interval, or None.
        interval: How the interval was made, or why there is none.
        detectable: Smallest difference between two independent runs of this size that is found with 80 %
            probability (two-sided, 5 %); less is enough for runs on the same questions. None when the samples do not
            show how much the value varies.
        flip: What one question, mention or id that turns from right to wrong is worth; None without bounds.
        n_effective: Independent questions that the scored ones are worth, given their clusters and weights.
        direction: Whether ``"higher"`` or ``"lower"`` is better.
        level: ``"headline"`` or ``"diagnostic"``.
        stage: Stage of the pipeline.
        slice: ``"tag=value"``, or "" for all samples.
        sums: The sums behind the value under their names.
        reason: Why there is no value, or "".
        signed: Makes the signature.
        items: The value of each sample alone, of a result that was asked for by name.
        findings: What reading and compiling noticed, of such a result.
    """

    metric: str
    average: str
    value: float | None
    n_samples: int
    n_ok: int
    n_missing: int
    n_undefined: int
    n_invalid: int
    n_scored: int
    low: float | None
    high: float | None
    interval: str
    detectable: float | None
    flip: float | None
    n_effective: float | None
    direction: str
    level: str
    stage: str
    slice: str
    sums: Mapping[str, float] = field(hash=False)
    reason: str
    signed: Callable[[], str] = field(repr=False, compare=False)
    items: Sequence[Mapping[str, Any]] = field(default=(), repr=False, compare=False)
    findings: Sequence[Finding] = field(default=(), repr=False, compare=False)

    def __str__(self) -> str:
        return str(import_module("ontoeval.report.notebook").line(self))

    def _repr_html_(self) -> str:
        return str(import_module("ontoeval.report.notebook").results([self], self.findings, self.metric))

    def __float__(self) -> float:
        if self.value is None:
            raise UsageError(f"{self.metric} has no value: {self.reason}")
        return self.value

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "signed": partial(str, self.signature)}  # made now: what signs may not be copied

    @property
    def signature(self) -> str:
        """What the value depends on, in one line; made on first use, since it needs a hash of the whole gold."""
        return self.signed()

    def as_dict(self) -> dict[str, Any]:
        """The result as a JSON-ready row, the sums beside the other columns."""
        names = [name for name in self.__dataclass_fields__ if name not in _NOT_COLUMNS]
        row = {name: getattr(self, name) for name in names}
        return {**row, "signature": self.signature, **self.sums}

    def to_frame(self) -> Any:
        """The value of each sample alone as a pandas DataFrame (needs pandas)."""
        return frame(list(self.items))


def frame(rows: list[Any]) -> Any:
    """Rows as a pandas DataFrame.

    Raises:
        UsageError: pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError:
        raise UsageError("a DataFrame needs pandas", mend="pip install pandas") from None
    return pd.DataFrame(rows)
