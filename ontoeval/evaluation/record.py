"""`Record`: the part of a report that a later comparison needs, in memory or in report.json + report.items.npz."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import InputError
from ontoeval.evaluation.signature import Signature
from ontoeval.statistics.rows import FScore, Mean, Ratio, Rows
from ontoeval.views.stages import ORDER

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

#: Version of the file format.
FORMAT = 1
_KINDS = ("Mean", "Ratio", "FScore")


@dataclass(frozen=True)
class RecordedMeasure:
    """One measure's rows.

    Attributes:
        name: Name of the measure.
        version: Version of the metric.
        direction: ``"higher"`` or ``"lower"``.
        rows: Rows by sample whose value is the measure's value; None when it was unmeasured, or when its rows
            cannot be stored (tables).
        values: The value of each sample alone; NaN where it has none.
        reason: Why there are no rows, or "".
    """

    name: str
    version: int
    direction: str
    rows: Rows | None
    values: NDArray[np.float64]
    reason: str


@dataclass(frozen=True)
class Record:
    """What a comparison needs of a report.

    Attributes:
        name: Where it comes from.
        signature: What its numbers depend on.
        ids: Samples.
        clusters: Hash of each sample's cluster.
        gold: Hash of each sample's gold.
        tags: Tags of each sample.
        lost: Stage at which each sample is lost, or "".
        measures: By name.
    """

    name: str
    signature: Signature
    ids: list[str]
    clusters: NDArray[np.uint64]
    gold: NDArray[np.uint64]
    tags: list[dict[str, str]]
    lost: list[str]
    measures: dict[str, RecordedMeasure]


def record(report: Report) -> Record:
    """The record of a report in memory."""
    roster = report.compiled.roster
    funnel = report.funnel
    lost = [""] * len(roster) if funnel.unmeasured else [ORDER[i] if i >= 0 else "" for i in funnel.stages.lost_at()]
    measures = {}
    for name, scored in report.scored.items():
        metric = scored.measure.metric
        reason = f"unmeasured: {scored.unmeasured}" if scored.unmeasured else ""
        measures[name] = RecordedMeasure(
            name, metric.version, metric.direction, scored.rows, scored.item_values, reason
        )
    return Record(
        report.compiled.samples.name,
        report.signature,
        roster.ids,
        roster.cluster_hashes,
        np.array(roster.gold_hashes, dtype=np.uint64),
        roster.tags,
        lost,
        measures,
    )


def items_path(path: Path) -> Path:
    """The file beside a report.json that holds its item rows."""
    return path.with_name(f"{path.stem}.items.npz")


def write(kept: Record, path: Path) -> None:
    """Write the item rows beside a report.json."""
    meta: dict[str, Any] = {
        "format": FORMAT,
        "name": kept.name,
        "signature": kept.signature.as_dict(),
        "tags": kept.tags,
        "lost": kept.lost,
        "measures": [],
    }
    arrays: dict[str, NDArray[Any]] = {"ids": np.array(kept.ids), "clusters": kept.clusters, "gold": kept.gold}
    for place, measure in enumerate(kept.measures.values()):
        kind = type(measure.rows).__name__
        stored = measure.rows is not None and kind in _KINDS
        reason = measure.reason or ("" if stored else "its rows are a table and are not stored")
        meta["measures"].append(
            {
                "name": measure.name,
                "version": measure.version,
                "direction": measure.direction,
                "reason": reason,
                "kind": kind if stored else None,
                "beta": getattr(measure.rows, "beta", None),
            }
        )
        arrays[f"{place}/values"] = measure.values
        if stored and measure.rows is not None:
            arrays[f"{place}/sample"] = measure.rows.sample
            for name, values in measure.rows.columns.items():
                arrays[f"{place}/column/{name}"] = values
    arrays["meta"] = np.array(json.dumps(meta))
    with items_path(path).open("wb") as stream:
        np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]


def read(path: Path) -> Record:
    """Read the record behind a report.json.

    Raises:
        InputError: A file is missing or is no report of this version.
    """
    items = items_path(path) if path.suffix == ".json" else path
    if not path.exists():
        raise InputError("no such file", where=str(path))
    if not items.exists():
        raise InputError(
            f"{items.name} is not beside it",
            where=str(path),
            mend="save the report with --save report.json: that writes both files",
        )
    try:
        with np.load(items, allow_pickle=False) as arrays:
            return _record(arrays)
    except (ValueError, KeyError, OSError, zipfile.BadZipFile, json.JSONDecodeError) as error:
        raise InputError(f"this is no saved report ({error})", where=str(items)) from None


def _record(arrays: Any) -> Record:
    meta = json.loads(str(arrays["meta"]))
    if meta["format"] != FORMAT:
        raise ValueError(f"format {meta['format']}, this version reads {FORMAT}")
    measures = {}
    for place, info in enumerate(meta["measures"]):
        rows = None
        if info["kind"] is not None:
            prefix = f"{place}/column/"
            columns = {key[len(prefix) :]: arrays[key] for key in arrays.files if key.startswith(prefix)}
            rows = _rows(info, columns, arrays[f"{place}/sample"])
        measures[info["name"]] = RecordedMeasure(
            info["name"], info["version"], info["direction"], rows, arrays[f"{place}/values"], info["reason"]
        )
    return Record(
        meta["name"],
        Signature(**meta["signature"]),
        [str(name) for name in arrays["ids"]],
        arrays["clusters"],
        arrays["gold"],
        meta["tags"],
        meta["lost"],
        measures,
    )


def _rows(info: dict[str, Any], columns: dict[str, NDArray[Any]], sample: NDArray[np.int64]) -> Rows:
    none = np.zeros(0)
    if info["kind"] == "FScore":
        return FScore(none, none, none, none, beta=info["beta"]).like(columns, sample)
    return (Mean(none) if info["kind"] == "Mean" else Ratio(none, none)).like(columns, sample)
