"""Every question of a report with the value of each measure, as JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report

_COLUMNS = ("id", "metric", "value", "status")


def rows(report: Report) -> Iterator[dict[str, Any]]:
    """A row per measure and question: id, metric, value (None where it has none), status."""
    for name in report.scored:
        for item in report.items(name):
            yield {"id": item["id"], "metric": name, "value": item["value"], "status": item["status"]}


def save(report: Report, path: Path) -> None:
    """Write all items; the suffix, ``.items.json`` or ``.items.csv``, says how."""
    text = as_csv(report) if path.suffix.lower() == ".csv" else as_json(report)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")


def as_json(report: Report) -> str:
    """One object: the signature, and the items, each on a line."""
    signature = json.dumps(report.signature.as_dict(), ensure_ascii=False, allow_nan=False)
    items = ",\n".join(json.dumps(row, ensure_ascii=False, allow_nan=False) for row in rows(report))
    return f'{{"signature": {signature},\n"items": [\n{items}\n]}}'


def as_csv(report: Report) -> str:
    """A line per item; a missing value is empty."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(report))
    return stream.getvalue().rstrip("\n")
