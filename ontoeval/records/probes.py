"""Probe sets: the same questions with their gold context at the first, a middle and the last place."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ontoeval.errors import BadParameter, InputError
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Batch
from ontoeval.records.model import Hits
from ontoeval.records.objects import samples_of
from ontoeval.records.transform import ranked

PLACES = ("first", "middle", "last")
_FEWEST = 3
_WITHOUT = "questions without gold"


@dataclass(frozen=True)
class Probes:
    """A probe set.

    Attributes:
        rows: JSON-ready rows: id ``question@place``, the question as cluster, tag ``gold_position``, gold, and
            ``run.contexts`` in the order of the prompt. Let the generator answer them, and put ``answer`` into ``run``.
        findings: Questions that make no probe, and why.
    """

    rows: list[dict[str, Any]]
    findings: list[Finding]


def position_probes(
    gold: Any,
    run: Any = None,
    *,
    docs: Mapping[str, Any] | None = None,
    n: int = 10,
    places: Sequence[str] = PLACES,
    fields: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Probes:
    """Make a probe set for `ontoeval.evaluation.retrieval.positions.lost_in_the_middle`.

    Each question gets the same contexts at every place: its best-graded gold document (its best chunk in the run), and
    ``n - 1`` distractors in one fixed order. Distractors are the best hits of ``run.retrieved`` that are not relevant
    (the hardest ones); without a run, documents of the corpus that are not, drawn by the seed and the question's id, so
    that a new question changes no other one. The middle of n places is the one after ``n // 2`` contexts.

    Args:
        gold, run: As for ``oe.score``, with ``gold.docs``.
        docs: The corpus by id: rows whose ``text`` goes into the contexts that have no text of their own (of a chunk:
            that of its document). Needed where there is no run.
        n: Contexts in each prompt, at least 3.
        places: Which places: ``"first"``, ``"middle"``, ``"last"``.
        fields: Other places of fields.
        seed: Of the drawing of distractors.

    Raises:
        BadParameter: A parameter is not allowed.
        InputError: No question makes a probe.

    Example:
        >>> made = position_probes({"q": ["g"]}, {"q": ["g", "a", "b"]}, n=3)
        >>> [(row["id"], [hit["id"] for hit in row["run"]["contexts"]]) for row in made.rows]
        [('q@first', ['g', 'a', 'b']), ('q@middle', ['a', 'g', 'b']), ('q@last', ['a', 'b', 'g'])]
    """
    if n < _FEWEST:
        raise BadParameter(f"n={n} is not allowed", expected=f"at least {_FEWEST} contexts")
    if not places or not set(places) <= set(PLACES):
        raise BadParameter(f"places={list(places)} is not allowed", expected=", ".join(PLACES))
    samples = samples_of(gold, run, fields=fields, bare=("gold.docs", "run.retrieved"))
    rows: list[dict[str, Any]] = []
    short: dict[str, list[str]] = {}
    for batch in samples.batches():
        for at, name in enumerate(batch.ids):
            grades = batch.column("gold.docs")[at] or {}
            relevant, others = _contexts(batch, at, grades, docs, n - 1, seed)
            if relevant is None or len(others) < n - 1:
                short.setdefault("questions with too few distractors" if relevant else _WITHOUT, []).append(name)
                continue
            rows += [_row(batch, at, relevant, others, place) for place in places]
    findings = [
        Finding("probe.left_out", "warning", samples.name, f"{why}: {shorten(', '.join(names[:3]))}", count=len(names))
        for why, names in short.items()
    ]
    if not rows:
        raise InputError(
            "no question makes a probe", where=samples.name, expected=f"a gold document and {n - 1} others"
        )
    return Probes(rows, findings)


def _contexts(
    batch: Batch, at: int, grades: Mapping[str, float], docs: Mapping[str, Any] | None, n: int, seed: int
) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """The gold context of a question, and up to n that are not relevant."""
    good = [doc for doc, grade in sorted(grades.items(), key=lambda item: (-item[1], item[0])) if grade > 0]
    hits = batch.column("run.retrieved")[at]
    if hits is not None:
        found = _items(hits, docs)
        relevant = next((hit for hit in found if good and hit.get("doc", hit["id"]) == good[0]), None)
        others = [hit for hit in found if grades.get(hit.get("doc", hit["id"]), 0) <= 0][:n]
    else:
        relevant = None
        pool = sorted(doc for doc in docs or () if grades.get(doc, 0) <= 0)
        key = blake2b(f"{seed}\0{batch.ids[at]}".encode(), digest_size=8).digest()
        drawn = random.Random(key).sample(pool, n) if len(pool) >= n else []
        others = [_context(doc, docs) for doc in drawn]
    return relevant or (_context(good[0], docs) if good else None), others


def _items(hits: Hits, docs: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """The hits as contexts, best first: id, document where that is another one, and text."""
    written = {hit["id"]: hit for hit in reversed(hits.items or ())}
    documents = dict(zip(hits.ids, hits.documents, strict=True))
    found = []
    for name in ranked(hits):
        context = _context(documents[name], docs) | {"id": name}
        context |= {"doc": documents[name]} if documents[name] != name else {}
        text = written.get(name, {}).get("text")
        found.append(context | ({"text": text} if text is not None else {}))
    return found


def _context(doc: str, docs: Mapping[str, Any] | None) -> dict[str, Any]:
    text = (docs or {}).get(doc, {}).get("text")
    return {"id": doc} | ({"text": text} if text is not None else {})


def _row(
    batch: Batch, at: int, relevant: dict[str, Any], others: Sequence[dict[str, Any]], place: str
) -> dict[str, Any]:
    """One prompt: the gold context among the others."""
    before = {"first": 0, "middle": (len(others) + 1) // 2, "last": len(others)}[place]
    sample = batch.sample(at)
    gold: dict[str, Any] = {"docs": {relevant.get("doc", relevant["id"]): 1.0}}
    if sample.gold is not None and sample.gold.answers is not None:
        gold["answers"] = sample.gold.answers
    return {
        "id": f"{sample.id}@{place}",
        "query": sample.query,
        "cluster": sample.cluster or sample.id,
        "tags": {**(sample.tags or {}), "gold_position": place},
        "gold": gold,
        "run": {"contexts": [*others[:before], relevant, *others[before:]]},
    }
