"""A config from end to end: score, hold against the gate, remember."""

from __future__ import annotations

from pathlib import Path

from ontoeval.errors import ConfigError, UsageError
from ontoeval.evaluation.config import Config, add_metrics, evaluate_config
from ontoeval.evaluation.report import Report
from ontoeval.gate.commit import commit
from ontoeval.gate.entry import Entry
from ontoeval.gate.gate import Gate
from ontoeval.gate.history import History
from ontoeval.gate.verdict import Verdict


def gate_of(config: Config, path: Path) -> Gate:
    """The gate of a config, whose own metrics are then known.

    Args:
        config: The config.
        path: The file it was read from.

    Raises:
        ConfigError: There is no gate, or it is off.
    """
    if config.gate is None:
        raise ConfigError(
            "there is no [gate]", where=str(path), mend='add [[gate.require]] with metric = "recall@10", min = 0.85'
        )
    add_metrics(config)
    return Gate.of(config.gate, path)


def scored(config: Config, path: Path, gate: Gate) -> Report:
    """Score what a config names and what its gate looks at.

    Raises:
        InputError: The gate's baseline cannot be read.
        UsageError: There is none, and a line needs it; or no sample has a tag that the gate names.
    """
    gate.prepare()
    try:
        return evaluate_config(config, also=gate.metrics, by=gate.tags)
    except UsageError as error:
        if error.where in {f"--by {tag}" for tag in gate.tags if tag not in config.by}:
            error.where = f"{path} [gate]"
        raise


def run(config: Config, path: Path) -> tuple[Report, Verdict | None]:
    """Score what a config names and what its gate looks at, and hold it against the gate, if there is one.

    Raises:
        InputError: The config's history cannot get a line; known before anything is scored.
    """
    if config.history is not None:
        History(config.history).check()
    if config.gate is None:
        return evaluate_config(config), None
    gate = gate_of(config, path)
    report = scored(config, path, gate)
    verdict = gate.check(report, subset=config.subset is not None)
    report.gate = verdict.as_dict()
    return report, verdict


def remember(
    config: Config, path: Path, report: Report, verdict: Verdict | None, id: str | None = None
) -> Entry | None:
    """Append a run to the config's history, if it names one."""
    if config.history is None:
        return None
    options = {"commit": commit(path.parent), "gate": verdict, "subset": config.subset, "id": id}
    return History(config.history).append(report, **options)
