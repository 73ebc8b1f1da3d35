"""Metrics from a user's own file and from entry points."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, ConfigError, UnknownMetric
from ontoeval.metrics import registry

SOURCE = '''"""My own metrics."""

import numpy as np

from ontoeval import metric
from ontoeval.metrics.retrieval.recall import recall
from ontoeval.statistics.rows import Ratio
from ontoeval.views.rankings import Rankings


@metric(view=Rankings, average="macro", direction="higher", bounds=(0, 1), level="diagnostic", source="me")
def hit_share(rankings: Rankings, *, k: int | None = None) -> Ratio:
    """Share of questions with a relevant document."""
    query, _ = rankings.relevant(k)
    found = np.zeros(rankings.n, dtype=bool)
    found[query] = True
    has_gold = rankings.n_relevant() > 0
    return Ratio(found & has_gold, has_gold)


alias = hit_share
'''
GOLD, RUN = {"q": ["a"], "p": ["b"]}, {"q": ["x", "a"], "p": ["x", "y"]}


@pytest.fixture(autouse=True)
def clean(monkeypatch):
    monkeypatch.setattr(registry, "_user", {})
    yield
    registry._load.cache_clear()


def test_function_in_a_file_is_a_metric(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(SOURCE)
    assert registry.add_file(path) == ["hit_share"]  # neither the alias nor what the file imports
    result = oe.score("hit_share", GOLD, RUN)
    assert (result.value, result.metric, result.average) == (0.5, "hit_share", "macro")
    assert oe.score("hit_share@1", GOLD, RUN).value == 0.0
    assert registry.entries()["hit_share"].family == "user"
    assert registry.entries()["hit_share"].summary == "My own metrics."
    with pytest.raises(BadParameter, match="has no parameter 'q'"):
        oe.score("hit_share(q=1)", GOLD, RUN)


def test_function_of_a_notebook_is_given_as_it_is():
    scope: dict[str, Any] = {"__name__": "__main__"}
    exec(SOURCE, scope)
    hit_share = scope["hit_share"]
    assert oe.score(hit_share, GOLD, RUN).value == 0.5
    report = oe.evaluate(GOLD, [hit_share, hit_share.metric.measure({"k": 1}), "recall"], run=RUN, intervals=False)
    assert [(result.metric, result.value) for result in report] == [
        ("hit_share", 0.5),
        ("hit_share@1", 0.0),
        ("recall", 0.5),
    ]
    with pytest.raises(BadParameter, match=r"a function names no metric; expected .* function with @metric"):
        oe.score(lambda rankings: 1, GOLD, RUN)


def test_two_files_of_one_name_do_not_mix(tmp_path):
    for folder, name in (("a", "first"), ("b", "second")):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "metrics.py"
        path.write_text(SOURCE.replace("hit_share", name))
        registry.add_file(path)
    assert oe.score("first", GOLD, RUN).value == oe.score("second", GOLD, RUN).value == 0.5


def test_file_that_changed_is_read_anew(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(SOURCE)
    registry.add_file(path)
    assert oe.score("hit_share", GOLD, RUN).value == 0.5
    path.write_text(SOURCE.replace("found & has_gold", "has_gold"))
    registry.add_file(path)
    assert oe.score("hit_share", GOLD, RUN).value == 1.0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no function with @metric"),
        ("import absent_module", "importing it failed: ModuleNotFoundError"),
        ("def f(:", "importing it failed: SyntaxError"),
        (SOURCE.replace("hit_share", "ndcg"), "'ndcg' is the name of a built-in metric"),
    ],
)
def test_file_that_cannot_be_used_says_why(tmp_path, content, message):
    path = tmp_path / "mine.py"
    path.write_text(content)
    with pytest.raises(ConfigError, match=message):
        registry.add_file(path)
    assert "ndcg" not in registry._user


def test_missing_file_is_a_clear_error(tmp_path):
    with pytest.raises(ConfigError, match="no such Python file"):
        registry.add_file(tmp_path / "absent.py")


def points(monkeypatch, *found):
    def entry_points(group):
        assert group == "ontoeval.metrics"
        return list(found)

    monkeypatch.setattr(registry, "entry_points", entry_points)


def test_entry_point_is_a_metric(tmp_path, monkeypatch):
    (tmp_path / "plugin_of_ontoeval.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    points(monkeypatch, EntryPoint("hit_share", "plugin_of_ontoeval:hit_share", "ontoeval.metrics"))
    assert registry.entries()["hit_share"].family == "plugin"
    assert registry.entries()["hit_share"].summary == "from plugin_of_ontoeval:hit_share"
    assert oe.score("hit_share", GOLD, RUN).value == 0.5
    with pytest.raises(UnknownMetric) as error:
        oe.score("hit_shar", GOLD, RUN)
    assert "hit_share" in error.value.mend


def test_entry_point_cannot_take_the_name_of_a_built_in_metric(monkeypatch):
    points(monkeypatch, EntryPoint("ndcg", "json:loads", "ontoeval.metrics"))
    assert oe.score("ndcg", GOLD, {"q": ["a"], "p": ["b"]}).value == 1.0


def test_entry_point_without_a_metric_is_a_clear_error(monkeypatch):
    points(monkeypatch, EntryPoint("broken", "json:loads", "ontoeval.metrics"))
    with pytest.raises(ConfigError, match="declares no metric 'broken'"):
        oe.score("broken", GOLD, RUN)
