"""From what someone wrote to the concept that it names today."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ontoeval.ontology.identifiers import Normaliser
from ontoeval.ontology.nil import NilPolicy

Status = Literal["live", "alias", "replaced", "ambiguous", "deprecated", "absent", "nil"]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What an id means in an ontology.

    Attributes:
        id: The concept, or None when it is absent, NIL, or an alias that several concepts claim.
        status: ``live`` (a concept), ``alias`` (another id of a live concept), ``replaced`` (deprecated, and
            its one replacement was taken), ``ambiguous`` (several replacements, or only suggestions: ``id``
            is the deprecated concept itself), ``deprecated`` (without a usable replacement), ``absent`` or
            ``nil``.
        candidates: The concepts to choose from when ambiguous, in id order.
        via: The ids passed through on the way, first to last, without ``id`` itself.
    """

    id: str | None
    status: Status
    candidates: tuple[str, ...] = ()
    via: tuple[str, ...] = ()


class Resolver:
    """Resolves ids against one ontology.

    Args:
        codes: The concepts: id to code.
        deprecated: Ids of deprecated concepts.
        aliases: Other ids, each with the concepts that claim it.
        replacements: For deprecated concepts what replaces them.
        considered: For deprecated concepts what may replace them.
        normaliser: Lists the spellings to try.
        nil: Which spellings mean NIL.
    """

    def __init__(
        self,
        codes: Mapping[str, int],
        deprecated: frozenset[str],
        aliases: Mapping[str, tuple[str, ...]],
        replacements: Mapping[str, tuple[str, ...]],
        considered: Mapping[str, tuple[str, ...]],
        normaliser: Normaliser,
        nil: NilPolicy,
    ) -> None:
        self._codes = codes
        self._deprecated = deprecated
        self._aliases = aliases
        self._replacements = replacements
        self._considered = considered
        self._normaliser = normaliser
        self._nil = nil

    def canonical(self, text: str) -> str | None:
        """The concept id or alias that a spelling stands for, or None; replacements are not followed."""
        for spelling in self._normaliser.spellings(text):
            if spelling in self._codes or spelling in self._aliases:
                return spelling
        return None

    def resolve(self, text: object) -> Resolution:
        """The concept that a text names; see ``Resolution`` for the cases."""
        found = None if text is None else self.canonical(str(text))
        if found is None:
            return Resolution(None, "nil" if self._nil.is_nil(text) else "absent")
        return self._follow(found)

    def _follow(self, start: str) -> Resolution:
        via: list[str] = []
        at = start
        while True:
            onward, kind = self._step(at)
            if kind in ("alias", "replaced") and onward[0] not in via and onward[0] != at:
                via.append(at)
                at = onward[0]
                continue
            if kind == "live":
                return Resolution(at, self._status(via), via=tuple(via))
            if kind == "ambiguous":
                return Resolution(at if at in self._codes else None, "ambiguous", onward, tuple(via))
            looped = kind == "replaced"
            return Resolution(start if looped and start in self._codes else at, "deprecated", via=tuple(via))

    def _step(self, at: str) -> tuple[tuple[str, ...], Status]:
        """Where to go from an id, and why."""
        if at not in self._codes:
            targets = self._aliases[at]
            return targets, "alias" if len(targets) == 1 else "ambiguous"
        if at not in self._deprecated:
            return (), "live"
        targets = self._known(self._replacements.get(at, ()), at)
        if targets:
            return targets, "replaced" if len(targets) == 1 else "ambiguous"
        targets = self._known(self._considered.get(at, ()), at)
        return targets, "ambiguous" if targets else "deprecated"

    def _known(self, ids: tuple[str, ...], besides: str) -> tuple[str, ...]:
        found = (self.canonical(other) for other in ids)
        return tuple(sorted({other for other in found if other is not None and other != besides}))

    def _status(self, via: list[str]) -> Status:
        if not via:
            return "live"
        return "replaced" if any(step in self._deprecated for step in via) else "alias"
