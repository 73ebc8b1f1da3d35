"""The fields of a sample and of a document, and the light forms they take in columns."""

from __future__ import annotations

from math import isfinite
from typing import Annotated, Any, Literal, Required

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, FiniteFloat
from pydantic_core import PydanticCustomError
from typing_extensions import TypedDict

from ontoeval.records.mentions import LARGEST_OFFSET, Mentions

_IDS_AS_TEXT = ConfigDict(coerce_numbers_to_str=True, extra="ignore")


def _no_truth_value(value: Any) -> Any:
    if isinstance(value, bool):
        raise PydanticCustomError("truth_value", "true and false are no numbers")
    return value


#: Numbers, which Python's truth values would be otherwise.
Number = Annotated[FiniteFloat, BeforeValidator(_no_truth_value)]
Whole = Annotated[int, BeforeValidator(_no_truth_value)]


class Hit(TypedDict, total=False):
    """One retrieved item: a document, or a chunk of the document named by ``doc``."""

    __pydantic_config__ = _IDS_AS_TEXT  # type: ignore[misc]

    id: Required[str]
    doc: str
    text: str
    score: Number | None
    source: str
    concepts: list[str]
    nodes: list[str]
    path: list[str]


class Candidate(TypedDict, total=False):
    """A concept that a linker considered."""

    __pydantic_config__ = _IDS_AS_TEXT  # type: ignore[misc]

    id: Required[str | None]
    score: Number | None


class Mention(TypedDict, total=False):
    """A span of the query, linked to a concept; offsets in Unicode code points, end exclusive.

    ``ids`` holds alternatives (any of them is right); no id is NIL. A mention with ``parents`` (positions in the
    same list) is part of another reading of them: a parent is right, or all that lies below it.
    """

    __pydantic_config__ = _IDS_AS_TEXT  # type: ignore[misc]

    start: Required[Whole]
    end: Required[Whole]
    text: str | None
    id: str | None
    ids: list[str]
    type: str | None
    score: Number | None
    candidates: list[Candidate]
    optional: bool
    combine: Literal["any", "all"]
    nil_cluster: str | None
    parents: list[Whole]


class Triple(TypedDict, total=False):
    """A relation between two arguments: ids of concepts, or texts; and where the text speaks of them.

    Spans are ``[start, end]`` in Unicode code points, end exclusive. An argument has an id, or a span, or both.
    """

    __pydantic_config__ = _IDS_AS_TEXT  # type: ignore[misc]

    head: str | None
    relation: Required[str]
    tail: str | None
    head_span: tuple[Whole, Whole] | None
    tail_span: tuple[Whole, Whole] | None
    head_type: str | None
    tail_type: str | None
    score: Number | None


class Offer(TypedDict, total=False):
    """What an answer may use, as the question offered it: labels of concepts and of relations, in that order."""

    __pydantic_config__ = _IDS_AS_TEXT  # type: ignore[misc]

    concepts: list[str]
    relations: list[str]


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


def _in_order(value: Any) -> Any:
    if isinstance(value, set | frozenset):
        raise PydanticCustomError("no_order", "a set has no order")
    return value


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


def _mentions(value: list[Mention]) -> Mentions:
    for position, mention in enumerate(value):
        if not 0 <= mention["start"] < mention["end"] <= LARGEST_OFFSET:
            raise ValueError(
                f"mention {position} spans {mention['start']}–{mention['end']}: "
                "offsets count code points, the end is exclusive"
            )
        wrong = [parent for parent in mention.get("parents", ()) if not 0 <= parent < len(value) or parent == position]
        if wrong:
            raise ValueError(f"mention {position} has the parent {wrong[0]}: expected the position of another mention")
    return Mentions.of(value)


def _pair(value: Any) -> Any:
    return (value.get("start"), value.get("end")) if isinstance(value, dict) else value


def _areas(value: list[tuple[int, int]]) -> list[tuple[int, int]]:
    for start, end in value:
        if not 0 <= start <= end <= LARGEST_OFFSET:
            raise ValueError(f"the annotated span {start}–{end} is no span")
    return value


def _as_triple(value: Any) -> Any:
    if isinstance(value, list | tuple) and len(value) == 3:
        return dict(zip(("head", "relation", "tail"), value, strict=True))
    return value


_NAMES_OF_PARTS = {
    "sub": "head", "subject": "head", "rel": "relation", "predicate": "relation", "obj": "tail", "object": "tail",
}  # fmt: skip


def _as_emitted(value: Any) -> Any:
    if isinstance(value, dict):
        return {_NAMES_OF_PARTS.get(name, name): part for name, part in value.items()}
    return _as_triple(value)


def _arguments(value: Triple) -> Triple:
    if not value["relation"]:
        raise ValueError("the relation should have at least 1 character")
    for name, argument, span in (
        ("head", value.get("head"), value.get("head_span")),
        ("tail", value.get("tail"), value.get("tail_span")),
    ):
        if not argument and span is None:
            raise ValueError(f"the {name} has neither an id nor a span")
        if span is not None and not 0 <= span[0] < span[1]:
            raise ValueError(f"the {name} spans {span[0]}–{span[1]}: offsets count code points, the end is exclusive")
    return value


def _by_stage(value: Any) -> Any:
    return {"total": value} if isinstance(value, int | float) and not isinstance(value, bool) else value


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _as_id(value: Any) -> Any:
    if isinstance(value, float) and not isfinite(value):
        raise PydanticCustomError("no_id", "this is no id")
    return value if isinstance(value, bool) else _as_text(value)


