"""ontoeval.toml: which files, which fields, which metrics."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast, get_args

from ontoeval.errors import ConfigError, InputError, closest
from ontoeval.evaluation.api import load_ontology, load_schema
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.stages import default_measures
from ontoeval.metrics.registry import add_file, parse
from ontoeval.ontology.nil import NilPolicy, OutsideGold
from ontoeval.records.samples import Duplicates, read
from ontoeval.records.subset import subset
from ontoeval.statistics.intervals import Shares
from ontoeval.views.base import Settings
from ontoeval.views.compiled import Compiled
from ontoeval.views.filter_rules import FilterRules


@dataclass
class Config:
    """What to read and what to score.

    Attributes:
        gold, run, docs, ontology: Files.
        gold_format, run_format: Formats of golden set and run, where name and content do not tell.
        roots: Concepts whose children are the ontology's branches.
        fields: Other places of fields.
        where: Only samples with these tags.
        by: Tags to slice by.
        metrics: Notations; empty for the defaults of every stage that can be measured.
        metrics_file: A Python file with metrics of the user's own.
        schema: JSON Schema of the outputs.
        slots, labels: Where outputs hold concept ids, and their labels.
        duplicates: Rule for repeated ids.
        nil: Which spellings of ids mean NIL, and the rule for gold ids that the ontology does not hold.
        filters: How logged filters are read.
        seed: Seed of the bootstrap.
        interval: Interval of plain shares: ``"exact"`` or ``"wilson"``.
        subset: Only so many samples, or this share of them, chosen by a hash of their ids.
        gate: The table ``[gate]`` as it is; what it means is the business of `ontoeval.gate`.
        history: File that gets a line per run.
    """

    gold: Path
    run: Path | None = None
    docs: Path | None = None
    ontology: Path | None = None
    roots: list[str] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    where: dict[str, str] = field(default_factory=dict)
    by: list[str] = field(default_factory=list)
    metrics: list[str] = field(default_factory=list)
    metrics_file: Path | None = None
    schema: Path | None = None
    slots: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    duplicates: str = "error"
    seed: int = 0
    interval: str = "exact"
    nil: NilPolicy | None = None
    gold_format: str | None = None
    run_format: str | None = None
    filters: FilterRules = field(default_factory=FilterRules)
    subset: int | float | None = None
    gate: dict[str, Any] | None = None
    history: Path | None = None


_PATHS = ("gold", "run", "docs", "ontology", "metrics_file", "schema", "history")
_TEXTS = ("roots", "by", "metrics", "slots", "labels")
_TABLES = ("fields", "where")
_OUTPUTS = ("schema", "slots", "labels")
_SLASHES = "write paths with /, or in single quotes: gold = 'C:\\data\\golden.jsonl'"
_TOP = [name for name in Config.__dataclass_fields__ if name not in _OUTPUTS]


def read_config(path: Path) -> Config:
    """Read an ontoeval.toml; its paths are relative to its folder.

    Raises:
        ConfigError: It cannot be read, or a key or value is not allowed.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise ConfigError("no such file", where=str(path)) from None
    except (OSError, UnicodeDecodeError) as error:
        if path.is_dir():  # which Windows calls a lack of permission
            raise ConfigError("this is a folder", where=str(path), expected="a file such as ontoeval.toml") from None
        raise ConfigError(f"cannot be read ({error})", where=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"this is no TOML ({error})", where=str(path), mend=_SLASHES) from None
    outputs = values.pop("outputs", {})
    if not isinstance(outputs, dict):
        raise ConfigError("outputs is no table", where=str(path), expected="[outputs]")
    for found, known, place in ((values, _TOP, ""), (outputs, _OUTPUTS, "outputs.")):
        for name in found:
            if name not in known:
                near = closest(name, known)
                raise ConfigError(
                    f"unknown key {place}{name}",
                    where=str(path),
                    expected=", ".join(place + key for key in known),
                    mend=f"did you mean {place}{near[0]}?" if near else None,
                )
    merged = {**values, **outputs}
    if "gold" not in merged:
        raise ConfigError("no golden set is named", where=str(path), expected='gold = "golden.jsonl"')
    return Config(**{name: _value(name, value, path) for name, value in merged.items()})


def _value(name: str, value: Any, path: Path) -> Any:
    def wrong(expected: str) -> ConfigError:
        return ConfigError(f"{name} = {value!r}", where=str(path), expected=expected)

    if name in _PATHS:
        if not isinstance(value, str):
            raise wrong("a path as text")
        if not value.isprintable():  # "C:\temp\new.jsonl" holds a tab and a line break in TOML
            raise wrong(f"a path; {_SLASHES}")
        return path.parent / value
    if name in _TEXTS:
        if not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
            raise wrong("a list of texts")
        return value
    if name in _TABLES:
        flat = _flat(value) if isinstance(value, dict) else None
        if flat is None:
            raise wrong(f"a table [{name}] of texts")
        return flat
    if name == "nil":
        return _nil(value, wrong)
    if name == "filters":
        return _filters(value, wrong)
    if name == "gate" and not isinstance(value, dict):
        raise wrong("a table [gate]")
    if name == "subset" and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise wrong("a number of samples such as 50, or a share such as 0.2")
    if name == "seed" and (not isinstance(value, int) or isinstance(value, bool)):
        raise wrong("a whole number")
    if name in ("gold_format", "run_format") and not isinstance(value, str):
        raise wrong("the name of a format as text")
    if name == "duplicates" and value not in ("error", "first"):
        raise wrong('"error" or "first"')
    if name == "interval" and value not in ("exact", "wilson"):
        raise wrong('"exact" or "wilson"')
    return value


