"""Decides which ids are concepts of their own and which are other names of one."""

from __future__ import annotations

import itertools
from collections.abc import Callable, KeysView
from typing import NamedTuple

import numpy as np

from ontoeval.ontology.arrays import Int64
from ontoeval.ontology.builder import Builder


class Names(NamedTuple):
    """The ids of an ontology, sorted out.

    Attributes:
        undeclared: Those that appear in its hierarchy only.
        folded: Old ids that are no concepts of their own, each with the live concept that it names.
        ids: The concepts, in id order.
        rank: Position in ``ids`` of every concept; a folded id has that of its concept.
        ranks: The same for every number of the builder's index; -1 for what is no concept.
    """

    undeclared: set[str]
    folded: dict[str, str]
    ids: list[str]
    rank: dict[str, int]
    ranks: Int64

    @property
    def everything(self) -> KeysView[str]:
        """All ids that the file treats as concepts."""
        return self.rank.keys()


def fold(builder: Builder) -> Names:
    """Sort out the ids that a builder collected.

    Folded is an id that exactly one live concept claims as ``alt_id`` and that is deprecated or not declared,
    and (so OBO files look in OWL) a deprecated class whose reason is "terms merged" and whose only
    replacement is live. Thus one ontology has the same concepts and aliases in OBO and in OWL.
    """
    undeclared = builder.undeclared()

    def known(text: str) -> bool:
        return text in builder.concepts or text in undeclared

    def live(text: str) -> bool:
        return known(text) and text not in builder.deprecated_ids

    folded: dict[str, str] = {}
    for alias, claimants in builder.aliases.items():
        if alias in undeclared or (known(alias) and alias in builder.deprecated_ids):
            _fold_into(folded, alias, claimants, live)
    for alias in filter(known, builder.merged_ids & builder.deprecated_ids):
        replacements = builder.replacements.get(alias, {})
        if alias not in folded and len(replacements) == 1:
            _fold_into(folded, alias, replacements, live)
    # A claimant may itself be folded (an undeclared id): its aliases then stay concepts.
    folded = {alias: concept for alias, concept in folded.items() if concept not in folded}
    ids = sorted(itertools.filterfalse(folded.__contains__, itertools.chain(builder.concepts, undeclared)))
    rank = dict(zip(ids, itertools.count()))
    rank.update({alias: rank[concept] for alias, concept in folded.items()})
    return Names(undeclared, folded, ids, rank, by_number(builder, rank))


def by_number(builder: Builder, rank: dict[str, int]) -> Int64:
    """The ranks of all numbers of the builder's index; -1 for what has none."""
    names = builder.index.names
    return np.fromiter(map(rank.get, names, itertools.repeat(-1)), np.int64, len(names))


def _fold_into(folded: dict[str, str], alias: str, targets: dict[str, None], live: Callable[[str], bool]) -> None:
    living = [target for target in targets if target != alias and live(target)]
    if len(living) == 1:
        folded[alias] = living[0]


def aliases(builder: Builder, names: Names) -> dict[str, tuple[str, ...]]:
    """All ids that are no concepts themselves, with the concepts that claim them."""
    out: dict[str, tuple[str, ...]] = {}
    for alias, claimants in builder.aliases.items():
        if alias in names.folded or alias not in names.rank:
            known = {names.ids[names.rank[x]] for x in claimants if x in names.rank}
            if known:
                out[alias] = tuple(sorted(known))
    out.update({alias: (concept,) for alias, concept in names.folded.items()})
    return out


def replacements(builder: Builder, names: Names) -> dict[str, tuple[str, ...]]:
    """What replaces each concept, and which concepts claim it as their ``alt_id`` though it is one itself."""
    out = {x: dict(others) for x, others in builder.replacements.items() if _is_own(x, names)}
    for alias, claimants in builder.aliases.items():
        if _is_own(alias, names):
            out.setdefault(alias, {}).update(claimants)
    return {x: tuple(others) for x, others in out.items()}


def considered(builder: Builder, names: Names) -> dict[str, tuple[str, ...]]:
    """What may replace each concept."""
    return {x: tuple(others) for x, others in builder.considered.items() if _is_own(x, names)}


def _is_own(concept: str, names: Names) -> bool:
    return concept in names.rank and concept not in names.folded
