"""Keeps compiled ontologies on disk: a folder of arrays, opened by memory map, and one JSON file.

The key is a hash of the source's content, the caller's choices, where imports may be found, and the version of the
loader. An entry is written to a folder of its own and then moved into place, so that it is there whole or not at all;
one that cannot be read, or whose checksums are wrong, is made anew. Nothing is ever pickled.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import BadParameter
from ontoeval.findings import Finding
from ontoeval.ontology import reading
from ontoeval.ontology.hierarchy import ARRAYS, Hierarchy
from ontoeval.ontology.parts import Disjointness, Edges, Parts
from ontoeval.ontology.properties import Property
from ontoeval.ontology.reading import Request
from ontoeval.ontology.source import Document
from ontoeval.ontology.source import read as read_source
from ontoeval.ontology.text import TextColumn

VARIABLE = "ONTOEVAL_CACHE_DIR"
LOADER = 1
"""Version of the loader and of the format here; raise it when either gives something else than before."""

_TEXTS = ("ids", "labels", "synonyms", "definitions")
_EDGES = ("child", "parent", "origin", "equivalent", "source", "relation", "target")
_TABLES = ("aliases", "replacements", "considered")
_PLAIN = ("name", "version", "iri", "content_hash", "options", "schemes", "languages", "prefixes", "counts")


class Cache:
    """A folder of compiled ontologies.

    Args:
        folder: Where it is; made when something is written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def at(cls, where: bool | str | Path) -> Cache | None:
        """The cache that the argument ``cache`` of ``load`` means, or None."""
        if where is False:
            return None
        if where == "auto":
            folder = os.environ.get(VARIABLE)
            return cls(Path(folder)) if folder else None
        if where is True:
            raise BadParameter("say where the cache is", where="cache", expected='False, "auto" or a folder')
        return cls(Path(where))

    def parts(self, document: Document, request: Request) -> Parts:
        """The parts of an ontology: those that are kept, or else read from the document, and then kept."""
        entry = self._folder / self.key(document, request)
        kept = _open(entry, document)
        if kept is not None:
            return kept
        imported: list[Document] = []
        parts = reading.read(document, request, imported)
        with contextlib.suppress(OSError):  # a full or read-only disk is no reason to fail
            _write(entry, parts, imported)
        return parts

    def key(self, document: Document, request: Request) -> str:
        """Name of the entry: a hash of everything that the result depends on."""
        depends = {
            "loader": LOADER,
            "source": [document.sha256, document.encoding],
            "format": request.format,
            "options": request.options.as_dict(),
            "limits": asdict(request.limits),
            "allow_empty": request.allow_empty,
            "imports": request.finder.listing(),
        }
        return hashlib.sha256(json.dumps(depends, sort_keys=True).encode()).hexdigest()[:40]


def _open(entry: Path, document: Document) -> Parts | None:
    """The parts in an entry, or None when it is absent, stale or damaged."""
    try:
        meta = json.loads((entry / "meta.json").read_text(encoding="utf-8"))
        for imported in meta["imported"]:
            if read_source(imported["path"]).sha256 != imported["sha256"]:
                return None
        arrays = {name: _array(entry / f"{name}.npy", crc) for name, crc in meta["arrays"].items()}
        meta["parts"]["name"] = document.name
        return _parts(meta["parts"], arrays)
    except Exception:
        return None  # whatever is wrong with it, it can be made anew


def _array(path: Path, crc: int) -> NDArray[Any]:
    array: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    if _checksum(array) != crc:
        raise ValueError(f"{path} is damaged")
    return array


def _checksum(array: NDArray[Any]) -> int:
    return zlib.crc32(np.ascontiguousarray(array).tobytes())


def _write(entry: Path, parts: Parts, imported: list[Document]) -> None:
    arrays = _arrays(parts)
    meta = {
        "arrays": {name: _checksum(array) for name, array in arrays.items()},
        "imported": [{"path": str(found.path), "sha256": found.sha256} for found in imported],
        "parts": {
            **{name: getattr(parts, name) for name in (*_PLAIN, *_TABLES)},
            "undeclared": sorted(parts.undeclared),
            "imports": list(parts.imports),
            "unsatisfiable": list(parts.unsatisfiable),
            "relation_names": list(parts.edges.relation_names),
            "findings": [asdict(finding) for finding in parts.findings],
            "properties": [
                asdict(found) | {"characteristics": sorted(found.characteristics)}
                for found in parts.properties.values()
            ],
        },
    }
    entry.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".new-", dir=entry.parent))
    try:
        for name, array in arrays.items():
            np.save(made / f"{name}.npy", array, allow_pickle=False)
        (made / "meta.json").write_text(json.dumps(meta), encoding="utf-8", newline="\n")
        if entry.exists():  # it was stale or damaged
            shutil.rmtree(entry)
        made.rename(entry)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _arrays(parts: Parts) -> dict[str, NDArray[Any]]:
    columns = {name: getattr(parts, name) for name in _TEXTS if name != "ids"}
    columns["ids"] = TextColumn.of_rows((concept,) for concept in parts.ids)
    out: dict[str, NDArray[Any]] = {"deprecated": parts.deprecated, "scopes": parts.scopes}
    for name, column in columns.items():
        out |= {f"{name}.block": column.block, f"{name}.items": column.item_ends, f"{name}.rows": column.row_ends}
    out |= {f"hierarchy.{name}": array for name, array in parts.hierarchy.arrays().items()}
    out |= {f"edges.{name}": getattr(parts.edges, name) for name in _EDGES}
    out |= {f"disjoint.{name}": array for name, array in parts.disjoint._asdict().items()}
    return out


def _parts(meta: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> Parts:
    columns: dict[str, Any] = {
        name: TextColumn(arrays[f"{name}.block"], arrays[f"{name}.items"], arrays[f"{name}.rows"]) for name in _TEXTS
    }
    plain: dict[str, Any] = {name: meta[name] for name in _PLAIN}
    tables: dict[str, Any] = {name: {key: tuple(values) for key, values in meta[name].items()} for name in _TABLES}
    return Parts(
        **plain,
        **tables,
        ids=tuple(columns.pop("ids").texts()),
        **columns,
        hierarchy=Hierarchy.of_arrays({name: arrays[f"hierarchy.{name}"] for name in ARRAYS}),
        deprecated=arrays["deprecated"],
        scopes=arrays["scopes"],
        undeclared=frozenset(meta["undeclared"]),
        edges=Edges(**{name: arrays[f"edges.{name}"] for name in _EDGES}, relation_names=tuple(meta["relation_names"])),
        properties={found["id"]: _property(found) for found in meta["properties"]},
        disjoint=Disjointness(*(arrays[f"disjoint.{name}"] for name in Disjointness._fields)),
        imports=tuple(meta["imports"]),
        unsatisfiable=tuple(meta["unsatisfiable"]),
        findings=tuple(_finding(fields) for fields in meta["findings"]),
    )


def _finding(fields: dict[str, Any]) -> Finding:
    plain: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return Finding(**plain)


def _property(fields: dict[str, Any]) -> Property:
    several = {name: tuple(fields[name]) for name in ("parents", "inverses", "equivalents")}
    unions = {name: tuple(tuple(union) for union in fields[name]) for name in ("domains", "ranges")}
    return Property(**{**fields, **several, **unions, "characteristics": frozenset(fields["characteristics"])})
