"""Golden sets and runs from one format into another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from ontoeval.errors import InputError, UsageError
from ontoeval.findings import Finding, shorten
from ontoeval.progress import track
from ontoeval.records.batch import Problems
from ontoeval.records.detection import format_of
from ontoeval.records.formats import Format, formats, named
from ontoeval.records.formats._documents import same
from ontoeval.records.formats._notes import Notes
from ontoeval.records.formats._samples import mentions_of
from ontoeval.records.formats._text import whole
from ontoeval.records.jsonl import is_empty
from ontoeval.records.model import Sample
from ontoeval.records.samples import Duplicates, Samples, file_source


def convert(
    source: str | Path,
    target: str | Path,
    *,
    from_format: str | None = None,
    to_format: str | None = None,
    part: Literal["gold", "run"] = "gold",
    texts: str | Path | None = None,
    fields: Mapping[str, str] | None = None,
    duplicates: Duplicates = "error",
) -> list[Finding]:
    """Write a golden set or a run in another format.

    The whole source is read before anything is written, so that an unusable row leaves no half a file.

    Args:
        source: File or folder to read.
        target: File or folder to write; what is there is overwritten.
        from_format: Format of the source, e.g. ``'csv(start="from")'``; found by name and content when not said.
        to_format: Format of the target; found by its suffix when not said.
        part: Which part of the samples: the golden set or the run.
        texts: Where the texts are when the source holds none: a file in any format, or a folder of .txt files
            whose names are the ids.
        fields: Other places of fields in the source, e.g. ``{"id": "doc_id", "query": "text"}``.
        duplicates: What to do with a repeated id: ``"error"``, or keep the ``"first"`` row.

    Returns:
        What was noticed on reading, and what the target's format cannot express.

    Raises:
        UsageError: A format does not exist, cannot be told, cannot be written, or can express nothing of the source.
        InputError: The source cannot be used.

    Example:
        >>> import ontoeval as oe, tempfile, pathlib
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> _ = (folder / "gold.csv").write_text("doc,start,end,id\\nd1,0,7,HP:0001250\\n")
        >>> oe.convert(folder / "gold.csv", folder / "gold.tab")
        []
        >>> (folder / "gold.tab").read_text().split()
        ['ontoeval', 'M1', 'd1:0-6', 'HP:0001250', 'NAM', '1.0']
    """
    if part not in ("gold", "run"):
        raise UsageError(f"part={part!r}", expected="'gold' or 'run'")
    start, end = Path(source), Path(target)
    if start.exists() and end.exists() and start.samefile(end):
        raise UsageError("source and target are the same", where=str(end))
    writer = named(to_format) if to_format else _format_to_write(end)
    samples = Samples(file_source(start, part, from_format), fields=fields, duplicates=duplicates)
    held = set() if texts is None else {"query"}
    for batch in track(samples.batches(), f"reading {samples.name}"):
        held |= batch.columns.keys()
    if not writer.keeps_some(held, part):
        there = ", ".join(sorted(path for path in held if path.startswith(part)))
        raise UsageError(
            f"{writer.name} can express nothing of what is there: {there}",
            where=str(start),
            mend="--to jsonl keeps all",
        )
    found = list(samples.findings)
    written = track(samples, f"writing {end.name}")
    if texts is None:
        return found + writer.write(written, end, part)
    notes = Notes()
    found += writer.write(_with_texts(written, read_texts(Path(texts)), part, notes), end, part)
    return found + notes.findings(start.name)


def _format_to_write(target: Path) -> Format:
    """The format with the longest suffix that a name has."""
    able = [each for each in formats().values() if each.can_write]
    name = target.name.lower()
    lengths = {each: max((len(end) for end in each.suffixes if name.endswith(end)), default=0) for each in able}
    found = [each for each in able if lengths[each] and lengths[each] == max(lengths.values())]
    if len(found) == 1:
        return found[0]
    names = ", ".join(each.name for each in found or able)
    raise UsageError(
        f"the name does not tell the format, which may be {names}", where=str(target), mend="name it: --to FORMAT"
    )


def read_texts(path: Path) -> dict[str, str]:
    """Texts by id: of a file in any format, or of a folder of .txt files.

    Raises:
        InputError: The file cannot be used, or holds no text.
        RecordError: Rows of the file cannot be used.
    """
    problems = Problems()
    texts: dict[str, str] = {}
    if path.is_dir() and not any(each.recognises_folder(path) for each in formats().values()):
        for file in sorted(path.rglob("*.txt")):
            text = whole(file, problems)
            if text is not None:
                texts[file.relative_to(path).as_posix().removesuffix(".txt")] = text
    elif path.is_dir() or not is_empty(path):
        for _, row in format_of(path).rows(path, problems, "gold"):
            text = row.get("query", row.get("text"))
            if row.get("id") is not None and isinstance(text, str):
                texts[str(row["id"])] = text
    problems.raise_if_any()
    if not texts:
        raise InputError("there are no texts", where=str(path), expected="rows with a query or text, or .txt files")
    return texts


def _with_texts(
    samples: Iterable[Sample], texts: Mapping[str, str], part: Literal["gold", "run"], notes: Notes
) -> Iterator[Sample]:
    """The samples with their texts, checked against the surface texts of their mentions."""
    for sample in samples:
        text = texts.get(sample.id)
        if text is None:
            notes.add("convert.no_text", "samples have no text", sample.id)
            yield sample
            continue
        for position, mention in enumerate(mentions_of(sample, part) or ()):
            there = text[mention["start"] : mention["end"]]
            surface = mention.get("text")
            if surface is not None and not same(there, surface):
                got = f"{sample.id} {part}.mentions[{position}]: {shorten(surface, 30)!r} is {shorten(there, 30)!r}"
                notes.add("offset.mismatch", "mentions whose text is not what the text has there", got)
        yield sample.model_copy(update={"query": text})
