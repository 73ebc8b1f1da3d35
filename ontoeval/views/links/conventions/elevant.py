"""ELEVANT: labels with alternative readings and optional labels, spans up to word boundaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ontoeval.views.links.conventions._marks import Counts, Document, Mark, counted, refuse

if TYPE_CHECKING:
    from ontoeval.views.links import Alignment, Links

EMPTY = 0.0

Span = tuple[int, int]

#: Types of labels that any entity of that type satisfies, and none has to.
JOKERS = ("DATETIME", "QUANTITY")
_WORD_SIGNS = "'\"_"


def align(links: Links, *, scope: str, level: str, typed: bool, spans_only: bool, match: str = "strong") -> Alignment:
    """Counts of ELEVANT's linking results: ``scope="in_kb"`` is its IGNORED (InKB), ``"all"`` its REQUIRED.

    A label is found when a prediction has its span, or has it once one or both are drawn out to the borders of their
    words; of several such predictions the last one counts. Predictions on no label are wrong when they lie in the
    annotated area. A label with readings below it is right when they are, and its own prediction counts only when none
    of theirs does: one correct or missed mention for the whole of them, but every wrong prediction. Optional labels,
    and dates and quantities, cost nothing when missed and bring nothing when found; a wrong link there is an error, but
    for a date (quantity) a prediction of that type is not. Which concept is a date is Wikidata's knowledge: it has to
    stand in the type of the prediction.

    Without texts, spans must be equal.
    """
    refuse(
        "elevant",
        scope=(scope, ("all", "in_kb")),
        level=(level, ("mention",)),
        typed=(typed, (False,)),
        spans_only=(spans_only, (False,)),
        match=(match, ("strong",)),
    )
    required = scope == "all"
    return counted(links, lambda document: _Article(document).counts(required))


class _Article:
    """The labels and predictions of a sample."""

    def __init__(self, document: Document) -> None:
        self.labels = document.gold
        self.text = document.text
        self.areas = document.areas
        self.predictions = {mark.span: mark for mark in document.predicted}
        self.at = {**self.predictions, **{self.wide(span): mark for span, mark in self.predictions.items()}}
        self.children: list[list[int]] = [[] for _ in self.labels]
        for place, label in enumerate(self.labels):
            for parent in label.parents:
                if not self._below_or_same(place, parent):
                    self.children[parent].append(place)
        self.counts_itself: dict[int, bool] = {}
        for place, label in enumerate(self.labels):
            if not label.parents:
                self._decide(place)

    def wide(self, span: Span) -> Span:
        """A span up to the borders of its words."""
        return span if self.text is None else word_boundary(span, self.text)

    def found(self, place: int) -> Mark | None:
        """The prediction of a label."""
        span = self.labels[place].span
        return self.at.get(span) or self.at.get(self.wide(span))

    def counts(self, required: bool) -> Counts:
        """Correct, spurious and missed; with or without unknown concepts."""
        results = [self._result(place, required) for place in range(len(self.labels))]
        kinds = [results[place] if self.counts_itself.get(place) else "" for place in range(len(self.labels))]
        spurious = sum("p" in kind for kind in kinds) + self._on_no_label(required)
        roots = [self._of_root(place, kinds) for place, label in enumerate(self.labels) if not label.parents]
        return sum("t" in kind for kind in roots), spurious, sum("n" in kind for kind in roots)

    def _of_root(self, place: int, kinds: list[str]) -> str:
        """Whether a label and all readings below it are right (``t``) or missed (``n``) as a whole."""
        if self.counts_itself[place]:
            return kinds[place]
        below = "".join(kinds[child] for child in self._below(place) if self.counts_itself.get(child))
        return "n" if "n" in below else "t" if set(below) == {"t"} else ""

    def _below_or_same(self, place: int, other: int) -> bool:
        """Whether ``other`` lies below a label: to make it the parent would close a circle."""
        return other == place or other in self._below(place)

    def _below(self, place: int) -> list[int]:
        return [each for child in self.children[place] for each in (child, *self._below(child))]

    def _on_no_label(self, required: bool) -> int:
        spans = {each for label in self.labels for each in (label.span, self.wide(label.span))}
        return sum(
            (required or not mark.nil)
            and span not in spans
            and self.wide(span) not in spans
            and (not self.areas or any(start <= span[0] and span[1] <= end for start, end in self.areas))
            for span, mark in self.predictions.items()
        )

    def _decide(self, place: int, *, asking: bool = False) -> bool:
        """Whether a label or one below it counts by itself; noted in ``counts_itself`` unless only asking."""
        label, found = self.labels[place], self.found(place)
        if found is not None and _agree(label, found):
            own, below = True, False
        else:
            below = max(map(self._decide, self.children[place]), default=False)  # all of them are decided
            own = not below and (not label.parents or self._stands_alone(place, found, asking))
        if not asking:
            self.counts_itself[place] = own
        return own or (below and bool(label.parents))

    def _stands_alone(self, place: int, found: Mark | None, asking: bool) -> bool:
        """Whether a wrong or missed reading counts: found on a span of its own, or missed beside others that were."""
        parent = self.labels[place].parents[0]
        if found is not None:
            return self.wide(self.labels[parent].span) != self.wide(self.labels[place].span)
        others = [other for other in self.children[parent] if other != place]
        return not asking and any(self._decide(other, asking=True) for other in others)

    def _result(self, place: int, required: bool) -> str:
        """What a label and its prediction are: right (``t``), spurious (``p``), missed (``n``)."""
        label, found = self.labels[place], self.found(place)
        joker = label.kind in JOKERS
        optional, known = label.optional or joker, not (label.nil or joker)
        if found is None:
            free = optional and not (not label.parents and self._has_required(place))
            return "n" if not free and (known or required) else ""
        if optional:
            if found.nil:
                return "p" if required and (known or joker) else ""
            return "" if (known and _agree(label, found)) or (joker and found.kind == label.kind) else "p"
        if _agree(label, found):
            return "t" if known or required else ""
        return ("n" if known or required else "") + ("p" if required or not found.nil else "")

    def _has_required(self, place: int) -> bool:
        below = [self.labels[each] for each in self._below(place)]
        return any(not (label.optional or label.kind in JOKERS) for label in below)


def _agree(label: Mark, found: Mark) -> bool:
    """Whether a prediction is what a label says; NIL is."""
    if label.kind in JOKERS:
        return False
    return found.nil if label.nil else not found.nil and not set(label.ids).isdisjoint(found.ids)


def word_boundary(span: Span, text: str) -> Span:
    """A span up to the borders of its words, as ELEVANT draws them.

    Signs of a word are letters, digits and ``'``, ``"``, ``_``; the last character of a text is never drawn in, and an
    opening quotation mark without a closing one is left out. A span that ends past the text stays as it is.

    Example:
        >>> word_boundary((0, 6), "Albert's birthplace is Ulm.")
        (0, 8)
    """
    start, end = span
    if end > len(text):
        return span
    while start > 0 and _of_word(text[start - 1]):
        start -= 1
    while end < len(text) - 1 and _of_word(text[end]):
        end += 1
    if text[start : start + 1] == '"' and '"' not in text[start + 1 : end]:
        start += 1
    return start, end


def _of_word(sign: str) -> bool:
    return sign.isalnum() or sign in _WORD_SIGNS
