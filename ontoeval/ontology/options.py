"""The choices of a caller that change what an ontology holds."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Literal, get_args

from ontoeval.errors import BadParameter

EdgeChoice = Literal["structural", "asserted", "reasoned"]
SAME = ("exact_match", "same_as")


@dataclass(frozen=True, slots=True)
class Options:
    """What ``load`` was asked for; part of the fingerprint and of the cache's key."""

    base_iri: str | None = None
    lang: tuple[str | None, ...] = ("en", None)
    edges: EdgeChoice = "structural"
    relations: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    individuals: bool = False
    scheme: str | None = None

    @property
    def suffix(self) -> str:
        """The choices that are not the default, e.g. ``"+edges=asserted"``."""
        default = Options()
        chosen = {field.name: getattr(self, field.name) for field in fields(self)}
        return "".join(
            f"+{name}={value if isinstance(value, str) else json.dumps(value, separators=(',', ':'))}"
            for name, value in chosen.items()
            if value != getattr(default, name)
        )

    def as_dict(self) -> dict[str, object]:
        """The choices as a JSON-ready object."""
        return asdict(self)


def make_options(
    *,
    base_iri: str | None,
    lang: str | Iterable[str | None],
    edges: str,
    relations: str | Iterable[str],
    same: str | Iterable[str],
    individuals: bool,
    scheme: str | None,
) -> Options:
    """Check the choices of a caller.

    Raises:
        BadParameter: One of them is not known.
    """
    if edges not in get_args(EdgeChoice):
        raise BadParameter(f"got {edges!r}", where="edges", expected=", ".join(get_args(EdgeChoice)))
    wanted = tuple(dict.fromkeys([same] if isinstance(same, str) else same))
    for name in wanted:
        if name not in SAME:
            raise BadParameter(f"got {name!r}", where="same", expected=", ".join(SAME))
    return Options(
        base_iri=base_iri,
        lang=(lang,) if isinstance(lang, str) else tuple(lang),
        edges=edges,  # type: ignore[arg-type]
        relations=tuple(dict.fromkeys([relations] if isinstance(relations, str) else relations)),
        same=wanted,
        individuals=individuals,
        scheme=scheme,
    )
