"""The vocabulary: a set of ids that knows where it comes from."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ontoeval.errors import BadParameter
from ontoeval.ontology.suggesting import Suggester, Suggestion
from ontoeval.ontology.vocabulary.selection import Selection, choose, resolve_roots

if TYPE_CHECKING:
    from ontoeval.ontology.ontology import Ontology
    from ontoeval.ontology.vocabulary.json_schema import CompiledSchema
    from ontoeval.ontology.vocabulary.outlines_type import VocabularyRegex
    from ontoeval.ontology.vocabulary.patterns import CompiledRegex
    from ontoeval.ontology.vocabulary.planning import Plan

STAMP = "x-ontoeval"


class Vocabulary(Collection[str]):
    """Ids that an output may name; made by ``onto.vocabulary(…)``, never changed afterwards.

    Two vocabularies are equal when they hold the same ids.

    Args:
        ids: The ids; repeated ones count once.
        labels: Labels of some or all of them.
        deprecated: Those of the ids that are deprecated.
        selection: What was asked for.
        ontology: Where the ids come from.

    Raises:
        BadParameter: There is no id, or one is empty.

    Example:
        >>> vocabulary = Vocabulary(["A:2", "A:1"], labels={"A:1": "cat"})
        >>> list(vocabulary), "A:1" in vocabulary, "A:9" in vocabulary, vocabulary.labels
        (['A:1', 'A:2'], True, False, {'A:1': 'cat'})
    """

    def __init__(
        self,
        ids: Iterable[str],
        *,
        labels: Mapping[str, str] | None = None,
        deprecated: Iterable[str] = (),
        selection: Selection | None = None,
        ontology: Ontology | None = None,
    ) -> None:
        self._set = frozenset(ids)
        if not self._set or "" in self._set:
            raise BadParameter("a vocabulary needs ids, and none that is empty", where="ids")
        self.ids: tuple[str, ...] = tuple(sorted(self._set))
        self.labels: dict[str, str] = {id: (labels or {})[id] for id in self.ids if id in (labels or {})}
        self.deprecated = frozenset(deprecated) & self._set
        self.selection = selection or Selection()
        self.ontology = ontology

    @classmethod
    def of(cls, onto: Ontology, selection: Selection) -> Vocabulary:
        """The vocabulary that a selection means in an ontology.

        Raises:
            UnknownConcept: A root is not in the ontology; the closest ones are named.
            BadParameter: No id is left.
        """
        resolved = resolve_roots(onto, selection)
        chosen = choose(onto, resolved)
        return cls(chosen.ids, labels=chosen.labels, deprecated=chosen.deprecated, selection=resolved, ontology=onto)

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and value in self._set

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vocabulary) and self._set == other._set

    def __hash__(self) -> int:
        return hash(self._set)

    def __repr__(self) -> str:
        return f"<Vocabulary of {len(self):,} ids, {self.fingerprint}>"

    # What it is

    @property
    def version(self) -> str | None:
        """The version of the ontology, or None."""
        return None if self.ontology is None else self.ontology.version

    @property
    def fingerprint(self) -> str:
        """The version of the ontology and a hash of the ids."""
        return f"{self.version or 'unversioned'}+sha256:{self.sha256[:16]}"

    @cached_property
    def sha256(self) -> str:
        """Hash of the ids, whatever they were compiled from."""
        return hash_of(self.ids)

    @property
    def stamp(self) -> dict[str, Any]:
        """What a compiled constraint says about its origin: ontology, selection, number and hash of the ids."""
        onto = self.ontology
        source = (
            {} if onto is None else {"ontology": onto.source, "version": onto.version, "fingerprint": onto.fingerprint}
        )
        return {**source, **self.selection.as_dict(), "n": len(self), "sha256": self.sha256}

    def label(self, id: str) -> str | None:
        """The label of an id, or None."""
        return self.labels.get(id)

    def subset(self, ids: Iterable[str]) -> Vocabulary:
        """The vocabulary of some of the ids, e.g. of the candidates of one record; unknown ones are left out.

        Raises:
            BadParameter: None of them is in the vocabulary.
        """
        return Vocabulary(
            (id for id in ids if id in self),
            labels=self.labels,
            deprecated=self.deprecated,
            selection=self.selection,
            ontology=self.ontology,
        )

    # What may have been meant

    @cached_property
    def suggester(self) -> Suggester:
        """Suggests ids of this vocabulary, by id, label and synonym."""
        if self.ontology is None or "property" in self.selection.kinds:
            return Suggester(self._set, lambda id: (self.labels.get(id), ()))
        return Suggester.of(self.ontology, self._set)

    def suggest(self, value: str, label: str | None = None, k: int = 3) -> tuple[Suggestion, ...]:
        """The ids that a value may mean, best first; see ``Suggester.suggest``."""
        return self.suggester.suggest(value, label, k)

    # As a constraint

    def to_json_schema(self, form: str = "auto", *, labels: bool = False, target: str = "generic") -> CompiledSchema:
        """The JSON Schema of one id; see ``json_schema.compile_schema``."""
        from ontoeval.ontology.vocabulary.json_schema import compile_schema

        return compile_schema(self, form, labels=labels, target=target)

    def to_pydantic(self, form: str = "pattern", *, labels: bool = False, target: str = "generic") -> Any:
        """A pydantic type that is checked by set at any size; see ``pydantic_type.to_pydantic``."""
        from ontoeval.ontology.vocabulary.pydantic_type import to_pydantic

        return to_pydantic(self, form, labels=labels, target=target)

    def to_regex(self, form: str = "trie") -> CompiledRegex:
        """A regular expression of the ids, for a full match; see ``patterns.compile_regex``."""
        from ontoeval.ontology.vocabulary.patterns import compile_regex

        return compile_regex(self, form)

    def to_outlines(self, backend: str = "llguidance") -> VocabularyRegex:
        """An output type for outlines; see ``outlines_type.to_outlines``."""
        from ontoeval.ontology.vocabulary.outlines_type import to_outlines

        return to_outlines(self, backend)

    def outlines_generator(self, model: Any, backend: str = "llguidance") -> Any:
        """A generator of outlines that writes nothing but ids; see ``outlines_type.generator``."""
        from ontoeval.ontology.vocabulary.outlines_type import generator

        return generator(model, self, backend)

    def plan(self, target: str = "generic") -> Plan:
        """How outputs can be held to the vocabulary at its size, and why; see ``planning.plan``."""
        from ontoeval.ontology.vocabulary.planning import plan

        return plan(self, target)

    @classmethod
    def from_json_schema(cls, schema: Mapping[str, Any], onto: Ontology | None = None) -> Vocabulary:
        """The vocabulary that a JSON Schema was compiled from; see ``round_trip.from_json_schema``."""
        from ontoeval.ontology.vocabulary.round_trip import from_json_schema

        return from_json_schema(schema, onto)

    @classmethod
    def from_pydantic(cls, type_: Any, onto: Ontology | None = None) -> Vocabulary:
        """The vocabulary of a pydantic type; see ``round_trip.from_pydantic``."""
        from ontoeval.ontology.vocabulary.round_trip import from_pydantic

        return from_pydantic(type_, onto)


def hash_of(texts: Iterable[str]) -> str:
    """SHA-256 of texts in order, each with its length."""
    digest = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()
