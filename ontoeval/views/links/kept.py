"""What a threshold on the score leaves: which links are right or wrong, whatever the threshold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ontoeval.views.base import Flags, Integers
from ontoeval.views.coding import NIL

if TYPE_CHECKING:
    from ontoeval.views.links.matching import How
    from ontoeval.views.links.view import Links


@dataclass(frozen=True)
class Kept:
    """The predicted mentions with a concept, and what each is at every threshold that it is not below.

    A link below the threshold is taken back, which is the same as NIL: only links count.

    Attributes:
        place: Positions of the mentions.
        right: Whether it is the right link of a gold mention that is not optional.
        wrong: Whether it is no right link and counts as a false positive.
        overlinked: Whether it stands on a gold NIL mention.
        gold, nil: Positions of the gold mentions with a concept, and of those without, that are not optional.
    """

    place: Integers
    right: Flags
    wrong: Flags
    overlinked: Flags
    gold: Integers
    nil: Integers


def kept(links: Links, how: How, given: bool) -> Kept:
    """The links of a view, each with what it is.

    Args:
        links: The view.
        how: When spans are the same.
        given: Whether the system was given the gold spans.
    """
    linked, of_predicted = links.gold.code != NIL, links.predicted.code != NIL
    required = ~links.gold.optional
    matcher = links.matcher
    matched = np.zeros(len(links.predicted), dtype=bool)
    right, overlinked = matched.copy(), matched.copy()
    right[matcher.by_score(how, linked & required, of_predicted)[:, 1]] = True
    matched = right.copy()
    if not required.all():
        matched[matcher.by_score(how, linked, of_predicted)[:, 1]] = True
    free = links.excused(how, "in_kb", linked, given)
    on_links = np.zeros(len(links.predicted), dtype=bool)
    on_links[matcher.spans(how, linked & required, of_predicted)[:, 1]] = True
    nil = ~linked & required
    overlinked[matcher.by_score(how, nil, of_predicted & ~on_links, spans_only=True)[:, 1]] = True
    place = np.flatnonzero(of_predicted)
    return Kept(
        place,
        right[place],
        ~matched[place] & ~free[place],
        overlinked[place],
        np.flatnonzero(linked & required),
        np.flatnonzero(nil),
    )
