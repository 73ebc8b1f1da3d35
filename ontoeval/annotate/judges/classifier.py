"""A classifier of entailment as a judge: a function says how far a text supports a claim; and its calibration."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ontoeval.annotate.judges.rule import listed_claims
from ontoeval.annotate.protocol import Judge, Reply, Task, Usage
from ontoeval.errors import BadParameter, UsageError

Entailment = Callable[[list[tuple[str, str]]], Sequence[float]]


class ClassifierJudge(Judge):
    """Judges claims by an NLI model or one like HHEM, given as a function.

    Claims are sentences. A claim is supported when the highest probability over the contexts is above the threshold;
    at the threshold it is not. There are no quotes: the context with the highest probability is named instead.

    Args:
        function: From pairs (context, claim) to probabilities that the context supports the claim.
        name: Name and version of the model behind it.
        threshold: Calibrate it with `calibrate` on labels of your own; 0.5 is the usual start.

    Raises:
        BadParameter: The threshold is no probability.
    """

    kind = "classifier"
    priced = True
    quotes = False

    def __init__(self, function: Entailment, name: str, threshold: float = 0.5) -> None:
        if not 0 <= threshold <= 1:
            raise BadParameter(f"threshold={threshold!r} is not allowed", expected="from 0 to 1")
        self.function, self.threshold = function, threshold
        self.models = (name,)
        self.name = f"classifier({name},threshold={threshold:g})"

    async def ask(self, task: Task) -> Reply:
        """Judge.

        Raises:
            UsageError: The step is not about claims and contexts.
        """
        data = task.data
        if task.step.name == "claims":
            return self._reply({"refusal": False, "claims": listed_claims(data["answer"])})
        if task.step.name == "claim_verdicts":
            verdicts = await self._verdicts(data["claims"], data["contexts"])
            return _fault(verdicts) if isinstance(verdicts, str) else self._reply({"verdicts": verdicts})
        if task.step.name == "reference_claims":
            claims = listed_claims(data["reference"])
            verdicts = await self._verdicts(claims, data["contexts"])
            both = {"claims": claims, "verdicts": verdicts}
            return _fault(verdicts) if isinstance(verdicts, str) else self._reply(both)
        raise UsageError(
            f"a classifier cannot judge {task.rubric}",
            expected="faithfulness or context_recall",
            mend="take a model as the judge",
        )

    async def _verdicts(self, claims: list[dict[str, Any]], contexts: list[str]) -> list[dict[str, Any]] | str:
        pairs = [(context, claim["text"]) for claim in claims for context in contexts]
        shares = list(await asyncio.to_thread(self.function, pairs)) if pairs else []
        if len(shares) != len(pairs):
            return f"schema: {len(pairs)} pairs gave {len(shares)} probabilities"
        if not all(0 <= share <= 1 for share in shares):
            return "schema: a probability is not between 0 and 1"
        verdicts = []
        for number, claim in enumerate(claims):
            mine = [float(share) for share in shares[number * len(contexts) : (number + 1) * len(contexts)]]
            best = max(range(len(mine)), key=mine.__getitem__, default=None)
            found = best is not None and mine[best] > self.threshold
            verdicts.append(
                {
                    "claim": claim["id"],
                    "explanation": "no context" if best is None else f"context {best}: {mine[best]:.4f}",
                    "verdict": "supported" if found else "unsupported",
                    "failure": "none" if found else "fabrication",
                }
            )
        return verdicts

    def _reply(self, output: dict[str, Any]) -> Reply:
        return Reply(output, model=self.models[0], usage=Usage(calls=1, attempts=1))


@dataclass(frozen=True)
class Calibration:
    """A threshold from labels.

    Attributes:
        threshold: Supported is what lies above it.
        accuracy: Mean of the shares of right verdicts among supported and among unsupported claims, at the threshold,
            on the labels that chose it: an upper bound of what to expect.
        n_supported, n_unsupported: How many labels there were.
    """

    threshold: float
    accuracy: float
    n_supported: int
    n_unsupported: int


def calibrate(scores: Sequence[float], labels: Sequence[bool]) -> Calibration:
    """The threshold with the highest balanced accuracy on labels of one's own; of several the lowest.

    Args:
        scores: Probabilities of support.
        labels: Whether each claim is supported, as people say.

    Raises:
        BadParameter: There is no label of one kind, or the lengths differ.
    """
    if len(scores) != len(labels):
        raise BadParameter(f"{len(scores)} scores and {len(labels)} labels", expected="one label per score")
    yes, no = sum(map(bool, labels)), sum(not label for label in labels)
    if not yes or not no:
        raise BadParameter(f"{yes} supported and {no} unsupported labels", expected="some of both")
    found = [
        Calibration(threshold, _balanced(scores, labels, threshold, yes, no), yes, no)
        for threshold in sorted({0.0, *scores})
    ]
    return max(found, key=lambda one: (one.accuracy, -one.threshold))


def _balanced(scores: Sequence[float], labels: Sequence[bool], threshold: float, yes: int, no: int) -> float:
    right_yes = sum(bool(label) and score > threshold for score, label in zip(scores, labels, strict=True))
    right_no = sum(not label and score <= threshold for score, label in zip(scores, labels, strict=True))
    return (right_yes * no + right_no * yes) / (2 * yes * no)


def _fault(text: list[dict[str, Any]] | str) -> Reply:
    return Reply(fault=str(text), usage=Usage(calls=1, attempts=1))
