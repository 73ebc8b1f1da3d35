"""Every metric of the registry, and the measures that its declaration allows."""

from __future__ import annotations

import random
import types
from itertools import product
from typing import Any, Literal, Union, get_args, get_origin

from ontoeval.metrics import registry
from ontoeval.metrics.definition import Measure, Metric
from ontoeval.statistics.rows import Table

NAMES = sorted(name for name, entry in registry.entries().items() if entry.family != "user")


def options(annotation: Any) -> list[Any]:
    """The options of a Literal, also inside Annotated and unions."""
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    if get_origin(annotation) in (Union, types.UnionType):
        return [option for part in get_args(annotation) for option in options(part)]
    return options(get_args(annotation)[0]) if hasattr(annotation, "__metadata__") else []


def samples_of(metric: Metric, name: str) -> list[Any]:
    """A few allowed values of a parameter, the default first."""
    parameter = metric.parameters[name]
    candidates = [*options(parameter.annotation), None, True, False, 1, 2, 10, 0.5, 0.25]
    values = [parameter.default]
    for candidate in candidates:
        try:
            value = parameter.adapter.validate_python(candidate, strict=True)
        except ValueError:
            continue
        if not any(value == known and type(value) is type(known) for known in values):
            values.append(value)
    return values


def averages(metric: Metric) -> list[str]:
    if issubclass(metric.kind, Table):
        return [metric.average]
    return [metric.average, "micro", "macro", "macro:kind", *(f"macro:{key}" for key in metric.view.keys)]


def measures(metric: Metric) -> list[Measure]:
    """The default, every option of every Literal and some values of the others one at a time, every average."""
    found = [metric.measure()]
    found += [metric.measure({name: value}) for name in metric.parameters for value in samples_of(metric, name)[1:5]]
    found += [metric.measure({"average": average}) for average in averages(metric)[1:]]
    return list({measure.name: measure for measure in found}.values())


def combinations(metric: Metric) -> list[Measure]:
    """Combinations of parameters and averages, two hundred at most, drawn without regard to their order."""
    names = list(metric.parameters)
    values = [samples_of(metric, name) for name in names]
    every = list(product(averages(metric), *values))
    drawn = random.Random(0).sample(every, min(200, len(every)))
    return [
        _allowed(metric, {"average": average, **dict(zip(names, chosen, strict=True))}) for average, *chosen in drawn
    ]


def _allowed(metric: Metric, parameters: dict[str, Any]) -> Measure:
    """A measure without the parameters that its convention fixes."""
    fixed = metric.conventions.get(parameters.get("convention"), {})
    return metric.measure({name: value for name, value in parameters.items() if name not in fixed})


ALL = {name: registry.get(name) for name in NAMES}
MEASURES = [measure for metric in ALL.values() for measure in measures(metric)]
