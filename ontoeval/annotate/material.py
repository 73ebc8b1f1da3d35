"""The texts of a sample that a judge gets to see, without who wrote them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, cast

from ontoeval.records.model import Hits, Sample
from ontoeval.records.verdicts import InvalidVerdict

#: Where each need of a rubric is found in a record.
PLACES = {
    "query": "query",
    "answer": "run.answer",
    "other_answer": "run.other_answer",
    "contexts": "run.contexts or run.retrieved",
    "citations": "run.citations",
    "reference": "gold.answers",
    "nuggets": "gold.nuggets",
}
_MASK = "[model]"


@dataclass(frozen=True)
class Material:
    """The texts of one sample; None where the record has none.

    Attributes:
        id: The sample.
        contexts: Texts in the order of the generator; an entry is None when a context has no text.
        names: What each context is called in the record.
        citations: Cited passages, each with ``claim`` and ``text``.
        nuggets: Texts of ``gold.nuggets``.
        system: The system under test, if the record names it in the tag ``system``.
    """

    id: str
    query: str | None = None
    answer: str | None = None
    other_answer: str | None = None
    contexts: tuple[str | None, ...] | None = None
    names: tuple[str, ...] = ()
    citations: tuple[dict[str, Any], ...] | None = None
    reference: str | None = None
    nuggets: tuple[str, ...] | None = None
    system: str | None = None

    @cached_property
    def digest(self) -> str:
        """A hash of all texts that a judge can get to see."""
        texts = {name: getattr(self, name) for name in (*PLACES, "names")}
        return sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()[:12]

    def missing(self, needs: Iterable[str]) -> list[str]:
        """The fields of the record that a rubric needs and that are not there."""
        return [PLACES[need] for need in needs if getattr(self, need) is None]

    def texts(self) -> list[str]:
        """The texts of the contexts.

        Raises:
            InvalidVerdict: A context has no text.
        """
        texts = self.contexts or ()
        for name, text in zip(self.names, texts, strict=True):
            if text is None:
                raise InvalidVerdict(f"input: the context {name!r} has no text, in the record or in the corpus")
        return [text for text in texts if text is not None]

    def masked(self, names: Iterable[str]) -> Material:
        """The same material; where an answer names one of these models it says ``[model]`` instead."""
        words = [re.escape(name) for name in names if name]
        if not words:
            return self
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)
        hidden = {
            name: text if text is None else pattern.sub(_MASK, text)
            for name, text in (("answer", self.answer), ("other_answer", self.other_answer))
        }
        return replace(self, answer=hidden["answer"], other_answer=hidden["other_answer"])


def material(sample: Sample, docs: Mapping[str, Mapping[str, Any]] | None = None) -> Material:
    """The texts of a sample.

    The contexts are ``run.contexts``, else ``run.retrieved``; the text of each is its own, or that of its document in
    the corpus, or the entry itself when it is a text and no id (it holds white space).
    """
    run = None if sample.run is None or sample.run.error else sample.run
    gold = sample.gold
    hits = None
    if run is not None:
        hits = cast(Hits | None, run.contexts if run.contexts is not None else run.retrieved)
    texts = None if hits is None else tuple(_texts(hits, docs or {}))
    answers = None if gold is None else gold.answers
    nuggets = getattr(gold, "nuggets", None)
    citations = None if run is None or run.citations is None else run.citations
    return Material(
        sample.id,
        sample.query,
        None if run is None else run.answer,
        getattr(run, "other_answer", None),
        texts,
        () if hits is None else tuple(hits.ids),
        None if citations is None else tuple(_cited(citations, hits, texts, docs or {})),
        answers[0] if answers else None,
        None if nuggets is None else tuple(str(nugget["text"]) for nugget in nuggets),
        (sample.tags or {}).get("system"),
    )


def _texts(hits: Hits, docs: Mapping[str, Mapping[str, Any]]) -> Iterable[str | None]:
    written = cast(Sequence[Mapping[str, Any]] | None, hits.items)
    items = written or [{}] * len(hits)
    for name, doc, item in zip(hits.ids, hits.documents, items, strict=True):
        own = item.get("text") or docs.get(name, {}).get("text") or docs.get(doc, {}).get("text")
        yield own or (name if any(map(str.isspace, name)) else None)


def _cited(
    citations: list[dict[str, Any]],
    hits: Hits | None,
    texts: tuple[str | None, ...] | None,
    docs: Mapping[str, Mapping[str, Any]],
) -> Iterable[dict[str, Any]]:
    known = {} if hits is None else dict(zip(hits.ids, texts or (), strict=True))
    for citation in citations:
        hit = str(citation.get("hit", ""))
        yield {"claim": citation.get("claim"), "text": known.get(hit) or docs.get(hit, {}).get("text")}