def _nil(value: Any, wrong: Callable[[str], ConfigError]) -> NilPolicy:
    known = NilPolicy.__dataclass_fields__
    if not isinstance(value, dict) or not value.keys() <= known.keys():
        raise wrong(f"a table [nil] with {', '.join(known)}")
    if "tokens" in value:
        tokens = value["tokens"]
        if not (isinstance(tokens, list) and all(isinstance(token, str) for token in tokens)):
            raise wrong('tokens = ["NIL", …], a list of texts')
        value = {**value, "tokens": frozenset(tokens)}
    try:
        re.compile(value.get("pattern", ""))
    except (TypeError, re.error) as error:
        raise wrong(f"pattern = a regular expression as text ({error})") from None
    if value.get("outside_gold", "keep") not in get_args(OutsideGold):
        raise wrong('outside_gold = "keep", "nil", "drop" or "error"')
    return NilPolicy(**value)


def _filters(value: Any, wrong: Callable[[str], ConfigError]) -> FilterRules:
    known = FilterRules.__dataclass_fields__
    if not isinstance(value, dict) or not value.keys() <= known.keys():
        raise wrong(f"a table [filters] with {', '.join(known)}")
    for name in ("dialect", "profile"):
        if not isinstance(value.get(name, ""), str):
            raise wrong(f"{name} = a name as text")
    for name in ("mandatory", "relations"):
        names = value.get(name, [])
        if not (isinstance(names, list) and all(isinstance(one, str) for one in names)):
            raise wrong(f"{name} = a list of names")
    fields = _flat(value.get("fields", {})) if isinstance(value.get("fields", {}), dict) else None
    if fields is None:
        raise wrong('fields = a table of texts: category = "meta.category"')
    lists = {name: tuple(value.get(name, ())) for name in ("mandatory", "relations")}
    return FilterRules(value.get("dialect"), value.get("profile"), fields, **lists)


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, str] | None:
    """A table of texts, with nested tables as dotted names (``gold.docs = …`` is nested in TOML)."""
    result: dict[str, str] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            inner = _flat(value, f"{prefix}{name}.")
            if inner is None:
                return None
            result |= inner
        elif isinstance(value, str):
            result[prefix + name] = value
        else:
            return None
    return result


def compile_config(config: Config) -> Compiled:
    """Open everything that a config names."""
    samples = read(
        config.gold,
        config.run,
        config.docs,
        fields=config.fields,
        where=config.where,
        duplicates=cast(Duplicates, config.duplicates),
        gold_format=config.gold_format,
        run_format=config.run_format,
    )
    if config.subset is not None:
        samples = subset(samples, config.subset)
    ontology = None
    if config.ontology is not None:
        if config.roots:
            from ontoeval.ontology import load

            ontology = load(config.ontology, roots=config.roots)
        else:
            ontology = load_ontology(config.ontology)
    settings = Settings(
        load_schema(config.schema),
        tuple(config.slots),
        tuple(config.labels),
        duplicates=config.duplicates,
        nil=config.nil,
        filters=config.filters,
    )
    return Compiled(samples, ontology=ontology, settings=settings)


def add_metrics(config: Config) -> None:
    """Make the metrics of a config's own file known."""
    if config.metrics_file is not None:
        add_file(config.metrics_file)


def evaluate_config(config: Config, *, also: Sequence[str] = (), by: Sequence[str] = ()) -> Report:
    """Score what a config names.

    Args:
        config: The config.
        also, by: Measures and tags to add to those of the config.

    Raises:
        UsageError: A metric, a parameter or a tag does not exist.
        InputError: A file cannot be used, or nothing can be measured.
    """
    add_metrics(config)
    measures = [parse(name) for name in config.metrics]
    compiled = compile_config(config)
    if not measures:
        measures = default_measures(compiled)
        if not measures:
            raise InputError(
                "no stage can be measured: the rows hold no field that a metric reads",
                where=compiled.samples.name,
                mend='map your fields: [fields] gold.docs = "…", run.retrieved = "…"',
            )
    named = {measure.name for measure in measures}
    measures += [measure for measure in map(parse, also) if measure.name not in named]
    tags = list(dict.fromkeys([*config.by, *by]))
    shares: Shares = "wilson" if config.interval == "wilson" else "exact"
    return Report(compiled, measures, by=tags, seed=config.seed, shares=shares)
