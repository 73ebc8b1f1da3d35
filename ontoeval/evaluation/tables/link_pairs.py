"""Every gold and predicted mention, with what became of it: one row per pair, or per mention without one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numpy.typing import NDArray

from ontoeval.evaluation.tables._link_categories import Categories
from ontoeval.evaluation.tables._links import LinkOptions, link_pairs
from ontoeval.ontology import Ontology
from ontoeval.views.compiled import Compiled
from ontoeval.views.links import Links, Outcome, Spans
from ontoeval.views.links.pairs import NAMES

_AT_ONCE = 65_536
COLUMNS = (
    *("id", "start", "end", "text", "outcome", "gold", "gold_label", "predicted", "predicted_label"),
    *("predicted_start", "predicted_end", "score", "relation", "distance", "category"),
)


def rows(compiled: Compiled, options: LinkOptions | None = None) -> list[dict[str, Any]]:
    """The rows of `stream`."""
    return list(stream(compiled, options))


def stream(compiled: Compiled, options: LinkOptions | None = None) -> Iterator[dict[str, Any]]:
    """One row after the other, by sample (in the order of the file) and span.

    Columns: ``id`` of the sample; ``start``, ``end`` and ``text`` of the gold mention, or of the prediction where there
    is none; ``outcome`` (see `Outcome`); ``gold`` and ``predicted``, the ids of the concepts (``NIL``; None without a
    mention; several joined by ``|``), and their labels; ``predicted_start`` and ``predicted_end``; ``score``;
    ``relation`` and ``distance`` of wrong links; ``category`` of the error (see ``link_errors``).
    """
    pairs = link_pairs(compiled, options)
    if pairs is None:
        return
    links, ids = pairs.links, compiled.roster.ids
    namer = _Namer(links, compiled.ontology)
    texts = links.gold.texts
    category = Categories(pairs).of_pair
    columns = (pairs.sample, pairs.start, pairs.end, pairs.gold, pairs.predicted)
    details = (pairs.outcome, pairs.relation, pairs.distance)
    spans = links.predicted
    for place, (sample, start, end, gold, predicted, outcome, relation, distance) in enumerate(
        _values(*columns, *details)
    ):
        text = texts[sample] if texts else None
        mine, mine_label = namer.of(links.gold, gold)
        theirs, their_label = namer.of(spans, predicted)
        score = float(spans.score[predicted]) if predicted >= 0 else None
        yield {
            "id": ids[sample],
            "start": start,
            "end": end,
            "text": None if text is None else text[start:end],
            "outcome": Outcome(outcome).label,
            "gold": mine,
            "gold_label": mine_label,
            "predicted": theirs,
            "predicted_label": their_label,
            "predicted_start": int(spans.start[predicted]) if predicted >= 0 else None,
            "predicted_end": int(spans.end[predicted]) if predicted >= 0 else None,
            "score": None if score is None or score != score else score,
            "relation": NAMES[relation] if relation >= 0 else None,
            "distance": None if distance != distance else distance,
            "category": category[place],
        }


def _values(*columns: NDArray[Any]) -> Iterator[tuple[Any, ...]]:
    """Rows of some columns; only some thousands of them are objects at once."""
    for start in range(0, len(columns[0]), _AT_ONCE):
        yield from zip(*(column[start : start + _AT_ONCE].tolist() for column in columns), strict=True)


class _Namer:
    """Ids and labels of concepts, each looked up once.

    Args:
        links: Where the mentions are from.
        ontology: The ontology, or None.
    """

    def __init__(self, links: Links, ontology: Ontology | None) -> None:
        self.links = links
        self.ontology = ontology
        self._known: dict[int, tuple[str, str | None]] = {}

    def of(self, side: Spans, place: int) -> tuple[str | None, str | None]:
        """Id and label of the concept of a mention; None and None where there is no mention."""
        if place < 0:
            return None, None
        if place in side.parts:
            named = [self._named(code) for code in side.parts[place]]
            return "|".join(name for name, _ in named), "|".join(label or "" for _, label in named) or None
        return self._named(int(side.code[place]))

    def _named(self, code: int) -> tuple[str, str | None]:
        if code not in self._known:
            name = self.links.name(code)
            known = self.ontology is not None and code >= 0
            self._known[code] = name, self.ontology.label(name) if known and self.ontology is not None else None
        return self._known[code]
