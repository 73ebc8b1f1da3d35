"""Series of pandas as values by label, or in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ontoeval.errors import UsageError
from ontoeval.records.frames import Columns, cells_of, is_nothing, whole


def is_series(value: Any) -> bool:
    """Whether a value is a Series of pandas: values with an index."""
    return hasattr(value, "tolist") and hasattr(getattr(value, "index", None), "equals")


def is_labelled(value: Any) -> bool:
    """Whether a Series has an index of its own, not just the numbers of its places."""
    return is_series(value) and not value.index.equals(type(value)(range(len(value))).index)


def without_series(gold: Any, run: Any) -> tuple[Any, Any]:
    """Series by the labels of their index, or as lists when position joins them.

    Args:
        gold, run: What was given; position joins a Series with a list, or with one whose labels are but places.
    """
    sides = (gold, run)
    same = is_series(gold) and is_series(run) and gold.index.equals(run.index)
    by_position = all(_are_values(side) or is_series(side) for side in sides) and (
        any(_are_values(side) or not is_labelled(side) for side in sides) or (same and not gold.index.is_unique)
    )
    gold, run = (
        side if not is_series(side) else cells_of(side) if by_position else _labels(side)(side, name)
        for side, name in ((gold, "gold"), (run, "run"))
    )
    return gold, run


def _are_values(side: Any) -> bool:
    """Whether something is a list without ids."""
    return isinstance(side, list) and not isinstance(next(iter(side), None), Mapping)


def _labels(series: Any) -> Callable[[Any, str], dict[Any, Any]]:
    return _by_document if series.index.nlevels == 2 else by_label


def by_label(series: Any, name: str) -> dict[Any, Any]:
    """The values of a Series by label.

    Raises:
        UsageError: A label comes twice.
    """
    if not series.index.is_unique:
        twice = series.index[series.index.duplicated()][0]
        raise UsageError(
            f"the index has {twice!r} twice", where=name, mend="one value per id: series.groupby(level=0).agg(list)"
        )
    return dict(zip(whole(series.index.tolist()), cells_of(series), strict=True))


def _by_document(series: Any, name: str) -> Columns:
    """The table that a Series with two levels is: of questions and documents."""
    levels = ([None if is_nothing(label) else label for label in labels] for labels in zip(*series.index, strict=True))
    query, doc = levels if len(series) else ([], [])
    return {"query_id": query, "doc_id": doc, "relevance" if name == "gold" else "score": cells_of(series)}
