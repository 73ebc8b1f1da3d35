"""Makes an Ontology of what a builder collected: folds aliases and numbers concepts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ontoeval.ontology import folding, survey
from ontoeval.ontology.arrays import Int64, distinct
from ontoeval.ontology.builder import Builder, Origin
from ontoeval.ontology.folding import Names
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.nil import NilPolicy
from ontoeval.ontology.ontology import Ontology
from ontoeval.ontology.parts import SCOPES, Edges, Parts
from ontoeval.ontology.text import TextColumn


def assemble(
    builder: Builder,
    *,
    name: str,
    content_hash: str,
    roots: list[str] | None = None,
    nil: NilPolicy | None = None,
) -> Ontology:
    """Make the Ontology.

    Args:
        builder: What the reader found.
        name: Name of the source.
        content_hash: SHA-256 of the source's content, in hexadecimal.
        roots: Ids whose children are the branches; by default the roots of the hierarchy.
        nil: Which spellings mean NIL.

    Raises:
        EmptyOntology: Nothing that the reader found is a concept.
    """
    builder.require_concepts()
    names = folding.fold(builder)
    n = len(names.ids)
    deprecated = np.zeros(n, bool)
    deprecated[[names.rank[x] for x in builder.deprecated_ids & names.everything - names.folded.keys()]] = True
    asserted = _edges(builder, "asserted", names)
    genus = np.setdiff1d(_edges(builder, "genus", names), asserted)
    same = _equivalent(builder, names)
    edges = np.concatenate([asserted, genus])
    child, parent = edges // n, edges % n
    hierarchy = Hierarchy(
        n,
        np.concatenate([child, same[:, 0], same[:, 1]]),
        np.concatenate([parent, same[:, 1], same[:, 0]]),
        deprecated,
    )
    code = hierarchy.code_of
    ids = tuple(names.ids[rank] for rank in hierarchy.order.tolist())
    survey.report(builder, names, hierarchy, ids)
    parts = Parts(
        name=name,
        version=builder.version,
        iri=builder.iri,
        content_hash=content_hash,
        ids=ids,
        hierarchy=hierarchy,
        deprecated=deprecated[hierarchy.order],
        undeclared=frozenset(names.undeclared - names.folded.keys()),
        labels=_one_text(builder.labels, ids),
        synonyms=TextColumn(tuple(builder.synonyms.get(x, ())) for x in ids),
        scopes=_scopes(builder, ids),
        definitions=_one_text(builder.definitions, ids),
        aliases=folding.aliases(builder, names),
        replacements=folding.replacements(builder, names),
        considered=folding.considered(builder, names),
        edges=Edges(
            child=code[child],
            parent=code[parent],
            genus=np.arange(len(edges)) >= len(asserted),
            equivalent=code[same],
            relations=_relations(builder, names, code),
        ),
        prefixes=builder.prefixes,
        imports=tuple(dict.fromkeys(imported for _, imported in builder.imports)),
        findings=tuple(builder.findings),
        counts=survey.counts(builder, names, hierarchy),
    )
    return Ontology(parts, roots=roots, nil=nil)


def _edges(builder: Builder, origin: Origin, names: Names) -> Int64:
    """Distinct edges as ``child * n + parent`` in ranks, without self loops."""
    children, parents = builder.edges[origin]
    child = np.fromiter(map(names.rank.__getitem__, children), np.int64, len(children))
    parent = np.fromiter(map(names.rank.__getitem__, parents), np.int64, len(parents))
    proper = child != parent
    return distinct(child[proper] * len(names.ids) + parent[proper])


def _equivalent(builder: Builder, names: Names) -> Int64:
    """Distinct pairs of equivalent concepts, as ranks, shape (n, 2)."""
    pairs = {tuple(sorted((names.rank[a], names.rank[b]))) for a, b in builder.equivalences}
    return np.array(sorted(pair for pair in pairs if pair[0] != pair[1]), np.int64).reshape(-1, 2)


def _relations(builder: Builder, names: Names, code: NDArray[np.int32]) -> list[tuple[int, str, int]]:
    """Edges of other relations between known concepts, in concept codes."""
    rank = names.rank
    return [
        (int(code[rank[concept]]), relation, int(code[rank[target]]))
        for concept, relation, target in builder.relations
        if concept in rank and target in rank
    ]


def _one_text(texts: dict[str, str], ids: tuple[str, ...]) -> TextColumn:
    return TextColumn((texts[concept],) if concept in texts else () for concept in ids)


def _scopes(builder: Builder, ids: tuple[str, ...]) -> NDArray[np.int8]:
    number = {scope: position for position, scope in enumerate(SCOPES)}
    scopes = [number[scope] for x in ids for scope in builder.synonyms.get(x, {}).values()]
    return np.array(scopes, np.int8)
