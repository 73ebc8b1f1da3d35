"""The results of a report as CSV, one row per measure and slice."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report


def render(report: Report) -> str:
    """The results as CSV text; an undefined value is empty."""
    rows = report.rows()
    columns = list(dict.fromkeys(name for row in rows for name in row))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().rstrip("\n")


def save(report: Report, path: Path) -> None:
    """Write the results."""
    path.write_text(render(report) + "\n", encoding="utf-8", newline="\n")
