"""The rule judge: word overlap instead of a model; for tests and dry runs, never to be compared with a model."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from ontoeval.annotate.protocol import Judge, Reply, Task, Usage
from ontoeval.errors import UsageError

_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=\S)|(?<=[。！？])|\n+")
_WORD = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+")
_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f]")
_REFUSAL = re.compile(
    r"\b(?:i|we) (?:do not|don't|cannot|can't|could not|couldn't) (?:know|find|answer|say|tell)\b|\bno information\b"
    r"|\b(?:context|documents?|sources?) (?:does not|do not|doesn't|don't) (?:say|mention|contain)\b"
)
_COMMON = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "be", "been", "by", "can", "do", "does", "for", "from", "had", "has",
        "have", "how", "in", "is", "it", "its", "may", "of", "on", "or", "that", "the", "their", "there", "they",
        "this", "to", "was", "were", "what", "when", "where", "which", "who", "why", "will", "with", "you", "your",
    }
)  # fmt: skip


class RuleJudge(Judge):
    """Decides by words: the same material gives the same verdict, offline, without a model.

    A claim is a sentence. A context supports it when one of its sentences holds at least the share ``enough`` of the
    claim's words, and all its numbers. It knows neither synonyms nor negation: use it to test a pipeline, and do not
    compare its figures with those of a model; their signatures differ.

    Args:
        enough: The share of words, above 0 and at most 1.

    Raises:
        UsageError: ``enough`` is not allowed.
    """

    kind = "rule"
    priced = True

    def __init__(self, enough: float = 0.7) -> None:
        if not 0 < enough <= 1:
            raise UsageError(f"enough={enough!r} is not allowed", expected="above 0, at most 1")
        self.enough = enough
        self.name = f"rule(enough={enough:g})"
        self._rules: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "claims": self._claims,
            "claim_verdicts": lambda data: {"verdicts": self._verdicts(data["claims"], data["contexts"])},
            "reference_claims": self._reference,
            "context_use": lambda data: self._use(data["reference"], data["context"], "reference"),
            "used_context": lambda data: self._use(data["answer"], data["context"], "answer"),
            "relevant_context": self._relevance,
            "question": self._question,
            "nugget_verdicts": self._nuggets,
            "abstention": self._abstention,
            "answer_correctness": self._correctness,
        }

    async def ask(self, task: Task) -> Reply:
        """Decide.

        Raises:
            UsageError: There is no rule for the step.
        """
        rule = self._rules.get(task.step.name)
        if rule is None:
            raise UsageError(
                f"the rule judge has no rule for {task.step.name!r} of {task.rubric}",
                expected="faithfulness, answer_relevancy, context_precision, context_recall, context_relevance, "
                "context_use, nuggets, abstention or answer_correctness",
                mend="take a model as the judge",
            )
        return Reply(rule(task.data), usage=Usage(calls=1, attempts=1))

    def _claims(self, data: dict[str, Any]) -> dict[str, Any]:
        answer = data["answer"]
        refusal = _REFUSAL.search(_fold(answer)) is not None
        return {"refusal": refusal, "claims": [] if refusal else listed_claims(answer)}

    def _verdicts(self, claims: list[dict[str, Any]], contexts: list[str]) -> list[dict[str, Any]]:
        sentences = [sentence for context in contexts for sentence in split_sentences(context)]
        bags = [words(sentence) for sentence in sentences]
        verdicts = []
        for claim in claims:
            position = self._holder(words(claim["text"]), bags)
            found = position is not None
            verdicts.append(
                {
                    "claim": claim["id"],
                    "quote": None if position is None else sentences[position],
                    "explanation": "its words are there" if found else "no sentence has its words",
                    "verdict": "supported" if found else "unsupported",
                    "failure": "none" if found else "fabrication",
                }
            )
        return verdicts

    def _holder(self, wanted: list[str], bags: list[list[str]]) -> int | None:
        """The first bag with the highest share of the wanted words, when it is enough."""
        content = {word for word in wanted if word not in _COMMON} or set(wanted)
        if not content:
            return None
        numbers = {word for word in content if word[0].isdigit()}
        shares = [len(content & set(bag)) / len(content) if numbers <= set(bag) else 0.0 for bag in bags]
        best = max(range(len(shares)), key=shares.__getitem__, default=None)
        return best if best is not None and shares[best] >= self.enough else None

    def _reference(self, data: dict[str, Any]) -> dict[str, Any]:
        claims = listed_claims(data["reference"])
        return {"claims": claims, "verdicts": self._verdicts(claims, data["contexts"])}

    def _use(self, text: str, context: str, what: str) -> dict[str, Any]:
        useful = any(verdict["verdict"] == "supported" for verdict in self._verdicts(listed_claims(text), [context]))
        return {"explanation": f"states {'a' if useful else 'no'} part of the {what}", "useful": useful}

    def _relevance(self, data: dict[str, Any]) -> dict[str, Any]:
        bags = [words(sentence) for sentence in split_sentences(data["context"])]
        found = self._holder(words(data["question"]), bags) is not None
        explanation = "a sentence has the words of the question" if found else "no sentence has its words"
        return {"explanation": explanation, "relevance": "full" if found else "none"}

    def _question(self, data: dict[str, Any]) -> dict[str, Any]:
        sentences = split_sentences(data["answer"]) or [data["answer"]]
        refusal = _REFUSAL.search(_fold(data["answer"])) is not None
        return {"question": sentences[data["variation"] % len(sentences)], "noncommittal": refusal}

    def _nuggets(self, data: dict[str, Any]) -> dict[str, Any]:
        sentences = split_sentences(data["answer"])
        bags = [words(sentence) for sentence in sentences]
        verdicts = []
        for nugget in data["nuggets"]:
            position = self._holder(words(nugget["text"]), bags)
            verdicts.append(
                {
                    "nugget": nugget["nugget"],
                    "quote": None if position is None else sentences[position],
                    "support": "none" if position is None else "full",
                }
            )
        return {"verdicts": verdicts}

    def _abstention(self, data: dict[str, Any]) -> dict[str, Any]:
        for sentence in split_sentences(data["answer"]):
            if _REFUSAL.search(_fold(sentence)):
                return {"quote": sentence, "refused": True}
        return {"quote": None, "refused": False}

    def _correctness(self, data: dict[str, Any]) -> dict[str, Any]:
        mine, theirs = (list(dict.fromkeys(split_sentences(data[name]))) for name in ("answer", "reference"))
        shared = [text for text in mine if self._holder(words(text), [words(other) for other in theirs]) is not None]
        alone = [text for text in theirs if self._holder(words(text), [words(other) for other in mine]) is None]
        rest = [text for text in mine if text not in shared]
        return {"both": shared, "answer_only": rest, "reference_only": [text for text in alone if text not in mine]}


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, by its signs and lines."""
    return [part.strip() for part in _SENTENCE.split(text) if part.strip()]


def words(text: str) -> list[str]:
    """Words and numbers, in one form; each character of scripts without spaces is a word."""
    return _WORD.findall(_WITHOUT_SPACES.sub(lambda match: f" {match[0]} ", _fold(text)))


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def listed_claims(text: str) -> list[dict[str, Any]]:
    """The sentences of a text as claims, numbered from 1."""
    return [{"id": number, "text": sentence} for number, sentence in enumerate(split_sentences(text), 1)]
