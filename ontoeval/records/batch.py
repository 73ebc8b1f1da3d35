"""Rows of files as validated columns: `Batch`, and the builder that fills it from raw rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from ontoeval.errors import ConfigError, RecordError, closest
from ontoeval.findings import Finding, shorten
from ontoeval.records.mentions import quick_mentions
from ontoeval.records.model import FIELDS, Gold, Hits, Run, Sample
from ontoeval.records.native import plain

Part = Literal["gold", "run", "both"]
Row = dict[str, Any]

ROWS_PER_BATCH = 2048
_MOST_FINDINGS = 1000


@dataclass(slots=True)
class Batch:
    """Validated columns of consecutive samples.

    Attributes:
        ids: Identifier of each sample.
        where: File and line of each sample.
        has_gold, has_run: Whether a row of a golden set, of a run, stood behind each sample.
        columns: By field path (``"gold.docs"``), one entry per sample, None where the field is null or
            absent; a field that no row has is absent.
        lasting: Whether the values stay in memory whatever becomes of the batch, since the caller holds them.
    """

    ids: list[str]
    where: list[str]
    has_gold: list[bool]
    has_run: list[bool]
    columns: dict[str, list[Any]] = field(default_factory=dict)
    lasting: bool = False
    _nothing: list[None] = field(default_factory=list, init=False, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.ids)

    def column(self, path: str) -> Sequence[Any]:
        """The column of a field; all None when no row has the field. Not to be changed."""
        found = self.columns.get(path)
        if found:
            return found
        if len(self._nothing) != len(self.ids):
            self._nothing = [None] * len(self.ids)
        return self._nothing

    def joined(self, run: Batch) -> Batch:
        """The same samples with what the run says of them; where both say something, this batch is right."""
        columns = {**run.columns, **self.columns}
        for path in self.columns.keys() & run.columns.keys():
            both = zip(self.columns[path], run.columns[path], strict=True)
            columns[path] = [theirs if mine is None else mine for mine, theirs in both]
        where = [f"{mine} + {theirs}" for mine, theirs in zip(self.where, run.where, strict=True)]
        lasting = self.lasting and run.lasting
        return Batch(self.ids, where, self.has_gold, run.has_run, columns, lasting)

    def sample(self, position: int) -> Sample:
        """The row view of one sample."""
        parts: dict[str, dict[str, Any]] = {"": {}, "gold": {}, "run": {}}
        for path, values in self.columns.items():
            part, _, name = path.rpartition(".")
            if values[position] is not None:
                parts[part][name] = values[position]
        gold = Gold.model_construct(None, **parts["gold"]) if self.has_gold[position] else None
        run = Run.model_construct(None, **parts["run"]) if self.has_run[position] else None
        top = {name: value for name, value in parts[""].items() if name != "id"}
        return Sample.model_construct(None, id=self.ids[position], gold=gold, run=run, **top)

    def select(self, keep: Sequence[int]) -> Batch:
        """The samples at the given positions."""
        return Batch(
            [self.ids[i] for i in keep],
            [self.where[i] for i in keep],
            [self.has_gold[i] for i in keep],
            [self.has_run[i] for i in keep],
            {path: [values[i] for i in keep] for path, values in self.columns.items()},
        )


class Problems:
    """Collects findings while reading goes on, and raises them all at once.

    Attributes:
        findings, total: What cannot be used.
        notes: What was used, but should be looked at.
    """

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.total = 0
        self.notes: list[Finding] = []

    def add(self, finding: Finding) -> None:
        """Keep a finding (the first thousand are kept, all are counted)."""
        self.total += 1
        if len(self.findings) < _MOST_FINDINGS:
            self.findings.append(finding)

    def raise_if_any(self) -> None:
        """Raise a `RecordError` that holds all findings, if there are any."""
        if self.total:
            rows = "row" if self.total == 1 else "rows or fields"
            ordered = sorted(self.findings, key=lambda finding: _natural(finding.where))
            raise RecordError(f"{self.total} {rows} cannot be used", findings=ordered, total=self.total)


def _natural(text: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", text)]


class FieldMap:
    """Finds the fields of a sample in the rows of a file.

    Without a mapping a row may wrap its fields in ``gold`` and ``run``, or leave out the wrapper of its part.

    Args:
        part: What the rows are: a golden set, a run, or both in one.
        mapping: Other places of fields, e.g. ``{"id": "doc_id", "tags.split": "meta.split"}``.
    """

    def __init__(self, part: Part, mapping: Mapping[str, str] | None = None) -> None:
        self.part = part
        self.mapping = dict(mapping or {})
        self.unknown: set[str] = set()
        self._known: dict[str, str | None] = {}
        for path in self.mapping:
            if path not in FIELDS and not path.startswith("tags."):
                near = ", ".join(closest(path, FIELDS)) or "gold.docs, run.retrieved, tags.NAME …"
                raise ConfigError(f"unknown field {path!r} in the field map", mend=f"did you mean {near}?")
        self._taken = set(self.mapping.values())
        self._roots = {source.partition(".")[0] for source in self.mapping.values()}
        self._moved = [(path, source.split(".")) for path, source in self.mapping.items() if self._here(path)]

    def _here(self, path: str) -> bool:
        part = path.partition(".")[0]
        return part not in ("gold", "run") or self.part in (part, "both")

    def target(self, name: str) -> str | None:
        """The path that an unwrapped top-level name of a row stands for, or None when it is unknown."""
        if name in FIELDS:
            return name
        parts = ["gold", "run"] if self.part == "both" else [self.part]
        paths = [f"{part}.{name}" for part in parts if f"{part}.{name}" in FIELDS]
        return paths[0] if len(paths) == 1 else None

    def foreign(self) -> list[str]:
        """The unknown names that are fields of the other part, or its wrapper."""
        other = "run" if self.part == "gold" else "gold"
        return sorted(name for name in self.unknown if name == other or f"{other}.{name}" in FIELDS)

    def misplaced(self, row: Row) -> str | None:
        """The wrapper of a row, ``"gold"`` or ``"run"``, that holds something else than fields."""
        wrappers = ("gold", "run") if self.part == "both" else (self.part,)
        wrong = (name for name in wrappers if not isinstance(row.get(name), dict | None))
        return next((name for name in wrong if name not in self._taken), None)

    def flatten(self, row: Row) -> Row:
        """The fields of one raw row by path; the row must not be ``misplaced``."""
        flat: Row = {}
        for name, value in row.items():
            if name in self._taken:
                continue
            if name in ("gold", "run"):
                if self.part in (name, "both"):
                    for inner, content in (value or {}).items():
                        path = f"{name}.{inner}"
                        if path in FIELDS:
                            flat[path] = content
                        elif path not in self._taken:
                            self.unknown.add(path)
                elif value:
                    self.unknown.add(name)
                continue
            if name not in self._known:
                self._known[name] = self.target(name)
            path_of_name = self._known[name]
            if path_of_name is None:
                if name not in self._roots:
                    self.unknown.add(name)
            elif path_of_name not in flat:
                flat[path_of_name] = value
        for path, source in self._moved:
            found: Any = row
            for step in source:
                found = found.get(step) if isinstance(found, dict) else None
            if found is None:
                continue
            if path.startswith("tags."):
                flat["tags"] = {**(flat.get("tags") or {}), path[5:]: found}
            else:
                flat[path] = found
        return flat


@cache
def _adapter(path: str) -> TypeAdapter[list[Any]]:
    annotation = FIELDS[path][0]
    numbers_are_ids = ConfigDict(coerce_numbers_to_str=True)
    return TypeAdapter(list[annotation | None], config=numbers_are_ids)  # type: ignore[valid-type]


def _column(path: str, raw: list[Any]) -> list[Any]:
    """The validated values of one field.

    The fields that make up nearly all of a large input have a quick way that looks at whole dictionaries and
    columns at once; whatever it does not know, and whatever is wrong, is left to pydantic.
    """
    if path in _QUICK:
        try:
            return _QUICK[path](raw)
        except (TypeError, ValueError, LookupError, OverflowError):
            raw = list(map(plain, raw))
    return _adapter(path).validate_python(raw)


_NUMBERS = {int, float}


def _quick_ids(raw: list[Any]) -> list[Any]:
    "".join(raw).encode()  # refuses what is no text
    if not all(raw):
        raise ValueError
    return raw


def _quick_rankings(raw: list[Any]) -> list[Hits | None]:
    result: list[Hits | None] = []
    for value in raw:
        if value is None:
            result.append(None)
            continue
        names, scores = list(_plain(value)), list(value.values())
        _check_numbers(names, scores)
        result.append(Hits(names, scores))
    return result


def _quick_grades(raw: list[Any]) -> list[Any]:
    for value in raw:
        if value is not None:
            _check_numbers(_plain(value), value.values())
    return raw


def _plain(value: Any) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _check_numbers(names: Iterable[Any], numbers: Iterable[Any]) -> None:
    """Raise unless these are texts and finite numbers of Python's own."""
    "".join(names).encode()
    if not _NUMBERS.issuperset(map(type, numbers)):
        raise TypeError
    if not isfinite(sum(numbers)):  # text cannot be added; NaN and infinity stay in the sum
        raise ValueError


