"""The Ontology: what users hold after loading one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from ontoeval.errors import BadParameter, UnknownConcept
from ontoeval.findings import Finding
from ontoeval.ontology.arrays import Int32
from ontoeval.ontology.comparing import Comparing
from ontoeval.ontology.disjoint import Disjoint
from ontoeval.ontology.hierarchy import Hierarchy
from ontoeval.ontology.identifiers import Normaliser
from ontoeval.ontology.nil import NilPolicy
from ontoeval.ontology.parts import ORIGINS, SCOPES, Parts
from ontoeval.ontology.properties import Property
from ontoeval.ontology.resolution import Resolution, Resolver

if TYPE_CHECKING:
    import networkx as nx
    import rdflib

    from ontoeval.ontology.vocabulary.model import Vocabulary

NIL_CODE = -1
ABSENT_CODE = -2


class Ontology(Comparing):
    """Concepts, their hierarchy, names and old ids; made by ``ontoeval.load``, never changed afterwards.

    Wherever a concept is asked for, any spelling of its id or of an alias will do (see ``resolve``). Concepts
    include deprecated ones, which usually stand alone; ``len`` counts them too.

    Args:
        parts: The assembled data.
        roots: Ids whose children are the branches; by default the roots of the hierarchy.
        nil: Which spellings mean NIL.
        prefixes: Further prefixes for CURIEs; they take precedence over those of the file.

    Attributes:
        hierarchy: The compiled arrays.
        nil: The policy that says which spellings mean NIL.
    """

    def __init__(
        self,
        parts: Parts,
        *,
        roots: Iterable[str] | None = None,
        nil: NilPolicy | None = None,
        prefixes: Mapping[str, str] | None = None,
    ) -> None:
        self._parts = parts
        self.hierarchy: Hierarchy = parts.hierarchy
        self.nil = nil or NilPolicy()
        self._codes = {concept: code for code, concept in enumerate(parts.ids)}
        deprecated = frozenset(parts.ids[code] for code in np.flatnonzero(parts.deprecated).tolist())
        normaliser = Normaliser({**parts.prefixes, **(prefixes or {})}, [*self._codes, *parts.aliases])
        self._resolver = Resolver(
            self._codes, deprecated, parts.aliases, parts.replacements, parts.considered, normaliser, self.nil
        )
        self._encoder = _Encoder(self)
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
        """Version, content hash, and the choices at loading that were not the default.

        Two ontologies with one fingerprint are the same file, read in the same way.
        """
        parts = self._parts
        return f"{parts.version or 'unversioned'}+sha256:{parts.content_hash[:16]}{parts.options}"

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What the reader found worth a look."""
        return self._parts.findings

    @property
    def provenance(self) -> dict[str, int]:
        """Number of edges by origin.

        ``asserted``, ``genus`` (intersections and unions) and ``reasoned`` edges make up the hierarchy, and so do
        ``relations_in_hierarchy``, those of the ``relations`` that other relations were asked to add to it.
        """
        edges = self._parts.edges
        numbers = np.bincount(edges.origin, minlength=len(ORIGINS)).tolist()
        by_origin = dict(zip(ORIGINS, numbers, strict=True))
        in_hierarchy = by_origin.pop("relation")
        return by_origin | {
            "equivalent": len(edges.equivalent),
            "relations": len(edges.source),
            "relations_in_hierarchy": in_hierarchy,
        }

    @property
    def counts(self) -> dict[str, int]:
        """Counts of what the file says, before old ids are folded into aliases."""
        return dict(self._parts.counts)

    @property
    def prefixes(self) -> Mapping[str, str]:
        """The prefixes that the file declares."""
        return dict(self._parts.prefixes)

    @property
    def properties(self) -> Mapping[str, Property]:
        """Object, data and annotation properties by the name that relations have, e.g. ``"part_of"``."""
        return dict(self._parts.properties)

    @property
    def unsatisfiable(self) -> tuple[str, ...]:
        """Classes that can have no instance, when the ontology was loaded with ``edges="reasoned"``."""
        return self._parts.unsatisfiable

    @property
    def schemes(self) -> Mapping[str, int]:
        """The SKOS concept schemes of the file, each with its number of concepts."""
        return dict(self._parts.schemes)

    @property
    def languages(self) -> Mapping[str, int]:
        """How many labels the file has in each language; ``""`` are those without one."""
        return dict(self._parts.languages)

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

    def related(self, concept: str) -> dict[str, frozenset[str]]:
        """What a concept is related to otherwise: ``{"part_of": frozenset({…})}``.

        These are existential restrictions in OWL (``part_of some heart``) and relationships in OBO. They are no
        part of the hierarchy unless ``load`` was asked for it.
        """
        edges = self._parts.edges
        rows = np.flatnonzero(edges.source == self._code(concept))
        found: dict[str, set[str]] = {}
        for relation, target in zip(edges.relation[rows].tolist(), edges.target[rows].tolist(), strict=True):
            found.setdefault(edges.relation_names[relation], set()).add(self._parts.ids[target])
        return {name: frozenset(found[name]) for name in sorted(found)}

    def disjoint(self, a: str, b: str) -> bool:
        """Whether two concepts are said to have no common instance, themselves or through their ancestors.

        This is told disjointness: pairs, groups, disjoint unions and complements in the file, inherited along the
        hierarchy. Without a reasoner, False means "not told".
        """
        return self._disjoint.told(self._node(a), self._node(b))

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

    def to_rdflib(self) -> rdflib.Graph:
        """The ontology as RDF, whatever it was read from.

        Concepts are ``owl:Class`` with labels, definitions, synonyms and old ids in the properties of OBO, edges of
        the hierarchy ``rdfs:subClassOf``, and relations existential restrictions. Other triples of the file are not
        in it: for those, parse the file with rdflib itself.
        """
        from ontoeval.ontology.export_rdf import to_rdflib

        return to_rdflib(self._parts)

    def sparql(self, query: str) -> rdflib.query.Result:
        """The result of a SPARQL query over ``to_rdflib()``, which is built on first use.

        Raises:
            BadParameter: The query is broken, or reaches for other data (``FROM``, ``SERVICE``).
        """
        from ontoeval.ontology.export_rdf import sparql

        return sparql(self._rdf, query)

    def vocabulary(
        self,
        roots: str | Iterable[str] | None = None,
        *,
        include_root: bool = False,
        prefixes: str | Iterable[str] | None = None,
        kinds: str | Iterable[str] = "concept",
        deprecated: str = "exclude",
    ) -> Vocabulary:
        """The ids that an output may name: a set that compiles into a JSON Schema, a pydantic type, an outlines type.

        Args:
            roots: Concepts (any spelling, or a label) below which the ids lie; by default all.
            include_root: Whether the roots themselves are ids.
            prefixes: Prefixes that ids must have, e.g. ``["HP"]``.
            kinds: ``"concept"``, ``"property"`` or both.
            deprecated: ``"exclude"``, or ``"flag"`` to keep those that lie below the roots or whose replacement does.

        Raises:
            UnknownConcept: A root is not in the ontology; the closest ones are named.
            BadParameter: A choice is not known, or no id is left.
        """
        from ontoeval.ontology.vocabulary.model import Vocabulary
        from ontoeval.ontology.vocabulary.selection import make_selection

        selection = make_selection(
            roots=roots, include_root=include_root, prefixes=prefixes, kinds=kinds, deprecated=deprecated
        )
        return Vocabulary.of(self, selection)

    # Ids

    @property
    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        """Ids that are no concepts themselves, each with the concepts that claim it (usually one)."""
        return dict(self._parts.aliases)

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
        codes = self._encoder.codes(items)
        if absent is not None:
            for position in np.flatnonzero(codes == ABSENT_CODE).tolist():
                codes[position] = ABSENT_CODE - absent.setdefault(str(items[position]), len(absent))
        return codes

    # Inside

    @cached_property
    def _rdf(self) -> rdflib.Graph:
        return self.to_rdflib()

    @cached_property
    def _disjoint(self) -> Disjoint:
        return Disjoint(self.hierarchy, self._parts.disjoint)

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


