"""Counts what a file says, and reports what is worth a look."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from ontoeval.findings import shorten
from ontoeval.ontology.arrays import Int64, distinct
from ontoeval.ontology.builder import Builder, Origin
from ontoeval.ontology.folding import Names, by_number
from ontoeval.ontology.hierarchy import Hierarchy

MAX_NAMED = 5


class Pairs(NamedTuple):
    """Distinct stated edges, old ids on their own, as ``child * n + parent``; self loops are in them.

    Attributes:
        rank: The number of each id; that of ``Names.rank`` when no id is folded.
        n: How many there are.
        asserted: The asserted edges.
        genus: Those of intersections and unions.
    """

    rank: dict[str, int]
    n: int
    asserted: Int64
    genus: Int64


def stated_pairs(builder: Builder, names: Names) -> Pairs:
    """Number all ids, and find the distinct edges that are stated."""
    rank, ranks = names.rank, names.ranks
    if names.folded:  # an old id has the rank of its concept there, but is counted on its own here
        rank = {concept: position for position, concept in enumerate(names.everything)}
        ranks = by_number(builder, rank)
    n = max(len(rank), 1)
    return Pairs(rank, n, edge_keys(builder, "asserted", ranks, n), edge_keys(builder, "genus", ranks, n))


def edge_keys(builder: Builder, origin: Origin, ranks: Int64, n: int) -> Int64:
    """Distinct (child, parent) pairs as ``child * n + parent``, given the rank of each number of the index."""
    child, parent = builder.numbers(origin)
    return distinct(ranks[child] * n + ranks[parent])


def counts(builder: Builder, names: Names, hierarchy: Hierarchy, pairs: Pairs) -> dict[str, int]:
    """Counts of classes and edges as the file has them, before old ids are folded into aliases.

    ``subclass_asserted`` counts distinct assertions; ``extra_from_intersection_union`` the edges that only
    definitions give; ``roots`` the source nodes once cycles are condensed, unless wholly deprecated;
    ``someValuesFrom_edges`` statements of other relations (``relationship`` in OBO) outside of definitions.
    """
    rank, n, stated, genus = pairs
    loops = int((stated // n == stated % n).sum())
    asserted = stated[stated // n != stated % n]
    genus = genus[genus // n != genus % n]
    if genus.size:
        genus = genus[~np.isin(genus, asserted)]
    old = names.everything & builder.deprecated_ids
    groups = cycles(hierarchy)
    is_old = np.zeros(n, bool)
    is_old[[rank[x] for x in old]] = True
    source = ~is_old
    source[asserted // n] = False
    n_labelled = sum(map(builder.labels.__contains__, names.everything))
    return {
        "classes_total": len(names.everything),
        "declared": len(builder.concepts),
        "undeclared": len(names.undeclared),
        "subclass_asserted": len(asserted),
        "extra_from_intersection_union": len(genus),
        "eq_pairs": len({frozenset(pair) for pair in builder.equivalences if pair[0] != pair[1]}),
        "subclass_total": len(asserted) + len(genus),
        "roots_asserted_only": int(source[: len(names.everything)].sum()),
        "roots": len(hierarchy.roots),
        "deprecated": len(old),
        "cycles": len(groups),
        "cycle_nodes": sum(map(len, groups)),
        "self_loops": loops,
        "missing_label": len(names.everything) - n_labelled - sum(x not in builder.labels for x in old),
        "imports": len(builder.imports),
        "someValuesFrom_edges": builder.n_relation_statements,
        "deprecated_parent_edges": int((is_old[asserted % n] & ~is_old[asserted // n]).sum()),
        "alt_ids": len(builder.aliases),
    }


def cycles(hierarchy: Hierarchy) -> list[range]:
    """The codes of each group of concepts that is one node."""
    if hierarchy.n_nodes == hierarchy.n_concepts:
        return []
    sizes = np.bincount(hierarchy.node_of)
    return [hierarchy.members(node) for node in np.flatnonzero(sizes > 1).tolist()]


def report(builder: Builder, names: Names, hierarchy: Hierarchy, ids: tuple[str, ...]) -> None:
    """Add findings about undeclared concepts, dangling references, old ids, imports and cycles."""
    _report_references(builder, names)
    _report_old_ids(builder, names)
    unread: dict[str, set[str]] = {}
    for importer, imported in builder.imports:
        if imported not in builder.imports_read:
            unread.setdefault(imported, set()).add(importer)
    for imported, importers in unread.items():
        whose = "" if importers & {"", builder.iri} else f" of {min(importers)}"
        builder.found(
            "import",
            f"owl:imports {imported}{whose} was not read",
            mend="pass imports= with a folder or catalog of local files; nothing is ever fetched",
        )
    groups = cycles(hierarchy)
    if groups:
        named = "; ".join(" = ".join(shorten(ids[code], 60) for code in group[:MAX_NAMED]) for group in groups[:3])
        builder.found(
            "cycle",
            f"{len(groups)} cycles or equivalence groups, each taken as one node: {named}",
            severity="info",
            count=len(groups),
        )


def _report_references(builder: Builder, names: Names) -> None:
    undeclared = names.undeclared - names.folded.keys()
    if undeclared:
        builder.found(
            "undeclared",
            f"{len(undeclared)} concepts appear in the hierarchy only: {_some(undeclared)}",
            expected="every concept to be declared in the file",
            mend="load it together with what it imports, or ignore this for stubs of upper levels",
            count=len(undeclared),
        )
    dangling = {target for _, _, target in builder.relations if target not in names.rank}
    if dangling:
        builder.found(
            "dangling",
            f"{len(dangling)} targets of relations are no concepts and were left out: {_some(dangling)}",
            count=len(dangling),
        )


def _report_old_ids(builder: Builder, names: Names) -> None:
    tables = (builder.replacements, builder.considered)
    named = {other for table in tables for others in table.values() for other in others}
    lost = named - names.rank.keys() - builder.aliases.keys()
    if lost:
        builder.found(
            "replacement",
            f"{len(lost)} replacements of deprecated concepts are no concepts: {_some(lost)}",
            count=len(lost),
        )
    claimed = {
        alias
        for alias, claimants in builder.aliases.items()
        if alias in builder.concepts and alias not in builder.deprecated_ids and set(claimants) != {alias}
    }
    if claimed:
        builder.found(
            "alias",
            f"{len(claimed)} live concepts are also another's alt_id; they stay concepts: {_some(claimed)}",
            count=len(claimed),
        )


def _some(ids: Collection[str]) -> str:
    shown = ", ".join(shorten(x, 60) for x in sorted(ids)[:MAX_NAMED])
    return shown + (" …" if len(ids) > MAX_NAMED else "")
