"""`@metric` declares a metric; a `Measure` is a metric with its parameters and its average."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from pydantic import Field, TypeAdapter, ValidationError

from ontoeval.errors import BadParameter, closest
from ontoeval.statistics.rows import Rows, Table
from ontoeval.views.base import View

Direction = Literal["higher", "lower"]
Importance = Literal["headline", "diagnostic"]
Requirement = Literal["ontology", "docs"]
Function = TypeVar("Function", bound=Callable[..., Rows])

#: Rank at which a ranking is cut; None is the whole list.
Cut = Annotated[int, Field(ge=1)] | None
#: Smallest grade that counts as relevant; None is any positive grade.
Relevance = Annotated[float, Field(gt=0, allow_inf_nan=False)] | None
#: Weight of recall in an F score.
Beta = Annotated[float, Field(gt=0, allow_inf_nan=False)]
#: Share of two spans that must be common to both.
SpanShare = Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)]
#: A name that records use as a key: of a rubric, of a stage.
RecordKey = Annotated[str, Field(pattern=r"^[A-Za-z][\w.-]*$")]
#: Number of edges of the ontology.
Edges = Annotated[int, Field(ge=0)]


@dataclass(frozen=True)
class Parameter:
    """One parameter of a metric.

    Attributes:
        name: Its name in the notation.
        annotation: Its type.
        default: Its default.
    """

    name: str
    annotation: Any
    default: Any

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        """Validates values of the parameter."""
        return TypeAdapter(self.annotation)

    @cached_property
    def allowed(self) -> str:
        """What is allowed, in words."""
        schema = self.adapter.json_schema()
        return " or ".join(_words(option) for option in schema.get("anyOf", [schema]))


_KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "none",
    "object": "a mapping",
}


def _words(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return " or ".join(f'"{value}"' for value in schema["enum"])
    if "const" in schema:
        return f'"{schema["const"]}"'
    text = _KINDS.get(schema.get("type", ""), str(schema.get("type", "any value")))
    for name, sign in (
        ("minimum", "≥"),
        ("exclusiveMinimum", ">"),
        ("maximum", "≤"),
        ("exclusiveMaximum", "<"),
    ):
        if name in schema:
            text += f" {sign} {schema[name]:g}"
    return text


@dataclass(frozen=True)
class Metric:
    """A metric as its file declares it.

    Attributes:
        name: Module name and key.
        family: Folder of the module.
        function: From a view and parameters to rows.
        view: The view that it reads.
        average: Default average.
        direction: ``"higher"`` or ``"lower"`` is better.
        bounds: Smallest and largest possible value; None is unbounded.
        level: ``"headline"`` or ``"diagnostic"``.
        source: Where the definition comes from.
        version: Raised when a change moves the metric's numbers.
        missing: The value of a sample that the system gave nothing for; None when such samples are counted
            and listed, but not scored.
        stage: Stage of the pipeline, where it is not the view's.
        requires: What must be given beside the samples.
        conventions: For each value of the parameter ``convention`` what it fixes: values of other parameters, and
            the average. Giving one of those beside it is an error, so that a value has one name.
    """

    name: str
    family: str
    function: Callable[..., Rows]
    view: type[View]
    average: str
    direction: Direction
    bounds: tuple[float | None, float | None]
    level: Importance
    source: str
    version: int
    missing: float | None
    stage: str | None
    requires: tuple[Requirement, ...]
    conventions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)

    @property
    def summary(self) -> str:
        """The first line of the function's or of the module's docstring."""
        module = inspect.getmodule(self.function)
        text = (module.__doc__ if module is not None else None) or self.function.__doc__ or ""
        return text.strip().splitlines()[0] if text.strip() else ""

    @cached_property
    def kind(self) -> type[Rows]:
        """The kind of rows that it returns."""
        kind = get_type_hints(self.function)["return"]
        assert isinstance(kind, type)
        return kind

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """Its keyword parameters by name."""
        hints = get_type_hints(self.function, include_extras=True)
        return {
            name: Parameter(name, hints[name], parameter.default)
            for name, parameter in inspect.signature(self.function).parameters.items()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }

    def measure(self, parameters: Mapping[str, Any] | None = None, *, at: int | None = None) -> Measure:
        """The metric with parameters; ``average`` is one of them, and ``at`` is ``k``.

        Raises:
            BadParameter: A parameter is unknown or its value is not allowed.
        """
        given = dict(parameters or {})
        if at is not None:
            if "k" not in self.parameters:
                raise BadParameter(f"{self.name} has no cut-off @k", where=f"{self.name}@{at}")
            if "k" in given:
                raise BadParameter("the cut-off is given twice, as k and as @", where=f"{self.name}@{at}")
            given["k"] = at
        fixed = self._fixed(given)
        average = given.pop("average", fixed.get("average", self.average))
        self._check_average(average)
        values = {name: value for name, value in fixed.items() if name != "average"}
        for name, value in given.items():
            if name not in self.parameters:
                near = closest(name, [*self.parameters, "average"])
                raise BadParameter(
                    f"{self.name} has no parameter {name!r}",
                    expected=", ".join([*self.parameters, "average"]),
                    mend=f"did you mean {near[0]}?" if near else None,
                )
            try:
                values[name] = self.parameters[name].adapter.validate_python(value, strict=_strict(value))
            except ValidationError:
                raise BadParameter(
                    f"{name}={value!r} is not allowed",
                    where=self.name,
                    expected=self.parameters[name].allowed,
                ) from None
        full = {name: values.get(name, parameter.default) for name, parameter in self.parameters.items()}
        return Measure(self, full, average)

    def _fixed(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the convention among the given parameters fixes."""
        convention = given.get("convention")
        fixed = self.conventions.get(convention, {}) if isinstance(convention, str) else {}
        for name in fixed:
            if name in given:
                raise BadParameter(
                    f"convention={convention!r} fixes {name}", where=self.name, mend="leave out one of the two"
                )
        return fixed

    def _check_average(self, average: Any) -> None:
        if issubclass(self.kind, Table):
            allowed, fits = "micro (a function of the whole table)", average == "micro"
        else:
            keys = [f"macro:{key}" for key in self.view.keys]
            allowed = ", ".join(["micro", "macro", *keys, "macro:TAG"])
            fits = isinstance(average, str) and (
                average in ("micro", "macro") or (average.startswith("macro:") and len(average) > 6)
            )
        if not fits:
            raise BadParameter(f"average={average!r} is not allowed", where=self.name, expected=allowed)


