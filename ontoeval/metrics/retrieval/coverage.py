"""Share of the gold documents of all questions that are ever retrieved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from ontoeval.metrics.definition import Cut, metric
from ontoeval.statistics.rows import Floats, Table
from ontoeval.views.documents import Documents
from ontoeval.views.rankings import Of


@metric(
    view=Documents,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="handbook, part 4",
)
def coverage(documents: Documents, *, k: Cut = None, by: Literal["any", "own"] = "any", of: Of = "retrieved") -> Table:
    """Share of the gold documents of all questions that are ever retrieved.

    **Definition.** Of the distinct documents that some question has as gold, those that stand above the cut-off
    of any question's list (``"any"``), or of the list of a question that has them as gold (``"own"``).

    **Answers** which part of the corpus nobody can ever reach: badly parsed, badly embedded or wrongly tagged
    documents.

    **Misleads when** read as recall: with ``"any"``, a document found by the wrong question counts.

    Args:
        documents: Every ranked document, and the gold documents.
        k: Cut-off rank; none is the whole list.
        by: Whether a document counts when ``"any"`` question retrieves it, or only a question of its ``"own"``.
        of: Which list: ``"retrieved"``, ``"candidates"`` (before reranking) or ``"contexts"``.

    Returns:
        Rows by document: wanted, found. Value in [0, 1], higher is better.

    Undefined when:
        No question has gold documents.

    Example:
        Document d2 is found, but only by the other question:

        >>> import ontoeval as oe
        >>> gold, run = {"q1": ["d1"], "q2": ["d2"]}, {"q1": ["d1", "d2"], "q2": ["d9"]}
        >>> oe.score("coverage", gold, run).value, oe.score('coverage(by="own")', gold, run).value
        (1.0, 0.5)

    Reference value:
        Handbook's four questions: 1.0, and .8 by own question.

    Source:
        Handbook, part 4.
    """
    wanted, found, own = documents.table(k)
    columns = {"wanted": wanted, "found": found if by == "any" else own}
    return Table(columns, key=documents.key, labels=documents.labels, statistic=_covered, sample=documents.sample)


def _covered(columns: Mapping[str, Floats]) -> Floats:
    wanted = columns["wanted"] > 0
    found = wanted & (columns["found"] > 0)
    total = wanted.sum(axis=-1)
    return np.where(total > 0, found.sum(axis=-1) / np.maximum(total, 1), np.nan)
