"""`Samples`: golden set and run joined by id, streamed in batches; and `read`, which opens them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

from ontoeval.errors import InputError, UsageError
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import (
    ROWS_PER_BATCH,
    Batch,
    FieldMap,
    Part,
    Problems,
    Row,
    Uniqueness,
    batches,
    value_batches,
)
from ontoeval.records.corpus import Corpus, read_corpus
from ontoeval.records.detection import format_of
from ontoeval.records.formats import Format
from ontoeval.records.ids import ALIKE, variants
from ontoeval.records.jsonl import is_empty
from ontoeval.records.model import FIELDS, Sample

Reader = Callable[[FieldMap, Problems, Uniqueness], Iterator[Batch]]
Duplicates = Literal["error", "first"]


class Source:
    """Rows of one part that can be read any number of times.

    Args:
        name: Name for messages.
        part: Golden set, run, or both in one.
        batches: Reads the rows; what cannot be used goes to the problems it gets.
    """

    def __init__(self, name: str, part: Part, batches: Reader) -> None:
        self.name = name
        self.part = part
        self.batches = batches


class Samples:
    """Samples of one or two sources, read in batches, any number of times.

    Iterating gives `Sample` objects made on demand; scoring works on batches and never makes them.

    Attributes:
        docs: The corpus, or None.
        findings: What the last complete pass noticed: unknown fields, rows on one side only, dropped
            duplicates.
    """

    def __init__(
        self,
        gold: Source,
        run: Source | None = None,
        *,
        docs: Corpus | None = None,
        fields: Mapping[str, str] | None = None,
        where: Mapping[str, str] | None = None,
        duplicates: Duplicates = "error",
    ) -> None:
        if duplicates not in get_args(Duplicates):
            allowed = " or ".join(map(repr, get_args(Duplicates)))
            raise UsageError(f"duplicates={duplicates!r} is no rule", expected=allowed)
        self.gold = gold
        self.run = run
        self.docs = docs
        self.fields = dict(fields or {})
        self.where = dict(where or {})
        self.duplicates = duplicates
        self.findings: list[Finding] = []

    @property
    def name(self) -> str:
        """The names of the sources."""
        return self.gold.name if self.run is None else f"{self.gold.name} + {self.run.name}"

    def __repr__(self) -> str:
        return f"<Samples {self.name}>"

    def __iter__(self) -> Iterator[Sample]:
        for batch in self.batches():
            for position in range(len(batch)):
                yield batch.sample(position)

    def __len__(self) -> int:
        return sum(len(batch) for batch in self.batches())

    def batches(self) -> Iterator[Batch]:
        """The samples as columns.

        Raises:
            RecordError: Rows cannot be used; all of them are in the error. It is raised at the end of the
                pass, so batches given before must then be thrown away.
            InputError: There is no sample, golden set and run have no id in common, or are given for each other.
        """
        notes: list[Finding] = []
        problems = Problems()
        foreign: dict[Part, list[str]] = {}
        joined = self._joined(problems, notes, foreign)
        total = 0
        seen: dict[str, set[str]] = {tag: set() for tag in self.where}
        lonely: dict[str, list[str]] = {"gold": [], "run": []}
        for batch in joined:
            if self.where:
                batch = batch.select(self._matching(batch, seen))
            if self.run is not None:
                for name, gold, run in zip(batch.ids, batch.has_gold, batch.has_run, strict=True):
                    if not (gold and run):
                        lonely["gold" if gold else "run"].append(name)
            if len(batch) and not problems.total:
                total += len(batch)
                yield batch
        problems.raise_if_any()
        if foreign:
            raise self._foreign(foreign)
        if not total:
            self._raise_empty(seen)
        for side, names in lonely.items():
            if names:
                notes.append(self._lonely(side, names))
        for found in variants(lonely["gold"], lonely["run"]):
            notes.append(
                Finding("record.near_ids", "warning", self.name, str(found), mend=ALIKE, count=len(found.pairs))
            )
        self.findings = problems.notes + notes

    def _joined(self, problems: Problems, notes: list[Finding], foreign: dict[Part, list[str]]) -> Iterator[Batch]:
        gold = self._side(self.gold, problems, notes, foreign)
        if self.run is None:
            yield from gold
            return
        join = _Join()
        yield from join.merge(gold, self._side(self.run, problems, notes, foreign))
        if not problems.total and join.only_run and not join.matched:
            near = variants(join.only_gold, join.only_run)
            raise InputError(
                f"no id of the run is in the golden set: gold has {_listed(join.only_gold) or 'no rows'}, "
                f"the run {_listed(join.only_run)}" + "".join(f"; {found}" for found in near),
                where=self.name,
                mend=ALIKE if near else "name the fields that hold the same ids: --field id=NAME",
            )

    def _side(
        self, source: Source, problems: Problems, notes: list[Finding], foreign: dict[Part, list[str]]
    ) -> Iterator[Batch]:
        fields = FieldMap(source.part, self.fields)
        unique = Uniqueness(self.duplicates, problems)
        filled: set[str] = set()
        for batch in source.batches(fields, problems, unique):
            filled |= batch.columns.keys()
            yield batch
        if source.part != "both" and not any(path.startswith((source.part, "annotations")) for path in filled):
            names = fields.foreign()
            if names:
                foreign[source.part] = names
        unclear = {name for name in fields.unknown if fields.part == "both" and _of_both(name)}
        if unclear:
            notes.append(
                Finding(
                    "record.unclear_fields",
                    "warning",
                    source.name,
                    f"fields of golden sets and of runs are ignored: {_listed(sorted(unclear), 8)}",
                    mend='say whose they are, {"gold": {…}}, or give golden set and run as two files',
                    count=len(unclear),
                )
            )
        unknown = fields.unknown - unclear
        if unknown:
            notes.append(
                Finding(
                    "record.unknown_fields",
                    "warning",
                    source.name,
                    f"unknown fields are ignored: {_listed(sorted(unknown), 8)}",
                    mend="map them with --field, e.g. --field tags.NAME=NAME",
                    count=len(unknown),
                )
            )
        if unique.dropped:
            notes.append(
                Finding(
                    "record.duplicate",
                    "warning",
                    source.name,
                    f"{unique.dropped} rows repeat an id and were left out ({self.duplicates} kept)",
                    count=unique.dropped,
                )
            )

    def _foreign(self, foreign: Mapping[Part, list[str]]) -> InputError:
        """The error of a golden set that holds what belongs to a run and nothing else, or the other way round."""
        shown = {part: _listed(names, 8) for part, names in foreign.items()}
        if len(foreign) == 2:
            return InputError(
                "golden set and run look swapped: the golden set holds only fields of a run "
                f"({shown['gold']}), the run only those of a golden set ({shown['run']})",
                where=self.name,
                mend="give them the other way round",
            )
        part: Part = "gold" if "gold" in foreign else "run"
        file = self.gold if self.run is None or part == "gold" else self.run
        is_one, other, option = ("golden set", "run", "run") if part == "gold" else ("run", "golden set", "gold")
        field = f"{part}.{'docs' if part == 'gold' else 'retrieved'}"
        return InputError(
            f"this is read as the {is_one}, but holds only fields of a {other}: {shown[part]}",
            where=file.name,
            mend=f"give it as the {other} (--{option} FILE; to convert, --part {option}), "
            f"or say what its fields are: --field {field}=NAME",
        )

    def _matching(self, batch: Batch, seen: dict[str, set[str]]) -> list[int]:
        keep = []
        for position, tags in enumerate(batch.column("tags")):
            mine = tags or {}
            for tag, values in seen.items():
                if tag in mine and len(values) < 20:
                    values.add(mine[tag])
            if all(mine.get(tag) == value for tag, value in self.where.items()):
                keep.append(position)
        return keep

    def _lonely(self, side: str, names: list[str]) -> Finding:
        file = self.run.name if side == "run" and self.run is not None else self.gold.name
        other = "run" if side == "gold" else "golden set"
        got = f"{len(names)} ids have no row in the {other}: {_listed(names)}"
        return Finding(f"record.only_{side}", "warning", file, got, count=len(names))

    def _raise_empty(self, seen: Mapping[str, set[str]]) -> None:
        for tag, value in self.where.items():
            if not seen[tag]:
                raise UsageError(
                    f"no sample has the tag {tag!r}",
                    where=f"--where {tag}={value}",
                    mend=f"if the rows hold it as a field, map it: --field tags.{tag}={tag}",
                )
        if self.where:
            values = "; ".join(f"{tag}: {_listed(sorted(seen[tag]), 8)}" for tag in self.where)
            raise UsageError(f"no sample matches; the values are {values}", where="--where")
        raise InputError("there are no rows", where=self.name, expected="at least one sample")


class _Join:
    """Symmetric hash join: rows wait only until the other side's row with the same id arrives."""

    def __init__(self) -> None:
        self.matched = 0
        self.only_gold: list[str] = []
        self.only_run: list[str] = []

    def merge(self, gold: Iterator[Batch], run: Iterator[Batch]) -> Iterator[Batch]:
        waiting: tuple[dict[str, _Loose], dict[str, _Loose]] = ({}, {})
        ready: list[_Loose] = []
        sides: list[Iterator[Batch] | None] = [gold, run]
        while any(sides):
            fresh = [next(stream, None) if stream else None for stream in sides]
            mine, theirs = fresh
            if mine and theirs and mine.ids == theirs.ids and not (ready or any(waiting)):
                self.matched += len(mine)
                yield mine.joined(theirs)
                continue
            for side, batch in enumerate(fresh):
                if batch is None:
                    sides[side] = None
                    continue
                for row in _loose(batch):
                    partner = waiting[1 - side].pop(row.id, None)
                    if partner is None:
                        waiting[side][row.id] = row
                    else:
                        first, second = (partner, row) if side else (row, partner)
                        ready.append(first.joined(second))
                        self.matched += 1
                while len(ready) >= ROWS_PER_BATCH:
                    yield _batch(ready[:ROWS_PER_BATCH])
                    ready = ready[ROWS_PER_BATCH:]
        self.only_gold, self.only_run = list(waiting[0]), list(waiting[1])
        ready += [*waiting[0].values(), *waiting[1].values()]
        for start in range(0, len(ready), ROWS_PER_BATCH):
            yield _batch(ready[start : start + ROWS_PER_BATCH])


