"""`Outputs`: constrained outputs, parsed and validated, and the concept ids that they name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import ConfigError
from ontoeval.findings import shorten
from ontoeval.records.batch import Batch
from ontoeval.views.base import Flags, Inputs, Integers, Status, View, run_is_missing, statuses


class Outputs(View):
    """What the system put out (``run.output``): text is parsed as strict JSON, anything else is JSON already.

    Attributes:
        parsed: Whether each sample's output is JSON, shape ``(n,)``.
        valid: Whether it also validates against the schema; without a schema the same as ``parsed``.
        problems: By sample, what is wrong with its output and where.
    """

    stage = "conformance"

    def __init__(
        self, status: NDArray[np.int8], parsed: Flags, valid: Flags, problems: dict[int, tuple[str, str]]
    ) -> None:
        self.status = status
        self.parsed = parsed
        self.valid = valid
        self.problems = problems

    @classmethod
    def builder(cls, inputs: Inputs) -> OutputsBuilder:
        """A new builder."""
        return OutputsBuilder(inputs)


class OutputsBuilder:
    """Compiles batches into `Outputs`."""

    def __init__(self, inputs: Inputs) -> None:
        self.schema = inputs.settings.schema
        self.check = schema_check(self.schema)
        self.any_output = False
        self.status: list[int] = []
        self.parsed: list[bool] = []
        self.valid: list[bool] = []
        self.problems: dict[int, tuple[str, str]] = {}

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for lost, output in zip(run_is_missing(batch), batch.column("run.output"), strict=True):
            self.any_output |= output is not None
            missing = lost or output is None
            self.status.append(Status.MISSING if missing else Status.OK)
            value, parsed = (None, False) if missing else parse_output(output)
            valid = parsed and (self.check is None or self.check(value))
            if not valid and not missing:
                problem = ("schema", schema_problem(self.schema, value)) if parsed else parse_problem(output)
                self.problems[len(self.parsed)] = problem
            self.parsed.append(parsed)
            self.valid.append(valid)

    def build(self) -> Outputs:
        """The view of all batches."""
        parsed, valid = np.array(self.parsed, dtype=bool), np.array(self.valid, dtype=bool)
        view = Outputs(statuses(self.status), parsed, valid, self.problems)
        view.unmeasured = None if self.any_output else "no row has run.output"
        return view


class Named(View):
    """The concept ids that the system named: at the slots of ``run.output``, or without slots in ``run.concepts``.

    Attributes:
        sample: Sample of each named id.
        text: The id as it was written.
        resolution: How the ontology resolves it: ``"live"``, ``"alias"``, …, ``"absent"``, ``"nil"``.
    """

    stage = "conformance"

    def __init__(
        self, status: NDArray[np.int8], sample: Integers, text: list[str | None], resolution: list[str]
    ) -> None:
        self.status = status
        self.sample = sample
        self.text = text
        self.resolution = resolution

    @classmethod
    def builder(cls, inputs: Inputs) -> NamedBuilder:
        """A new builder."""
        return NamedBuilder(inputs)


class NamedBuilder:
    """Compiles batches into `Named`."""

    def __init__(self, inputs: Inputs) -> None:
        self.ontology = inputs.ontology
        self.slots = [slot_steps(slot) for slot in inputs.settings.slots]
        self.field = "run.output" if self.slots else "run.concepts"
        self.any_value = False
        self.status: list[int] = []
        self.sample: list[int] = []
        self.text: list[str | None] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for lost, value in zip(run_is_missing(batch), batch.column(self.field), strict=True):
            self.any_value |= value is not None
            missing = lost or value is None
            if missing:
                named: list[str | None] = []
            elif self.slots:
                parsed, _ = parse_output(value)
                named = [text for steps in self.slots for text in slot_values(parsed, steps)]
            else:
                named = list(value)
            self.sample += [len(self.status)] * len(named)
            self.text += named
            self.status.append(Status.MISSING if missing else Status.OK)

    def build(self) -> Named:
        """The view of all batches."""
        found: list[str] = []
        if self.ontology is not None:
            known = {text: str(self.ontology.resolve(text).status) for text in dict.fromkeys(self.text)}
            found = [known[text] for text in self.text]
        view = Named(statuses(self.status), np.array(self.sample, dtype=np.int64), self.text, found)
        if not self.any_value:
            view.unmeasured = f"no row has {self.field}" + ("" if self.slots else ", and no slot was given (--slot)")
        return view


def parse_output(output: Any) -> tuple[Any, bool]:
    """The JSON value of an output, and whether it is one; NaN and infinities are not JSON."""
    from pydantic_core import from_json

    try:
        if not isinstance(output, str):
            json.dumps(output, allow_nan=False)
            return output, True
        return from_json(output, allow_inf_nan=False), True
    except (ValueError, TypeError, RecursionError):
        return None, False


def parse_problem(output: Any) -> tuple[str, str]:
    """What keeps an output from being JSON, and where."""
    from pydantic_core import from_json

    if not isinstance(output, str):
        return "no JSON value", "it holds NaN, an infinity, or is nested too deeply"
    try:
        from_json(output, allow_inf_nan=False)
    except ValueError as error:
        message = str(error)
        return ("truncated JSON" if message.startswith("EOF") else "broken JSON"), message
    return "broken JSON", "it is nested too deeply"


def schema_problem(schema: Mapping[str, Any] | None, value: Any) -> str:
    """The first reason why a value does not validate, with its path."""
    from jsonschema.validators import validator_for

    assert schema is not None
    error = min(validator_for(schema)(schema).iter_errors(value), key=lambda found: found.json_path, default=None)
    return "" if error is None else f"{error.json_path}: {shorten(error.message, 160)}"


def schema_check(schema: Mapping[str, Any] | None) -> Any:
    """A function that says whether a value validates, or None without a schema.

    Raises:
        ConfigError: The schema is no JSON Schema, or refers to the network.
    """
    if schema is None:
        return None
    import jsonschema_rs

    for target in _references(schema):
        if re.match(r"[a-z][a-z0-9+.-]*://", target, re.IGNORECASE) and target != schema.get("$id"):
            raise ConfigError(
                f"the schema refers to {target!r}",
                where="schema",
                expected="references inside the schema",
                mend="put the definition into $defs: nothing is fetched from the network",
            )
    try:
        return jsonschema_rs.validator_for(dict(schema)).is_valid
    except ValueError as error:
        message = str(error).splitlines()[0]
        raise ConfigError(f"this is no JSON Schema ({message})", where="schema") from None


def _references(schema: Any) -> Iterator[str]:
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            for name in ("$ref", "$dynamicRef", "$recursiveRef"):
                if isinstance(node.get(name), str):
                    yield node[name]
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def slot_steps(slot: str) -> list[str]:
    """The steps of a slot such as ``"$.annotations[*].id"``; ``"[*]"`` stands for every element.

    Raises:
        ConfigError: The slot is no such path.
    """
    text = slot.removeprefix("$").removeprefix(".")
    steps = re.findall(r"\[\*\]|[^.\[\]]+", text)
    if not steps or "".join(steps) != text.replace(".", ""):
        raise ConfigError(f"cannot read the slot {slot!r}", where="slots", expected="a path such as annotations[*].id")
    return steps


def slot_values(value: Any, steps: list[str]) -> list[str | None]:
    """The texts at a slot; a list at its end stands for its elements."""
    found = [value]
    for step in steps:
        if step == "[*]":
            found = [element for node in found if isinstance(node, list) for element in node]
        else:
            found = [node[step] for node in found if isinstance(node, Mapping) and step in node]
    flat = [element for node in found for element in (node if isinstance(node, list) else [node])]
    return [None if element is None else str(element) for element in flat]
