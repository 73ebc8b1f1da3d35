"""DIF04, DIF05, DIF06: a label changed; was it renamed, or does it mean something else now?"""

from __future__ import annotations

from collections.abc import Iterator

from ontoeval.ontology import inside
from ontoeval.ontology.diff_model import CHANGES, Change
from ontoeval.ontology.diff_twins import Twins
from ontoeval.ontology.naming import fold, quoted
from ontoeval.progress import track

#: Labels that share fewer of their words than this have nothing to do with each other.
ALIKE = 0.5


def label_changes(twins: Twins) -> Iterator[Change]:
    """A change for every kept concept whose label differs."""
    old, new = twins.old, twins.new
    for concept in track(sorted(twins.kept), "comparing labels"):
        was, now = old.label(concept), new.label(concept)
        if was == now:
            continue
        if was is None or now is None:
            got = f"it is called {quoted(now)} now" if now is not None else f"it was called {quoted(str(was))}"
            yield Change("DIF04", concept, was, got, "warning")
            continue
        code, why = verdict(twins, concept, was, now)
        yield Change(code, concept, was, f"it is called {quoted(now)} now: {why}", CHANGES[code][0])


def verdict(twins: Twins, concept: str, was: str, now: str) -> tuple[str, str]:
    """Which kind of change a new label is, and why.

    A rename keeps something: one label is a synonym on the other side, the words are alike, the neighbourhood or the
    definition stays. The meaning changed when neighbourhood and definition changed too; when not even an ancestor
    (besides roots) or a word is left, the id was given to another concept.
    """
    old, new = twins.old, twins.new
    before = {fold(name) for name in inside.names(old, concept)}
    after = {fold(name) for name in inside.names(new, concept)}
    if fold(was) == fold(now):
        return "DIF04", "only case or punctuation differ"
    if fold(was) in after:
        return "DIF04", "the old label is a synonym now"
    if fold(now) in before:
        return "DIF04", "the new label was a synonym before"
    parents = twins.mapped(old.parents(concept)), set(new.parents(concept))
    children = twins.mapped(old.children(concept)), set(new.children(concept))
    moved = parents[0] != parents[1]
    around = moved or not _overlap(*children)
    texts = old.definition(concept), new.definition(concept)
    defined = None if texts == (None, None) else fold(texts[0] or "") != fold(texts[1] or "")
    alike = _alike(fold(was), fold(now))
    if not around:
        return "DIF04", "its neighbours are the same"
    if defined is False:
        return "DIF04", "its definition is the same"
    if defined is None and (alike >= ALIKE or not moved):
        return "DIF04", "the labels are alike" if alike >= ALIKE else "its parents are the same"
    roots = twins.mapped(old.roots) | set(new.roots)
    shared = (twins.mapped(old.ancestors(concept)) & set(new.ancestors(concept))) - roots
    if not _spelled_alike(fold(was), fold(now)) and moved and not shared and not before & after:
        return "DIF06", "no name, no ancestor and no definition is left"
    return "DIF05", "its neighbours changed" + (" and its definition" if defined else ", and it has no definition")


def _spelled_alike(a: str, b: str) -> bool:
    """Whether two labels have most of their letters in common, as a plural or a corrected typo has."""
    from rapidfuzz import fuzz

    return fuzz.token_sort_ratio(a, b) >= 60


def _overlap(before: set[str], after: set[str]) -> bool:
    """Whether two sets of children have something in common, or are both empty."""
    return bool(before & after) or before == after


def _alike(a: str, b: str) -> float:
    """The share of common words, from 0 to 1."""
    one, other = set(a.split()), set(b.split())
    return len(one & other) / max(len(one | other), 1)
