"""A jury: several judges on the same material, by majority, with their disagreements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ontoeval.annotate.protocol import Judge, Reply, Step, Task, Usage
from ontoeval.errors import UsageError
from ontoeval.records.verdicts import Fields, InvalidVerdict, parse_fields


class Jury(Judge):
    """Decides as most of its judges do.

    A text is taken apart by the first judge, so that all decide on the same claims; of verdicts on claims, contexts or
    nuggets each is decided on its own. Where there is no majority, or a judge fails, the result is invalid. Wherever
    the judges differ it is listed.

    Args:
        judges: At least two, with different names; an odd number always has a majority on yes or no.

    Raises:
        UsageError: There are fewer, or two have the same name.
    """

    kind = "jury"

    def __init__(self, judges: Sequence[Judge]) -> None:
        names = [judge.name for judge in judges]
        if len(names) < 2 or len(set(names)) < len(names):
            raise UsageError(f"a jury of {names or 'nobody'}", expected="at least two different judges")
        self.judges = tuple(judges)
        self.name = f"jury({','.join(names)})"
        self.models = tuple(model for judge in judges for model in judge.models)
        self.quotes = all(judge.quotes for judge in judges)
        self.priced = all(judge.priced for judge in judges)

    def check(self) -> None:
        """Check each judge."""
        for judge in self.judges:
            judge.check()

    def calls(self, step: Step) -> int:
        """The calls of every judge where they vote, else of the first."""
        return sum(judge.calls(step) for judge in (self.judges if step.by_vote else self.judges[:1]))

    async def ask(self, task: Task) -> Reply:
        """Ask the judges and decide."""
        step = task.step
        asked = self.judges if step.by_vote else self.judges[:1]
        replies: list[Reply] = []
        usage, served = Usage(), None
        for judge in asked:  # one after the other: calls at the same time are counted elsewhere
            reply = await judge.ask(task)
            replies.append(reply)
            usage += reply.usage
            served = ",".join(one.model for one in replies if one.model) or None
            if reply.fault is not None:
                return Reply(fault=f"{reply.fault} [{judge.name}]", model=served, usage=usage)
        if not step.by_vote:
            return Reply(replies[0].output, model=served, usage=usage, text=replies[0].text)
        names = [judge.name for judge in asked]
        disagreements: list[dict[str, Any]] = []
        try:
            outputs = [_checked(reply.output, step.schema, name) for reply, name in zip(replies, names, strict=True)]
            output = _decide(step, names, outputs, disagreements)
        except InvalidVerdict as fault:
            return Reply(fault=str(fault), model=served, usage=usage, disagreements=tuple(disagreements))
        return Reply(output, model=served, usage=usage, disagreements=tuple(disagreements))

    async def aclose(self) -> None:
        """Close every judge."""
        for judge in self.judges:
            await judge.aclose()


def _checked(output: Any, schema: type[Fields], judge: str) -> dict[str, Any]:
    if isinstance(output, dict):
        output = {name: value for name, value in output.items() if name != "score"}
    try:
        return parse_fields(output, schema).model_dump()
    except InvalidVerdict as fault:
        raise InvalidVerdict(f"{fault} [{judge}]") from None


def _decide(
    step: Step, names: list[str], outputs: list[dict[str, Any]], disagreements: list[dict[str, Any]]
) -> dict[str, Any]:
    if step.items is None or step.key is None:
        return _majority(step.decision, step.name, names, outputs, disagreements)
    keys = step.key.split(",")
    by_key = [{tuple(item[key] for key in keys): item for item in output[step.items]} for output in outputs]
    for name, items in zip(names, by_key, strict=True):
        if items.keys() != by_key[0].keys():
            raise InvalidVerdict(f"partition: it judged other items than {names[0]} [{name}]")
    decided = [
        _majority(
            step.decision, " ".join(map(str, (keys[0], *key))), names, [items[key] for items in by_key], disagreements
        )
        for key in by_key[0]
    ]
    return {**outputs[0], step.items: decided}


def _majority(
    field: str,
    item: str,
    names: list[str],
    outputs: list[dict[str, Any]],
    disagreements: list[dict[str, Any]],
) -> dict[str, Any]:
    """The answer of the first judge that decided as most did."""
    votes = [output[field] for output in outputs]
    (winner, count), *_ = Counter(votes).most_common()
    if count < len(votes):
        disagreements.append({"item": item, "votes": dict(zip(names, votes, strict=True))})
    if 2 * count <= len(votes):
        raise InvalidVerdict(
            f"no_majority: {item}: {', '.join(f'{n}: {v}' for n, v in zip(names, votes, strict=True))}"
        )
    return outputs[votes.index(winner)]
