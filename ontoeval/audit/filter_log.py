"""Logs of filters: where the fields of a record are when a log names them in its own way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ontoeval.errors import UsageError
from ontoeval.records.batch import Problems
from ontoeval.records.frames import columns_of, is_frame, rows_of
from ontoeval.records.jsonl import read_jsonl
from ontoeval.records.objects import samples_of
from ontoeval.records.samples import Duplicates, Samples

#: Names of other logs for fields of ours, and what they then hold.
_ALIASES: Mapping[str, tuple[str, type | tuple[type, ...]]] = {
    "id": ("qid", (str, int)),
    "gold.docs": ("gold", list),
    "run.retrieved": ("returned", list),
    "run.predicates": ("predicates", (dict, list)),
    "cluster": ("session", (str, int)),
}


def read_log(
    log: str | Path | Iterable[Mapping[str, Any]] | Any,
    gold: Any = None,
    *,
    fields: Mapping[str, str] | None = None,
    duplicates: Duplicates = "error",
) -> Samples:
    """Samples of a log of filters.

    Args:
        log: A path (JSON lines) or rows. A row is a record (``id``, ``gold.docs``, ``run.filter``, ``run.dialect`` …),
            or has the short form ``{qid, query, filter, dialect, gold: [doc], returned: [doc], session}``.
        gold: The golden set, where the log does not hold it.
        fields: Other places of fields; they win over the short form.
        duplicates: Rule for repeated ids.

    Raises:
        UsageError: The log is neither a path nor rows.
        InputError: The log cannot be read.
    """
    if isinstance(log, bytes) or not (isinstance(log, str | Path | Iterable) or is_frame(log)):
        raise UsageError(f"cannot read a {type(log).__name__} as a log", expected="a path, or rows: a list of dicts")
    if is_frame(log):
        log = rows_of(columns_of(log, "log"))
    source = log if isinstance(log, str | Path) else list(log)
    mapping = {**_short_form(_first(source), with_gold=gold is None), **(fields or {})}
    if gold is None:
        return samples_of(source, fields=mapping, duplicates=duplicates)
    return samples_of(gold, source, fields=mapping, duplicates=duplicates)


def _first(source: Any) -> Mapping[str, Any]:
    """The first row, to see how it names things."""
    if isinstance(source, str | Path):
        rows = (row for _, row in read_jsonl(Path(source), Problems()))
        return next(rows, {})
    if isinstance(source, list) and source and isinstance(source[0], Mapping):
        return source[0]
    return {}


def _short_form(row: Mapping[str, Any], *, with_gold: bool) -> dict[str, str]:
    return {
        path: name
        for path, (name, kind) in _ALIASES.items()
        if path not in row and isinstance(row.get(name), kind) and (with_gold or path != "gold.docs")
    }
