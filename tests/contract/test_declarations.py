"""What every metric declares about itself: name, documentation, parameters, notation."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import subprocess
import sys

import pytest
from measures import ALL, MEASURES, NAMES, combinations, options

import ontoeval as oe
from ontoeval.errors import BadParameter, UnknownMetric
from ontoeval.metrics import registry
from ontoeval.metrics.definition import Metric

HEADINGS = (
    "**Definition.**",
    "**Answers**",
    "**Misleads when**",
    "Args:",
    "Returns:",
    "Undefined when:",
    "Example:",
    "Reference value:",
    "Source:",
)
every_metric = pytest.mark.parametrize("metric", ALL.values(), ids=ALL.keys())


def doc(metric: Metric) -> str:
    return inspect.getdoc(metric.function) or ""


def section(metric: Metric, heading: str) -> str:
    """The indented text below a heading."""
    found = re.search(rf"^{heading}\n((?:    .*\n|\n)+)", doc(metric) + "\n", re.MULTILINE)
    return found[1].strip() if found else ""


def test_the_registry_lists_metrics():
    assert len(NAMES) >= 13, "the metrics of issue 2"


@every_metric
def test_name_is_file_name_is_key(metric):
    key = next(name for name, known in ALL.items() if known is metric)
    entry = registry.entries()[key]
    assert metric.name == key == metric.function.__name__
    if entry.path is not None:
        assert entry.path.stem == key
        assert entry.family == metric.family == entry.path.parent.name


@every_metric
def test_documentation_has_every_heading_in_order(metric):
    places = [doc(metric).find(heading) for heading in HEADINGS]
    assert -1 not in places, [heading for heading, place in zip(HEADINGS, places, strict=True) if place < 0]
    assert places == sorted(places)
    for heading in HEADINGS[3:]:
        assert section(metric, heading), f"{heading} is empty"


@every_metric
def test_first_line_is_the_summary_of_file_and_function(metric):
    entry = registry.entries()[metric.name]
    first = doc(metric).splitlines()[0]
    assert first.endswith(".")
    if entry.path is not None:
        assert entry.summary == metric.summary
        assert entry.summary.endswith(".")


@every_metric
def test_documented_example_runs(metric):
    module = importlib.import_module(metric.function.__module__)
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    examples = 0
    for test in finder.find(metric.function, metric.name, module):
        examples += len(test.examples)
        runner.run(test)
    assert examples, "no example"
    assert runner.failures == 0


@every_metric
def test_source_is_given_and_repeated_in_the_documentation(metric):
    assert metric.source.strip()
    identifier = metric.source.removeprefix("doi:")
    if metric.source.startswith("doi:"):
        assert identifier in doc(metric)


@every_metric
def test_every_parameter_is_documented_with_its_options(metric):
    text = section(metric, "Args:")
    documented = re.findall(r"^(?:    )?(\w+):", text, re.MULTILINE)
    expected = list(inspect.signature(metric.function).parameters)
    assert documented == expected
    for name, parameter in metric.parameters.items():
        for option in options(parameter.annotation):
            assert f'"{option}"' in text, f"option {option!r} of {name}"


@every_metric
def test_declaration_is_sensible(metric):
    low, high = metric.bounds
    assert low is None or high is None or low < high
    assert metric.version >= 1
    assert metric.missing is None or (
        (low is None or low <= metric.missing) and (high is None or metric.missing <= high)
    )
    assert metric.stage or metric.view.stage


@every_metric
def test_notation_is_read_back_as_it_was_written(metric):
    measures, names = combinations(metric), set()
    for measure in measures:
        again = registry.parse(measure.name)
        assert again.name == measure.name
        assert dict(again.parameters) == dict(measure.parameters)
        assert again.average == measure.average
        names.add(measure.name)
    assert len(names) == len({str((m.average, sorted(m.parameters.items(), key=str))) for m in measures})


@every_metric
def test_default_measure_is_written_as_the_bare_name(metric):
    assert metric.measure().name == metric.name


@every_metric
def test_unknown_parameter_is_refused_with_the_closest_one(metric):
    for name in [*metric.parameters, "average"]:
        if len(name) < 2:
            continue
        with pytest.raises(BadParameter) as error:
            metric.measure({name + "z": 1})
        assert name in (error.value.mend or ""), error.value


@every_metric
def test_wrong_value_is_refused_with_what_is_allowed(metric):
    for name, parameter in metric.parameters.items():
        with pytest.raises(BadParameter) as error:
            metric.measure({name: "no such value"})
        for option in options(parameter.annotation):
            assert f'"{option}"' in error.value.expected
        assert error.value.expected
        with pytest.raises(BadParameter):
            metric.measure({name: float("nan")})
    for average in ("mean", "", "macro:", None, 1):
        with pytest.raises(BadParameter) as error:
            metric.measure({"average": average})
        assert "micro" in error.value.expected


@every_metric
def test_cut_off_only_where_there_is_one(metric):
    if "k" in metric.parameters:
        assert registry.parse(f"{metric.name}@7").parameters["k"] == 7
    else:
        with pytest.raises(BadParameter, match="no cut-off"):
            registry.parse(f"{metric.name}@7")


@every_metric
def test_misspelt_name_suggests_the_metric(metric):
    middle = len(metric.name) // 2
    misspelt = metric.name[:middle] + "q" + metric.name[middle:]
    with pytest.raises(UnknownMetric) as error:
        oe.score(misspelt, {"q": ["d"]}, {"q": ["d"]})
    assert metric.name in error.value.mend


def test_measures_have_different_names():
    names = [measure.name for measure in MEASURES]
    assert len(set(names)) == len(names)


def test_listing_imports_no_metric():
    code = (
        "import sys\n"
        "from ontoeval.metrics import registry\n"
        "names = [(entry.name, entry.summary) for entry in registry.entries().values()]\n"
        "registry.families()\n"
        "assert len(names) >= 13\n"
        "loaded = [name for name in sys.modules if name.startswith('ontoeval.metrics.')]\n"
        "heavy = [name for name in ('numpy', 'scipy', 'pydantic', 'networkx') if name in sys.modules]\n"
        "print(sorted(loaded), heavy)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['ontoeval.metrics.registry'] []"