class _Loose:
    """One sample's columns, taken out of its batch."""

    __slots__ = ("gold", "id", "run", "values", "where")

    def __init__(self, name: str, where: str, gold: bool, run: bool, values: Row) -> None:
        self.id, self.where, self.gold, self.run, self.values = name, where, gold, run, values

    def joined(self, run: _Loose) -> _Loose:
        return _Loose(self.id, f"{self.where} + {run.where}", True, True, {**run.values, **self.values})


def _loose(batch: Batch) -> Iterator[_Loose]:
    items = list(batch.columns.items())
    for position, name in enumerate(batch.ids):
        values = {path: column[position] for path, column in items if column[position] is not None}
        yield _Loose(name, batch.where[position], batch.has_gold[position], batch.has_run[position], values)


def _batch(rows: list[_Loose]) -> Batch:
    paths = dict.fromkeys(path for row in rows for path in row.values)
    return Batch(
        [row.id for row in rows],
        [row.where for row in rows],
        [row.gold for row in rows],
        [row.run for row in rows],
        {path: [row.values.get(path) for row in rows] for path in paths},
    )


def _of_both(name: str) -> bool:
    return f"gold.{name}" in FIELDS and f"run.{name}" in FIELDS


def _listed(names: Iterable[str], limit: int = 3) -> str:
    shown = list(names)
    text = ", ".join(shorten(name, 40) for name in shown[:limit])
    return f"{text} …" if len(shown) > limit else text


