"""`Record`: the part of a report that a later comparison needs, in memory or in report.json + report.items.npz."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import InputError
from ontoeval.evaluation.signature import Signature
from ontoeval.records.jsonl import read_json
from ontoeval.statistics.quantiles import Quantile
from ontoeval.statistics.rows import FScore, Mean, OverKeys, Ratio, Rows
from ontoeval.views.judges import judged_by
from ontoeval.views.places import Places
from ontoeval.views.stages import ORDER

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

#: Version of the file format.
FORMAT = 1
_KINDS = ("Mean", "Ratio", "FScore", "Quantile")
_SAVE_AGAIN = "save the report again with --save report.json: that writes both files"


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
        judges: Whose verdicts it reads.
    """

    name: str
    version: int
    direction: str
    rows: Rows | None
    values: NDArray[np.float64]
    reason: str
    judges: Sequence[str] = ()


@dataclass(frozen=True)
class Record:
    """What a comparison needs of a report.

    Attributes:
        name: Where it comes from.
        signature: What its numbers depend on.
        ids: Samples.
        clusters: Hash of each sample's cluster.
        gold: Hash of each sample's gold and weight.
        tags: Tags of each sample.
        slices: Samples of each slice by branch, depth or frequency, for those that the report was sliced by.
        lost: Stage at which each sample is lost, or "".
        measures: By name.
    """

    name: str
    signature: Signature
    ids: list[str]
    clusters: NDArray[np.uint64]
    gold: NDArray[np.uint64]
    tags: list[dict[str, str]]
    slices: dict[str, dict[str, list[int]]]
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
        judges = judged_by(report.compiled, metric.view)
        measures[name] = RecordedMeasure(
            name, metric.version, metric.direction, scored.rows, scored.item_values, reason, judges
        )
    return Record(
        report.compiled.samples.name,
        report.signature,
        roster.ids,
        roster.cluster_hashes,
        np.array(roster.gold_hashes, dtype=np.uint64),
        roster.tags,
        {kind: dict(report.compiled.view(Places).slices(kind)) for kind in report.by if report.by_ontology(kind)},
        lost,
        measures,
    )


def items_path(path: Path) -> Path:
    """The file beside a report.json that holds its item rows."""
    return path.with_name(f"{path.stem}.items.npz")


def write(kept: Record, path: Path) -> None:
    """Write the item rows beside the report.json that is at ``path``."""
    meta: dict[str, Any] = {
        "format": FORMAT,
        "name": kept.name,
        "report": _content_hash(path),
        "ids": kept.ids,
        "signature": kept.signature.as_dict(),
        "tags": kept.tags,
        "slices": kept.slices,
        "lost": kept.lost,
        "measures": [],
    }
    arrays: dict[str, NDArray[Any]] = {"clusters": kept.clusters, "gold": kept.gold}
    for place, measure in enumerate(kept.measures.values()):
        rows = measure.rows
        plain = rows.kind if isinstance(rows, OverKeys) else rows
        stored = type(plain).__name__ in _KINDS and (isinstance(plain, Quantile) or _named_by_text(rows))
        reason = measure.reason or ("" if stored else "its rows are a table and are not stored")
        meta["measures"].append(
            {
                "name": measure.name,
                "version": measure.version,
                "direction": measure.direction,
                "reason": reason,
                "judges": list(measure.judges),
                "kind": type(plain).__name__ if stored else None,
                "beta": getattr(plain, "beta", None),
                "quantile": getattr(plain, "quantile", None),
                "keys": rows.labels if stored and rows is not None and rows.key is not None else None,
            }
        )
        arrays[f"{place}/values"] = measure.values
        if stored and rows is not None:
            arrays[f"{place}/sample"] = rows.sample
            if rows.key is not None:
                arrays[f"{place}/key"] = rows.key
            for name, values in rows.columns.items():
                arrays[f"{place}/column/{name}"] = values
    arrays["meta"] = np.frombuffer(json.dumps(meta).encode(), dtype=np.uint8)
    with items_path(path).open("wb") as stream:
        np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]