def _as_text(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


Id = Annotated[str, Field(min_length=1), BeforeValidator(_as_id)]
Ranking = Annotated[dict[str, Number] | list[str | Hit], BeforeValidator(_in_order), AfterValidator(_hits)]
Grades = Annotated[dict[str, FiniteFloat] | list[str], AfterValidator(_grades)]
MentionList = Annotated[list[Mention], AfterValidator(_mentions)]
Areas = Annotated[list[Annotated[tuple[Whole, Whole], BeforeValidator(_pair)]], AfterValidator(_areas)]
Triples = list[Annotated[Triple, BeforeValidator(_as_triple), AfterValidator(_arguments)]]
#: Triples as a text states them or a system puts them out, flaws included: any part may be empty.
Statements = list[Annotated[Triple, BeforeValidator(_as_emitted)]]
TagSequence = list[Annotated[str, Field(min_length=1)]]
Concepts = Annotated[list[str | None], BeforeValidator(_as_list)]
Texts = Annotated[list[str], BeforeValidator(_as_list)]
NodeIds = list[Annotated[str, Field(min_length=1)]]
#: What each stage took; a number alone is the total.
PerStage = Annotated[dict[str, Annotated[Number, Field(ge=0)]], BeforeValidator(_by_stage)]
Tags = dict[str, Annotated[str, BeforeValidator(_as_text)]]


class Nugget(TypedDict, total=False):
    """A fact that a good answer states; without a vital one it is wrong or useless."""

    __pydantic_config__ = _IDS_AS_TEXT  # type: ignore[misc]

    text: Required[str]
    vital: bool


class Rewrite(TypedDict, total=False):
    """One query that was sent for a question, and what it found."""

    __pydantic_config__ = _IDS_AS_TEXT  # type: ignore[misc]

    text: str | None
    hits: Required[Ranking]


class _Part(BaseModel):
    model_config = ConfigDict(coerce_numbers_to_str=True, extra="ignore", arbitrary_types_allowed=True)


class Gold(_Part):
    """What is true for a sample."""

    docs: Grades | None = Field(None, description="{doc id: grade}, or a list of relevant doc ids")
    eligible: list[str] | None = Field(None, description="a list of doc ids that the user may see")
    answerable: bool | None = Field(None, description="true or false")
    mentions: MentionList | None = Field(None, description="a list of {start, end, id}")
    spans: Areas | None = Field(None, description="a list of [start, end]: the part of the query that was annotated")
    concepts: Concepts | None = Field(None, description="a list of concept ids")
    tags: TagSequence | None = Field(None, description="a list of tags, one per token: B-PER, I-PER, O …")
    relations: Triples | None = Field(None, description="a list of {head, relation, tail}")
    triples: Statements | None = Field(None, description="a list of {head, relation, tail} or [head, relation, tail]")
    predicates: Any = Field(None, description="a filter: {field: value or [values]}")
    output: Any = Field(None, description="text or JSON")
    answers: Texts | None = Field(None, description="a list of accepted answers")
    nuggets: list[Nugget] | None = Field(None, description="a list of {text, vital}: what a good answer states")
    verdicts: dict[str, Any] | None = Field(None, description="{annotator: verdict of a person}")
    intent: str | None = Field(None, description="the name of the question's intent, or the id of a concept")
    route: str | None = Field(None, description="the name of the pipeline that should answer")
    nodes: NodeIds | None = Field(None, description="a list of ids of nodes of the graph")
    paths: list[Annotated[NodeIds, Field(min_length=1)]] | None = Field(
        None, description="a list of paths, each a list of one or more node ids in order"
    )


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
    mentions: MentionList | None = Field(None, description="a list of {start, end, id}")
    concepts: Concepts | None = Field(None, description="a list of concept ids")
    tags: TagSequence | None = Field(None, description="a list of tags, one per token: B-PER, I-PER, O …")
    relations: Triples | None = Field(None, description="a list of {head, relation, tail}")
    triples: Statements | None = Field(None, description="a list of {head, relation, tail} or [head, relation, tail]")
    output: Any = Field(None, description="text or JSON")
    answer: str | None = Field(None, description="text")
    other_answer: str | None = Field(None, description="text: another system's answer, to compare with")
    repeats: list[str] | None = Field(None, description="a list of texts: answers to the same question, asked again")
    citations: list[dict[str, Any]] | None = Field(None, description="a list of {claim, hit, span}")
    confidence: Number | None = Field(None, description="a finite number")
    latency_ms: PerStage | None = Field(None, description="{stage: milliseconds}, or their total, at least 0")
    cost: PerStage | None = Field(None, description="{stage: amount}, or their total, at least 0")
    tokens: dict[str, Whole] | None = Field(None, description="{stage: count}")
    error: str | None = Field(None, description="text")
    queries: list[Rewrite] | None = Field(None, description="a list of {text, hits}: the queries that were sent")
    intent: str | None = Field(None, description="the name of an intent, or the id of a concept")
    route: str | None = Field(None, description="the name of the pipeline that was called")


class Sample(_Part):
    """One question or document: the row view of a batch.

    ``gold`` or ``run`` is None when no file had a row with this id.
    """

    id: Id = Field(description="a non-empty text or number")
    query: str | None = Field(None, description="text")
    tags: Tags | None = Field(None, description="{name: value}; NER tags are a field of gold and of run")
    weight: Annotated[Number, Field(gt=0)] | None = Field(None, description="a positive number")
    cluster: Annotated[str, BeforeValidator(_as_text)] | None = Field(None, description="text")
    vocabulary: Offer | None = Field(None, description="{concepts: [label], relations: [label]} that may be used")
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
