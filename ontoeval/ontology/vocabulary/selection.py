"""Which concepts of an ontology a vocabulary holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from ontoeval.errors import BadParameter
from ontoeval.findings import shorten
from ontoeval.ontology.facts.model import namespace

if TYPE_CHECKING:
    from ontoeval.ontology.ontology import Ontology

Kind = Literal["concept", "property"]
Deprecated = Literal["exclude", "flag"]


@dataclass(frozen=True, slots=True)
class Selection:
    """What was asked for; together with an ontology it gives the ids again.

    Attributes:
        roots: Concepts below which the ids must lie (below one of them); none for all.
        include_root: Whether the roots themselves are ids; a root below another one always is.
        prefixes: Prefixes that ids must have; none for all.
        kinds: ``"concept"``, ``"property"`` or both.
        deprecated: ``"exclude"``, or ``"flag"``: deprecated concepts that lie below the roots, or whose replacement
            does, are ids too, and the vocabulary says which.
    """

    roots: tuple[str, ...] = ()
    include_root: bool = False
    prefixes: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ("concept",)
    deprecated: Deprecated = "exclude"

    def as_dict(self) -> dict[str, Any]:
        """The selection as a JSON-ready object."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Selection:
        """A selection from what ``as_dict`` gave; other keys are not looked at."""
        given = {name: content[name] for name in cls.__dataclass_fields__ if name in content}
        return make_selection(**given)


class Chosen(NamedTuple):
    """What a selection gives: the ids, those of them that are deprecated, and the labels."""

    ids: list[str]
    deprecated: frozenset[str]
    labels: dict[str, str]


def make_selection(
    *,
    roots: str | Iterable[str] | None = None,
    include_root: bool = False,
    prefixes: str | Iterable[str] | None = None,
    kinds: str | Iterable[str] = "concept",
    deprecated: str = "exclude",
) -> Selection:
    """Check what was asked for.

    Raises:
        BadParameter: A kind or a way with deprecated concepts is not known, or properties are asked for below a root.
    """
    wanted, below = _texts(kinds, "kinds"), _texts(roots, "roots")
    for kind in wanted:
        if kind not in get_args(Kind):
            raise BadParameter(f"got {kind!r}", where="kinds", expected=" or ".join(get_args(Kind)))
    if not wanted:
        raise BadParameter("no kind is named", where="kinds", expected=" or ".join(get_args(Kind)))
    if deprecated not in get_args(Deprecated):
        raise BadParameter(f"got {deprecated!r}", where="deprecated", expected=" or ".join(get_args(Deprecated)))
    if "property" in wanted and below:
        raise BadParameter(
            "properties do not lie below a concept", where="kinds", mend="leave roots out, or properties"
        )
    return Selection(
        roots=below,
        include_root=bool(include_root),
        prefixes=_texts(prefixes, "prefixes"),
        kinds=wanted,  # type: ignore[arg-type]
        deprecated=deprecated,  # type: ignore[arg-type]
    )


def choose(onto: Ontology, selection: Selection) -> Chosen:
    """The ids that a selection means in an ontology.

    Raises:
        UnknownConcept: A root is not in the ontology; the closest ones are named.
        BadParameter: No id is left.
    """
    labels: dict[str, str] = {}
    ids: set[str] = set()
    flagged: set[str] = set()
    prefixes = _namespaces(onto, selection.prefixes)
    if "concept" in selection.kinds:
        below = _below(onto, selection)
        old = {concept for concept in onto.ids if onto.deprecated(concept)}
        ids = {concept for concept in below if concept not in old and _has(concept, prefixes)}
        if selection.deprecated == "flag":
            flagged = {concept for concept in old if _has(concept, prefixes) and _belongs(onto, concept, below)}
        ids |= flagged
        labels = {concept: label for concept in ids if (label := onto.label(concept)) is not None}
    if "property" in selection.kinds:
        for name, one in onto.properties.items():
            if _has(one.iri, prefixes) and (not one.deprecated or selection.deprecated == "flag"):
                ids.add(name)
                flagged |= {name} if one.deprecated else set()
                labels.update({name: one.label} if one.label is not None else {})
    if not ids:
        raise BadParameter(f"no id is left: {_described(selection)}", where=onto.source, mend=_mend(onto, selection))
    return Chosen(sorted(ids), frozenset(flagged), labels)


def resolve_roots(onto: Ontology, selection: Selection) -> Selection:
    """The selection with its roots as the ontology writes them.

    Raises:
        UnknownConcept: A root is not in the ontology; the closest ones are named.
    """
    from ontoeval.ontology.showing import find

    given = selection.as_dict() | {"roots": [find(onto, root) for root in selection.roots]}
    return Selection.from_dict(given)


def _below(onto: Ontology, selection: Selection) -> set[str]:
    """All concepts below the roots, deprecated or not."""
    if not selection.roots:
        return set(onto.ids)
    below = set().union(*(onto.descendants(root) for root in selection.roots))
    return below | set(selection.roots) if selection.include_root else below


def _belongs(onto: Ontology, concept: str, below: set[str]) -> bool:
    """Whether a deprecated concept, or what replaces it, lies below the roots."""
    return concept in below or onto.resolve(concept).id in below


def _namespaces(onto: Ontology, prefixes: Iterable[str]) -> frozenset[str]:
    """The namespaces that prefixes stand for: ``HP`` for ``HP:``, a declared one for its IRI too, an IRI for itself."""
    found: set[str] = set()
    for prefix in prefixes:
        name = prefix.removesuffix(":")
        found |= {prefix} if "://" in prefix else {f"{name}:"}
        found |= {onto.prefixes[name]} if name in onto.prefixes else set()
    return frozenset(found)


def _has(concept: str, namespaces: frozenset[str]) -> bool:
    return not namespaces or namespace(concept) in namespaces


def _mend(onto: Ontology, selection: Selection) -> str:
    """What to do when no id is left."""
    old = [root for root in selection.roots if onto.deprecated(root)]
    instead = [f"{root}, take {onto.resolve(root).id}" for root in old if onto.resolve(root).status == "replaced"]
    if old:
        return f"deprecated is {'; '.join(instead or old)}"
    return "name a root that has something below it, pass include_root=True, or look at the prefixes"


def _described(selection: Selection) -> str:
    parts = [f"{', '.join(selection.kinds)}"]
    parts += [f"below {', '.join(selection.roots)}"] if selection.roots else []
    parts += [f"with the prefix {', '.join(selection.prefixes)}"] if selection.prefixes else []
    return " ".join(parts)


def _texts(value: object, where: str) -> tuple[str, ...]:
    items = [value] if value is None or isinstance(value, str) else value
    texts = dict.fromkeys(str(item) for item in items if item is not None) if isinstance(items, Iterable) else None
    if texts is None:
        raise BadParameter(f"got {shorten(value)}", where=where, expected="a text, or several")
    return tuple(texts)
