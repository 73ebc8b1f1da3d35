"""What the tables on links share: the options of the comparison, and the pairs that are scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ontoeval.views.compiled import Compiled
from ontoeval.views.links import LinkPairs, Links, Match


@dataclass(frozen=True)
class LinkOptions:
    """When spans are the same, and which predictions count; as for ``linking_f1``.

    Attributes:
        match: ``"strong"``, ``"word"``, ``"weak"`` or ``"iou"``.
        iou: The share for ``"iou"``.
        typed: Whether types must be equal too.
        given: Whether the system was given the gold spans.
    """

    match: Match = "strong"
    iou: float = 0.5
    typed: bool = False
    given: bool = False

    @property
    def spans(self) -> dict[str, Any]:
        """What says when spans are the same, as parameters of a metric."""
        return {"match": self.match, "iou": self.iou}

    @property
    def all(self) -> dict[str, Any]:
        """All of them, as parameters of a metric."""
        return self.spans | {"typed": self.typed, "given": self.given}


def link_pairs(compiled: Compiled, options: LinkOptions | None = None) -> LinkPairs | None:
    """What became of every mention, or None when linking cannot be measured."""
    links = compiled.view(Links)
    return None if links.unmeasured is not None else links.compared(**(options or LinkOptions()).all)


def share(count: int, total: int) -> float | None:
    """A share; None of nothing."""
    return count / total if total else None
