"""Versions of one run on the same samples: a measure's rows, its value on some of them, and paired differences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ontoeval.errors import BadParameter, InputError
from ontoeval.evaluation.scored import Scored, score
from ontoeval.metrics.definition import Measure
from ontoeval.metrics.registry import parse
from ontoeval.records.corpus import Corpus
from ontoeval.records.samples import Samples
from ontoeval.statistics.bootstrap import REPLICATES
from ontoeval.statistics.paired import Paired, compare_rows
from ontoeval.statistics.rows import Rows
from ontoeval.views.base import Flags
from ontoeval.views.compiled import Compiled, Roster

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology


@dataclass(frozen=True)
class Version:
    """One version of a run, scored by one measure.

    Attributes:
        scored: The measure's rows and statuses.
        roster: Who the samples are.
    """

    scored: Scored
    roster: Roster

    @property
    def everything(self) -> Flags:
        """All samples."""
        return np.ones(len(self.roster), dtype=bool)

    def rows(self, keep: Flags) -> Rows:
        """The rows of some samples, with their weights.

        Raises:
            InputError: The measure cannot be measured on these samples.
        """
        rows = self.scored.part(np.flatnonzero(keep))
        if rows is None:
            raise InputError(f"cannot be measured: {self.scored.unmeasured}", where=self.scored.measure.name)
        return rows

    def value(self, keep: Flags | None = None) -> float | None:
        """The value on some samples, by default on all; None where it is undefined."""
        return self.rows(self.everything if keep is None else keep).sums().value

    def against(
        self, before: Version, keep: Flags | None = None, *, seed: int = 0, replicates: int = REPLICATES
    ) -> Paired:
        """This version against another one of the same samples, in the same order."""
        some = self.everything if keep is None else keep
        return compare_rows(
            before.rows(some),
            self.rows(some),
            len(self.roster),
            self.roster.cluster_hashes,
            replicates=replicates,
            seed=seed,
        )


def version(
    samples: Samples, metric: str | Measure, *, ontology: Ontology | None = None, docs: Corpus | None = None
) -> Version:
    """Samples scored by a measure."""
    measure = parse(metric) if isinstance(metric, str) else metric
    compiled = Compiled(samples, ontology=ontology, docs=docs)
    return Version(score(measure, compiled), compiled.roster)


def rising(metric: str) -> Measure:
    """A measure that is better when it is higher.

    Raises:
        BadParameter: It is better when it is lower.
    """
    measure = parse(metric)
    if measure.metric.direction != "higher":
        raise BadParameter(f"{metric} is better when it is lower", expected="a metric that is better when higher")
    return measure


def difference_row(paired: Paired) -> dict[str, Any]:
    """A paired difference as columns: delta, low, high, interval, p, n."""
    return {
        "delta": paired.delta,
        "low": paired.interval.low,
        "high": paired.interval.high,
        "interval": paired.interval.method,
        "p": paired.p,
        "n": paired.n,
    }
