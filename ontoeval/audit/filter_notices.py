"""What an audit of filters notices about its own input: filters that nobody can read, attributes that are nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ontoeval.errors import RecordError
from ontoeval.findings import Finding
from ontoeval.predicates.profiles.switches import Profile
from ontoeval.predicates.tree import And, Atom, MinShould, Nested, Node, Not, Or
from ontoeval.views.base import Status
from ontoeval.views.compiled import Compiled
from ontoeval.views.filters.corpus import IndexedCorpus
from ontoeval.views.filters.logged import LoggedFilters

_ID = "id"


def check_readable(compiled: Compiled) -> None:
    """Refuse a log in which no filter can be read: nothing would be measured.

    Raises:
        RecordError: Every filter of the log is in another dialect, or broken.
    """
    view = compiled.view(LoggedFilters)
    invalid = int((view.status == Status.INVALID).sum())
    if not invalid or (view.status == Status.OK).any():
        return
    first = next(finding for finding in compiled.findings if finding.id == "filter.parse")
    got = first.got.partition("the first one: ")[2] or first.got
    raise RecordError(
        f"none of the {invalid} filters can be read",
        findings=[Finding("filter.parse", "error", first.where, got, first.expected)],
        total=invalid,
        mend="check the dialect (run.dialect, --dialect NAME); ontoeval filters lint names every filter",
    )


def notices(compiled: Compiled) -> Iterator[Finding]:
    """What makes the figures mean something else than they seem to."""
    view = compiled.view(LoggedFilters)
    name = compiled.samples.name
    used = _used(view)
    if not len(view.pairs.sample):
        got = "no question has gold documents: what filters exclude cannot be measured"
        yield Finding("filter.no_gold", "warning", name, got, mend="give them: gold.docs in the log, or --gold FILE")
    if view.corpus is not None:
        yield from _nowhere(view.corpus, used, name)
    asked = {field for field, _ in used}
    for field in compiled.settings.filters.mandatory:
        if field not in asked:
            got = f"no filter asks for the mandatory attribute {field!r}"
            expected = f"one of {', '.join(sorted(asked)[:10])}" if asked else ""
            yield Finding("filter.mandatory", "warning", name, got, expected, "check how it is spelt: --mandatory NAME")


def _used(view: LoggedFilters) -> Counter[tuple[str, Profile]]:
    """How many filters ask for each attribute, by the profile that reads it."""
    return Counter(
        (field, found.profile)
        for status, found in zip(view.status.tolist(), view.logged, strict=True)
        if status == Status.OK
        for field in _fields(found.node)
    )


def _fields(node: Node) -> set[str]:
    """Attributes of the top level; those in a nested object belong to its own path."""
    if isinstance(node, Atom | Nested):
        return {node.field}
    if isinstance(node, Not):
        return _fields(node.child)
    parts = node.children if isinstance(node, And | Or | MinShould) else ()
    return {field for part in parts for field in _fields(part)}


def _nowhere(corpus: IndexedCorpus, used: Counter[tuple[str, Profile]], name: str) -> Iterator[Finding]:
    unknown = [(field, count) for (field, profile), count in used.items() if not _known(corpus, field, profile)]
    places = _places(corpus) if unknown else {}
    for field, count in unknown:
        paths = sorted(places.get(field.rpartition(".")[2], set()) - {field})
        mend = f"say where it is: --field {field}={paths[0] if paths else 'PATH'}"
        expected = f"an attribute of documents: {', '.join(paths or sorted(corpus.attributes)[:10])}"
        yield Finding(
            "filter.unknown_attribute",
            "warning",
            name,
            f"{count} filters ask for {field!r}, which no document has",
            expected,
            mend,
        )


def _known(corpus: IndexedCorpus, field: str, profile: Profile) -> bool:
    return field == _ID or corpus.knows(field, profile)


def _places(corpus: IndexedCorpus) -> Mapping[str, set[str]]:
    """Where each name stands in the metadata: on the top level, or in an object there, e.g. ``metadata.lang``."""
    found: dict[str, set[str]] = {name: {name} for name in corpus.attributes}
    for row in corpus.rows:
        for outer, held in row.items():
            for name in held if isinstance(held, dict) else ():
                found.setdefault(name, set()).add(f"{outer}.{name}")
    return found