_QUICK: dict[str, Callable[[list[Any]], list[Any]]] = {
    "id": _quick_ids,
    "gold.docs": _quick_grades,
    "gold.mentions": quick_mentions,
    "run.mentions": quick_mentions,
    "run.retrieved": _quick_rankings,
    "run.candidates": _quick_rankings,
    "run.contexts": _quick_rankings,
}


def validate(rows: Sequence[tuple[str, Row]], part: Part, problems: Problems, *, id_source: str = "id") -> Batch:
    """Turn flattened rows with their places into validated columns.

    Rows that cannot be used are collected in ``problems``; the batch then misses them.
    """
    paths = dict.fromkeys(["id", *(path for _, row in rows for path in row)])
    raw = {path: [row.get(path) for _, row in rows] for path in paths}
    has_run = [part != "gold" and (part == "run" or any(path.startswith("run.") for path in row)) for _, row in rows]
    return _validated([where for where, _ in rows], raw, has_run, part, problems, id_source)


def _validated(
    where: list[str],
    raw: Mapping[str, list[Any]],
    has_run: list[bool],
    part: Part,
    problems: Problems,
    id_source: str = "id",
) -> Batch:
    columns: dict[str, list[Any]] = {}
    bad: set[int] = set()
    for position, value in enumerate(raw["id"]):
        if value is None:
            bad.add(position)
            problems.add(
                Finding(
                    "record.id",
                    "error",
                    where[position],
                    f"no field {id_source!r}",
                    "an id in every row",
                    "name the field that holds it: --field id=NAME",
                )
            )
    for path, values in raw.items():
        try:
            columns[path] = _column(path, values)
        except ValidationError as error:
            columns[path] = [None] * len(where)
            seen = set()
            details = error.errors(include_url=False, include_context=False)
            for detail in sorted(details, key=lambda detail: -len(detail["loc"])):
                position = int(detail["loc"][0])
                if position in seen:
                    continue
                seen.add(position)
                bad.add(position)
                problems.add(_finding(where[position], path, detail))
            kept = [position for position in range(len(where)) if position not in seen]
            for position, value in zip(
                kept, _adapter(path).validate_python([values[position] for position in kept]), strict=True
            ):
                columns[path][position] = value
    ids = columns.pop("id")
    filled = {path: values for path, values in columns.items() if any(value is not None for value in values)}
    batch = Batch(ids, where, [part != "run"] * len(where), has_run, filled)
    return batch.select([i for i in range(len(where)) if i not in bad]) if bad else batch


