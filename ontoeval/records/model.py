"""The fields of a sample and of a document, and the light forms they take in columns."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Required

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, FiniteFloat
from typing_extensions import TypedDict

_IDS_AS_TEXT = ConfigDict(coerce_numbers_to_str=True, extra="ignore")


class Hit(TypedDict, total=False):
    """One retrieved item: a document, or a chunk of the document named by ``doc``."""

    __pydantic_config__ = _IDS_AS_TEXT  # type: ignore[misc]

    id: Required[str]
    doc: str
    text: str
    score: FiniteFloat | None
    source: str
    concepts: list[str]
    nodes: list[str]
    path: list[str]


class Candidate(TypedDict, total=False):
    """A concept that a linker considered."""

    __pydantic_config__ = _IDS_AS_TEXT  # type: ignore[misc]

    id: Required[str | None]
    score: FiniteFloat | None


class Mention(TypedDict, total=False):
    """A span of the query, linked to a concept; offsets in Unicode code points, end exclusive.

    ``ids`` holds alternatives (any of them is right); no id is NIL.
    """

    __pydantic_config__ = _IDS_AS_TEXT  # type: ignore[misc]

    start: Required[int]
    end: Required[int]
    text: str | None
    id: str | None
    ids: list[str]
    type: str | None
    score: FiniteFloat | None
    candidates: list[Candidate]
    optional: bool
    combine: Literal["any", "all"]
    nil_cluster: str | None


class Hits:
    """A ranked list in columns.

    Attributes:
        ids: Identifier of each hit, in the given order.
        scores: Score of each hit, or None when none has one.
        docs: Document of each hit where that differs from its id, or None.
        items: The hits as they were written, when they were objects.
    """

    __slots__ = ("docs", "ids", "items", "scores")

    def __init__(
        self,
        ids: list[str],
        scores: list[float] | None = None,
        docs: list[str] | None = None,
        items: list[Hit] | None = None,
    ) -> None:
        self.ids = ids
        self.scores = scores
        self.docs = docs
        self.items = items

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"Hits({self.ids!r}, scores={self.scores!r})"

    @property
    def documents(self) -> list[str]:
        """The document of each hit."""
        return self.docs if self.docs is not None else self.ids


def _hits(value: dict[str, float] | list[str | Hit]) -> Hits:
    if isinstance(value, dict):
        return Hits(list(value), list(value.values()))
    if all(isinstance(item, str) for item in value):
        return Hits([str(item) for item in value])
    items = [Hit(id=item) if isinstance(item, str) else item for item in value]
    scores = [item.get("score") for item in items]
    known = [score for score in scores if score is not None]
    if known and len(known) < len(scores):
        raise ValueError("some hits have a score and some have none")
    docs = [item.get("doc", item["id"]) for item in items] if any("doc" in item for item in items) else None
    return Hits([item["id"] for item in items], known or None, docs, items)


def _grades(value: dict[str, float] | list[str]) -> dict[str, float]:
    if isinstance(value, dict):
        return value
    repeated = sorted({name for name in value if value.count(name) > 1}) if len(set(value)) < len(value) else []
    if repeated:
        raise ValueError(f"document {repeated[0]!r} is listed twice")
    return dict.fromkeys(value, 1.0)


def _spans(value: list[Mention]) -> list[Mention]:
    for position, mention in enumerate(value):
        if not 0 <= mention["start"] < mention["end"]:
            raise ValueError(
                f"mention {position} spans {mention['start']}–{mention['end']}: "
                "offsets count code points, the end is exclusive"
            )
    return value


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _as_text(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


Id = Annotated[str, Field(min_length=1), BeforeValidator(_as_text)]
Ranking = Annotated[dict[str, FiniteFloat] | list[str | Hit], AfterValidator(_hits)]
Grades = Annotated[dict[str, FiniteFloat] | list[str], AfterValidator(_grades)]
Mentions = Annotated[list[Mention], AfterValidator(_spans)]
Concepts = Annotated[list[str | None], BeforeValidator(_as_list)]
Texts = Annotated[list[str], BeforeValidator(_as_list)]
Tags = dict[str, Annotated[str, BeforeValidator(_as_text)]]


class _Part(BaseModel):
    model_config = ConfigDict(coerce_numbers_to_str=True, extra="ignore", arbitrary_types_allowed=True)


class Gold(_Part):
    """What is true for a sample."""

    docs: Grades | None = Field(None, description="{doc id: grade}, or a list of relevant doc ids")
    eligible: list[str] | None = Field(None, description="a list of doc ids that the user may see")
    answerable: bool | None = Field(None, description="true or false")
    mentions: Mentions | None = Field(None, description="a list of {start, end, id}")
    concepts: Concepts | None = Field(None, description="a list of concept ids")
    predicates: Any = Field(None, description="a filter: {field: value or [values]}")
    output: Any = Field(None, description="text or JSON")
    answers: Texts | None = Field(None, description="a list of accepted answers")
    verdicts: dict[str, Any] | None = Field(None, description="{annotator: verdict of a person}")


class Run(_Part):
    """What the system did with a sample."""

    filter: Any = Field(None, description="the filter as the engine got it")
    dialect: str | None = Field(None, description="the name of the filter's dialect")
    predicates: Any = Field(None, description="a filter: {field: value or [values]}")
    candidates: Ranking | None = Field(
        None, description="a list of doc ids or {id, score}, or {doc id: score}, scores finite"
    )
    retrieved: Ranking | None = Field(
        None, description="a list of doc ids or {id, score}, or {doc id: score}, scores finite"
    )
    contexts: Ranking | None = Field(None, description="a list of doc ids, in the order given to the generator")
    mentions: Mentions | None = Field(None, description="a list of {start, end, id}")
    concepts: Concepts | None = Field(None, description="a list of concept ids")
    output: Any = Field(None, description="text or JSON")
    answer: str | None = Field(None, description="text")
    citations: list[dict[str, Any]] | None = Field(None, description="a list of {claim, hit, span}")
    confidence: FiniteFloat | None = Field(None, description="a finite number")
    latency_ms: dict[str, FiniteFloat] | None = Field(None, description="{stage: milliseconds}")
    cost: dict[str, FiniteFloat] | None = Field(None, description="{stage: amount}")
    tokens: dict[str, int] | None = Field(None, description="{stage: count}")
    error: str | None = Field(None, description="text")


class Sample(_Part):
    """One question or document: the row view of a batch.

    ``gold`` or ``run`` is None when no file had a row with this id.
    """

    id: Id = Field(description="a non-empty text or number")
    query: str | None = Field(None, description="text")
    tags: Tags | None = Field(None, description="{name: value}")
    weight: Annotated[FiniteFloat, Field(gt=0)] | None = Field(None, description="a positive number")
    cluster: Annotated[str, BeforeValidator(_as_text)] | None = Field(None, description="text")
    gold: Gold | None = None
    run: Run | None = None
    annotations: dict[str, list[Any]] | None = Field(None, description="{annotator: [result]}")


#: Every field of a sample by path, with its type and a description of what is allowed.
FIELDS: dict[str, tuple[Any, str]] = {
    **{
        name: (info.rebuild_annotation(), info.description or "")
        for name, info in Sample.model_fields.items()
        if name not in ("gold", "run")
    },
    **{
        f"{part}.{name}": (info.rebuild_annotation(), info.description or "")
        for part, model in (("gold", Gold), ("run", Run))
        for name, info in model.model_fields.items()
    },
}
