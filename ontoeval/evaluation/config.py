"""ontoeval.toml: which files, which fields, which metrics."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from ontoeval.errors import ConfigError, InputError, closest
from ontoeval.evaluation.api import load_ontology, load_schema
from ontoeval.evaluation.report import Report
from ontoeval.evaluation.stages import default_measures
from ontoeval.metrics.registry import add_file, parse
from ontoeval.records.samples import Duplicates, read
from ontoeval.statistics.intervals import Shares
from ontoeval.views.base import Settings
from ontoeval.views.compiled import Compiled


@dataclass
class Config:
    """What to read and what to score.

    Attributes:
        gold, run, docs, ontology: Files.
        roots: Concepts whose children are the ontology's branches.
        fields: Other places of fields.
        where: Only samples with these tags.
        by: Tags to slice by.
        metrics: Notations; empty for the defaults of every stage that can be measured.
        metrics_file: A Python file with metrics of the user's own.
        schema: JSON Schema of the outputs.
        slots, labels: Where outputs hold concept ids, and their labels.
        duplicates: Rule for repeated ids.
        seed: Seed of the bootstrap.
        interval: Interval of plain shares: ``"exact"`` or ``"wilson"``.
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


_PATHS = ("gold", "run", "docs", "ontology", "metrics_file", "schema")
_TEXTS = ("roots", "by", "metrics", "slots", "labels")
_TABLES = ("fields", "where")
_OUTPUTS = ("schema", "slots", "labels")
_TOP = [name for name in Config.__dataclass_fields__ if name not in _OUTPUTS]


def read_config(path: Path) -> Config:
    """Read an ontoeval.toml; its paths are relative to its folder.

    Raises:
        ConfigError: It cannot be read, or a key or value is not allowed.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigError("no such file", where=str(path)) from None
    except IsADirectoryError:
        raise ConfigError("this is a folder", where=str(path), expected="a file such as ontoeval.toml") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot be read ({error})", where=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"this is no TOML ({error})", where=str(path)) from None
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
    if name == "seed" and (not isinstance(value, int) or isinstance(value, bool)):
        raise wrong("a whole number")
    if name == "duplicates" and value not in ("error", "first"):
        raise wrong('"error" or "first"')
    if name == "interval" and value not in ("exact", "wilson"):
        raise wrong('"exact" or "wilson"')
    return value


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
    )
    ontology = None
    if config.ontology is not None:
        if config.roots:
            from ontoeval.ontology import load

            ontology = load(config.ontology, roots=config.roots)
        else:
            ontology = load_ontology(config.ontology)
    settings = Settings(
        load_schema(config.schema), tuple(config.slots), tuple(config.labels), duplicates=config.duplicates
    )
    return Compiled(samples, ontology=ontology, settings=settings)


def evaluate_config(config: Config) -> Report:
    """Score what a config names.

    Raises:
        UsageError: A metric, a parameter or a tag does not exist.
        InputError: A file cannot be used, or nothing can be measured.
    """
    if config.metrics_file is not None:
        add_file(config.metrics_file)
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
    shares: Shares = "wilson" if config.interval == "wilson" else "exact"
    return Report(compiled, measures, by=config.by, seed=config.seed, shares=shares)