def read(path: Path) -> Record:
    """Read the record behind a report.json.

    Raises:
        InputError: A file is missing, is no report of this version, or belongs to another report.
    """
    items = items_path(path) if path.suffix == ".json" else path
    if not path.exists():
        raise InputError("no such file", where=str(path))
    if not items.exists():
        raise InputError(
            f"{items.name} is not beside it",
            where=str(path),
            mend=_SAVE_AGAIN,
        )
    try:
        arrays = _arrays(items)
        meta = json.loads(arrays["meta"].tobytes())
        format_ = meta["format"]
        kept = _record(meta, arrays) if format_ == FORMAT else None
    except Exception as error:  # whatever a file that somebody else wrote makes of a reader
        raise InputError(f"this is no saved report ({error})", where=str(items), mend=_SAVE_AGAIN) from None
    if kept is None:
        expected = f"format {FORMAT}, which this version writes"
        raise InputError(f"this is format {format_}", where=str(items), expected=expected, mend=_SAVE_AGAIN)
    if path != items and _content_hash(path) != meta["report"]:
        raise InputError(f"{items.name} belongs to another report", where=str(path), mend=_SAVE_AGAIN)
    return kept


def _arrays(items: Path) -> dict[str, NDArray[Any]]:
    with zipfile.ZipFile(items) as archive:
        return {
            name.removesuffix(".npy"): np.lib.format.read_array(io.BytesIO(archive.read(name)), allow_pickle=False)
            for name in archive.namelist()
        }


def _content_hash(path: Path) -> str:
    """A hash of what a report.json says, however its lines are broken."""
    content = read_json(path)
    return blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=16).hexdigest()


def _record(meta: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> Record:
    n = len(meta["ids"])
    measures = {}
    for place, info in enumerate(meta["measures"]):
        rows = None
        if info["kind"] is not None:
            prefix = f"{place}/column/"
            columns = {key[len(prefix) :]: arrays[key] for key in arrays if key.startswith(prefix)}
            rows = _rows(info, columns, arrays[f"{place}/sample"], arrays.get(f"{place}/key"))
            if rows.n != len(rows.sample) or (rows.n and not 0 <= rows.sample.min() <= rows.sample.max() < n):
                raise ValueError(f"rows of {info['name']} belong to no sample")
        measures[info["name"]] = RecordedMeasure(
            info["name"],
            info["version"],
            info["direction"],
            rows,
            arrays[f"{place}/values"],
            info["reason"],
            info.get("judges", ()),
        )
    by_sample = [arrays["clusters"], arrays["gold"], meta["tags"], meta["lost"], *(m.values for m in measures.values())]
    if any(len(part) != n for part in by_sample):
        raise ValueError("its parts differ in length")
    return Record(
        meta["name"],
        Signature(**meta["signature"]),
        meta["ids"],
        arrays["clusters"],
        arrays["gold"],
        meta["tags"],
        meta["slices"],
        meta["lost"],
        measures,
    )


def _named_by_text(rows: Rows | None) -> bool:
    return rows is not None and all(isinstance(label, str) for label in rows.labels)


def _rows(
    info: dict[str, Any],
    columns: dict[str, NDArray[Any]],
    sample: NDArray[np.int64],
    key: NDArray[np.int64] | None,
) -> Rows:
    none = np.zeros(0)
    kinds: dict[str, Callable[[], Rows]] = {
        "Mean": lambda: Mean(none),
        "Ratio": lambda: Ratio(none, none),
        "FScore": lambda: FScore(none, none, none, none, beta=info["beta"]),
        "Quantile": lambda: Quantile(none, quantile=info["quantile"]),
    }
    kind = kinds[info["kind"]]()
    if set(columns) != set(kind.columns):
        raise ValueError(f"{info['kind']} has no columns {sorted(columns)}")
    rows = kind.like({name: columns[name] for name in kind.columns}, sample, key, info["keys"] or ())
    return rows if key is None or isinstance(rows, Quantile) else OverKeys(rows)