def read(
    gold: str | Path,
    run: str | Path | None = None,
    docs: str | Path | None = None,
    *,
    fields: Mapping[str, str] | None = None,
    where: Mapping[str, str] | None = None,
    duplicates: Duplicates = "error",
    gold_format: str | None = None,
    run_format: str | None = None,
) -> Samples:
    """Open a golden set, a run and a corpus, plain or gzipped.

    Golden set and run are in JSON lines or any other format (`ontoeval.records.formats`), the corpus in JSON lines, as
    BEIR has it, or a table (`ontoeval.records.corpus_files`).
    Nothing but the beginning of each file is read before the samples are used; the corpus is read at once.

    Args:
        gold: The golden set, or a file that holds gold and run in one.
        run: The run, joined to the golden set by id.
        docs: The corpus.
        fields: Other places of fields, e.g. ``{"id": "doc_id", "query": "text"}``.
        where: Only samples whose tags have these values.
        duplicates: What to do with a repeated sample id: ``"error"``, or keep the ``"first"`` row.
        gold_format, run_format: Formats, e.g. ``"pubtator"`` or ``'csv(start="from")'``; found by name and content
            when they are not said.

    Raises:
        InputError: A file is missing, unreadable or empty.
        UsageError: A format does not exist, or cannot be told.
        ConfigError: The field map names an unknown field.
        RecordError: Rows of the corpus cannot be used.
    """
    for name, value in (("gold", gold), ("run", run), ("docs", docs)):
        if not isinstance(value, str | Path | None):
            raise UsageError(
                f"a {type(value).__name__} is no path",
                where=name,
                mend="oe.read opens files; give objects to oe.score, oe.evaluate or oe.compile",
            )
    gold_path = Path(gold)
    source = file_source(gold_path, "both" if run is None else "gold", gold_format)
    run_source = None if run is None else file_source(Path(run), "run", run_format)
    corpus = None if docs is None else read_corpus(Path(docs))
    for part in (source, run_source):
        if part is not None:
            FieldMap(part.part, fields)
    return Samples(source, run_source, docs=corpus, fields=fields, where=where, duplicates=duplicates)


