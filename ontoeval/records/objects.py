"""Samples from Python objects: rows, DataFrames, qrels and runs, or bare values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ontoeval.errors import UsageError
from ontoeval.records.batch import Part, Row
from ontoeval.records.corpus import Corpus
from ontoeval.records.formats.spacy import is_document, row_of
from ontoeval.records.samples import Duplicates, Samples, Source, file_source, rows_source, values_source

_QREL_COLUMNS = {"query_id": "query", "qid": "query", "q_id": "query", "doc_id": "doc", "docno": "doc"}
_VALUE_COLUMNS = ("relevance", "grade", "label", "rel", "score")


def samples_of(
    gold: Any,
    run: Any = None,
    *,
    fields: Mapping[str, str] | None = None,
    duplicates: Duplicates = "error",
    bare: tuple[str, str] | None = None,
) -> Samples:
    """Samples from whatever ``oe.score`` accepts as gold and run.

    Args:
        gold, run: `Samples`, a path, rows, a DataFrame, spaCy documents, ``{id: value}`` or a sequence of values.
        fields: Other places of fields in rows.
        duplicates: Rule for repeated ids.
        bare: Field of the golden set, and of the run, that bare values are.

    Raises:
        UsageError: The objects have no known form.
    """
    if isinstance(gold, Samples):
        if run is not None:
            raise UsageError("the samples hold their run already", where="run")
        return gold
    first = _source("gold", "both" if run is None else "gold", gold, bare and bare[0])
    second = None if run is None else _source("run", "run", run, bare and bare[1])
    return Samples(first, second, fields=fields, duplicates=duplicates)


def corpus_of(docs: Any) -> Corpus:
    """A corpus from rows, a DataFrame, or ``{id: metadata}``."""
    if isinstance(docs, Mapping):
        rows: Iterable[Any] = ({"id": name, **row} for name, row in docs.items())
    else:
        rows = _records(docs) if hasattr(docs, "columns") else docs
    return Corpus(((f"docs[{number}]", dict(row)) for number, row in enumerate(rows)), "docs")


def _source(name: str, part: Part, value: Any, bare: str | None) -> Source:
    if isinstance(value, str | Path):
        return file_source(Path(value), part)
    if hasattr(value, "columns") and hasattr(value, "to_dict"):
        return rows_source(name, part, _frame(value, bare))
    if isinstance(value, Mapping):
        return _bare(name, part, list(value), value.values(), bare)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, Iterable):
        raise _unknown(name, value)
    items = list(value)
    if items and all(map(is_document, items)):
        return rows_source(name, part, [_document_row(item, place, part) for place, item in enumerate(items)])
    if all(isinstance(item, Mapping) for item in items):
        return rows_source(name, part, items)
    if any(isinstance(item, Mapping) for item in items):
        raise UsageError("some items are rows and some are bare values", where=name)
    return _bare(name, part, list(map(str, range(len(items)))), items, bare)


def _document_row(document: Any, number: int, part: Part) -> Row:
    row = row_of(document, number)
    return {**row, "run" if part == "run" else "gold": {"mentions": row.pop("mentions")}}


def _bare(name: str, part: Part, ids: list[Any], values: Iterable[Any], field: str | None) -> Source:
    if field is None:
        raise UsageError(
            "this metric needs rows",
            where=name,
            expected='a list of dicts such as {"id": …, "predicates": …}',
        )
    return values_source(name, part, field, ids, [_plain(value) for value in values])


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | dict | Mapping):  # dict first: Mapping is slow
        return value
    if isinstance(value, set | frozenset):
        return sorted(value)
    return list(value) if isinstance(value, Sequence) or hasattr(value, "__iter__") else value


def _frame(frame: Any, bare: str | None) -> list[Row]:
    names = {_QREL_COLUMNS.get(str(column), str(column)): column for column in frame.columns}
    value = next((name for name in _VALUE_COLUMNS if name in names), None)
    named_by = names.get("query", names.get("id"))
    if named_by is not None and "doc" in names and value is not None and bare is not None:
        rows: dict[str, dict[str, Any]] = {}
        columns = (frame[named_by].tolist(), frame[names["doc"]].tolist(), frame[names[value]].tolist())
        for query, doc, number in zip(*columns, strict=True):
            mine = rows.setdefault(str(query), {})
            if str(doc) in mine:
                raise UsageError(f"query {query!r} has document {doc!r} twice", where="DataFrame")
            mine[str(doc)] = number
        return [{"id": query, bare.partition(".")[2]: docs} for query, docs in rows.items()]
    return _records(frame)


def _records(frame: Any) -> list[Row]:
    filled = frame.astype(object).where(frame.notna(), None)  # NaN, NaT and NA are null
    return [
        {str(name): cell.tolist() if hasattr(cell, "tolist") else cell for name, cell in row.items()}
        for row in filled.to_dict("records")
    ]


def _unknown(name: str, value: Any) -> UsageError:
    return UsageError(
        f"cannot read a {type(value).__name__} as {name}",
        expected="a path, rows (list of dicts or DataFrame), {id: value}, or a sequence of values",
    )
