"""What judges write into ``annotations``: the fields of the shipped rubrics, and how a stored result is read.

``annotations[rubric]`` has one result per repetition, in the order of the runs::

    {
      "status": "ok" | "invalid",
      "fields": {…},            the rubric's fields (below); null when invalid
      "score": 0.75,            recomputed from the fields, never taken from the judge; null when undefined or invalid
      "reason": null,           when invalid, a code and details: "truncated: finish_reason is 'length'"
      "judge": "gpt-x@api.example.org",   who judged; "rule" is no model, "jury(a, b)" are several
      "model": "gpt-x-2026-08-01",        the model that the server says it used; null where there is none
      "rubric": "faithfulness:1f0c…",     name and hash of instructions and schema
      "material": "9c41…",      hash of the texts that were judged
      "run": 0,
      "usage": {"calls": 2, "attempts": 2, "prompt_tokens": 812, "completion_tokens": 95, "seconds": 1.8, "cost": null}
    }

A jury adds ``disagreements`` (item, and what each juror said), a judge that claimed another score than its fields give
``claimed_score``. Metrics read ``fields`` through `parse_result`; a result written by hand needs ``fields`` only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, model_validator

FailureMode = Literal["none", "fabrication", "overgeneralization", "wrong_entity", "stale_fact"]
Support = Literal["full", "partial", "none"]

#: How a claim can fail; "none" belongs to supported claims.
FAILURE_MODES: tuple[FailureMode, ...] = ("fabrication", "overgeneralization", "wrong_entity", "stale_fact")


class Item(BaseModel):
    """A part of a verdict: no other fields, no conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Fields(Item):
    """The fields that a judge fills; a subclass is a rubric's schema, its checks and its score.

    Attributes:
        unasked: Fields that are not asked of the judge, but added to its answer.
    """

    unasked: ClassVar[tuple[str, ...]] = ()

    def quotes(self) -> list[str | None]:
        """Evidence that must be literal in the material; None where evidence is due and was not given."""
        return []

    def score(self) -> float | None:
        """The score that follows from the fields; None when it is undefined."""
        return None


class Claim(Item):
    """One statement, taken out of a text."""

    id: int
    text: Annotated[str, Field(min_length=1)]


class ClaimVerdict(Item):
    """Whether the contexts support a claim, and the words that do."""

    claim: int
    quote: str | None = None
    explanation: str = ""
    verdict: Literal["supported", "unsupported"]
    failure: FailureMode = "none"


class ClaimVerdicts(Fields):
    """Claims, each with exactly one verdict."""

    claims: list[Claim]
    verdicts: list[ClaimVerdict]

    @model_validator(mode="after")
    def _partition(self) -> ClaimVerdicts:
        partition("claim", [claim.id for claim in self.claims], [verdict.claim for verdict in self.verdicts])
        return self

    @property
    def supported(self) -> int:
        """How many claims are supported."""
        return sum(verdict.verdict == "supported" for verdict in self.verdicts)

    def quotes(self) -> list[str | None]:
        """The quotes of supported claims."""
        return [verdict.quote for verdict in self.verdicts if verdict.verdict == "supported"]

    def score(self) -> float | None:
        """Supported claims / claims; None without claims."""
        return self.supported / len(self.claims) if self.claims else None


class Faithfulness(ClaimVerdicts):
    """``faithfulness``: the claims of ``run.answer`` against the contexts.

    ``refusal`` says that the answer declines to answer; faithfulness is then undefined, whatever claims there are.
    """

    refusal: bool = False

    def score(self) -> float | None:
        """Supported claims / claims; None without claims or for a refusal."""
        return None if self.refusal else super().score()


class ContextRecall(ClaimVerdicts):
    """``context_recall``: the claims of the reference (``gold.answers[0]``) against the contexts."""


class RelevancyQuestion(Item):
    """A question that the answer would answer."""

    question: Annotated[str, Field(min_length=1)]
    noncommittal: bool


class AnswerRelevancy(Fields):
    """``answer_relevancy``: questions made from the answer, and their cosines with the query, in the same order."""

    questions: list[RelevancyQuestion]
    similarities: list[FiniteFloat]

    @model_validator(mode="after")
    def _aligned(self) -> AnswerRelevancy:
        if len(self.questions) != len(self.similarities):
            raise ValueError(f"partition: {len(self.questions)} questions have {len(self.similarities)} similarities")
        return self

    def score(self) -> float | None:
        """Mean cosine, 0 when every question is noncommittal; None without questions."""
        if not self.questions:
            return None
        if all(question.noncommittal for question in self.questions):
            return 0.0
        return sum(self.similarities) / len(self.similarities)


class ContextVerdict(Item):
    """Whether a context was of use to arrive at the reference."""

    context: int
    explanation: str = ""
    useful: bool


