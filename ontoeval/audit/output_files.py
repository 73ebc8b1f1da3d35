"""Files that hold one answer each: which ones of a folder, under which id, and what stands in them."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ontoeval.errors import MissingExtra
from ontoeval.findings import Finding
from ontoeval.records.batch import Problems
from ontoeval.records.jsonl import BROKEN, cut_short, not_encoded, open_bytes, read_jsonl
from ontoeval.views.outputs.parsing import Unusable

YAML = (".yaml", ".yml")
_LINES = (".jsonl", ".ndjson")
#: What is read of a folder: the files of the first of these groups that it has.
_GROUPS = ((".json", *YAML), (".txt", ".md"), _LINES)
_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_MOST_NODES = 5_000_000
_SHOWN = 3


def folder_answers(folder: Path, patterns: Sequence[str], problems: Problems) -> Iterator[tuple[str, str, Any]]:
    """Every answer in a folder and the folders below it: its place, its id, and what it is.

    Hidden files are passed over; what else is not read is noted.

    Args:
        folder: The folder.
        patterns: Which files to read, e.g. ``["*.txt"]``; by default the JSON and YAML files, where there are none the
            text and Markdown files, and where there are none of these either files of JSON lines, whose rows are then
            the answers.
        problems: Gets notes and rows that cannot be used.

    Raises:
        InputError: A file cannot be opened.
    """
    every = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    shown = [path for path in every if not any(part.startswith(".") for part in path.parts)]
    files = _chosen(shown, patterns)
    stems = Counter(path.with_suffix("") for path in files)
    for path in files:
        if path.suffix.lower() in _LINES:
            yield from ((where, "", row) for where, row in read_jsonl(folder / path, problems))
        else:
            unique = path.with_suffix("") if stems[path.with_suffix("")] == 1 else path
            yield path.as_posix(), unique.as_posix(), answer_in(folder / path)
    left = [path for path in shown if path not in set(files)]
    if left:
        problems.notes.append(_left(folder, left))


def answer_in(path: Path) -> Any:
    """What stands in a file: the value of YAML, else the text, whether it is JSON or not."""
    text = text_of(path)
    if isinstance(text, Unusable) or path.suffix.lower() not in YAML:
        return text
    return _yaml(text.removeprefix("\ufeff"))


def text_of(path: Path) -> str:
    """The text of a file in UTF-8, or in UTF-16 where it begins with that mark; `Unusable` when it is neither.

    Raises:
        InputError: The file cannot be opened, or its compressed content is broken.
    """
    with open_bytes(path, wide=True) as stream:
        try:
            content = stream.read()
        except BROKEN as error:
            raise cut_short(path, 0, error) from None
    try:
        return content.decode(_MARKS.get(content[:2], "utf-8"))
    except UnicodeDecodeError as error:
        wrong = not_encoded(path.name, error)
        return Unusable(content.decode("utf-8", "replace"), "unreadable", wrong.got, wrong.expected, wrong.mend)


def _chosen(files: Sequence[Path], patterns: Sequence[str]) -> list[Path]:
    if patterns:
        return [path for path in files if any(path.match(pattern) for pattern in patterns)]
    groups = ([path for path in files if path.suffix.lower() in group] for group in _GROUPS)
    return next((group for group in groups if group), [])


def _left(folder: Path, left: Sequence[Path]) -> Finding:
    kinds = Counter(path.suffix.lower() or "without a suffix" for path in left)
    listed = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common())
    names = ", ".join(path.as_posix() for path in left[:_SHOWN]) + (" …" if len(left) > _SHOWN else "")
    got = f"{len(left):,} {'file is' if len(left) == 1 else 'files are'} not read: {listed} ({names})"
    return Finding("answers.not_read", "warning", folder.name, got, mend="say which files are answers: --files '*.txt'")


def _yaml(text: str) -> Any:
    """The one value of a YAML text, with dates as texts; `Unusable` when it is none.

    A key that stands twice in one mapping is refused, as in strict JSON. Null is the text ``"null"``, an answer.

    Raises:
        MissingExtra: PyYAML is not installed.
    """
    if not text.strip():
        return ""
    try:
        import yaml
    except ImportError:
        raise MissingExtra("PyYAML", "yaml", "reading YAML files") from None

    class Plain(yaml.SafeLoader):  # type: ignore[misc]
        """Keeps what JSON has no type for as text, and each key once."""

        def compose_mapping_node(self, anchor: Any) -> Any:
            node = super().compose_mapping_node(anchor)
            keys = Counter(key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode))
            twice = [key for key, count in keys.items() if count > 1]
            if twice:
                raise yaml.MarkedYAMLError(None, None, f"the key {twice[0]!r} is there twice", node.start_mark)
            return node

    Plain.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    try:
        value = yaml.load(text, Loader=Plain)
    except yaml.MarkedYAMLError as error:
        line = "" if error.problem_mark is None else f"line {error.problem_mark.line + 1}: "
        return _no_yaml(text, f"{line}{error.problem or error.context}")
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        return _no_yaml(text, " ".join(str(error).split()))
    if _is_huge(value):
        return _no_yaml(text, f"its references stand for more than {_MOST_NODES:,} values")
    return "null" if value is None else value


def _no_yaml(text: str, error: str) -> Unusable:
    return Unusable(text, "unreadable", f"this is no YAML ({error})", "one YAML document")


def _is_huge(value: Any) -> bool:
    """Whether references to references stand for more than fits into memory."""
    waiting, seen = [value], 0
    while waiting:
        node = waiting.pop()
        seen += 1
        if seen > _MOST_NODES:
            return True
        if isinstance(node, dict):
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
    return False
