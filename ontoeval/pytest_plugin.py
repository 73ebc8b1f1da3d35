"""The pytest plugin: ``ontology``, ``evaluate``, ``assert_metric`` and ``assert_ontology``, and what they found.

It imports nothing but pytest and typing until a test asks for a fixture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ontoeval.evaluation.config import Config
    from ontoeval.evaluation.report import Report
    from ontoeval.findings import Severity
    from ontoeval.ontology import Ontology
    from ontoeval.ontology.checking.run import CheckReport
    from ontoeval.statistics.intervals import Shares
    from ontoeval.views.compiled import Compiled

Made = TypeVar("Made")

_PROPERTY = "ontoeval"
_MARKER = "ontoeval(config=FILE): evaluates a run, by FILE instead of --ontoeval-config."
_OPENED: pytest.StashKey[dict[Path, _Evaluation]] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--ontoeval-config`` and its twin in the ini file."""
    help_ = "The ontoeval.toml that says what the fixtures evaluate; by default the one in the root folder."
    parser.getgroup("ontoeval").addoption("--ontoeval-config", metavar="FILE", help=help_)
    parser.addini("ontoeval_config", help_)


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", _MARKER)
    config.stash[_OPENED] = {}


class _Evaluation:
    """What a config names, opened once per process and shared by its tests."""

    def __init__(self, path: Path) -> None:
        from ontoeval.evaluation.config import add_metrics, read_config

        self.config: Config = read_config(path)
        self._compiled: Compiled | None = None
        self._reports: dict[tuple[tuple[str, ...], tuple[str, ...]], Report] = {}
        add_metrics(self.config)

    @property
    def compiled(self) -> Compiled:
        if self._compiled is None:
            from ontoeval.evaluation.config import compile_config

            self._compiled = compile_config(self.config)
        return self._compiled

    def report(self, metrics: tuple[str, ...], by: tuple[str, ...]) -> Report:
        """The report of some metrics, or of those that the config names; made once."""
        from ontoeval.evaluation.report import Report
        from ontoeval.evaluation.stages import default_measures
        from ontoeval.metrics.registry import parse

        if (metrics, by) not in self._reports:
            measures = [parse(name) for name in metrics or self.config.metrics] or default_measures(self.compiled)
            tags = list(dict.fromkeys([*self.config.by, *by]))
            shares: Shares = "wilson" if self.config.interval == "wilson" else "exact"
            self._reports[metrics, by] = Report(self.compiled, measures, by=tags, seed=self.config.seed, shares=shares)
        return self._reports[metrics, by]


@pytest.fixture
def _evaluation(request: pytest.FixtureRequest) -> _Evaluation:
    opened = request.config.stash[_OPENED]
    path = _config_path(request)
    if not path.is_file():
        how = "write it, or name another: --ontoeval-config FILE, ontoeval_config = FILE in the ini file"
        pytest.fail(f"{path}: no such file [{how}]", pytrace=False)
    if path not in opened:
        opened[path] = _said(lambda: _Evaluation(path))
    return opened[path]


@pytest.fixture
def ontology(_evaluation: _Evaluation) -> Ontology:
    """The ontology that the config names."""
    found = _said(lambda: _evaluation.compiled.ontology)
    if found is None:
        pytest.fail('the config names no ontology: add ontology = "mine.obo"', pytrace=False)
    return found


@pytest.fixture
def evaluate(_evaluation: _Evaluation) -> Callable[..., Report]:
    """Scores the run that the config names: ``evaluate("recall@10", by=["intent"])`` gives a `Report`.

    Without names it scores the config's metrics. Samples are read once per process.
    """

    def call(*metrics: str, by: list[str] | tuple[str, ...] = ()) -> Report:
        return _said(lambda: _evaluation.report(metrics, tuple(by)))

    return call


@pytest.fixture
def assert_metric(request: pytest.FixtureRequest, evaluate: Callable[..., Report]) -> Callable[..., Report]:
    """Fails the test unless a metric reaches a limit: ``assert_metric("linking_f1", min=0.8)``.

    Takes what a line of ``[gate]`` takes: ``min``, ``max``, ``on``, ``slice``, ``by``, ``min_n``, ``missing``,
    ``invalid``. A value that is undefined, or made of no sample, fails. Returns the report.
    """

    def call(metric: str, **limits: Any) -> Report:
        from ontoeval.gate.gate import Gate
        from ontoeval.gate.text import lines

        gate = _said(lambda: Gate([{"metric": metric, **limits}], where="assert_metric"))
        report = evaluate(*gate.metrics, by=gate.tags)
        verdict = _said(lambda: gate.check(report))
        said = "\n".join(lines(verdict)[:-1])
        request.node.user_properties.append((_PROPERTY, said))
        if not verdict.passed:
            pytest.fail(said, pytrace=False)
        return report

    return call


@pytest.fixture
def assert_ontology(request: pytest.FixtureRequest) -> Callable[..., CheckReport]:
    """Fails the test if checks find something in an ontology: ``assert_ontology("pets.obo", fail_on="warning")``.

    Takes what ``oe.ontology.check`` takes, and ``config``, a file of settings such as ``check.toml``. Paths start at
    the root folder of the tests; no ``ontoeval.toml`` is needed. Returns the report.
    """

    def call(file: str, *, config: str | None = None, **options: Any) -> CheckReport:
        from ontoeval.ontology.checking.exceptions import read_settings
        from ontoeval.ontology.checking.run import check
        from ontoeval.report import check_page, findings_text

        root = request.config.rootpath
        settings = {} if config is None else _said(lambda: read_settings(root / config))
        settings |= {name: root / value if name == "baseline" else value for name, value in options.items()}
        limit: Severity = settings.pop("fail_on", "error")
        report = _said(lambda: check(root / file, **settings))
        page = check_page.page_of(report, file, limit)
        verdict = f"{'FAIL' if page.failing else 'PASS'}  {file}: {page.summary()}"
        request.node.user_properties.append((_PROPERTY, verdict))
        if page.failing:
            pytest.fail(f"{verdict}\n{findings_text.render(page)}", pytrace=False)
        return report

    return call


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List every limit that was asserted, those of other processes too; reasons stand with the failures."""
    said = sorted(dict.fromkeys(_properties(terminalreporter.stats)))
    if said:
        terminalreporter.section("ontoeval")
        for text in said:
            terminalreporter.write_line(text)


def _properties(stats: dict[str, list[Any]]) -> Iterator[str]:
    for reports in stats.values():
        for report in reports:
            if getattr(report, "when", None) == "call":
                said = (str(value) for name, value in report.user_properties if name == _PROPERTY)
                yield from (text.partition("\n")[0] for text in said)


def _config_path(request: pytest.FixtureRequest) -> Path:
    config = request.config
    marker = request.node.get_closest_marker("ontoeval")
    option, ini = config.getoption("ontoeval_config"), config.getini("ontoeval_config")
    if marker is not None and "config" in marker.kwargs:
        return config.rootpath / str(marker.kwargs["config"])
    if option:
        return config.invocation_params.dir / str(option)
    return config.rootpath / str(ini or "ontoeval.toml")


def _said(make: Callable[[], Made]) -> Made:
    """What is made; an error that the user can mend fails the test with its text and no traceback."""
    from ontoeval.errors import OntoevalError

    try:
        return make()
    except OntoevalError as error:
        said = str(error)
    pytest.fail(said, pytrace=False)
