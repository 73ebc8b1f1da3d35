"""Finds the files behind ``owl:imports`` among those that the caller gave; never on the network."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.parsers import expat

from ontoeval.errors import OntologyError, ParseError

Imports = str | Path | Mapping[str, str | Path] | None
CATALOG = "catalog-v001.xml"

_SUFFIXES = (".owl", ".rdf", ".ttl", ".obo", ".json", ".jsonld", ".ofn", ".owx", ".xml", ".nt", ".nq", ".trig")
_BEFORE_DRIVE = re.compile(r"\A/(?=[A-Za-z]:/)")
_ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


class Finder:
    """Finds the local file of an imported IRI.

    Args:
        imports: A folder (its ``catalog-v001.xml`` counts, and else the names of its files), an OASIS catalog, or a
            table of IRIs and files; None finds nothing.

    Raises:
        OntologyError: There is no such folder or file.
        ParseError: The catalog is broken.
    """

    def __init__(self, imports: Imports) -> None:
        self._files: dict[str, Path] = {}
        self._names: dict[str, Path] = {}
        if imports is None:
            return
        if isinstance(imports, Mapping):
            self._files = {iri: Path(path) for iri, path in imports.items()}
            return
        path = Path(imports)
        if path.is_dir():
            self._folder(path)
        elif path.is_file():
            self._files = _catalog(path)
        else:
            raise OntologyError("no such folder or catalog", where=str(path), mend="name an existing one in imports=")

    def _folder(self, folder: Path) -> None:
        if (folder / CATALOG).is_file():
            self._files = _catalog(folder / CATALOG)
        for file in sorted(folder.iterdir(), key=lambda found: found.name):
            name = file.name.removesuffix(".gz")
            if file.is_file() and file.name != CATALOG:
                self._names.setdefault(name, file)
                stem, dot, suffix = name.rpartition(".")
                if dot and f".{suffix}" in _SUFFIXES:
                    self._names.setdefault(stem, file)

    def find(self, iri: str) -> Path | None:
        """The file of an IRI, or None."""
        for spelling in dict.fromkeys((iri, iri.rstrip("#/"), iri.rstrip("#/") + "/", iri.rstrip("#/") + "#")):
            found = self._files.get(spelling)
            if found is not None and found.is_file():
                return found
        name = unquote(urlsplit(iri.rstrip("#/")).path).rpartition("/")[2]
        return self._names.get(name) if name else None

    def listing(self) -> list[str]:
        """What can be found, for the key of a cache."""
        return sorted([f"{iri}={path}" for iri, path in self._files.items()] + [str(x) for x in self._names.values()])


def _file(target: str) -> str | None:
    """The file that an entry of a catalog names; None for what is on the network."""
    parts = urlsplit(target)
    if len(parts.scheme) == 1:  # the drive of C:/ontologies/bfo.owl
        return target
    return _BEFORE_DRIVE.sub("", unquote(parts.path)) if parts.scheme in ("", "file") else None


def _catalog(path: Path) -> dict[str, Path]:
    """The table in an OASIS XML catalog; files are relative to it, and links to the network are left out."""
    data = path.read_bytes()
    if _ENTITY.search(data):
        raise ParseError("a catalog with a DOCTYPE or entities is not read", where=path.name)
    out: dict[str, Path] = {}

    def start(tag: str, attributes: dict[str, str]) -> None:
        if tag.rpartition(":")[2] != "uri":
            return
        name, target = attributes.get("name"), attributes.get("uri")
        file = _file(target) if target else None
        if name and file:
            out[name] = path.parent / file

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ParseError(f"the catalog is broken: {error}", where=f"{path.name}:{error.lineno}") from None
    return out
