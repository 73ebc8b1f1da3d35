"""neleval 3.1.1: sets of spans, ids and types; NIL is whatever begins with ``NIL``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ontoeval.statistics.clustering import ABSENT, ClusterCounts, clustering_counts, contingency
from ontoeval.views.links.conventions._marks import Mark, counted, documents, of_sets, refuse

if TYPE_CHECKING:
    from ontoeval.views.base import Flags
    from ontoeval.views.links import Alignment, Links
    from ontoeval.views.links.conventions import Part

EMPTY = 0.0

#: What its measures of sets are called here, by its names; `CLUSTERINGS` has the others.
MEASURES: dict[str, str] = {
    "strong_mention_match": 'mention_f1(convention="neleval")',
    "strong_typed_mention_match": 'mention_f1(typed=true, convention="neleval")',
    "strong_linked_mention_match": 'mention_f1(scope="in_kb", convention="neleval")',
    "strong_link_match": 'linking_f1(scope="in_kb", convention="neleval")',
    "strong_nil_match": 'linking_f1(scope="nil", convention="neleval")',
    "strong_all_match": 'linking_f1(convention="neleval")',
    "strong_typed_link_match": 'linking_f1(scope="in_kb", typed=true, convention="neleval")',
    "strong_typed_nil_match": 'linking_f1(scope="nil", typed=true, convention="neleval")',
    "strong_typed_all_match": 'linking_f1(typed=true, convention="neleval")',
    "entity_match": 'linking_f1(scope="in_kb", level="document", convention="neleval")',
}
#: Its measures of clusterings: what `clustering` is to be given.
CLUSTERINGS: dict[str, tuple[str, bool, bool]] = {
    "muc": ("muc", False, False),
    "b_cubed": ("b_cubed", False, False),
    "b_cubed_plus": ("b_cubed", False, True),
    "entity_ceaf": ("ceaf_e", False, False),
    "mention_ceaf": ("ceaf_m", False, False),
    "mention_ceaf_plus": ("ceaf_m", False, True),
    "typed_mention_ceaf": ("ceaf_m", True, False),
    "typed_mention_ceaf_plus": ("ceaf_m", True, True),
    "pairwise": ("pairwise", False, False),
}
#: What those are called here.
CLUSTERING_METRICS: dict[str, str] = {
    "muc": 'clustering_f1(measure="muc", scope="all")',
    "b_cubed": 'clustering_f1(scope="all")',
    "b_cubed_plus": 'clustering_f1(measure="b_cubed_plus", scope="all")',
    "entity_ceaf": 'clustering_f1(measure="ceaf_e", scope="all")',
    "mention_ceaf": 'clustering_f1(measure="ceaf_m", scope="all")',
    "mention_ceaf_plus": 'clustering_f1(measure="ceaf_m_plus", scope="all")',
    "typed_mention_ceaf": 'clustering_f1(measure="ceaf_m", scope="all", typed=true)',
    "typed_mention_ceaf_plus": 'clustering_f1(measure="ceaf_m_plus", scope="all", typed=true)',
    "pairwise": 'clustering_f1(measure="pairwise", scope="all")',
}


def align(links: Links, *, scope: str, level: str, typed: bool, spans_only: bool, match: str = "strong") -> Alignment:
    """Counts of neleval's measures.

    Spans, ids as written and types are compared as sets, so repeats count once. All alternatives but the first are
    further gold mentions, and several ids that one mention stands for are one id, as written. Its mistakes are
    reproduced here and nowhere else:

    - NIL is what begins with ``NIL`` and nothing else: ``NILE_RIVER`` is NIL, while ``-1`` and ``nil`` are concepts;
    - a value of 0 where there is nothing to count, also for one document of a macro average;
    - a macro average leaves out documents that have no gold mention, and with them their false positives.

    Its type weights read hierarchies the wrong way round (a type above the gold one is worth 0, one below d^k, the
    reverse of its documentation); they are off unless asked for, and are not offered here.
    """
    refuse(
        "neleval",
        scope=(scope, ("all", "in_kb", "nil")),
        level=(level, ("mention", "document")),
        match=(match, ("strong",)),
    )

    def keys(side: list[Mark]) -> set[Any]:
        found = set()
        for mark in side:
            for name in _names(mark):
                nil = is_nil(name)
                if scope == "all" or nil == (scope == "nil"):
                    place = None if level == "document" else mark.span
                    found.add((place, None if spans_only or nil else name, mark.kind if typed else None))
        return found

    return counted(links, lambda document: of_sets(keys(document.gold), keys(document.predicted)))


def alone(links: Links, aligned: Alignment, part: Part) -> Flags:
    """Documents with a gold mention of any kind."""
    return np.bincount(links.given[0].sample, minlength=len(links.status)) > 0


def is_nil(name: str | None) -> bool:
    """Whether neleval takes an id for NIL."""
    return name is None or name.startswith("NIL")


def clustering(links: Links, measure: str, *, typed: bool = False, plus: bool = False) -> ClusterCounts:
    """Agreement of the clusters that ids make of all mentions of a corpus.

    A cluster holds the mentions with one id, whether of a concept or of NIL, over all documents.

    Args:
        links: Predicted against gold mentions.
        measure: ``"b_cubed"``, ``"ceaf_m"``, ``"ceaf_e"``, ``"muc"`` or ``"pairwise"``.
        typed: A mention is the same on both sides only with the same type.
        plus: … and with the same concept, NIL being one (neleval's ``_plus``).

    Returns:
        Numerators and denominators; 0 over 0 is 0 for neleval.
    """
    members: list[dict[Any, int]] = [{}, {}]
    clusters: dict[str | None, int] = {}
    for sample, document in enumerate(documents(links)):
        for mine, side in zip(members, (document.gold, document.predicted), strict=True):
            for mark in side:
                for name in _names(mark):
                    key = (sample, mark.span, mark.kind if typed else None, _concept(name) if plus else None)
                    mine[key] = clusters.setdefault(name, len(clusters))
    gold, predicted = members
    mentions = list(gold.keys() | predicted.keys())
    cells = contingency([gold.get(key, ABSENT) for key in mentions], [predicted.get(key, ABSENT) for key in mentions])
    return clustering_counts(*cells, measure)


def _concept(name: str | None) -> str | None:
    return None if is_nil(name) else name


def _names(mark: Mark) -> tuple[str | None, ...]:
    """The ids that neleval would read: alternatives one by one, parts of one mention as one."""
    if not mark.ids:
        return (mark.cluster,)
    return ("|".join(mark.ids),) if mark.whole else mark.ids
