"""What somebody may have meant: ids one edit away, and concepts by a name that is nearly theirs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from ontoeval.ontology.beginnings import longest_start
from ontoeval.ontology.name_index import NameIndex, alike
from ontoeval.ontology.naming import fold

if TYPE_CHECKING:
    from ontoeval.ontology.ontology import Ontology

How = Literal["label", "synonym", "id"]
Names = tuple[str | None, Sequence[str]]

_MAX_PROBES = 50_000
_CUTOFF = 0.75


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A concept that somebody may have meant.

    Attributes:
        id: The concept.
        label: Its label, or None.
        how: What is alike: its ``"label"``, a ``"synonym"``, or only its ``"id"``.
        score: How much, in [0, 1]: of the names where there is one to compare, else of the ids.
    """

    id: str
    label: str | None
    how: How
    score: float

    def __str__(self) -> str:
        return self.id if self.label is None else f"{self.id} ({self.label})"


class Suggester:
    """Suggests concepts for ids and names that are not quite right; remembers what it was asked.

    **Definition.** Ids are those of the vocabulary that one insertion, deletion, substitution or swap of neighbours
    makes of the value: all such edits are looked up, so the time does not depend on the size. Names are found by
    `NameIndex`. With a label, everything is ranked by how alike the names are, because on a dense id space the ids
    alone say little: an HPO id with one wrong digit has 15 live ones at one edit's distance, and is often live itself.

    Args:
        ids: The ids that may be suggested.
        names_of: The label and the synonyms of an id.

    Example:
        >>> names = {"A:12": ("cat", ["tomcat"]), "A:13": ("dog", [])}
        >>> suggester = Suggester(names, names.__getitem__)
        >>> [str(found) for found in suggester.suggest("A:1")]
        ['A:12 (cat)', 'A:13 (dog)']
        >>> [found.id for found in suggester.suggest("A:1", label="dogs")]
        ['A:13']
        >>> suggester.suggest("tom cat")[0].how
        'synonym'
    """

    def __init__(self, ids: Collection[str], names_of: Callable[[str], Names]) -> None:
        self._ids = ids
        self._known = ids if isinstance(ids, (set, frozenset, dict)) else frozenset(ids)
        self._names_of = names_of
        self._remembered: dict[tuple[str, str | None, int], tuple[Suggestion, ...]] = {}

    @classmethod
    def of(cls, onto: Ontology, ids: Collection[str] | None = None) -> Suggester:
        """A suggester for an ontology, or for some of its concepts (by default those that are not deprecated)."""
        if ids is None:
            ids = [concept for concept in onto.ids if not onto.deprecated(concept)]
        return cls(ids, lambda concept: (onto.label(concept), onto.synonyms(concept)))

    def suggest(self, value: str, label: str | None = None, k: int = 3) -> tuple[Suggestion, ...]:
        """The concepts that a value may mean, best first.

        Args:
            value: An id or a name as it was written.
            label: The name that was written beside it, if any.
            k: How many to return at most.

        Returns:
            At most ``k`` suggestions: ids one edit away, then names that are alike; with a label, those alike in name,
            and only when there are none, those alike in id. Nothing for an id that exists and has that name, or is
            given without one.
        """
        key = (value, label, k)
        if key not in self._remembered:
            self._remembered[key] = self._suggest(value, label, k)
        return self._remembered[key]

    def near_ids(self, value: str) -> list[str]:
        """The ids one edit away from a value, in id order."""
        span = self._span(value)
        if len(span) * len(self._alphabet) > _MAX_PROBES:
            return self._scan(value)
        return sorted({edited for edited in _edits(value, span, self._alphabet) if edited in self._known} - {value})

    def named(self, name: str) -> list[str]:
        """The concepts that have a name, without regard to case and punctuation; those whose label it is first."""
        rows = sorted(self._index.equal(name), key=lambda row: not self._rows[row][1])
        return list(dict.fromkeys(self._rows[row][0] for row in rows))

    def _suggest(self, value: str, label: str | None, k: int) -> tuple[Suggestion, ...]:
        if label:
            return self._with_label(value, label, k)
        if value in self._known:
            return ()
        near = [self._by_id(concept, value) for concept in self.near_ids(value)]
        named = [one for one in self._by_name(value, k) if all(one.id != other.id for other in near)]
        return (*near, *named)[:k]

    def _with_label(self, value: str, label: str, k: int) -> tuple[Suggestion, ...]:
        """As ``suggest``: by name, and when no name is alike and the value is no id, by id."""
        near = self.near_ids(value)
        compared = [self._compared(concept, label) for concept in near]
        found = {one.id: one for one in compared if one.score >= _CUTOFF}
        found |= {one.id: one for one in self._by_name(label, k + 1)}
        best = sorted(found.values(), key=_order)
        if value in self._known:
            own = self._compared(value, label).score
            return tuple(one for one in best if one.id != value and one.score > own)[:k]
        return tuple(best or (self._by_id(concept, value) for concept in near))[:k]

    def _by_id(self, concept: str, value: str) -> Suggestion:
        score = 1 - 1 / max(len(concept), len(value))
        return Suggestion(concept, self._names_of(concept)[0], "id", score)

    def _by_name(self, name: str, k: int) -> list[Suggestion]:
        """Concepts with a name like this one, best first."""
        found: dict[str, Suggestion] = {}
        for row, score in self._index.near(name, limit=4 * k, cutoff=_CUTOFF):
            concept, is_label = self._rows[row]
            suggestion = Suggestion(concept, self._names_of(concept)[0], "label" if is_label else "synonym", score)
            found[concept] = min(found.get(concept, suggestion), suggestion, key=_order)
        return sorted(found.values(), key=_order)[:k]

    def _compared(self, concept: str, name: str) -> Suggestion:
        """How much a concept's best name is like this one."""
        label, synonyms = self._names_of(concept)
        wanted = fold(name)
        own = 0.0 if label is None else alike(wanted, fold(label))
        other = max((alike(wanted, fold(synonym)) for synonym in synonyms), default=0.0)
        return Suggestion(concept, label, "label" if own >= other else "synonym", max(own, other))

    def _scan(self, value: str) -> list[str]:
        """As ``near_ids``, where there are more edits than ids are worth: compares with every id."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        found = process.extract(value, list(self._ids), scorer=OSA.distance, score_cutoff=1, limit=None)
        return sorted(concept for concept, _, _ in found if concept != value)

    def _span(self, value: str) -> range:
        """Where an edit can lie: what is before it must begin an id, and what is after it must end one."""
        begins = longest_start(self._sorted, value)
        ends = longest_start(self._backwards, value[::-1])
        return range(max(0, len(value) - ends - 2), begins + 1)

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._ids)

    @cached_property
    def _backwards(self) -> list[str]:
        return sorted(id[::-1] for id in self._ids)

    @cached_property
    def _alphabet(self) -> str:
        letters: set[str] = set()
        for concept in self._ids:
            letters.update(concept)
        return "".join(sorted(letters))

    @cached_property
    def _named(self) -> tuple[NameIndex, list[tuple[str, bool]]]:
        texts: list[str] = []
        rows: list[tuple[str, bool]] = []
        for concept in self._ids:
            label, synonyms = self._names_of(concept)
            if label is not None:
                texts.append(label)
                rows.append((concept, True))
            texts.extend(synonyms)
            rows.extend([(concept, False)] * len(synonyms))
        return NameIndex(texts), rows

    @property
    def _index(self) -> NameIndex:
        return self._named[0]

    @property
    def _rows(self) -> list[tuple[str, bool]]:
        """The concept of each name of the index, and whether it is its label."""
        return self._named[1]


def _order(suggestion: Suggestion) -> tuple[float, bool, str]:
    return -suggestion.score, suggestion.how != "label", suggestion.id


def _edits(value: str, span: range, alphabet: str) -> Iterator[str]:
    """All texts that one edit at these places makes: deletion, swap of neighbours, substitution, insertion."""
    for at in span:
        head, tail = value[:at], value[at:]
        if tail:
            yield head + tail[1:]
            if len(tail) > 1:
                yield head + tail[1] + tail[0] + tail[2:]
            for letter in alphabet:
                yield head + letter + tail[1:]
        for letter in alphabet:
            yield head + letter + tail
