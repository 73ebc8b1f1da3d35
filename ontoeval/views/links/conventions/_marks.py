"""Mentions as other tools read them: one light object each, with ids as they were written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ontoeval.errors import BadParameter
from ontoeval.views.coding import NIL

if TYPE_CHECKING:
    from ontoeval.views.links import Alignment, Links

Counts = tuple[int, int, int]


class Mark(NamedTuple):
    """A mention.

    Attributes:
        start, end: Its span in code points, end exclusive.
        ids: Its ids as written: several when they are alternatives or parts, none when none was written.
        whole: Whether it stands for all of its ids at once; else any of them is right.
        nil: Whether it says that there is no concept.
        concept: Whether any of its ids is a concept: one of the ontology, where there is one.
        kind: Its type, or None.
        optional: Whether finding it is left to the system.
        parents: Places, in the list of its sample, of the mentions that it is part of another reading of.
        candidates: Ids of its ranked candidates as written.
        cluster: Its NIL cluster, or None.
    """

    start: int
    end: int
    ids: tuple[str, ...]
    whole: bool
    nil: bool
    concept: bool
    kind: str | None
    optional: bool
    parents: tuple[int, ...]
    candidates: tuple[str, ...]
    cluster: str | None

    @property
    def span(self) -> tuple[int, int]:
        """Start and end."""
        return self.start, self.end


class Document(NamedTuple):
    """A sample.

    Attributes:
        gold, predicted: Its mentions, as they were given and in that order.
        text: Its text, or None.
        areas: Its annotated spans; none is the whole text.
    """

    gold: list[Mark]
    predicted: list[Mark]
    text: str | None
    areas: Sequence[tuple[int, int]]


_KNOWN: WeakKeyDictionary[Links, list[Document]] = WeakKeyDictionary()


def documents(links: Links) -> list[Document]:
    """The samples."""
    if links not in _KNOWN:
        _KNOWN[links] = _documents(links)
    return _KNOWN[links]


def _documents(links: Links) -> list[Document]:
    n = len(links.status)
    gold, predicted = (_marks(links, side) for side in (0, 1))
    texts = links.given[0].texts or [None] * n
    return [Document(gold[at], predicted[at], texts[at], links.areas.get(at, ())) for at in range(n)]


def _marks(links: Links, side: Literal[0, 1]) -> list[list[Mark]]:
    """The mentions of one side, by sample."""
    result: list[list[Mark]] = [[] for _ in range(len(links.status))]
    spans, spelled = links.given[side], links.spellings
    codes = (links.vocabulary.gold_codes, links.vocabulary.predicted_codes)[side]
    nil = (codes == NIL)[spans.raw]
    known = (codes != NIL if links.ontology is None else codes >= 0).tolist()
    ranked = spans.candidates
    names, bounds = ranked.raw.tolist(), ranked.indptr.tolist()
    in_sample: list[int] = []
    columns = (spans.sample, spans.start, spans.end, spans.raw, nil, spans.kind, spans.optional, spans.cluster)
    for place, (sample, start, end, raw, no_concept, kind, optional, cluster) in enumerate(
        zip(*(column.tolist() for column in columns), strict=True)
    ):
        in_sample.append(len(result[sample]))
        raws = spans.parts.get(place) or ((raw,) if raw >= 0 else ()) + tuple(spans.others.get(place, ()))
        mark = Mark(
            start,
            end,
            ids=tuple(dict.fromkeys(spelled[each] for each in raws if each >= 0)),
            whole=place in spans.parts,
            nil=no_concept,
            concept=any(known[each] for each in raws),
            kind=links.types[kind] if kind >= 0 else None,
            optional=optional,
            parents=(),
            candidates=tuple(spelled[each] for each in names[bounds[place] : bounds[place + 1]] if each >= 0),
            cluster=links.clusters[cluster] if cluster >= 0 else None,
        )
        result[sample].append(mark)
    for place, parents in spans.parents.items():
        mine = result[int(spans.sample[place])]
        mine[in_sample[place]] = mine[in_sample[place]]._replace(parents=tuple(in_sample[each] for each in parents))
    return result


def counted(links: Links, count: Callable[[Document], Counts]) -> Alignment:
    """An alignment of what ``count`` gives for each sample: correct, spurious and missed."""
    return of_counts([count(document) for document in documents(links)])


def of_counts(counts: Sequence[Counts]) -> Alignment:
    """An alignment without pairs, from correct, spurious and missed of each sample."""
    from ontoeval.views.links import Alignment

    table = np.array(counts, dtype=np.int64).reshape(-1, 3)
    return Alignment(table[:, 0], table[:, 1], table[:, 2], np.zeros((0, 2), dtype=np.int64))


def of_sets(gold: set[Any], predicted: set[Any]) -> Counts:
    """Counts of two sets."""
    correct = len(gold & predicted)
    return correct, len(predicted) - correct, len(gold) - correct


def refuse(convention: str, **options: tuple[Any, Iterable[Any]]) -> None:
    """Refuse what a tool cannot count.

    Args:
        convention: The tool.
        options: By parameter, the chosen value and those that the tool knows.

    Raises:
        BadParameter: A value is none of them.
    """
    for name, (value, known) in options.items():
        if value not in known:
            raise BadParameter(
                f"{name}={value!r} is not a count that {convention} makes",
                where=f"convention={convention!r}",
                expected=" or ".join(repr(each) for each in known),
            )
