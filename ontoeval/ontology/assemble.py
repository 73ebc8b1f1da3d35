"""Makes the parts of an Ontology of what a builder collected: folds aliases and numbers concepts."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology import folding, survey
from ontoeval.ontology.arrays import Int32, Int64, distinct
from ontoeval.ontology.builder import Builder, Origin
from ontoeval.ontology.folding import Names
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.options import Options
from ontoeval.ontology.parts import ORIGINS, SCOPES, Disjointness, Edges, Parts
from ontoeval.ontology.relation_names import find_relations
from ontoeval.ontology.survey import Pairs
from ontoeval.ontology.text import TextColumn


def assemble(
    builder: Builder, *, name: str, content_hash: str, options: Options | None = None, allow_empty: bool = False
) -> Parts:
    """Make the parts of the ontology.

    Args:
        builder: What the reader found.
        name: Name of the source.
        content_hash: SHA-256 of the source's content, in hexadecimal.
        options: What the caller chose.
        allow_empty: Whether an ontology without concepts is fine.

    Raises:
        EmptyOntology: Nothing that the reader found is a concept.
        BadParameter: A relation that should be part of the hierarchy is not in the ontology.
    """
    options = options or Options()
    if not allow_empty:
        builder.require_concepts()
    names = folding.fold(builder)
    n = len(names.ids)
    deprecated = np.zeros(n, bool)
    deprecated[[names.rank[x] for x in (builder.deprecated_ids & names.everything) - names.folded.keys()]] = True
    pairs = survey.stated_pairs(builder, names)
    keys, origin = _hierarchy_edges(builder, names, options, pairs)
    same = _equivalent(builder, names)
    child, parent = keys // max(n, 1), keys % max(n, 1)
    hierarchy = Hierarchy(
        n,
        np.concatenate([child, same[:, 0], same[:, 1]]),
        np.concatenate([parent, same[:, 1], same[:, 0]]),
        deprecated,
    )
    code = hierarchy.code_of
    ids = tuple(map(names.ids.__getitem__, hierarchy.order.tolist()))
    survey.report(builder, names, hierarchy, ids)
    code_of = {concept: int(code[rank]) for concept, rank in names.rank.items()} if builder.disjoint_groups else {}
    synonyms, scopes = _synonyms(builder, names, code)
    return Parts(
        name=name,
        version=builder.version,
        iri=builder.iri,
        content_hash=content_hash,
        options=options.suffix,
        ids=ids,
        hierarchy=hierarchy,
        deprecated=deprecated[hierarchy.order],
        undeclared=frozenset(names.undeclared - names.folded.keys()),
        labels=_one_text(builder.labels, ids),
        synonyms=synonyms,
        scopes=scopes,
        definitions=_one_text(builder.definitions, ids),
        aliases=folding.aliases(builder, names),
        replacements=folding.replacements(builder, names),
        considered=folding.considered(builder, names),
        edges=Edges(code[child], code[parent], origin, code[same], *_relations(builder, names, code)),
        properties={name: draft.finish(name) for name, draft in sorted(builder.properties.items())},
        disjoint=_disjoint(builder, code_of),
        unsatisfiable=tuple(builder.unsatisfiable),
        schemes={scheme: len(members) for scheme, members in builder.schemes.items()},
        languages=dict(sorted(builder.languages.items())),
        prefixes=builder.prefixes,
        imports=tuple(dict.fromkeys(imported for _, imported in builder.imports)),
        findings=tuple(builder.findings),
        counts=survey.counts(builder, names, hierarchy, pairs),
    )


def _hierarchy_edges(builder: Builder, names: Names, options: Options, pairs: Pairs) -> tuple[Int64, NDArray[np.int8]]:
    """Distinct edges as ``child * n + parent`` in ranks, each with the first of its origins."""
    asserted, genus = (
        (_edges(builder, "asserted", names), _edges(builder, "genus", names))
        if names.folded
        else (_proper(pairs.asserted, pairs.n), _proper(pairs.genus, pairs.n))
    )
    found: list[tuple[int, Int64]] = [(ORIGINS.index("asserted"), asserted)]
    if options.edges != "asserted":
        found.append((ORIGINS.index("genus"), genus))
    if options.edges == "reasoned":
        found.append((ORIGINS.index("reasoned"), _edges(builder, "reasoned", names)))
    if options.relations:
        wanted = find_relations(options.relations, builder)
        known = (key for key in builder.relations if key[1] in wanted and key[0] in names.rank and key[2] in names.rank)
        ends = [(a, b) for a, _, b in known]
        found.append((ORIGINS.index("relation"), _keys([a for a, _ in ends], [b for _, b in ends], names)))
    keys = np.zeros(0, np.int64)
    origin: list[NDArray[np.int8]] = []
    for number, more in found:
        new = more if keys.size == 0 or more.size == 0 else more[~np.isin(more, keys)]
        keys = np.concatenate([keys, new])
        origin.append(np.full(len(new), number, np.int8))
    return keys, np.concatenate(origin)


def _edges(builder: Builder, origin: Origin, names: Names) -> Int64:
    n = len(names.ids)
    return _proper(survey.edge_keys(builder, origin, names.ranks, n), n)


def _keys(children: list[str], parents: list[str], names: Names) -> Int64:
    """Distinct edges as ``child * n + parent`` in ranks, without self loops."""
    child = np.fromiter(map(names.rank.__getitem__, children), np.int64, len(children))
    parent = np.fromiter(map(names.rank.__getitem__, parents), np.int64, len(parents))
    return _proper(distinct(child * len(names.ids) + parent), len(names.ids))


def _proper(keys: Int64, n: int) -> Int64:
    """Pairs of two different concepts."""
    return keys[keys // n != keys % n] if keys.size else keys


def _equivalent(builder: Builder, names: Names) -> Int64:
    """Distinct pairs of equivalent concepts, as ranks, shape (n, 2)."""
    pairs = {tuple(sorted((names.rank[a], names.rank[b]))) for a, b in builder.equivalences}
    return np.array(sorted(pair for pair in pairs if pair[0] != pair[1]), np.int64).reshape(-1, 2)


def _relations(builder: Builder, names: Names, code: Int32) -> tuple[Int32, Int32, Int32, tuple[str, ...]]:
    """Edges of other relations between known concepts, in concept codes."""
    rank = names.rank
    known = [key for key in builder.relations if key[0] in rank and key[2] in rank]
    titles = sorted({relation for _, relation, _ in known})
    number = {relation: position for position, relation in enumerate(titles)}
    source = code[_array(rank[a] for a, _, _ in known)]
    target = code[_array(rank[b] for _, _, b in known)]
    return source, _array(number[relation] for _, relation, _ in known), target, tuple(titles)


def _disjoint(builder: Builder, code_of: dict[str, int]) -> Disjointness:
    """Members of disjoint groups that are concepts; a group needs two."""
    rows: list[tuple[int, int, int]] = []
    number = 0
    for group in dict.fromkeys(builder.disjoint_groups):
        members = [codes for codes in ([code_of[x] for x in slot if x in code_of] for slot in group) if codes]
        if len(members) > 1:
            rows.extend((number, place, code) for place, codes in enumerate(members) for code in codes)
            number += 1
    table = np.array(rows, np.int32).reshape(-1, 3)
    return Disjointness(*(np.ascontiguousarray(column) for column in table.T))


def _synonyms(builder: Builder, names: Names, code: Int32) -> tuple[TextColumn, NDArray[np.int8]]:
    """Synonyms of each concept, each once, and their scopes."""
    rows: dict[int, dict[str, int]] = {}
    number = {scope: position for position, scope in enumerate(SCOPES)}
    for concept, text, scope in zip(*builder.synonym_rows, strict=True):
        rank = names.rank.get(concept)
        if rank is not None and concept not in names.folded:
            rows.setdefault(int(code[rank]), {}).setdefault(text, number[scope])
    scopes = [scope for row in sorted(rows) for scope in rows[row].values()]
    if not rows:
        return TextColumn.of_optional([None] * len(names.ids)), np.zeros(0, np.int8)
    column = TextColumn.of_rows(tuple(rows.get(row, ())) for row in range(len(names.ids)))
    return column, np.array(scopes, np.int8)


def _one_text(texts: dict[str, str], ids: tuple[str, ...]) -> TextColumn:
    return TextColumn.of_optional(list(map(texts.get, ids)) if texts else [None] * len(ids))


def _array(values: Iterable[int]) -> Int32:
    return np.fromiter(values, np.int32)