def file_source(path: Path, part: Part, format: str | None = None) -> Source:
    """A file, or a folder of files, as a source of rows.

    Args:
        path: The file or folder.
        part: What its rows are.
        format: Its format, e.g. ``"pubtator"``; None to find it by name and content.

    Raises:
        InputError: The file is missing, unreadable or empty.
        UsageError: No format has that name, or the format cannot be told.
    """
    if not path.is_dir() and is_empty(path):
        raise InputError("the file is empty", where=str(path), expected="one JSON object per line")
    chosen = format_of(path, format)

    return Source(path.name, part, partial(_read_file, chosen, path, part))


def _read_file(
    chosen: Format, path: Path, part: Part, fields: FieldMap, problems: Problems, unique: Uniqueness
) -> Iterator[Batch]:
    some = False
    for batch in batches(chosen.rows(path, problems, part), fields, problems, unique):
        some = True
        yield batch
    if not some and not problems.total:
        raise InputError("there are no rows", where=str(path), expected="at least one sample")


def rows_source(name: str, part: Part, rows: Iterable[Mapping[str, Any]]) -> Source:
    """Rows in memory as a source."""
    kept = [(f"{name}[{number}]", dict(row)) for number, row in enumerate(rows)]
    return Source(name, part, partial(batches, kept))


def values_source(name: str, part: Part, path: str, ids: list[Any], values: list[Any]) -> Source:
    """Bare values of one field with their ids, in memory, as a source."""
    return Source(name, part, partial(_read_values, name, part, path, ids, values))


def _read_values(
    name: str,
    part: Part,
    path: str,
    ids: list[Any],
    values: list[Any],
    fields: FieldMap,
    problems: Problems,
    unique: Uniqueness,
) -> Iterator[Batch]:
    return value_batches(name, path, ids, values, part, problems, unique)
