"""`Claims` of answers and `ReferenceClaims` of references: which of them the contexts support."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ontoeval.records.batch import Batch
from ontoeval.records.verdicts import ClaimVerdicts, ContextRecall, Faithfulness
from ontoeval.views.answers.texts import is_refusal, tokens
from ontoeval.views.base import Flags, Integers
from ontoeval.views.judged.base import Judged, Verdicts, each, flags, integers


class ClaimSets(Judged):
    """Claims of a text against the contexts.

    Attributes:
        sample: Sample of each claim, shape ``(m,)``.
        repetition: The repetition that it was taken out in, from 0.
        supported: Whether the contexts support it.
    """

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[Any]) -> None:
        super().__init__(status, verdicts, facts)
        sample, repetition, supported = [], [], []
        for place, turn, verdict in each(verdicts):
            held = support(verdict)
            sample += [place] * len(held)
            repetition += [turn] * len(held)
            supported += held
        self.sample: Integers = integers(sample)
        self.repetition: Integers = integers(repetition)
        self.supported: Flags = flags(supported)


class ReferenceClaims(ClaimSets):
    """Claims of ``gold.answers[0]`` against the contexts, from ``annotations.context_recall``."""

    stage = "context"
    rubric = "context_recall"
    schema = ContextRecall
    material = ("run.contexts", "run.retrieved")
    truth = "gold.answers"


class Source(NamedTuple):
    """What a claim's answer and contexts are.

    Attributes:
        refused: Whether the answer declines to answer.
        texts: Texts of the contexts.
    """

    refused: bool
    texts: list[str]


class Claims(ClaimSets):
    """Claims of ``run.answer`` against the contexts, from ``annotations.faithfulness``.

    Attributes:
        declined: Whether the claim comes from an answer that declines: by the detector, or by the verdict.
        failure: How an unsupported claim fails, ``"none"`` where the judge does not say or it is supported.
        text: The claim.
        first: Position of the first claim with the same words in the same verdict.
        in_order: Whether the words that support the claim follow those of the claims before it.
        silent: Samples of verdicts without any claim, shape ``(e,)``.
        silent_repetition: Their repetitions.
    """

    stage = "grounding"
    rubric = "faithfulness"
    schema = Faithfulness

    def __init__(self, status: NDArray[np.int8], verdicts: Verdicts, facts: Sequence[Source]) -> None:
        super().__init__(status, verdicts, facts)
        declined: list[bool] = []
        first: list[int] = []
        in_order: list[bool] = []
        silent: list[tuple[int, int]] = []
        self.failure: list[str] = []
        self.text: list[str] = []
        for place, turn, verdict in each(verdicts):
            source = facts[place]
            declined += [source.refused or verdict.refusal] * len(verdict.claims)
            first += _firsts([claim.text for claim in verdict.claims], len(first))
            in_order += _in_order(verdict, source.texts)
            by_claim = {said.claim: said.failure for said in verdict.verdicts}
            self.failure += [by_claim[claim.id] for claim in verdict.claims]
            self.text += [claim.text for claim in verdict.claims]
            if not verdict.claims:
                silent.append((place, turn))
        self.declined: Flags = flags(declined)
        self.first: Integers = integers(first)
        self.in_order: Flags = flags(in_order)
        self.silent, self.silent_repetition = np.array(silent, dtype=np.int64).reshape(-1, 2).T

    @classmethod
    def fact(cls, batch: Batch, position: int) -> Source:
        """The answer and its contexts, of a sample that was judged."""
        if not (batch.column("annotations")[position] or {}).get(cls.rubric):
            return Source(False, [])
        answer, hits = batch.column("run.answer")[position], batch.column("run.contexts")[position]
        texts = [] if hits is None else [item.get("text") for item in hits.items or ()]
        return Source(answer is not None and is_refusal(answer), [text for text in texts if text])

    @cached_property
    def folded(self) -> Flags:
        """Whether each claim is supported, together with all claims of the same words."""
        together = self.supported.copy()
        np.logical_and.at(together, self.first, self.supported)
        return together


def support(verdict: ClaimVerdicts) -> list[bool]:
    """Whether each claim of a verdict is supported, in the order of the claims."""
    said = {each.claim: each.verdict == "supported" for each in verdict.verdicts}
    return [said[claim.id] for claim in verdict.claims]


def _firsts(texts: Sequence[str], start: int) -> list[int]:
    """Position of the first text with the same words, counted from ``start``."""
    known: dict[tuple[str, ...], int] = {}
    return [known.setdefault(tokens(text), start + place) for place, text in enumerate(texts)]


def _in_order(verdict: Faithfulness, texts: Sequence[str]) -> list[bool]:
    """Whether each claim lies on the longest chain of claims whose evidence follows each other in one context.

    A claim whose evidence is not quoted, or not found, cannot be out of order.
    """
    quotes = {said.claim: said.quote for said in verdict.verdicts if said.verdict == "supported" and said.quote}
    if len(quotes) < 2 or not texts:
        return [True] * len(verdict.claims)
    plain = [" ".join(text.split()) for text in texts]
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, claim in enumerate(verdict.claims):
        quote = " ".join(quotes.get(claim.id, "").split())
        context = next((place for place, text in enumerate(plain) if quote and quote in text), None)
        if context is not None:
            places[context].append((number, plain[context].index(quote)))
    fine = [True] * len(verdict.claims)
    for found in places.values():
        chain = _longest_chain([offset for _, offset in found])
        for place, (number, _) in enumerate(found):
            fine[number] = place in chain
    return fine


def _longest_chain(offsets: Sequence[int]) -> set[int]:
    """Positions of a longest subsequence that does not fall (patience sorting)."""
    tails: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for place, offset in enumerate(offsets):
        pile = bisect_left(tails, offset + 1)
        before.append(last[pile - 1] if pile else None)
        tails[pile : pile + 1] = [offset]
        last[pile : pile + 1] = [place]
    chain: set[int] = set()
    step = last[-1] if last else None
    while step is not None:
        chain.add(step)
        step = before[step]
    return chain
