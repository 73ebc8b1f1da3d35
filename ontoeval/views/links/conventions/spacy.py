"""spaCy's ``Scorer.score_links``: links of the entities whose spans both sides have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ontoeval.views.links.conventions._marks import Document, Mark, counted, refuse

if TYPE_CHECKING:
    from ontoeval.views.links import Alignment, Links

EMPTY = 0.0

#: spaCy's ``EntityLinker`` asks for this one.
NEGATIVE_LABELS = ("NIL",)


def align(links: Links, *, scope: str, level: str, typed: bool, spans_only: bool, match: str = "strong") -> Alignment:
    """Counts of ``score_links``.

    Spans that one side lacks are left out: missing or inventing a mention costs nothing. A wrong link is a false
    positive and a false negative, a link of a NIL mention a false positive, NIL for a concept a false negative, and NIL
    for NIL nothing. NIL is the text ``NIL`` and no other: an entity without an id is an id of its own (and right
    against another one), and ``NIL123`` for ``NIL`` is a false positive. Types are not looked at. A mention has one id:
    the first of alternatives.
    """
    refuse(
        "spacy",
        scope=(scope, ("all",)),
        level=(level, ("mention",)),
        typed=(typed, (False,)),
        spans_only=(spans_only, (False,)),
        match=(match, ("strong",)),
    )
    return counted(links, _count)


def _count(document: Document) -> tuple[int, int, int]:
    gold, predicted = document.gold, document.predicted
    there = {mark.span: _id(mark) for mark in gold}
    right = extra = missed = 0
    for mark in predicted:
        if mark.span not in there:
            continue
        wanted, got = there[mark.span], _id(mark)
        nil, says_nil = wanted in NEGATIVE_LABELS, got in NEGATIVE_LABELS
        if nil and says_nil:
            continue
        if wanted == got:
            right += 1
        else:
            extra += not says_nil
            missed += not nil
    return right, extra, missed


def _id(mark: Mark) -> str:
    return "|".join(mark.ids if mark.whole else mark.ids[:1])
