"""Finds metrics: files of this package, entry points of others, and a user's own file."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontoeval.errors import ConfigError, UnknownMetric, closest
from ontoeval.user_files import import_file

if TYPE_CHECKING:
    from ontoeval.metrics.definition import Measure, Metric

GROUP = "ontoeval.metrics"
_ROOT = Path(__file__).parent


@dataclass(frozen=True)
class Entry:
    """A metric that can be loaded; listing entries imports none of them.

    Attributes:
        name: Name of the metric.
        family: Its family; ``"plugin"`` for other packages, ``"user"`` for a user's own file.
        module: Module that holds it.
        path: File that holds it, or None for a plugin.
    """

    name: str
    family: str
    module: str
    path: Path | None

    @property
    def summary(self) -> str:
        """The first line of the module's docstring, read without importing it."""
        if self.path is None:
            return f"from {self.module}"
        text = ast.get_docstring(ast.parse(self.path.read_text(encoding="utf-8"))) or ""
        return text.partition("\n")[0]


@cache
def _own() -> dict[str, Entry]:
    found = {}
    for path in sorted(_ROOT.glob("*/*.py")):
        if not path.stem.startswith("_"):
            family = path.parent.name
            found[path.stem] = Entry(path.stem, family, f"ontoeval.metrics.{family}.{path.stem}", path)
    return found


_user: dict[str, Entry] = {}


def entries() -> dict[str, Entry]:
    """All metrics by name."""
    plugins = {point.name: Entry(point.name, "plugin", point.value, None) for point in entry_points(group=GROUP)}
    return {**plugins, **_user, **_own()}


def add_file(path: Path) -> list[str]:
    """Make the metrics of a user's own file known, and return their names.

    Raises:
        ConfigError: The file cannot be imported, holds no metric, or one has the name of a built-in metric.
    """
    from ontoeval.metrics.definition import declared

    module = import_file(path, "user")
    found = [metric for value in vars(module).values() if (metric := declared(value)) is not None]
    names = list(dict.fromkeys(metric.name for metric in found if metric.function.__module__ == module.__name__))
    if not names:
        raise ConfigError("there is no function with @metric", where=str(path))
    for name in names:
        if name in _own():
            raise ConfigError(f"{name!r} is the name of a built-in metric", where=str(path), mend="rename it")
        _user[name] = Entry(name, "user", module.__name__, path)
    _load.cache_clear()  # the file may have changed since it was added before
    return names


@cache
def _load(entry: Entry) -> Metric:
    from ontoeval.metrics.definition import declared

    if entry.family == "plugin":
        module, _, attribute = entry.module.partition(":")
        target = getattr(importlib.import_module(module), attribute or entry.name)
    else:
        target = getattr(importlib.import_module(entry.module), entry.name, None)
    found = declared(target)
    if found is None:
        raise ConfigError(f"{entry.module} declares no metric {entry.name!r}", where=str(entry.path or GROUP))
    return found


def get(name: str) -> Metric:
    """The metric of a name.

    Raises:
        UnknownMetric: There is none; the closest names are in the message.
    """
    entry = _own().get(name) or _user.get(name) or entries().get(name)  # plugins last: finding them is slow
    if entry is None:
        from ontoeval.metrics.other_names import ours

        meant = ours(name, entries())
        near = closest(name, entries()) if meant is None else [meant]
        raise UnknownMetric(
            f"there is no metric {name!r}",
            mend=f"did you mean {' or '.join(near)}?" if near else "see: ontoeval metrics list",
        )
    return _load(entry)


def parse(text: str | Measure | Callable[..., Any]) -> Measure:
    """The measure that a notation names, e.g. ``ndcg(gain="linear")@10``, or a function with ``@metric`` as it is.

    Raises:
        UnknownMetric: There is no metric of that name.
        BadParameter: The notation or a parameter is not allowed.
    """
    from ontoeval.metrics.definition import Measure, declared
    from ontoeval.metrics.notation import read

    if isinstance(text, Measure):
        return text
    own = declared(text)
    if own is not None:
        return own.measure()
    name, parameters, cut = read(text)
    return get(name).measure(parameters, at=cut)


def families(names: Iterable[str] | None = None) -> dict[str, list[Entry]]:
    """Metrics by family, both in alphabetical order."""
    known = entries()
    chosen = [known[name] for name in sorted(names if names is not None else known)]
    return {
        family: [entry for entry in chosen if entry.family == family]
        for family in sorted({entry.family for entry in chosen})
    }