@dataclass(frozen=True)
class Measure:
    """A metric with all its parameters and an average: what has a name, a value and a signature.

    Attributes:
        metric: The metric.
        parameters: Every parameter's value.
        average: ``"micro"``, ``"macro"`` or ``"macro:KEY"``.
    """

    metric: Metric
    parameters: Mapping[str, Any]
    average: str

    @cached_property
    def name(self) -> str:
        """The notation: only what differs from the defaults is printed."""
        from ontoeval.metrics.notation import write

        fixed = self.metric.conventions.get(str(self.parameters.get("convention")), {})
        changed = {
            name: value
            for name, value in self.parameters.items()
            if value != self.metric.parameters[name].default and (name != "k" or value is None) and name not in fixed
        }
        if self.average != self.metric.average and "average" not in fixed:
            changed["average"] = self.average
        cut = self.parameters.get("k")
        default = self.metric.parameters["k"].default if "k" in self.metric.parameters else None
        return write(self.metric.name, changed, None if cut == default else cut)

    @cached_property
    def view(self) -> type[View]:
        """The view class that it reads with these parameters."""
        return self.metric.view.variant(self.parameters)

    def rows(self, view: View) -> Rows:
        """The rows of a view."""
        return self.metric.function(view, **self.parameters)

    def __str__(self) -> str:
        return self.name


def metric(
    *,
    view: type[View],
    average: str,
    direction: Direction,
    bounds: tuple[float | None, float | None],
    level: Importance,
    source: str,
    version: int = 1,
    missing: float | None = 0.0,
    stage: str | None = None,
    requires: tuple[Requirement, ...] = (),
    conventions: Mapping[str, Mapping[str, Any]] | None = None,
) -> Callable[[Function], Function]:
    """Declare a function from a view (and keyword parameters) to rows as a metric.

    Args:
        view: What the function reads, e.g. ``ontoeval.views.rankings.Rankings``.
        average: How it is averaged unless something else is asked for: ``"micro"``, ``"macro"`` or ``"macro:KEY"``.
        direction: Whether ``"higher"`` or ``"lower"`` is better.
        bounds: Smallest and largest value; None where there is none.
        level: ``"headline"`` or ``"diagnostic"``.
        source: Where its definition comes from.
        version: Raised whenever a change moves its numbers.
        missing: What a sample without a run counts as, or None when no number is fair.
        stage: Stage of the pipeline, where it is not that of the view.
        requires: What must be given beside records: ``"ontology"``, ``"docs"`` …
        conventions: Parameters that other tools' conventions fix, by name of the convention.
    """

    def declare(function: Function) -> Function:
        family = function.__module__.rpartition(".")[0].rpartition(".")[2]
        declared = Metric(
            function.__name__,
            family or "user",
            function,
            view,
            average,
            direction,
            bounds,
            level,
            source,
            version,
            missing,
            stage,
            requires,
            conventions or {},
        )
        function.metric = declared  # type: ignore[attr-defined]
        return function

    return declare


def declared(function: object) -> Metric | None:
    """The metric that a function was declared as, or None."""
    found = getattr(function, "metric", None)
    return found if isinstance(found, Metric) else None


def _strict(value: Any) -> bool:
    """Text must not become a number nor a boolean an integer; an integer may become a float."""
    return not isinstance(value, int) or isinstance(value, bool)