def _finding(where: str, path: str, detail: Any) -> Finding:
    steps = ""
    for step in detail["loc"][1:]:
        if isinstance(step, int):
            steps += f"[{step}]"
        elif isinstance(step, str) and not any(mark in step for mark in "[](") and step not in ("Hit", "str"):
            steps += f".{step}"
    message = detail["msg"].removeprefix("Value error, ")
    got = message if detail["type"] == "value_error" else f"{shorten(detail['input'])} ({message})"
    return Finding("record.type", "error", f"{where} {path}{steps}", got, FIELDS[path][1])


class Uniqueness:
    """Finds samples whose id was seen before.

    Args:
        rule: ``"error"`` collects both places; ``"first"`` keeps the first row and counts the others.
    """

    def __init__(self, rule: Literal["error", "first"], problems: Problems) -> None:
        self.rule = rule
        self.problems = problems
        self.places: dict[str, str] = {}
        self.dropped = 0

    def positions(self, batch: Batch) -> list[int]:
        """Positions of the batch's samples that are new (all of them, unless ids repeat)."""
        if len(set(batch.ids)) == len(batch) and self.places.keys().isdisjoint(batch.ids):
            self.places.update(zip(batch.ids, batch.where, strict=True))
            return list(range(len(batch)))
        fresh = []
        for position, name in enumerate(batch.ids):
            place = self.places.setdefault(name, batch.where[position])
            if place == batch.where[position]:
                fresh.append(position)
            elif self.rule == "error":
                self.problems.add(
                    Finding(
                        "record.duplicate",
                        "error",
                        batch.where[position],
                        f"id {name!r} again, first at {place}",
                        "one row per id",
                        "remove one, or choose a rule: --duplicates first",
                    )
                )
            else:
                self.dropped += 1
        return fresh