class ContextPrecision(Fields):
    """``context_precision``: one verdict per context; ``context`` counts from 0 in the order of the generator."""

    verdicts: list[ContextVerdict]

    @model_validator(mode="after")
    def _partition(self) -> ContextPrecision:
        expected = list(range(len(self.verdicts)))
        partition("context", expected, [verdict.context for verdict in self.verdicts])
        return self

    @property
    def useful(self) -> list[bool]:
        """Whether each context was of use, in order."""
        return [verdict.useful for verdict in sorted(self.verdicts, key=lambda verdict: verdict.context)]

    def score(self) -> float | None:
        """Mean precision at the useful contexts; 0 without a useful one, None without contexts."""
        ranks = [rank for rank, useful in enumerate(self.useful, 1) if useful]
        if not ranks:
            return 0.0 if self.verdicts else None
        return sum(found / rank for found, rank in enumerate(ranks, 1)) / len(ranks)


class ContextScore(Item):
    """How relevant a context is to the question, from 0 to 1; ``context`` counts from 0 in the order of the prompt."""

    context: int
    explanation: str = ""
    score: Annotated[FiniteFloat, Field(ge=0, le=1)]


class ContextRelevance(Fields):
    """``context_relevance``: one score per context."""

    verdicts: list[ContextScore]

    @model_validator(mode="after")
    def _partition(self) -> ContextRelevance:
        partition("context", list(range(len(self.verdicts))), [verdict.context for verdict in self.verdicts])
        return self

    @property
    def scores(self) -> list[float]:
        """The score of each context, in order."""
        return [verdict.score for verdict in sorted(self.verdicts, key=lambda verdict: verdict.context)]

    def score(self) -> float | None:
        """The mean; None without contexts."""
        return sum(self.scores) / len(self.scores) if self.scores else None


class ContextsUsed(ContextPrecision):
    """``context_use``: one verdict per context, ``useful`` when the answer uses it."""

    def score(self) -> float | None:
        """Used contexts / contexts; None without contexts."""
        return sum(self.useful) / len(self.useful) if self.useful else None


class CitedClaim(Item):
    """A claim of the answer, whether it should be cited, and which of ``run.citations`` (from 0) it cites."""

    id: int
    text: Annotated[str, Field(min_length=1)]
    checkable: bool
    citations: list[int]


class CitationVerdict(Item):
    """How far a cited passage supports the claim that cites it."""

    claim: int
    citation: int
    quote: str | None = None
    explanation: str = ""
    support: Support


class Citations(Fields):
    """``citations``: the claims of the answer with what they cite; one verdict per claim and citation of it."""

    claims: list[CitedClaim]
    verdicts: list[CitationVerdict]

    @model_validator(mode="after")
    def _partition(self) -> Citations:
        partition("claim", [claim.id for claim in self.claims], [claim.id for claim in self.claims])
        pairs = [(claim.id, citation) for claim in self.claims for citation in claim.citations]
        partition("pair of claim and citation", pairs, [(v.claim, v.citation) for v in self.verdicts])
        return self

    def quotes(self) -> list[str | None]:
        """The quotes of passages that support."""
        return [verdict.quote for verdict in self.verdicts if verdict.support != "none"]

    def score(self) -> float | None:
        """Checkable claims that a citation of theirs fully supports / checkable claims; None without any."""
        checkable = {claim.id for claim in self.claims if claim.checkable}
        held = {verdict.claim for verdict in self.verdicts if verdict.support == "full"}
        return len(checkable & held) / len(checkable) if checkable else None


class NuggetVerdict(Item):
    """Whether the answer states a nugget."""

    nugget: int
    quote: str | None = None
    explanation: str = ""
    support: Support


class Nuggets(Fields):
    """``nuggets``: one verdict per nugget; ``nugget`` counts from 0 in ``gold.nuggets``. Quotes are of the answer."""

    verdicts: list[NuggetVerdict]

    @model_validator(mode="after")
    def _partition(self) -> Nuggets:
        partition("nugget", list(range(len(self.verdicts))), [verdict.nugget for verdict in self.verdicts])
        return self

    def quotes(self) -> list[str | None]:
        """The quotes of nuggets that the answer states."""
        return [verdict.quote for verdict in self.verdicts if verdict.support != "none"]

    def score(self) -> float | None:
        """Nuggets that are fully stated / nuggets, vital or not; None without nuggets."""
        return sum(v.support == "full" for v in self.verdicts) / len(self.verdicts) if self.verdicts else None


class AnswerCorrectness(Fields):
    """``answer_correctness``: statements in both answer and reference, in the answer only, in the reference only."""

    both: list[str]
    answer_only: list[str]
    reference_only: list[str]

    @model_validator(mode="after")
    def _disjoint(self) -> AnswerCorrectness:
        statements = [*self.both, *self.answer_only, *self.reference_only]
        partition("statement", statements, statements)
        return self

    def score(self) -> float | None:
        """F1 of statements; None without any."""
        right, wrong = len(self.both), len(self.answer_only) + len(self.reference_only)
        return 2 * right / (2 * right + wrong) if right + wrong else None


