"""DIF07 to DIF13: where concepts lie in the hierarchy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology.diff_model import CHANGES, Change
from ontoeval.ontology.diff_twins import Twins
from ontoeval.ontology.ontology import Ontology
from ontoeval.progress import track

_SHOWN = 3


def place_changes(twins: Twins, ic_shift: float) -> Iterator[Change]:
    """All changes of place of kept concepts, and of the roots."""
    moved = list(_moved(twins))
    yield from moved
    yield from _insertions(twins, moved)
    gone = [concept for concept in twins.old.ids if concept not in twins.kept and not twins.old.deprecated(concept)]
    dirty = {*(change.concept for change in moved), *gone}
    yield from _below(twins, dirty)
    yield from _siblings(twins, {*dirty, *twins.added})
    yield from _roots(twins)
    yield from _information(twins, ic_shift)


def _change(twins: Twins, code: str, concept: str, got: str, lost: Iterable[str], gained: Iterable[str]) -> Change:
    label = twins.old.label(concept) if concept in twins.old else twins.new.label(concept)
    return Change(code, concept, label, got, CHANGES[code][0], tuple(sorted(lost)), tuple(sorted(gained)))


def _moved(twins: Twins) -> Iterator[Change]:
    """DIF07: other parents, or other equivalents."""
    for concept in track(sorted(twins.kept | twins.old_in_both), "comparing parents"):
        for kind, before, after in (
            ("parents", twins.old.parents(concept), twins.new.parents(concept)),
            ("equivalents", twins.old.equivalents(concept), twins.new.equivalents(concept)),
        ):
            if before == after:
                continue
            was = twins.mapped(before)
            if was != after:
                lost, gained = was - after, set(after) - was
                yield _change(twins, "DIF07", concept, f"{kind} {_words(twins, lost, gained)}", lost, gained)


def _insertions(twins: Twins, moved: Iterable[Change]) -> Iterator[Change]:
    """DIF13: a lost parent is still an ancestor, through a new concept."""
    for change in moved:
        for between in change.new:
            if between not in twins.added:
                continue
            above = twins.new.ancestors(between)
            parents = [parent for parent in change.old if parent in above]
            if parents:
                got = f"{twins.after(between)} was inserted between it and {_listed(twins, parents)}"
                yield _change(twins, "DIF13", change.concept, got, parents, [between])


def _below(twins: Twins, dirty: set[str]) -> Iterator[Change]:
    """DIF08 and DIF09: other depth, other ancestors; only what lies below a change can differ."""
    reached = set(dirty)
    for onto in (twins.old, twins.new):
        for concept in track(dirty, f"looking below changes in {onto.source}"):
            if concept in onto and onto.resolve(concept).id == concept:
                reached |= onto.descendants(concept) | onto.equivalents(concept)
    for concept in track(sorted(reached & twins.kept), "comparing depths and ancestors"):
        before, after = twins.old.depth(concept), twins.new.depth(concept)
        if before != after:
            yield _change(twins, "DIF08", concept, f"depth {before} → {after}", (), ())
        was, now = twins.mapped(twins.old.ancestors(concept)), set(twins.new.ancestors(concept))
        if was != now:
            lost, gained = was - now, now - was
            got = f"{len(was)} → {len(now)} ancestors: {_words(twins, lost, gained)}"
            yield _change(twins, "DIF09", concept, got, lost, gained)


def _siblings(twins: Twins, dirty: set[str]) -> Iterator[Change]:
    """DIF10: other children of one's parents; only below a parent that gained or lost a child."""
    parents: set[str] = set()
    for concept in dirty.intersection(twins.old.ids):
        parents |= twins.mapped(twins.old.parents(concept))
    for concept in dirty.intersection(twins.new.ids):
        parents |= twins.new.parents(concept)
    beside = {child for parent in parents if parent in twins.new for child in twins.new.children(parent)}
    beside |= {child for parent in parents if parent in twins.old for child in twins.old.children(parent)}
    for concept in track(sorted(beside & twins.kept), "comparing siblings"):
        was, now = twins.mapped(_around(twins.old, concept)), _around(twins.new, concept)
        lost, gained = was - now - {concept}, now - was - {concept}
        if lost or gained:
            yield _change(twins, "DIF10", concept, f"siblings {_words(twins, lost, gained)}", lost, gained)


def _around(onto: Ontology, concept: str) -> set[str]:
    return {sibling for parent in onto.parents(concept) for sibling in onto.children(parent)} - {concept}


def _roots(twins: Twins) -> Iterator[Change]:
    """DIF11."""
    was, now = twins.mapped(twins.old.roots), set(twins.new.roots)
    for root in sorted(was - now):
        got = "it is a root no more" if root in twins.new else "it was a root, and is gone"
        yield _change(twins, "DIF11", root, got, [root], ())
    for root in sorted(now - was):
        n = len(twins.new.descendants(root))
        got = f"it is a root now, with {n:,} {'concept' if n == 1 else 'concepts'} below it"
        change = _change(twins, "DIF11", root, got, (), [root])
        if not twins.new.declared(root):
            change = replace(change, severity="warning", got=f"{change.got}; it is only mentioned, not declared")
        yield change


def _information(twins: Twins, shift: float) -> Iterator[Change]:
    """DIF12: intrinsic information content, 1 - log(concepts at and below) / log(all)."""
    before, after = _content(twins.old), _content(twins.new)
    kept = sorted(twins.kept)
    old = before[twins.old.encode(kept)]
    new = after[twins.new.encode(kept)]
    for place in np.flatnonzero(np.abs(new - old) > shift).tolist():
        got = f"information content {old[place]:.3f} → {new[place]:.3f}"
        yield _change(twins, "DIF12", kept[place], got, (), ())


def _content(onto: Ontology) -> NDArray[np.float64]:
    """The intrinsic information content of every concept, by code; deprecated concepts count for nothing."""
    hierarchy = onto.hierarchy
    live = np.array([not onto.deprecated(concept) for concept in onto.ids], dtype=bool)
    members = np.bincount(hierarchy.node_of[live], minlength=hierarchy.n_nodes)
    nodes = np.arange(hierarchy.n_nodes, dtype=np.int32)
    above, counts = hierarchy.closure.gather(nodes)
    below = np.bincount(above, weights=np.repeat(members, counts), minlength=hierarchy.n_nodes)
    total = max(int(members.sum()), 2)
    content: NDArray[np.float64] = 1 - np.log(np.maximum(below, 1)) / np.log(total)
    return content[hierarchy.node_of]


def _words(twins: Twins, lost: Iterable[str], gained: Iterable[str]) -> str:
    parts = []
    for sign, ids in (("- ", sorted(lost)), ("+ ", sorted(gained))):
        if ids:
            parts.append(sign + _listed(twins, ids))
    return "; ".join(parts)


def _listed(twins: Twins, ids: list[str]) -> str:
    more = f" … and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return ", ".join(twins.after(concept) for concept in ids[:_SHOWN]) + more
