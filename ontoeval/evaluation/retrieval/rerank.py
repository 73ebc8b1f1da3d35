"""What a reranker gains over the order of the candidates that it was given, on identical sets of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ontoeval.errors import BadParameter, InputError, RecordError
from ontoeval.evaluation.api import load_docs, load_ontology
from ontoeval.evaluation.compare import Comparison, compare
from ontoeval.evaluation.record import record
from ontoeval.evaluation.report import Report
from ontoeval.findings import Finding, shorten
from ontoeval.metrics.definition import Measure
from ontoeval.metrics.registry import parse
from ontoeval.records.batch import Batch
from ontoeval.records.model import Hits
from ontoeval.records.objects import samples_of
from ontoeval.records.samples import Samples
from ontoeval.records.transform import changed, first_hits
from ontoeval.views.base import run_is_missing
from ontoeval.views.compiled import Compiled

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Differing = Literal["error", "leave out"]
METRICS = ("ndcg@10", "reciprocal_rank@10", "precision@1")


@dataclass(frozen=True)
class RerankGain:
    """What reranking changed.

    Attributes:
        depth: How many candidates the reranker was given; None is all that are logged.
        n_compared: Questions whose two sets of hits are the same (or that have no run).
        comparison: A is the order of the candidates, B the reranked one; ``comparison["ndcg@10"].paired.delta`` is the
            gain with its interval.
        differing: Questions that were left out, since the reranker's hits are not its candidates.
    """

    depth: int | None
    n_compared: int
    comparison: Comparison
    differing: list[Finding]

    def rows(self) -> list[dict[str, Any]]:
        """All changes as JSON-ready rows."""
        return self.comparison.rows()


def rerank_gain(
    gold: Any,
    run: Any = None,
    *,
    metrics: Sequence[str] = METRICS,
    depth: int | None = None,
    differing: Differing = "error",
    by: Sequence[str] = (),
    margin: Mapping[str, float] | float | None = None,
    ontology: Ontology | str | Path | None = None,
    docs: Any = None,
    fields: Mapping[str, str] | None = None,
    seed: int = 0,
) -> RerankGain:
    """Gain of a reranker: the same candidates in its order (``run.retrieved``) against their own (``run.candidates``).

    A reranker only moves hits. So for each question the hits of both lists must be the same set, at the depth at which
    the application reranks; what the reranker cut off below the last rank that a metric looks at may be absent. A gain
    on other sets would be one of the search, or of luck.

    Args:
        gold, run: As for ``oe.score``, with ``run.candidates`` and ``run.retrieved``.
        metrics: Measures of rankings.
        depth: How many candidates the reranker gets; None is all that are logged.
        differing: Questions with other sets: an ``"error"`` that lists them, or ``"leave out"`` (and list) them.
        by: Tags to slice by.
        margin: Smallest gain that matters, see `ontoeval.evaluation.compare.compare`.
        ontology, docs: For measures that need them.
        fields: Other places of fields.
        seed: Of the bootstrap and the randomization test.

    Raises:
        BadParameter: A measure is not one of ``run.retrieved``, or the depth is not allowed.
        RecordError: The sets differ; every such question is listed.
        InputError: No question has the same hits on both sides.

    Example:
        >>> run = [{"id": "q", "candidates": ["a", "b", "c"], "retrieved": ["c", "a", "b"]}]
        >>> found = rerank_gain([{"id": "q", "docs": ["c"]}], run, metrics=["precision@1"])
        >>> found.comparison["precision@1"].paired.delta
        1.0
    """
    measures = [parse(metric) for metric in metrics]
    for measure in measures:
        if measure.parameters.get("of") != "retrieved":
            raise BadParameter(f"{measure.name} does not look at run.retrieved", expected="a measure such as ndcg@10")
    if depth is not None and depth < 1:
        raise BadParameter(f"depth={depth} is not allowed", expected="a whole number ≥ 1")
    if differing not in ("error", "leave out"):
        raise BadParameter(f"differing={differing!r} is not allowed", expected="error or leave out")
    samples = samples_of(gold, run, fields=fields)
    same, wrong = _check(samples, depth, _needed(measures))
    if wrong and differing == "error":
        mend = "rerank what was logged, or give the depth, or leave them out: differing='leave out'"
        raise RecordError(f"{len(wrong)} questions were not reranked from their candidates", findings=wrong, mend=mend)
    if not same:
        raise InputError("no question has the same hits in run.candidates and run.retrieved", where=samples.name)
    names = {"before reranking": "run.candidates", "after reranking": "run.retrieved"}
    reports = []
    for name, path in names.items():
        some = _version(samples, path, same, depth, name)
        compiled = Compiled(some, ontology=load_ontology(ontology), docs=load_docs(docs))
        reports.append(record(Report(compiled, measures, with_intervals=False)))
    comparison = compare(*reports, by=by, margin=margin, seed=seed)
    return RerankGain(depth, len(same), comparison, wrong)


def _needed(measures: Sequence[Measure]) -> int | None:
    """The last rank that any measure looks at; None when one looks at the whole list."""
    cuts = [measure.parameters.get("k") for measure in measures]
    known = [cut for cut in cuts if cut is not None]
    return max(known) if known and len(known) == len(cuts) else None


def _check(samples: Samples, depth: int | None, needed: int | None) -> tuple[set[str], list[Finding]]:
    """Questions whose sets are the same, or that have no run; and findings on the others."""
    same, wrong = set(), []
    for batch in samples.batches():
        columns = (run_is_missing(batch), batch.column("run.candidates"), batch.column("run.retrieved"))
        for name, where, lost, before, after in zip(batch.ids, batch.where, *columns, strict=True):
            got = None if lost or (before is None and after is None) else _fault(before, after, depth, needed)
            if got is None:
                same.add(name)
            else:
                wrong.append(Finding("rerank.candidates", "error", f"{where} {name}", got, "the same hits"))
    return same, wrong


def _fault(before: Hits | None, after: Hits | None, depth: int | None, needed: int | None) -> str | None:
    """What is wrong with the hits of a question, or None."""
    if before is None or after is None:
        return "no candidates" if before is None else "nothing retrieved"
    given, got = set(first_hits(before, depth).ids), set(after.ids)
    new, gone = sorted(got - given), sorted(given - got)
    if new:
        return f"{len(new)} hits are no candidates: {shorten(', '.join(new[:3]))}"
    if gone and (needed is None or len(got) < min(needed, len(given))):
        return f"{len(gone)} candidates are lost: {shorten(', '.join(gone[:3]))}"
    return None


def _version(samples: Samples, path: str, same: set[str], depth: int | None, name: str) -> Samples:
    """The questions with the same sets, ranked as one list says."""

    def change(batch: Batch) -> Batch:
        kept = batch.select([place for place, one in enumerate(batch.ids) if one in same])
        hits = [None if mine is None else first_hits(mine, depth) for mine in kept.column(path)]
        return replace(kept, columns={**kept.columns, "run.retrieved": hits})

    return changed(samples, change, name)
