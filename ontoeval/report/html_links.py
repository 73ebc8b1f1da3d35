"""Links from ids of questions to their stories in the same page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ontoeval.report.markup import Html, code, h, join

_MOST = 8


class Links:
    """Anchors of the questions whose stories are told; they are numbers, so no id of the data is in an attribute.

    Args:
        ids: The questions, in order.
    """

    def __init__(self, ids: Iterable[str]) -> None:
        self._anchors = {name: f"question-{place}" for place, name in enumerate(ids, start=1)}

    def anchor(self, name: str) -> str:
        """The anchor of a question that is told."""
        return self._anchors[name]

    def one(self, name: str) -> Html:
        """An id, linked to its story if that is told."""
        anchor = self._anchors.get(name)
        return h("a", code(name), href=f"#{anchor}") if anchor else code(name)

    def several(self, names: Sequence[str], most: int = _MOST) -> Html:
        """The first of several ids, those with a story before the others."""
        ordered = sorted(names, key=lambda name: name not in self._anchors)[:most]
        more = f" and {len(names) - most:,} more" if len(names) > most else None
        return join([join(map(self.one, ordered), ", "), more])
