"""Resuming: which rows of an output that is there already can stay."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ontoeval.annotate.journal import whole_lines
from ontoeval.annotate.judging import Judging
from ontoeval.errors import InputError
from ontoeval.records.batch import Row
from ontoeval.records.model import Sample

_MEND = "name another file, or remove it"


def kept_rows(output: Path, rows: Sequence[Row], samples: Sequence[Sample], judging: Judging) -> int:
    """How many rows of an output stay: all of them, from the first one on.

    Args:
        output: The output.
        rows: The rows of the records.
        samples: Their samples, in the same order.
        judging: Who judges, by what.

    Raises:
        InputError: A row is of another record, of a record that has changed, or judged in another way.
    """
    lines = whole_lines(output)
    if len(lines) > len(rows):
        raise InputError(f"there are {len(lines)} rows for {len(rows)} records", where=str(output), mend=_MEND)
    for number, (line, row, sample) in enumerate(zip(lines, rows, samples, strict=False), 1):
        where = f"{output}:{number}"
        if line.get("id") != row["id"]:
            got = f"the row is of sample {line.get('id')!r}"
            raise InputError(got, where=where, expected=f"{row['id']!r}, as in the records", mend=_MEND)
        if _without_annotations(line) != _without_annotations(row):
            raise InputError("the record has changed since it was judged", where=where, mend=_MEND)
        _check_verdicts(line, sample, judging, where)
    return len(lines)


def _check_verdicts(line: Row, sample: Sample, judging: Judging, where: str) -> None:
    written = line.get("annotations") or {}
    for annotation, expected in judging.expected(sample).items():
        if annotation not in written:
            raise InputError(f"there are no verdicts of {annotation}", where=where, mend=_MEND)
        got = {name: [result.get(name) for result in written[annotation]] for name in expected}
        for name, values in expected.items():
            if got[name] != values:
                raise InputError(
                    f"the verdicts of {annotation} are of another {name}: {_listed(got[name])}",
                    where=where,
                    expected=_listed(values),
                    mend=_MEND,
                )


def _listed(values: list[object]) -> str:
    return ", ".join(map(str, dict.fromkeys(values))) if len(set(values)) == 1 else ", ".join(map(str, values))


def _without_annotations(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "annotations"}
