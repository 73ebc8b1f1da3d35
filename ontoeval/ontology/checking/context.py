"""`Context`: what a check sees, and how it says what it found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.facts import Facts, namespace
from ontoeval.ontology.naming import quoted
from ontoeval.ontology.ontology import Ontology


class Skipped(Exception):
    """A check cannot say anything here; the reason is shown, and it does not count as passed."""


@dataclass(frozen=True)
class Options:
    """What the caller may tell the checks.

    Attributes:
        roots: The roots that the hierarchy should have (ONT107); None when nobody said.
        languages: Languages in which every label should exist (ONT308); None for those that most have.
        max_children: Most children of a concept before it is an outlier (ONT110).
        reasoner: Whether to run the reasoner (ONT402).
        scope: Beginnings of ids that matter (ONT107); none for all.
    """

    roots: tuple[str, ...] | None = None
    languages: tuple[str, ...] | None = None
    max_children: int = 50
    reasoner: bool = False
    scope: tuple[str, ...] = ()


@dataclass
class Context:
    """What a check sees.

    Attributes:
        check: Id of the check.
        severity: Its default severity.
        ontology: The ontology.
        facts: What the file says literally.
        source: What it was loaded from, when that can be read again.
        loading: The options that it was loaded with.
        options: What the caller said.
        shared: Results that several checks need, by name.
    """

    check: str
    severity: Severity
    ontology: Ontology
    facts: Facts
    source: object = None
    loading: Mapping[str, Any] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    shared: dict[str, object] = field(default_factory=dict)

    @cached_property
    def live(self) -> list[str]:
        """Declared concepts that are not deprecated, in the order of the file."""
        return [concept for concept in self.facts.declared if concept not in self.facts.deprecated_ids]

    def label(self, concept: str) -> str | None:
        """The name of a concept, also of one that is folded into another."""
        labels = self.facts.labels.get(concept)
        if concept in self.ontology:
            known = self.ontology.label(concept)
            if known is not None and (labels is None or any(text == known for text, _ in labels)):
                return known
        return labels[0][0] if labels else None

    def named(self, concept: str) -> str:
        """An id with its label, on one line."""
        label = self.label(concept)
        return f"{concept} {quoted(label)}" if label is not None else concept

    def listed(self, concepts: Iterable[str], limit: int = 3) -> str:
        """Some ids with their labels."""
        items = list(concepts)
        more = f" … and {len(items) - limit} more" if len(items) > limit else ""
        return ", ".join(self.named(concept) for concept in items[:limit]) + more

    def found(
        self,
        got: str,
        *subjects: str,
        expected: str = "",
        mend: str = "",
        severity: Severity | None = None,
        count: int = 1,
        about: tuple[str, ...] | None = None,
    ) -> Finding:
        """A finding about concepts, the first of which is the place.

        Args:
            got: What is there.
            subjects: Concepts that it is about.
            expected: What was expected.
            mend: How to mend it.
            severity: Instead of the check's own.
            count: For how many places it stands.
            about: What tells it again in another run, when that is not its subjects.
        """
        where = self.ontology.source
        if subjects:
            line = self.facts.lines.get(subjects[0])
            where = f"{where}:{line} {self.named(subjects[0])}" if line else f"{where} {self.named(subjects[0])}"
        return Finding(
            self.check,
            severity or self.severity,
            where,
            got,
            expected,
            mend,
            count,
            subjects if about is None else about,
        )

    def declared(self, concept: str) -> bool:
        """Whether the file, or something that was loaded with it, declares a concept."""
        if concept in self.facts.declared:
            return True
        resolved = self.ontology.resolve(concept)
        return resolved.id == concept and self.ontology.declared(concept)

    @cached_property
    def namespaces(self) -> frozenset[str]:
        """Namespaces in which the file declares concepts."""
        return frozenset(self.facts.namespaces())

    def own(self, concept: str) -> bool:
        """Whether a concept lies in a namespace in which the file declares concepts."""
        return namespace(concept) in self.namespaces

    def require(self, what: str) -> None:
        """Skip the check when the facts cannot tell something, e.g. ``SELF_LOOPS``."""
        if what in self.facts.lacks:
            raise Skipped(self.facts.lacks[what])

    def ancestors(self, concept: str) -> frozenset[str]:
        """Ancestors of a concept, remembered."""
        memo = self.shared.setdefault("ancestors", {})
        assert isinstance(memo, dict)
        found = memo.get(concept)
        if found is None:
            known = concept in self.ontology
            found = memo[concept] = self.ontology.ancestors(concept) if known else frozenset()
        assert isinstance(found, frozenset)
        return found
