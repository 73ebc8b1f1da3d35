"""Whether expanded queries (or HyDE) help where they should, and do no harm where they need not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ontoeval.errors import UsageError
from ontoeval.evaluation.api import compile as compiled
from ontoeval.evaluation.compare import Change, compare
from ontoeval.evaluation.record import Record, record
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.retrieval.versions import rising

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Advice = Literal["use it", "do not use it", "not shown"]


@dataclass(frozen=True)
class Uplift:
    """What an expansion changes on two slices.

    Attributes:
        metric: The measure.
        gain: Smallest gain that must be shown on the hard slice.
        loss: Largest loss that is accepted on the other slice.
        hard, domain: The changes there; ``claim`` is ``"superior"`` / ``"non-inferior"`` or ``"not shown"``.
        advice: ``"use it"``: both are shown; ``"do not use it"``: one of them is shown to be otherwise; else
            ``"not shown"``: more questions are needed.
    """

    metric: str
    gain: float
    loss: float
    hard: Change
    domain: Change
    advice: Advice

    def rows(self) -> list[dict[str, Any]]:
        """The two changes as JSON-ready rows."""
        return [self.hard.as_dict(), self.domain.as_dict()]


def uplift(
    gold: Any,
    base: Any,
    expanded: Any,
    *,
    hard: str,
    domain: str,
    metric: str = "recall@10",
    gain: float = 0.05,
    loss: float = 0.02,
    ontology: Ontology | str | Path | None = None,
    docs: Any = None,
    fields: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Uplift:
    """Whether expanded queries gain on the hard questions without losing on the others.

    **Definition.** On the hard slice the expanded run must be *superior*: the 95 % interval of the paired difference
    lies above ``gain``, and the test agrees. On the other slice it must be *non-inferior*: the interval lies above
    ``-loss``. Both margins are absolute differences of the metric, and must be said before looking.

    Args:
        gold: Golden set with tags, as for ``oe.score``.
        base, expanded: The run of the raw queries, and that of the expanded ones (or of HyDE).
        hard, domain: The two slices, each ``"tag=value"``.
        metric: What counts; higher must be better.
        gain, loss: Margins, ≥ 0.
        ontology, docs: For measures that need them.
        fields: Other places of fields.
        seed: Of the bootstrap and the randomization test.

    Raises:
        UsageError: A slice is not written as ``tag=value``, or does not exist.
        BadParameter: The metric is better when lower.
        NotComparable: The two runs have no question in common.

    Source: Handbook, part 4 (query expansion; HyDE: Gao et al. 2023, doi:10.18653/v1/2023.acl-long.99).
    """
    measure = rising(metric)
    before, after = (
        record(
            Report(compiled(gold, run, ontology=ontology, docs=docs, fields=fields), [measure], with_intervals=False)
        )
        for run in (base, expanded)
    )
    helped = _change(before, after, hard, gain, seed)
    kept = _change(before, after, domain, loss, seed)
    return Uplift(measure.name, gain, loss, helped, kept, _advice(helped, kept, gain, loss))


def _change(before: Record, after: Record, slice_name: str, margin: float, seed: int) -> Change:
    tag, sign, value = slice_name.partition("=")
    if not (tag and sign and value):
        raise UsageError(f"cannot read {slice_name!r}", where="slice", expected="tag=value")
    changes = compare(before, after, by=[tag], margin=margin, seed=seed).changes
    found = next((change for change in changes if change.slice == slice_name), None)
    if found is None:
        known = ", ".join(change.slice for change in changes if change.slice)
        raise UsageError(f"no question is in the slice {slice_name}", expected=known)
    return found


def _advice(helped: Change, kept: Change, gain: float, loss: float) -> Advice:
    if helped.claim == "superior" and kept.claim in ("superior", "non-inferior"):
        return "use it"
    for change, limit in ((helped, gain), (kept, -loss)):
        high = None if change.paired is None else change.paired.interval.high
        if high is not None and high < limit:
            return "do not use it"
    return "not shown"
