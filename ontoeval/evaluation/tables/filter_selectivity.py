"""What each attribute of filters narrows: documents that pass with it and without it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ontoeval.evaluation.tables._filters import measured
from ontoeval.predicates.transform import conjuncts
from ontoeval.predicates.tree import Atom, Nested, walk
from ontoeval.progress import track
from ontoeval.views.compiled import Compiled


def rows(compiled: Compiled) -> list[dict[str, Any]]:
    """One row per attribute, the one that narrows most first.

    Of the questions whose filter has a part on the attribute that must hold, leaving out one such part at a time.
    Columns: ``field``, ``parts``; the mean share of the corpus that passes ``with_it`` and ``without_it``, and the mean
    number of documents, ``documents_with_it`` and ``documents_without_it``.
    """
    filters = measured(compiled)
    if filters is None or filters.logged.corpus is None:
        return []
    n_docs = len(filters.logged.corpus)
    counts: dict[str, list[tuple[int, int]]] = {}
    for sample in track(np.flatnonzero(filters.scored).tolist(), "counting survivors without each attribute"):
        applied = filters.logged.logged[sample].applied
        whole, *without = filters.logged.index(sample).leave_one_out(applied).tolist()
        for part, rest in zip(conjuncts(applied), without, strict=True):
            for field in {leaf.field for leaf in walk(part) if isinstance(leaf, Atom | Nested)}:
                counts.setdefault(field, []).append((whole, rest))
    found = []
    for field, pairs in counts.items():
        with_it, without_it = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
        found.append(
            {
                "field": field,
                "parts": len(pairs),
                "with_it": with_it / n_docs,
                "without_it": without_it / n_docs,
                "documents_with_it": with_it,
                "documents_without_it": without_it,
            }
        )
    return sorted(found, key=lambda row: (row["with_it"] - row["without_it"], row["field"]))
