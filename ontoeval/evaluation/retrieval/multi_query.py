"""What several queries for one question find: recall of their union, and after the cut that the generator sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ontoeval.errors import BadParameter, InputError
from ontoeval.evaluation.retrieval.versions import Version, difference_row, version
from ontoeval.metrics.registry import parse
from ontoeval.records.fusion import RRF_K, reciprocal_ranks
from ontoeval.records.model import Hits
from ontoeval.records.objects import samples_of
from ontoeval.records.samples import Samples
from ontoeval.records.transform import ranked, scored_hits, with_rankings


@dataclass(frozen=True)
class MultiQuery:
    """Recall by number of queries.

    Attributes:
        k: Cut-off of each query's list, and after fusion.
        n_questions: Questions that have queries.
        n_fewer: For each number of queries the questions that have fewer, which then count with all that they have.
        rows: For each number of queries ``queries``, ``pool`` (hits in the union, mean), ``recall_pool`` (of the
            union of the first k of each list: up to queries × k hits), ``recall_cut`` (of the first k after
            reciprocal rank fusion), and of ``recall_cut`` over that of the first query ``delta``, ``low``, ``high``,
            ``interval``, ``p``, ``n``.
    """

    k: int
    n_questions: int
    n_fewer: dict[int, int]
    rows: list[dict[str, Any]]


def multi_query(
    gold: Any,
    run: Any = None,
    *,
    k: int = 10,
    most: int | None = None,
    rrf_k: float = RRF_K,
    fields: Mapping[str, str] | None = None,
    seed: int = 0,
) -> MultiQuery:
    """Recall of the union of several queries, and of what is left of it after fusion and the cut.

    A union of N lists holds up to N · k documents, so that its recall flatters: it is compared with that of the first k
    documents after fusion. Read how ``recall_cut`` grows with the queries, and whether it follows ``recall_pool``.

    Args:
        gold, run: As for ``oe.score``; ``run.queries`` is a list of ``{text, hits}``, the original query first.
        k: Cut-off.
        most: Largest number of queries; None is as many as a question has.
        rrf_k: Constant of reciprocal rank fusion.
        fields: Other places of fields.
        seed: Of the bootstrap and the randomization test.

    Raises:
        BadParameter: A parameter is not allowed.
        InputError: No row has ``run.queries``.

    Example:
        >>> hits = [{"hits": ["a", "x", "y"]}, {"hits": ["b", "a", "z"]}]
        >>> found = multi_query([{"id": "q", "docs": ["a", "b"]}], [{"id": "q", "queries": hits}], k=1)
        >>> [(row["queries"], row["pool"], row["recall_pool"], row["recall_cut"]) for row in found.rows]
        [(1, 1.0, 0.5, 0.5), (2, 2.0, 1.0, 0.5)]
    """
    if k < 1 or (most is not None and most < 1):
        raise BadParameter(f"k={k}, most={most} is not allowed", expected="whole numbers ≥ 1")
    samples = samples_of(gold, run, fields=fields, bare=None)
    lists = _lists(samples)
    if not lists:
        raise InputError("no row has run.queries", where=samples.name, expected="a list of {text, hits} in each row")
    widest = max(len(mine.rankings) for mine in lists.values())
    counts = range(1, min(widest, most or widest) + 1)
    rows, before = [], None
    for n in counts:
        pools = {name: mine.union(n, k) for name, mine in lists.items()}
        cut = _recall(samples, {name: mine.fused(n, k, rrf_k) for name, mine in lists.items()})
        before = before or cut
        row = {
            "queries": n,
            "pool": sum(map(len, pools.values())) / len(pools),
            "recall_pool": _recall(samples, pools).value(),
            "recall_cut": cut.value(),
        }
        rows.append({**row, **difference_row(cut.against(before, seed=seed))})
    fewer = {n: sum(len(mine.rankings) < n for mine in lists.values()) for n in counts}
    return MultiQuery(k, len(lists), fewer, rows)


@dataclass(frozen=True)
class _Queries:
    """What the queries of one question found.

    Attributes:
        rankings: The scores of the hits of each query, best first.
        documents: The document of each hit.
    """

    rankings: list[dict[str, float]]
    documents: dict[str, str]

    def union(self, n: int, k: int) -> Hits:
        """The first k hits of each of the first n queries; their order does not matter."""
        found = dict.fromkeys((hit for ranking in self.rankings[:n] for hit in list(ranking)[:k]), 0.0)
        return scored_hits(found, self.documents)

    def fused(self, n: int, k: int, rrf_k: float) -> Hits:
        """The first k hits after fusion of the first n queries."""
        fused = reciprocal_ranks([list(ranking) for ranking in self.rankings[:n]], k=rrf_k)
        return scored_hits(dict(list(fused.items())[:k]), self.documents)


def _lists(samples: Samples) -> dict[str, _Queries]:
    """The queries of each question that has some."""
    found = {}
    for batch in samples.batches():
        for name, error, queries in zip(batch.ids, batch.column("run.error"), batch.column("run.queries"), strict=True):
            if queries and error is None:
                hits = [query["hits"] for query in queries]
                documents = {one: doc for mine in hits for one, doc in zip(mine.ids, mine.documents, strict=True)}
                found[name] = _Queries([ranked(mine) for mine in hits], documents)
    return found


def _recall(samples: Samples, rankings: dict[str, Hits]) -> Version:
    return version(with_rankings(samples, rankings, samples.name), parse("recall"))
