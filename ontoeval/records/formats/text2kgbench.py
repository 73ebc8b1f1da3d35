"""Text2KGBench: sentences with their triples and the ontology of each, and the answers of a model.

The golden set is the folder of a data set (``ontologies``, ``ground_truth`` …) or one file of it; the run a folder of
files ``…responses.jsonl``, or one of them. Samples of a folder are tagged with ``ontology``, and with ``selected``
(``yes`` or ``no``) where sentences were verified by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ontoeval.errors import BadParameter, InputError
from ontoeval.findings import shorten
from ontoeval.records.batch import Part, Problems, Row
from ontoeval.records.formats._text import whole
from ontoeval.records.jsonl import read_jsonl

_FOLDERS = {"test": "ground_truth", "unseen": "unseen_sentences/ground_truth"}
_SUFFIX = "_ontology.json"
_GOLD_LINE = ("id", "sent", "triples")
_RUN_LINE = ("id", "response", "triples")


def sniff(head: str) -> bool:
    """The first line has the keys of a sentence or of an answer."""
    try:
        row = json.loads(head.partition("\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and (set(_GOLD_LINE) <= row.keys() or set(_RUN_LINE) <= row.keys())


def sniff_folder(folder: Path) -> bool:
    """The folder holds ontologies and sentences, or answers."""
    return _is_data_set(folder) or bool(_answers(folder))


def read(
    path: Path, problems: Problems, part: Part, *, split: str = "test", ontology: str | None = None
) -> Iterator[tuple[str, Row]]:
    """Rows of sentences (``query``, ``triples``, ``vocabulary``) or of answers (``triples``, ``answer``).

    Args:
        path: The folder or file.
        problems: Gets lines that cannot be used.
        part: Golden set or run.
        split: ``"test"`` or ``"unseen"``, for the folder of a data set.
        ontology: The JSON file of the ontology, for one file of sentences.

    Raises:
        BadParameter: There is no such split.
        InputError: An ontology or the sentences of one are not there, or are not as the benchmark has them.
    """
    if split not in _FOLDERS:
        raise BadParameter(f"split={split!r} is not allowed", where="format text2kgbench", expected="test or unseen")
    if part == "run":
        for file in _answers(path) if path.is_dir() else [path]:
            for place, row in read_jsonl(file, problems):
                yield place, {("answer" if name == "response" else name): value for name, value in row.items()}
    elif path.is_dir():
        yield from _data_set(path, problems, split)
    else:
        yield from _sentences(path, problems, None if ontology is None else _vocabulary(Path(ontology), problems), {})


def _data_set(folder: Path, problems: Problems, split: str) -> Iterator[tuple[str, Row]]:
    if not _is_data_set(folder):
        raise InputError(
            "this is no data set of Text2KGBench", where=str(folder), expected="the folders ontologies and ground_truth"
        )
    for file in sorted((folder / "ontologies").glob(f"*{_SUFFIX}"), key=lambda file: _number(file.name)):
        name = file.name.removesuffix(_SUFFIX)
        vocabulary = _vocabulary(file, problems)
        chosen = _chosen(folder, name, problems) if split == "test" else None
        found = sorted((folder / _FOLDERS[split]).glob(f"ont_{name}_*.jsonl"))
        if len(found) != 1:
            where = str(folder / _FOLDERS[split])
            raise InputError(f"{len(found)} files hold the sentences of {name}", where=where, expected="one")
        for place, row in _sentences(found[0], problems, vocabulary, {"ontology": name}):
            if chosen is not None:
                row["tags"]["selected"] = "yes" if row.get("id") in chosen else "no"
            yield place, row


def _sentences(path: Path, problems: Problems, vocabulary: Row | None, tags: Row) -> Iterator[tuple[str, Row]]:
    for place, row in read_jsonl(path, problems):
        renamed = {("query" if name == "sent" else name): value for name, value in row.items()}
        yield place, {**renamed, "vocabulary": vocabulary, "tags": dict(tags)}


def _vocabulary(path: Path, problems: Problems) -> Row | None:
    """Labels of concepts and relations in the order of the file, repeats included."""
    text = whole(path, problems)
    if text is None:
        return None
    try:
        content: Any = json.loads(text)
        return {part: [str(entry["label"]) for entry in content[part]] for part in ("concepts", "relations")}
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        got = f"{shorten(repr(error), 60)}: this is no ontology of Text2KGBench"
        raise InputError(got, where=str(path), expected='{"concepts": [{"label": …}], "relations": […]}') from None


def _chosen(folder: Path, name: str, problems: Problems) -> set[str] | None:
    path = folder / "manually_verified_sentences" / f"selected_ont_{name}.txt"
    text = whole(path, problems) if path.exists() else None
    return None if text is None else set(text.split())


def _is_data_set(folder: Path) -> bool:
    return (folder / "ontologies").is_dir() and any((folder / name).is_dir() for name in _FOLDERS.values())


def _answers(folder: Path) -> list[Path]:
    return sorted(folder.glob("*responses.jsonl"), key=lambda file: _number(file.name))


def _number(name: str) -> tuple[int, str]:
    digits = re.search(r"\d+", name)
    return (int(digits[0]) if digits else 0, name)
