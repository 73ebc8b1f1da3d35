"""One normaliser for the ways in which people write the id of a concept."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

OBO_DOMAIN = "purl.obolibrary.org/obo/"

_PURL = re.compile(r"https?://purl\.obolibrary\.org/obo/([A-Za-z][A-Za-z0-9_]*)_([A-Za-z0-9.\-]+)\Z")
_UNDERSCORED = re.compile(r"([A-Za-z][A-Za-z0-9_.]*)_([A-Za-z0-9.\-]+)\Z")
_CURIE = re.compile(r"([A-Za-z_][\w.\-]*)?:(\S+)\Z")
_REGISTRY = re.compile(r"(?:https?://)?(?:www\.)?(?:identifiers\.org|bioregistry\.io)/(.+)\Z", re.IGNORECASE)


def canonical(iri: str) -> str:
    """The id under which an ontology keeps a concept: OBO PURLs as CURIEs, other IRIs as they are.

    Example:
        >>> canonical("http://purl.obolibrary.org/obo/HP_0001250"), canonical("http://ex.org/o#Cat")
        ('HP:0001250', 'http://ex.org/o#Cat')
    """
    if OBO_DOMAIN not in iri:
        return iri
    match = _PURL.match(iri)
    return f"{match[1]}:{match[2]}" if match else iri


class Normaliser:
    """Lists the spellings under which an id may be known, most literal first.

    Handles white space, angle brackets, CURIEs, OBO PURLs, ``HP_0001250``, the case of the prefix
    (``hp:0001250``, ``MeSH:D003920``), identifiers.org links and the prefixes that the file declares.

    Args:
        prefixes: The prefixes of the ontology's file, ``{"ex": "http://ex.org/o#"}``.
        ids: The ids of the ontology and their aliases; the case of their prefixes is what others are mapped
            to.

    Example:
        >>> list(Normaliser({}, ["HP:0001250"]).spellings("hp_0001250"))
        ['hp_0001250', 'hp:0001250', 'HP:0001250']
    """

    def __init__(self, prefixes: Mapping[str, str], ids: Collection[str] = ()) -> None:
        self.prefixes = dict(prefixes)
        self._namespaces = {prefix.casefold(): iri for prefix, iri in prefixes.items()}
        self._ids = ids

    @cached_property
    def _known(self) -> dict[str, list[str]]:
        """The prefixes of the ids by their folded case; only asked for when an id is not found as it is written."""
        known: dict[str, list[str]] = {}
        for head in sorted({text.partition(":")[0] for text in self._ids if ":" in text}):
            known.setdefault(head.casefold(), []).append(head)
        return known

    def spellings(self, text: str) -> Iterator[str]:
        """Yield candidates for the canonical id of ``text``, without repeats."""
        seen: set[str] = set()
        for candidate in self._candidates(text):
            if candidate and candidate not in seen:
                seen.add(candidate)
                yield candidate

    def _candidates(self, text: str) -> Iterator[str]:
        yield text
        text = text.strip()
        if text.startswith("<") and text.endswith(">"):
            text = text[1:-1].strip()
        yield text
        yield canonical(text)
        registry = _REGISTRY.match(text)
        if registry:
            yield from self._registry(registry[1])
            return
        if "://" in text:
            yield from self._contracted(text)
            return
        underscored = _UNDERSCORED.match(text)
        curie = _CURIE.match(text)
        if curie:
            yield from self._curie(curie[1] or "", curie[2])
        elif underscored:
            yield from self._curie(underscored[1], underscored[2])

    def _curie(self, prefix: str, local: str) -> Iterator[str]:
        yield f"{prefix}:{local}"
        for known in self._known.get(prefix.casefold(), ()):
            yield f"{known}:{local}"
        namespace = self.prefixes.get(prefix) or self._namespaces.get(prefix.casefold())
        if namespace:
            yield namespace + local
            yield canonical(namespace + local)

    def _registry(self, path: str) -> Iterator[str]:
        """Ids behind a registry link: ``HP:0001250``, ``hp/HP:0001250``, ``mesh/D003920``, ``mesh:D1``."""
        parts = path.strip("/").split("/")
        last = parts[-1]
        curie = _CURIE.match(last)
        if curie and curie[1]:
            yield from self._curie(curie[1], curie[2])
        elif len(parts) > 1:
            yield from self._curie(parts[-2], last)
        yield last

    def _contracted(self, iri: str) -> Iterator[str]:
        """An IRI under a declared namespace, for ontologies that keep CURIEs (an OBO file's ``idspace``)."""
        for prefix, namespace in self.prefixes.items():
            if namespace and iri.startswith(namespace):
                yield from self._curie(prefix, iri[len(namespace) :])
        if iri.startswith("https://"):
            yield "http://" + iri[len("https://") :]
        elif iri.startswith("http://"):
            yield "https://" + iri[len("http://") :]