class _Encoder:
    """Remembers the code of every id that was asked for: the same few ids come millions of times.

    ``itemgetter`` looks known ids up in a plain ``dict`` twice as fast as a loop; only new ones are resolved.
    """

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._known: dict[Any, int] = {}

    def codes(self, items: Sequence[Any]) -> Int32:
        """The codes of ids, shape ``(n,)``.

        Raises:
            BadParameter: One of them is a list, or something else that holds ids.
        """
        try:
            return np.fromiter(self._learned(items), np.int32, len(items))
        except TypeError:
            wrong = next(type(item).__name__ for item in items if not isinstance(item, Hashable))
            raise BadParameter(f"a {wrong} is no id", expected="a text", mend="one id for each item") from None

    def _learned(self, items: Sequence[Any]) -> Sequence[int]:
        try:
            return self._found(items)
        except KeyError:
            for text in dict.fromkeys(items):
                if text not in self._known:
                    self._known[text] = self._code(text)
            return self._found(items)

    def _found(self, items: Sequence[Any]) -> Sequence[int]:
        if len(items) < 2:  # ``itemgetter`` of one key gives no tuple
            return [self._known[text] for text in items]
        found: tuple[int, ...] = itemgetter(*items)(self._known)
        return found

    def _code(self, text: object) -> int:
        resolution = self._ontology.resolve(text)
        if resolution.status == "nil":
            return NIL_CODE
        return ABSENT_CODE if resolution.id is None else self._ontology._codes[resolution.id]
