"""What judges and embedders are: a task goes in, a reply with its usage comes out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ontoeval.records.verdicts import Fields

#: Faults that may not come again: their replies are never kept for a later run.
PASSING_FAULTS = frozenset({"timeout", "connection", "rate_limited", "server", "failed"})


@dataclass(frozen=True)
class Usage:
    """What one or several calls took.

    Attributes:
        calls: Calls that were asked for.
        attempts: Requests that were sent, retries included.
        prompt_tokens, completion_tokens: As the server counts them.
        seconds: From the first attempt to the last byte, waits included.
        cost: By the user's price table; None when a model is not in it.
    """

    calls: int = 0
    attempts: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        return Usage(
            self.calls + other.calls,
            self.attempts + other.attempts,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.seconds + other.seconds,
            cost,
        )


@dataclass(frozen=True)
class Step:
    """One question of a rubric to a judge.

    Attributes:
        name: Its name, by which judges that are no model know what to do.
        instructions: What a model is told.
        schema: What the answer must look like.
        decision: How several judges decide it: ``"first"`` (the first judge does it for all, as when a text is taken
            apart), or the name of the field they vote on.
        items: The field with the list whose items are voted on one by one; None when the answer is one item.
        key: The field that identifies an item of the list.
    """

    name: str
    instructions: str
    schema: type[Fields]
    decision: str = "first"
    items: str | None = None
    key: str | None = None

    @property
    def by_vote(self) -> bool:
        """Whether every judge of a jury is asked."""
        return self.decision != "first"


@dataclass(frozen=True)
class Task:
    """A step with the material of one sample.

    Attributes:
        rubric: Name and hash of the rubric.
        step: What is asked.
        data: The material: JSON-ready values, which are judged and never obeyed.
        run: Index of the repetition, from 0.
    """

    rubric: str
    step: Step
    data: dict[str, Any]
    run: int = 0


@dataclass(frozen=True)
class Reply:
    """What came back for a task.

    Attributes:
        output: The answer as a JSON value, not checked yet; None when there is a fault.
        fault: A code and details, ``"truncated: …"``; None when there is an output.
        model: The model that the server says it used.
        usage: What it took.
        text: What the model said, as it said it.
        disagreements: Where several judges did not agree.
    """

    output: Any = None
    fault: str | None = None
    model: str | None = None
    usage: Usage = field(default_factory=Usage)
    text: str = ""
    disagreements: tuple[dict[str, Any], ...] = ()

    @property
    def passing(self) -> bool:
        """Whether the fault may be gone the next time."""
        return self.fault is not None and self.fault.partition(":")[0] in PASSING_FAULTS

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready object, from which `from_dict` makes the same reply."""
        return asdict(self)

    @classmethod
    def from_dict(cls, content: dict[str, Any]) -> Reply:
        """The reply that `as_dict` wrote down."""
        known = {**content, "usage": Usage(**content["usage"]), "disagreements": tuple(content["disagreements"])}
        return cls(**known)


class Annotator(ABC):
    """What judges and embedders have in common.

    Attributes:
        name: Identity in results and keys: two with the same name give the same, chance aside.
        kind: ``"model"``, or what it is instead; scores of different kinds are never comparable.
        priced: Whether costs are known.
    """

    name: str
    kind: Literal["model", "rule", "classifier", "jury", "hashed"] = "model"
    priced: bool = False

    def check(self) -> None:  # noqa: B027 - most have nothing to check
        """Whatever can be checked before the first call.

        Raises:
            OntoevalError: It cannot work: no key, no library, no file.
        """

    async def aclose(self) -> None:  # noqa: B027 - most have nothing to close
        """Give connections back."""


class Judge(Annotator):
    """Answers tasks.

    Attributes:
        models: Names of the models behind it; none for a judge that is no model.
        quotes: Whether it gives literal evidence, which is then required.
    """

    models: tuple[str, ...] = ()
    quotes: bool = True

    @abstractmethod
    async def ask(self, task: Task) -> Reply:
        """Answer a task; a failure is a reply with a fault, not an exception.

        Raises:
            OntoevalError: No task can be answered: wrong key, no such model.
        """

    def calls(self, step: Step) -> int:
        """How many calls a step takes."""
        return 1


class Embedder(Annotator):
    """Turns texts into vectors."""

    @abstractmethod
    async def embed(self, texts: list[str], run: int = 0) -> Reply:
        """One vector per text, as the reply's output; a failure is a reply with a fault.

        Args:
            texts: The texts.
            run: Index of the repetition.
        """
