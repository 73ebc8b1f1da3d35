"""`Change` and `OntologyDiff`: what differs between two releases of an ontology."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ontoeval.findings import Finding, Severity
from ontoeval.ontology.naming import quoted
from ontoeval.ontology.ontology import Ontology

#: Severity and meaning of each kind of change.
CHANGES: dict[str, tuple[Severity, str]] = {
    "DIF01": ("error", "An id was removed or deprecated, and nothing replaces it."),
    "DIF02": ("warning", "A concept was merged into another: its id is an old id now."),
    "DIF03": ("error", "A concept was split: several concepts, or only suggestions, take its place."),
    "DIF04": ("warning", "A label changed; the meaning was kept."),
    "DIF05": ("error", "A label changed, and with it the neighbourhood and the definition: the meaning changed."),
    "DIF06": ("error", "An id is used for another concept."),
    "DIF07": ("warning", "The parents (or equivalents) of a concept changed."),
    "DIF08": ("info", "The depth of a concept changed."),
    "DIF09": ("info", "The ancestors of a concept changed."),
    "DIF10": ("info", "The siblings of a concept changed."),
    "DIF11": ("error", "A root was gained or lost."),
    "DIF12": ("warning", "The information content of a concept shifted."),
    "DIF13": ("warning", "A new concept was inserted between a concept and its parent."),
    "DIF14": ("info", "Two concepts are said to be disjoint now (an error where a golden row holds both)."),
}

#: Changes that can move a score; the others follow from them or move none.
ROOT_CAUSES = ("DIF01", "DIF02", "DIF03", "DIF06", "DIF07")


@dataclass(frozen=True)
class Change:
    """One change.

    Attributes:
        code: Its kind, e.g. ``"DIF07"``.
        concept: The concept; an id of the old release, or of the new one for what is new.
        label: Its label, of the old release if it has one there.
        got: What changed, in words with labels.
        severity: How bad it is.
        old: Ids that are part of it in the old release, e.g. lost parents.
        new: Ids that are part of it in the new release, e.g. gained parents or replacements.
    """

    code: str
    concept: str
    label: str | None
    got: str
    severity: Severity
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()

    @property
    def named(self) -> str:
        """The id with its label."""
        return f"{self.concept} {quoted(self.label)}" if self.label is not None else self.concept

    def finding(self, where: str) -> Finding:
        """The change as a finding about a file."""
        return Finding(
            self.code, self.severity, f"{where} {self.named}", self.got, subjects=(self.concept, *self.old, *self.new)
        )

    def as_dict(self) -> dict[str, object]:
        """The change as a JSON-ready object."""
        return {
            "code": self.code,
            "severity": self.severity,
            "concept": self.concept,
            "label": self.label,
            "got": self.got,
            "old": list(self.old),
            "new": list(self.new),
        }


@dataclass(frozen=True)
class OntologyDiff:
    """What differs between two releases.

    Attributes:
        old, new: The releases.
        changes: All changes, by code and id.
        added: Live concepts that only the new release has and declares.
        skipped: Kinds of changes that could not be looked for, with the reason.
        notes: What else is worth a word.
        common: How many concepts of the old release the new one has, under any id.
    """

    old: Ontology
    new: Ontology
    changes: tuple[Change, ...]
    added: tuple[str, ...] = ()
    skipped: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    common: int = 0

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.changes or self.added)

    def of(self, *codes: str) -> list[Change]:
        """The changes of some kinds."""
        return [change for change in self.changes if change.code in codes]

    def counts(self) -> dict[str, int]:
        """How many changes there are of each kind, and how many concepts were added."""
        found = Counter(change.code for change in self.changes)
        return {code: found[code] for code in CHANGES} | {"added": len(self.added)}

    def findings(self) -> list[Finding]:
        """The changes as findings about the new release."""
        return [change.finding(self.new.source) for change in self.changes]


def in_scope(changes: Iterable[Change], scope: tuple[str, ...]) -> tuple[Change, ...]:
    """The changes of concepts that start with one of the prefixes; all when there are none."""
    return tuple(change for change in changes if not scope or change.concept.startswith(scope))
