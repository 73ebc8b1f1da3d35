"""Whether a compiled file still matches the ontology, and which ids are new or gone."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ontoeval.errors import BadParameter, InputError, UnknownConcept
from ontoeval.ontology.vocabulary.json_schema import labels_hash
from ontoeval.ontology.vocabulary.model import STAMP, Vocabulary, hash_of
from ontoeval.ontology.vocabulary.round_trip import ids_in
from ontoeval.ontology.vocabulary.selection import Selection

if TYPE_CHECKING:
    from ontoeval.ontology.ontology import Ontology

SIDECAR = ".x-ontoeval.json"


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a compiled file says.

    Attributes:
        name: Its name.
        stamp: What it was compiled from.
        ids: The ids that it, or the file beside it, lists; None when they do not.
    """

    name: str
    stamp: Mapping[str, Any]
    ids: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Drift:
    """How a compiled file and an ontology differ.

    Attributes:
        n: Ids that the ontology selects now.
        new: Ids that the ontology selects and the file does not hold.
        gone: Ids that the file holds and the ontology does not select.
        problems: What else does not match, in sentences.
        notes: What is different and does no harm.
        listed: Whether the file lists its ids, so that ``new`` and ``gone`` are known.
    """

    n: int
    new: tuple[str, ...]
    gone: tuple[str, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    listed: bool

    @property
    def matches(self) -> bool:
        """Whether the file needs not be compiled again."""
        return not (self.new or self.gone or self.problems)


def sidecar_of(path: Path) -> Path:
    """The file beside a compiled one that holds its stamp and ids, where it cannot itself."""
    return path.with_name(path.name + SIDECAR)


def sidecar_text(vocabulary: Vocabulary, stamp: Mapping[str, Any]) -> str:
    """The content of the file beside a compiled one."""
    return json.dumps({STAMP: stamp, "ids": vocabulary.ids}, ensure_ascii=False, indent=1) + "\n"


def read_compiled(path: Path) -> Compiled:
    """Read a JSON Schema, a Python module or a regular expression that was compiled here; nothing of it is run.

    Raises:
        InputError: It cannot be read, or neither it nor the file beside it has a stamp.
    """
    text = _text(path)
    beside = sidecar_of(path)
    found: dict[str, Any] = {}
    if beside.exists():
        found = _json(_text(beside), beside)
    if path.suffix == ".json":
        found = {**found, **_of_schema(_json(text, path))}
    elif path.suffix == ".py":
        found = {**found, **_of_module(text, path)}
    stamp, ids = found.get(STAMP), found.get("ids")
    if not isinstance(stamp, dict) or "sha256" not in stamp:
        raise InputError(
            "there is no x-ontoeval stamp",
            where=str(path),
            expected=f"one in the file, or in {beside.name} beside it",
            mend="compile it with `ontoeval ontology compile … -o FILE`",
        )
    listed = isinstance(ids, (list, tuple)) and all(isinstance(id, str) for id in ids)
    return Compiled(path.name, stamp, ids if listed else None)


def compare(compiled: Compiled, onto: Ontology) -> Drift:
    """Select the ids again, in an ontology, and compare.

    Args:
        compiled: What a file says.
        onto: The ontology as it is now.

    Returns:
        The differences; another version with the same ids is only a note.
    """
    stamp = compiled.stamp
    problems, notes = [], []
    held = None if compiled.ids is None else sorted(set(compiled.ids))
    if held is not None and hash_of(held) != stamp["sha256"]:
        problems.append("the ids in the file are not those of its stamp: it was edited")
    try:
        now = Vocabulary.of(onto, Selection.from_dict(stamp))
    except (UnknownConcept, BadParameter) as error:
        problems.append(error.message)
        return Drift(0, (), tuple(held or ()), tuple(problems), (), held is not None)
    if held is None and now.sha256 != stamp["sha256"]:
        problems.append(f"the ids have changed, of {stamp.get('n')} there are {len(now)} now")
    if now.sha256 == stamp["sha256"] and stamp.get("labels_sha256", labels_hash(now)) != labels_hash(now):
        problems.append("labels have changed, and the file shows them")
    if stamp.get("version") != onto.version:
        notes.append(f"compiled from version {stamp.get('version')}, this is {onto.version}")
    new = () if held is None else tuple(sorted(set(now) - set(held)))
    gone = () if held is None else tuple(id for id in held if id not in now)
    return Drift(len(now), new, gone, tuple(problems), tuple(notes), held is not None)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("it is no UTF-8 text", where=str(path)) from error


def _json(text: str, path: Path) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"it is no JSON: {error}", where=str(path)) from error
    if not isinstance(content, dict):
        raise InputError("it is no JSON object", where=str(path))
    return content


def _of_schema(schema: dict[str, Any]) -> dict[str, Any]:
    ids = ids_in(schema)
    stamp = {STAMP: schema[STAMP]} if STAMP in schema else {}
    return stamp if ids is None else {**stamp, "ids": ids}


def _of_module(text: str, path: Path) -> dict[str, Any]:
    names = {"X_ONTOEVAL": STAMP, "IDS": "ids"}
    found = {}
    try:
        for node in ast.parse(text).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in names:
                found[names[node.targets[0].id]] = ast.literal_eval(node.value)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise InputError(f"it is no module that was compiled here: {error}", where=str(path)) from error
    return found