class Rating(Fields):
    """``fluency``, and ratings of your own: 1 to 5, with the probability of each grade where the judge gives it."""

    unasked: ClassVar[tuple[str, ...]] = ("probabilities",)

    observation: str = ""
    explanation: str = ""
    rating: Annotated[int, Field(ge=1, le=5)]
    probabilities: dict[str, Annotated[FiniteFloat, Field(ge=0)]] | None = None

    def score(self) -> float | None:
        """(expected rating - 1) / 4, by the probabilities when there are any."""
        if not self.probabilities:
            return (self.rating - 1) / 4
        total = sum(self.probabilities.values())
        if not total:
            return None
        return (sum(int(grade) * share for grade, share in self.probabilities.items()) / total - 1) / 4

    @model_validator(mode="after")
    def _grades(self) -> Rating:
        wrong = sorted(set(self.probabilities or ()) - set("12345"))
        if wrong:
            raise ValueError(f"schema: probability of the grade {wrong[0]!r}, grades are 1 to 5")
        return self


class Abstention(Fields):
    """``abstention``: whether the answer declines to answer, with its words."""

    quote: str | None = None
    explanation: str = ""
    refused: bool

    def quotes(self) -> list[str | None]:
        """The words that decline; an empty answer has none."""
        return [self.quote] if self.refused and self.quote else []

    def score(self) -> float | None:
        """1 for a refusal, else 0."""
        return float(self.refused)


class OrderedPreference(Item):
    """Which of two answers is better when ``first`` is shown first."""

    first: Literal["answer", "other"]
    explanation: str = ""
    winner: Literal["first", "second", "tie"]

    @property
    def prefers(self) -> Literal["answer", "other", "tie"]:
        """The answer that won."""
        if self.winner == "tie":
            return "tie"
        if self.winner == "first":
            return self.first
        return "other" if self.first == "answer" else "answer"


class Preference(Fields):
    """``preference``: ``run.answer`` against ``run.other_answer``, in both orders."""

    orders: list[OrderedPreference]

    @model_validator(mode="after")
    def _both(self) -> Preference:
        partition("order", ["answer", "other"], [order.first for order in self.orders])
        return self

    def score(self) -> float | None:
        """1 when the answer wins in both orders, 0 when it loses in both, else 0.5."""
        wins = [order.prefers for order in self.orders]
        return 0.5 if wins[0] != wins[1] or wins[0] == "tie" else float(wins[0] == "answer")


class SemanticSimilarity(Fields):
    """``semantic_similarity``: cosine of the embeddings of answer and reference."""

    similarity: FiniteFloat

    def score(self) -> float | None:
        """The cosine."""
        return self.similarity


#: Schema of each shipped rubric.
SCHEMAS: dict[str, type[Fields]] = {
    "faithfulness": Faithfulness,
    "answer_relevancy": AnswerRelevancy,
    "context_precision": ContextPrecision,
    "context_relevance": ContextRelevance,
    "context_use": ContextsUsed,
    "context_recall": ContextRecall,
    "citations": Citations,
    "nuggets": Nuggets,
    "answer_correctness": AnswerCorrectness,
    "fluency": Rating,
    "abstention": Abstention,
    "preference": Preference,
    "semantic_similarity": SemanticSimilarity,
}


class InvalidVerdict(Exception):
    """What a judge said cannot be used; the text is a code and details, ``"partition: claim 3 …"``."""


def parse_result(result: Any, schema: type[Fields]) -> Fields:
    """The fields of one stored result, checked.

    Raises:
        InvalidVerdict: The judge failed, or the fields are not what the rubric asks for.
    """
    if not isinstance(result, dict):
        raise InvalidVerdict("schema: a result is an object with 'fields'")
    if result.get("status", "ok") != "ok":
        raise InvalidVerdict(str(result.get("reason") or "invalid: no reason is given"))
    return parse_fields(result.get("fields"), schema)


def parse_fields(fields: Any, schema: type[Fields]) -> Fields:
    """Fields as the schema's object, checked.

    Raises:
        InvalidVerdict: They are not what the schema asks for.
    """
    try:
        return schema.model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        cause = first.get("ctx", {}).get("error")
        if isinstance(cause, ValueError):
            raise InvalidVerdict(str(cause)) from None
        place = ".".join(map(str, first["loc"])) or "fields"
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise InvalidVerdict(f"schema: {place}: {first['msg']}{more}") from None


def partition(kind: str, expected: Sequence[Any], got: Sequence[Any]) -> None:
    """Check that every expected thing is named exactly once, and nothing else is.

    Raises:
        ValueError: The first thing that is repeated, unknown or left out; it starts with ``partition:``.
    """
    for names in (expected, got):
        repeated = _repeated(names)
        if repeated is not None:
            raise ValueError(f"partition: {kind} {repeated!r} occurs twice")
    known, named = set(expected), set(got)
    for name in got:
        if name not in known:
            raise ValueError(f"partition: a verdict for {kind} {name!r}, which does not exist")
    for name in expected:
        if name not in named:
            raise ValueError(f"partition: {kind} {name!r} has no verdict")


def _repeated(names: Iterable[Any]) -> Any:
    seen: set[Any] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None
