"""Finds the format of a file: by its name, or by what it begins with."""

from __future__ import annotations

from pathlib import Path

from ontoeval.errors import InputError, UsageError
from ontoeval.findings import shorten
from ontoeval.records.formats import Format, formats, named
from ontoeval.records.jsonl import read_head

_FALLBACK = "jsonl"


def format_of(path: Path, name: str | None = None) -> Format:
    """The format of a file or folder.

    A format that recognises the content and has the suffix comes first, then one that recognises the content, then
    one that has the suffix and no way to tell, then JSON lines, and at last one that has the suffix but does not
    recognise the content.

    Args:
        path: The file or folder; it must exist.
        name: The format in its notation, when the caller knows it.

    Raises:
        UsageError: No format has that name, or several recognise the content equally well.
        InputError: The file cannot be opened, or is in no known format.
    """
    if name is not None:
        return named(name)
    if path.is_dir():
        return _only([each for each in formats().values() if each.recognises_folder(path)], path)
    file_name = path.name.lower().removesuffix(".gz")
    head = read_head(path)
    others = [each for each in formats().values() if each.name != _FALLBACK]
    recognised = [each for each in others if each.recognises(head)]
    suffixed = [each for each in others if file_name.endswith(each.suffixes)]
    both = [each for each in recognised if each in suffixed]
    if both or recognised:
        return _only(both or recognised, path)
    untold = [each for each in suffixed if not hasattr(each.module, "sniff")]
    if untold:
        return _only(untold, path)
    fallback = formats()[_FALLBACK]
    if file_name.endswith(fallback.suffixes) or head.lstrip()[:1] in ("{", "[", ""):
        return fallback
    if suffixed:
        return _only(suffixed, path)
    raise InputError(
        f"this is in no known format; it begins with {shorten(head.strip(), 40)!r}",
        where=str(path),
        expected=f"one of {', '.join(formats())}",
        mend="name the format, e.g. --gold-format pubtator",
    )


def _only(found: list[Format], path: Path) -> Format:
    if not found:
        raise InputError(
            "this is a folder in no known format",
            where=str(path),
            expected="a file, or a folder of .ann and .txt files (brat)",
        )
    if len(found) > 1:
        names = ", ".join(each.name for each in found)
        raise UsageError(
            f"this may be any of {names}",
            where=str(path),
            mend=f"name the format: {found[0].name}",
        )
    return found[0]
