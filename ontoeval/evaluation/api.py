"""`score`, `evaluate`, `compile`: the calls behind ``import ontoeval as oe``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontoeval.errors import InputError, UsageError
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.result import Result
from ontoeval.metrics.definition import Measure
from ontoeval.metrics.registry import parse
from ontoeval.records.corpus import Corpus, read_corpus
from ontoeval.records.frames import is_frame
from ontoeval.records.objects import corpus_of, samples_of
from ontoeval.records.samples import Duplicates, Samples
from ontoeval.views.base import Settings
from ontoeval.views.compiled import Compiled
from ontoeval.views.filter_rules import FilterRules

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ontoeval.ontology import NilPolicy, Ontology


def score(
    metric: str | Callable[..., Any],
    gold: Any,
    run: Any = None,
    *,
    ontology: Ontology | str | Path | None = None,
    docs: Any = None,
    fields: Mapping[str, str] | None = None,
    schema: Mapping[str, Any] | str | Path | type[BaseModel] | None = None,
    slots: Sequence[str] = (),
    labels: Sequence[str] = (),
    roots: Sequence[str] = (),
    duplicates: Duplicates = "error",
    nil: NilPolicy | None = None,
) -> Result:
    """The value of one measure.

    Args:
        metric: Its notation, e.g. ``"ndcg@10"`` or ``'linking_f1(average="macro")'``, or a function with ``@metric``.
        gold: What is true: a path; rows (list of dicts, DataFrame); or bare values by id, e.g. qrels
            ``{"q1": {"d1": 1}}``; for concept metrics a sequence of ids, one per item.
        run: What the system did, in the same forms.
        ontology: An ontology, or the path of one.
        docs: The corpus: a path or rows.
        fields: Other places of fields in rows, e.g. ``{"id": "doc_id"}``.
        schema: JSON Schema of outputs, the path of one, or a pydantic model.
        slots: Where outputs hold concept ids, e.g. ``["annotations[*].id"]``.
        labels: Where outputs hold the labels of these ids, one path for each slot.
        roots: Concepts below which the ids in outputs must be.
        duplicates: Rule for repeated sample ids, and for documents that a ranking holds twice.
        nil: Which spellings of ids mean NIL, and the rule for gold ids that the ontology does not hold.

    Returns:
        The result; ``.value`` is None when it is undefined or unmeasured, and ``.reason`` says why.

    Raises:
        UsageError: The metric or a parameter does not exist.
        InputError: Something given cannot be used.

    Example:
        >>> import ontoeval as oe
        >>> result = oe.score("recall@1", {"q1": ["d1"], "q2": ["d2"]}, {"q1": ["d1"], "q2": ["d9", "d2"]})
        >>> result.value, result.n_samples
        (0.5, 2)
    """
    measure = parse(metric)
    compiled = compile(
        gold,
        run,
        ontology=ontology,
        docs=docs,
        fields=fields,
        schema=schema,
        slots=slots,
        labels=labels,
        roots=roots,
        duplicates=duplicates,
        nil=nil,
        measure=measure,
    )
    return Report(compiled, [measure])[measure.name]


def evaluate(
    samples: Samples | Compiled | Any,
    metrics: Iterable[str | Callable[..., Any]],
    *,
    run: Any = None,
    ontology: Ontology | str | Path | None = None,
    docs: Any = None,
    fields: Mapping[str, str] | None = None,
    schema: Mapping[str, Any] | str | Path | type[BaseModel] | None = None,
    slots: Sequence[str] = (),
    labels: Sequence[str] = (),
    roots: Sequence[str] = (),
    duplicates: Duplicates = "error",
    nil: NilPolicy | None = None,
    by: Sequence[str] | str = (),
    intervals: bool = True,
    seed: int = 0,
) -> Report:
    """Several measures on the same samples, read and compiled once.

    Args:
        samples: `Samples` from ``oe.read``, a `Compiled` from ``oe.compile``, rows that hold gold and run, or the
            golden set alone, in all forms that ``oe.score`` knows.
        metrics: Notations, or functions with ``@metric``. Bare values, such as qrels, are what the first one needs.
        run: What the system did, when ``samples`` is the golden set alone.
        ontology: An ontology, or the path of one.
        docs: The corpus: a path or rows.
        fields: Other places of fields in rows.
        schema: JSON Schema of outputs, the path of one, or a pydantic model.
        slots: Where outputs hold concept ids.
        labels: Where outputs hold the labels of these ids, one path for each slot.
        roots: Concepts below which the ids in outputs must be.
        duplicates, nil: As for `score`.
        by: Tags to slice by.
        intervals: Whether to make intervals.
        seed: Seed of the bootstrap.

    Raises:
        UsageError: A metric, a parameter or a tag does not exist.
        InputError: Something given cannot be used.

    Example:
        >>> import ontoeval as oe
        >>> gold, run = {"q1": ["d1"], "q2": ["d2"]}, {"q1": ["d1"], "q2": ["d9", "d2"]}
        >>> print(oe.evaluate(gold, ["recall@1", "recall@2"], run=run, intervals=False).to_frame()["value"].tolist())
        [0.5, 1.0]
    """
    if is_frame(metrics) or isinstance(metrics, Mapping):
        raise UsageError("this is no list of metrics", where="metrics", mend="give the run by name: run=…")
    measures = [parse(metric) for metric in ([metrics] if isinstance(metrics, str) else metrics)]
    if isinstance(samples, Compiled):
        given = (run, ontology, docs, fields, schema, nil)
        if any(value is not None for value in given) or slots or labels or roots or duplicates != "error":
            raise UsageError("compiled samples have their ontology, run, docs, fields, schema and slots already")
        compiled = samples
    else:
        compiled = compile(
            samples,
            run,
            ontology=ontology,
            docs=docs,
            fields=fields,
            schema=schema,
            slots=slots,
            labels=labels,
            roots=roots,
            duplicates=duplicates,
            nil=nil,
            measure=measures[0] if measures else "recall",
        )
    return Report(compiled, measures, by=by, with_intervals=intervals, seed=seed)


def compile(
    gold: Any,
    run: Any = None,
    *,
    ontology: Ontology | str | Path | None = None,
    docs: Any = None,
    fields: Mapping[str, str] | None = None,
    schema: Mapping[str, Any] | str | Path | type[BaseModel] | None = None,
    slots: Sequence[str] = (),
    labels: Sequence[str] = (),
    roots: Sequence[str] = (),
    duplicates: Duplicates = "error",
    nil: NilPolicy | None = None,
    filters: FilterRules | None = None,
    measure: Measure | str = "recall",
) -> Compiled:
    """Samples ready to be scored many times; views are made on first use and kept.

    Args:
        gold, run, ontology, docs, fields, schema, slots, labels, roots, duplicates, nil: As for `score`.
        filters: How logged filters are read (dialect, profile …), an `ontoeval.views.filter_rules.FilterRules`.
        measure: A measure whose view says where bare values go; by default they are documents.
    """
    bare = (parse(measure) if isinstance(measure, str) else measure).view.bare
    samples = samples_of(gold, run, fields=fields, duplicates=duplicates, bare=bare)
    rules = filters or FilterRules()
    settings = Settings(
        load_schema(schema), tuple(slots), tuple(labels), tuple(roots), duplicates=duplicates, nil=nil, filters=rules
    )
    return Compiled(samples, ontology=load_ontology(ontology), docs=load_docs(docs), settings=settings)


def load_ontology(source: Ontology | str | Path | None) -> Ontology | None:
    """An ontology as it is, or read from a path."""
    if isinstance(source, str | Path):
        from ontoeval.ontology import load

        return load(source)
    return source


def load_docs(source: Any) -> Corpus | None:
    """A corpus as it is, read from a path, or made of rows."""
    if source is None or isinstance(source, Corpus):
        return source
    return read_corpus(Path(source)) if isinstance(source, str | Path) else corpus_of(source)


def load_schema(source: Mapping[str, Any] | str | Path | type[BaseModel] | None) -> Mapping[str, Any] | None:
    """A JSON Schema as it is, read from a path, or that of a pydantic model."""
    if source is None or isinstance(source, Mapping):
        return source
    if isinstance(source, type):
        return source.model_json_schema()
    from ontoeval.records.jsonl import read_json

    schema = read_json(Path(source))
    if not isinstance(schema, Mapping):
        raise InputError("this is no JSON Schema", where=str(source), expected="a JSON object")
    return schema
