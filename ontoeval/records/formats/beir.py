"""A BEIR folder: queries.jsonl, and the judgements of each split in qrels/*.tsv.

Its corpus.jsonl is not read here.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from ontoeval.errors import InputError, UsageError
from ontoeval.findings import Finding
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._rankings import entries_of
from ontoeval.records.formats.csv_ranking import read as read_table
from ontoeval.records.jsonl import read_jsonl
from ontoeval.records.model import Sample

SUFFIXES = ()
KEEPS = ("query", "docs")


def sniff_folder(folder: Path) -> bool:
    """There are queries, and a folder of judgements."""
    return (folder / "queries.jsonl").is_file() and (folder / "qrels").is_dir()


def read(
    path: Path, problems: Problems, part: Part, *, split: str = "", duplicates: str = "error"
) -> Iterator[tuple[str, Row]]:
    """Rows of the queries of one split, with their texts.

    Args:
        path: The folder.
        problems: Gets lines that cannot be used.
        part: The golden set: there are no runs in such a folder.
        split: Name of the split: ``"test"`` where there is one, or the only one.
        duplicates: What to do with a document that a query has twice: ``"error"``, ``"first"`` or ``"max"``.

    Raises:
        InputError: There is no such split, or a run was asked for.
    """
    if part == "run":
        raise InputError("a BEIR folder holds no run", where=str(path))
    table = _table(path, split)
    texts = {str(row.get("_id")): row.get("text") for _, row in read_jsonl(path / "queries.jsonl", problems)}
    notes = Notes()
    for place, row in read_table(table, problems, "gold", duplicates=duplicates):
        text = texts.get(row["id"])
        if text is None:
            notes.add("record.no_text", "queries are not in queries.jsonl", f"{place} {row['id']}")
        yield place, {"id": row["id"], "query": text, "docs": row["docs"]}
    problems.notes += notes.findings(path.name)


def _table(folder: Path, split: str) -> Path:
    """The file with the judgements of a split."""
    splits = {file.stem: file for file in sorted((folder / "qrels").glob("*.tsv"))}
    name = split or ("test" if "test" in splits else next(iter(splits), "test"))
    if name in splits and (split or name == "test" or len(splits) == 1):
        return splits[name]
    raise InputError(
        f"no split {name!r}" if split or not splits else "there are several splits, and none is 'test'",
        where=str(folder / "qrels"),
        expected=", ".join(splits) or "a file such as test.tsv",
        mend='name the split: beir(split="train")',
    )


def write(samples: Iterable[Sample], path: Path, part: Part, *, split: str = "test") -> list[Finding]:
    """Write the golden set as a new folder.

    Raises:
        UsageError: The part is a run.
        InputError: The folder exists already.
    """
    if part == "run":
        raise UsageError("a BEIR folder holds no run", mend="write it as trec")
    if path.exists():
        raise InputError("this exists already", where=str(path), mend="name a folder that does not")
    (path / "qrels").mkdir(parents=True)
    notes = Notes()
    known: list[Sample] = []
    with (path / "qrels" / f"{split}.tsv").open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, delimiter="\t", lineterminator="\n")
        table.writerow(["query-id", "corpus-id", "score"])
        for query, pairs in entries_of(_kept(samples, known), part, notes, KEEPS):
            table.writerows([query, doc, repr(grade).removesuffix(".0")] for doc, grade in pairs)
    with (path / "queries.jsonl").open("w", encoding="utf-8", newline="\n") as stream:
        for sample in known:
            row = {"_id": sample.id, "text": sample.query or ""}
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
    return notes.findings(path.name)


def _kept(samples: Iterable[Sample], known: list[Sample]) -> Iterator[Sample]:
    for sample in samples:
        known.append(sample)
        yield sample
