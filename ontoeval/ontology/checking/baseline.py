"""Baselines: the findings that are known, so that only new ones fail."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ontoeval.errors import InputError
from ontoeval.findings import Finding
from ontoeval.ontology.ontology import Ontology

FORMAT = 1
Key = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Baseline:
    """Known findings.

    Attributes:
        source: Name of the file that they are about.
        namespaces: Its namespaces.
        entries: Each finding as it was written.
    """

    source: str
    namespaces: tuple[str, ...]
    entries: tuple[dict[str, Any], ...]

    def keys(self) -> Counter[Key]:
        """How often each finding is known."""
        return Counter((entry["id"], tuple(entry["subjects"])) for entry in self.entries)


def key(finding: Finding) -> Key:
    """What tells a finding again in another run: rule and concepts, not line, label or wording."""
    return finding.id, finding.subjects


def write(findings: Iterable[Finding], ontology: Ontology, namespaces: Sequence[str], path: Path) -> int:
    """Write a baseline, one finding per line in a fixed order, so that its changes can be reviewed."""
    rows = sorted(
        ({"id": f.id, "subjects": list(f.subjects), "about": _about(f), "got": f.got} for f in findings),
        key=lambda row: (str(row["id"]), row["subjects"], str(row["got"])),
    )
    head = {"format": FORMAT, "source": ontology.source, "namespaces": list(namespaces)}
    lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    text = json.dumps(head, ensure_ascii=False)[:-1] + ', "findings": [\n' + lines + "\n]}\n"
    path.write_text(text, encoding="utf-8", newline="\n")
    return len(rows)


def _about(finding: Finding) -> str:
    """The place without the file and its line, which change."""
    return finding.where.partition(" ")[2]


def read(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        InputError: It cannot be read, or it is no baseline.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise InputError("no such file", where=str(path), mend="make it with --write-baseline") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InputError(f"the baseline cannot be read ({error})", where=str(path)) from None
    rows = content.get("findings") if isinstance(content, dict) else None
    good = isinstance(rows, list) and all(
        isinstance(row, dict)
        and isinstance(row.get("id"), str)
        and isinstance(row.get("subjects"), list)
        and all(isinstance(subject, str) for subject in row["subjects"])
        for row in rows
    )
    if not good or not isinstance(rows, list):
        raise InputError("this is no baseline", where=str(path), mend="make it with --write-baseline")
    if content.get("format") != FORMAT:
        raise InputError(f"the baseline has format {content.get('format')!r}", where=str(path), expected=str(FORMAT))
    names = content.get("namespaces", [])
    return Baseline(str(content.get("source", "")), tuple(map(str, names)), tuple(rows))


def belongs(known: Baseline, ontology: Ontology, namespaces: Iterable[str], where: str) -> None:
    """Refuse the baseline of another ontology.

    Raises:
        InputError: It has no namespace in common with the ontology, and no concept.
    """
    mine = set(namespaces)
    if not known.namespaces or mine & set(known.namespaces):
        return
    if any(subject in ontology for entry in known.entries for subject in entry["subjects"]):
        return
    raise InputError(
        f"this is the baseline of another ontology ({known.source}: {', '.join(known.namespaces[:3])})",
        where=where,
        expected=f"one of {ontology.source} ({', '.join(sorted(mine)[:3])})",
    )
