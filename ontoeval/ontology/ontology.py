"""The Ontology: what users hold after loading one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ontoeval.errors import BadParameter, UnknownConcept
from ontoeval.findings import Finding
from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.identifiers import Normaliser
from ontoeval.ontology.nil import NilPolicy
from ontoeval.ontology.parts import SCOPES, Parts
from ontoeval.ontology.relating import Relater
from ontoeval.ontology.relation import RELATION_LABELS
from ontoeval.ontology.resolution import Resolution, Resolver
from ontoeval.ontology.similarity import SIMILARITIES

if TYPE_CHECKING:
    import networkx as nx

NIL_CODE = -1
ABSENT_CODE = -2


class Ontology:
    """Concepts, their hierarchy, names and old ids; made by ``ontoeval.load``, never changed afterwards.

    Wherever a concept is asked for, any spelling of its id or of an alias will do (see ``resolve``). Concepts
    include deprecated ones, which usually stand alone; ``len`` counts them too.

    Args:
        parts: The assembled data.
        roots: Ids whose children are the branches; by default the roots of the hierarchy.
        nil: Which spellings mean NIL.

    Attributes:
        hierarchy: The compiled arrays.
        nil: The policy that says which spellings mean NIL.
    """

    def __init__(self, parts: Parts, *, roots: Iterable[str] | None = None, nil: NilPolicy | None = None) -> None:
        self._parts = parts
        self.hierarchy: Hierarchy = parts.hierarchy
        self.nil = nil or NilPolicy()
        self._codes = {concept: code for code, concept in enumerate(parts.ids)}
        deprecated = frozenset(parts.ids[code] for code in np.flatnonzero(parts.deprecated).tolist())
        normaliser = Normaliser(parts.prefixes, [*self._codes, *parts.aliases])
        self._resolver = Resolver(
            self._codes, deprecated, parts.aliases, parts.replacements, parts.considered, normaliser, self.nil
        )
        self._memo = _CodeMemo(self)
        self._given_roots = None if roots is None else tuple(self._root(text) for text in roots)

    def __repr__(self) -> str:
        return f"<Ontology {self.source}: {len(self)} concepts, {self.fingerprint}>"

    def __len__(self) -> int:
        return len(self._parts.ids)

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self._resolver.canonical(text) is not None

    # What it is

    @property
    def source(self) -> str:
        """Name of the file (without its folder) or object that the ontology was read from."""
        return self._parts.name

    @property
    def version(self) -> str | None:
        """Version IRI, ``data-version`` or version text of the ontology, or None."""
        return self._parts.version

    @property
    def fingerprint(self) -> str:
        """Version and content hash: two ontologies with one fingerprint are the same file."""
        return f"{self._parts.version or 'unversioned'}+sha256:{self._parts.content_hash[:16]}"

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What the reader found worth a look."""
        return self._parts.findings

    @property
    def provenance(self) -> dict[str, int]:
        """Number of edges by origin: asserted, genus (intersections and unions), equivalent, relations."""
        edges = self._parts.edges
        genus = int(edges.genus.sum())
        return {
            "asserted": len(edges.child) - genus,
            "genus": genus,
            "equivalent": len(edges.equivalent),
            "relations": len(edges.relations),
        }

    @property
    def counts(self) -> dict[str, int]:
        """Counts of what the file says, before old ids are folded into aliases."""
        return dict(self._parts.counts)

    @property
    def prefixes(self) -> Mapping[str, str]:
        """The prefixes that the file declares."""
        return dict(self._parts.prefixes)

    # Concepts

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all concepts; the position of an id is its code."""
        return self._parts.ids

    @property
    def roots(self) -> tuple[str, ...]:
        """Concepts without parents that are not deprecated, in order of code; all members of a root cycle."""
        return tuple(id for node in self.hierarchy.roots.tolist() for id in self._members(node))

    @property
    def branch_roots(self) -> tuple[str, ...]:
        """The roots given at loading, or ``roots``."""
        return self.roots if self._given_roots is None else self._given_roots

    @cached_property
    def branches(self) -> tuple[str, ...]:
        """The children of the branch roots, in order of code."""
        codes = {self._codes[child] for root in self.branch_roots for child in self.children(root)}
        return tuple(self._parts.ids[code] for code in sorted(codes))

    def label(self, concept: str) -> str | None:
        """The name of a concept, or None when it has none.

        Raises:
            UnknownConcept: The ontology does not hold the id.
        """
        return self._parts.labels.first(self._code(concept))

    def synonyms(self, concept: str, scope: str | None = None) -> tuple[str, ...]:
        """Other names of a concept.

        Args:
            concept: Any spelling of its id.
            scope: ``"exact"``, ``"narrow"``, ``"broad"``, ``"related"`` or ``"hidden"``; None for all.
        """
        code = self._code(concept)
        texts = self._parts.synonyms.all(code)
        if scope is None:
            return texts
        if scope not in SCOPES:
            raise BadParameter(f"{scope!r} is not a scope", where="scope", expected=", ".join(SCOPES))
        first, end = self._parts.synonyms.span(code)
        wanted = (self._parts.scopes[first:end] == SCOPES.index(scope)).tolist()
        return tuple(text for text, chosen in zip(texts, wanted, strict=True) if chosen)

    def definition(self, concept: str) -> str | None:
        """The definition of a concept, or None."""
        return self._parts.definitions.first(self._code(concept))

    def deprecated(self, concept: str) -> bool:
        """Whether a concept is deprecated."""
        return bool(self._parts.deprecated[self._code(concept)])

    def declared(self, concept: str) -> bool:
        """Whether the file declares the concept, or only mentions it in its hierarchy."""
        return self._parts.ids[self._code(concept)] not in self._parts.undeclared

    # Hierarchy

    def parents(self, concept: str) -> frozenset[str]:
        """The direct parents of a concept."""
        node = self._node(concept)
        start, stop = self.hierarchy.parents_indptr[node : node + 2]
        return self._expand(self.hierarchy.parents[start:stop].tolist())

    def children(self, concept: str) -> frozenset[str]:
        """The direct children of a concept."""
        node = self._node(concept)
        start, stop = self.hierarchy.children_indptr[node : node + 2]
        return self._expand(self.hierarchy.children[start:stop].tolist())

    def ancestors(self, concept: str) -> frozenset[str]:
        """All concepts above a concept, without itself and without its equivalents."""
        return self._expand(self.hierarchy.ancestors(self._node(concept)))

    def descendants(self, concept: str) -> frozenset[str]:
        """All concepts below a concept, without itself and without its equivalents."""
        return self._expand(self.hierarchy.descendants(self._node(concept)))

    def equivalents(self, concept: str) -> frozenset[str]:
        """The other concepts of its cycle or equivalence group, which is one node of the hierarchy."""
        code = self._code(concept)
        return frozenset(self._members(int(self.hierarchy.node_of[code]))) - {self._parts.ids[code]}

    def depth(self, concept: str) -> int:
        """Number of concepts on the longest path from a root to a concept; 1 for a root."""
        return int(self.hierarchy.depth[self._node(concept)])

    @cached_property
    def graph(self) -> nx.DiGraph:
        """A networkx graph for inspection: nodes are ids, edges go from child to parent.

        Each edge has the attribute ``relations``, a frozenset of names (``"subclass"`` for the hierarchy),
        each node ``label``, ``synonyms``, ``definition`` and ``deprecated``. Built on first use; scoring does
        not need it.
        """
        from ontoeval.ontology.export import to_networkx

        return to_networkx(self, self._parts)

    # Ids

    def resolve(self, text: object) -> Resolution:
        """The concept that a text names, following aliases and replacements.

        Example:
            See ``Resolution`` for the seven statuses.
        """
        return self._resolver.resolve(text)

    def encode(self, ids: Iterable[str | None], *, absent: dict[str, int] | None = None) -> Int32:
        """Concept codes of many ids, resolved.

        Args:
            ids: Ids in any spelling; None and the spellings of the NIL policy mean NIL.
            absent: When given, unknown ids are told apart: the k-th distinct one gets the code ``-2 - k``,
                and the table is filled with ``{id: k}``. Pass one table for gold and run to compare them.

        Returns:
            int32, one code per id: the position of the resolved concept in ``ids``, -1 for NIL, -2 for an id
            that the ontology does not hold (or that several concepts claim as alias).
        """
        items = ids if isinstance(ids, (list, tuple)) else list(ids)
        codes = np.fromiter(map(self._memo.__getitem__, items), np.int32, len(items))
        if absent is not None:
            for position in np.flatnonzero(codes == ABSENT_CODE).tolist():
                codes[position] = ABSENT_CODE - absent.setdefault(str(items[position]), len(absent))
        return codes

    # Comparison

    def relation(self, gold: str | None, predicted: str | None) -> str:
        """The relation of a predicted concept to the gold one: ``"parent"`` when it is a parent of gold."""
        numbers = self.relations(self.encode([gold]), self.encode([predicted]))
        return RELATION_LABELS[int(numbers[0])]

    def relations(
        self, gold_codes: ArrayLike, predicted_codes: ArrayLike, *, roots: Iterable[str] | None = None
    ) -> NDArray[np.int8]:
        """The relation of many predicted concepts to the gold ones.

        Args:
            gold_codes: int32 concept codes from ``encode``, shape (n,).
            predicted_codes: int32 concept codes, shape (n,).
            roots: Branch roots for this call; by default ``branch_roots``.

        Returns:
            int8 ``Relation`` numbers, shape (n,).
        """
        relater = self._relater if roots is None else self._make_relater(self._root(text) for text in roots)
        gold, predicted = _same_length(gold_codes, predicted_codes)
        return relater.relations(gold, predicted)

    def similarity(self, a: str, b: str, name: str = "wu_palmer") -> float:
        """Semantic similarity of two concepts, after their ids are resolved.

        Raises:
            UnknownConcept: One of the ids names no concept.
        """
        codes = self.encode([a, b])
        for text, code in zip((a, b), codes.tolist(), strict=True):
            if code < 0:
                raise self._unknown(text)
        return float(self.similarities(codes[:1], codes[1:], [name])[name][0])

    def similarities(
        self, a_codes: ArrayLike, b_codes: ArrayLike, names: Sequence[str] = ("wu_palmer",)
    ) -> dict[str, NDArray[np.float64]]:
        """Semantic similarities of many concept pairs.

        Args:
            a_codes: int32 concept codes, shape (n,); a code below zero is similar to nothing (0.0).
            b_codes: int32 concept codes, shape (n,).
            names: Which similarities: ``"wu_palmer"``.

        Returns:
            For each name a float64 array of shape (n,).
        """
        for name in names:
            if name not in SIMILARITIES:
                raise BadParameter(f"{name!r} is not a similarity", where="names", expected=", ".join(SIMILARITIES))
        a, b = _same_length(a_codes, b_codes)
        return {name: SIMILARITIES[name](self.hierarchy, a, b) for name in names}

    # Inside

    @cached_property
    def _relater(self) -> Relater:
        return self._make_relater(self.branch_roots)

    def _make_relater(self, roots: Iterable[str]) -> Relater:
        nodes = [self._node(root) for root in roots]
        return Relater(self.hierarchy, np.array(nodes, np.int32))

    def _root(self, text: str) -> str:
        code = int(self.encode([text])[0])
        if code < 0:
            raise self._unknown(text)
        return self._parts.ids[code]

    def _code(self, text: str) -> int:
        code = self._codes.get(text)
        if code is not None:
            return code
        found = self._resolver.canonical(text) if isinstance(text, str) else None
        if found is not None and found not in self._codes:
            targets = self._parts.aliases[found]
            found = targets[0] if len(targets) == 1 else None
        if found is None:
            raise self._unknown(text)
        return self._codes[found]

    def _unknown(self, text: object) -> UnknownConcept:
        return UnknownConcept(
            f"{text!r} is no concept of this ontology",
            where=self.source,
            mend="look at onto.resolve(…), and at onto.ids for how ids are written here",
        )

    def _node(self, text: str) -> int:
        return int(self.hierarchy.node_of[self._code(text)])

    def _members(self, node: int) -> list[str]:
        return [self._parts.ids[code] for code in self.hierarchy.members(node)]

    def _expand(self, nodes: Iterable[int]) -> frozenset[str]:
        return frozenset(id for node in nodes for id in self._members(node))


class _CodeMemo(dict[Any, int]):
    """Remembers the code of every id that was asked for: the same few ids come millions of times."""

    def __init__(self, ontology: Ontology) -> None:
        super().__init__()
        self._ontology = ontology

    def __missing__(self, text: object) -> int:
        resolution = self._ontology.resolve(text)
        if resolution.status == "nil":
            code = NIL_CODE
        elif resolution.id is None:
            code = ABSENT_CODE
        else:
            code = self._ontology._codes[resolution.id]
        self[text] = code
        return code


def _same_length(a: ArrayLike, b: ArrayLike) -> tuple[Int32, Int32]:
    a, b = np.asarray(a, np.int32).ravel(), np.asarray(b, np.int32).ravel()
    if len(a) != len(b):
        raise BadParameter(f"pairs need arrays of one length, got {len(a)} and {len(b)}")
    return a, b