def batches(
    rows: Iterable[tuple[str, Row]],
    fields: FieldMap,
    problems: Problems,
    unique: Uniqueness,
    keep: Callable[[Row], bool] | None = None,
) -> Iterator[Batch]:
    """Validated batches of raw rows with their places."""
    id_source = fields.mapping.get("id", "id")
    waiting: list[tuple[str, Row]] = []
    for where, row in rows:
        wrong = fields.misplaced(row)
        if wrong is not None:
            got, wanted = shorten(row[wrong]), f"an object with the fields of {wrong}"
            problems.add(Finding("record.type", "error", f"{where} {wrong}", got, wanted))
            continue
        flat = fields.flatten(row)
        if keep is None or keep(flat):
            waiting.append((where, flat))
        if len(waiting) == ROWS_PER_BATCH:
            yield _fresh(validate(waiting, fields.part, problems, id_source=id_source), unique)
            waiting = []
    if waiting:
        yield _fresh(validate(waiting, fields.part, problems, id_source=id_source), unique)


def value_batches(
    name: str, path: str, ids: list[Any], values: list[Any], part: Part, problems: Problems, unique: Uniqueness
) -> Iterator[Batch]:
    """Validated batches of bare values of one field."""
    has_run = path.startswith("run.")
    for start in range(0, len(ids), ROWS_PER_BATCH):
        piece = slice(start, start + ROWS_PER_BATCH)
        raw = {"id": ids[piece], path: values[piece]}
        where = [f"{name}[{number}]" for number in range(start, start + len(raw["id"]))]
        batch = _fresh(_validated(where, raw, [has_run] * len(where), part, problems), unique)
        batch.lasting = True
        yield batch


def _fresh(batch: Batch, unique: Uniqueness) -> Batch:
    fresh = unique.positions(batch)
    return batch if len(fresh) == len(batch) else batch.select(fresh)
