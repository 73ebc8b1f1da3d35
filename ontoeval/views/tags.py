"""`Tags`: sequences of predicted NER tags against gold tags, as entities."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from ontoeval.errors import MissingExtra
from ontoeval.findings import Finding, shorten
from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Integers, Keyed, View
from ontoeval.views.sides import Sides

Mode = Literal["strict", "lenient"]

#: The letters that tags may begin with in each scheme.
LETTERS = {"iob1": "IOB", "iob2": "IOB", "ioe1": "IOE", "ioe2": "IOE", "iobes": "IOBES", "bilou": "BILOU"}
#: A scheme of tags; not a Literal, since data fit one scheme only and are unmeasured in the others.
Scheme = Annotated[str, Field(pattern=f"^({'|'.join(LETTERS)})$", json_schema_extra={"enum": list(LETTERS)})]

_WITH_TYPE = re.compile(r"O|[BIESLU]-.*[^-].*")
_TAG = re.compile(r"O|[BIESLU](-.*)?")
_NO_TYPE = "_"
_AS_LENIENT = str.maketrans("LU", "ES")


@dataclass(frozen=True)
class Entities:
    """Entities of one side in arrays of equal length, without repeats.

    Attributes:
        sample: Sample of each entity.
        start, end: Its first token, and the one after its last.
        kind: Position of its type in the view's ``types``.
    """

    sample: Integers
    start: Integers
    end: Integers
    kind: Integers

    @property
    def rows(self) -> Integers:
        """The entities as rows, shape ``(n, 4)``."""
        return np.stack([self.sample, self.start, self.end, self.kind], axis=1)


@dataclass(frozen=True)
class TagCounts:
    """Counts of entities by unit (sample, or sample and type), shape ``(n_units,)``.

    Attributes:
        correct: In both sides: same tokens, same type.
        spurious: Predicted only.
        missed: In gold only.
    """

    correct: Integers
    spurious: Integers
    missed: Integers


class Tags(View):
    """Predicted tags (``run.tags``) against ``gold.tags``, one tag per token.

    Attributes:
        gold, predicted: The tags of each sample; empty where a side says nothing.
        types: The types of entities.
    """

    keys: ClassVar[tuple[str, ...]] = ("type",)
    bare: ClassVar[tuple[str, str] | None] = ("gold.tags", "run.tags")
    stage = "query understanding"

    def __init__(
        self, status: NDArray[np.int8], gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]
    ) -> None:
        self.status = status
        self.gold = gold
        self.predicted = predicted
        tags = {tag for side in (gold, predicted) for tags in side for tag in tags}
        self.types = sorted({kind for tag in tags if (kind := _type(tag)) is not None})
        self.prefixes = {tag[0]: tag for side in gold for tag in side}
        self._memo: dict[tuple[str, str], tuple[Entities, Entities]] = {}

    @classmethod
    def builder(cls, inputs: Inputs) -> TagsBuilder:
        """A new builder."""
        return TagsBuilder(inputs)

    def lacking(self, parameters: Mapping[str, Any]) -> str | None:
        """Why the tags cannot be read in a scheme, or None."""
        scheme = parameters.get("scheme")
        if self.unmeasured is not None or parameters.get("mode") == "lenient" or scheme is None:
            return self.unmeasured
        for letter in sorted(self.prefixes.keys() - set(LETTERS[scheme])):
            fitting = [name for name, letters in LETTERS.items() if self.prefixes.keys() <= set(letters)]
            advice = " or ".join([*(f'scheme="{name}"' for name in fitting), 'mode="lenient"'])
            return f"gold.tags has {self.prefixes[letter]!r}, which {scheme} does not know: {advice}"
        return None

    def entities(self, mode: Mode, scheme: str) -> tuple[Entities, Entities]:
        """The entities of gold and of the run.

        Args:
            mode: ``"strict"``: as the scheme says; ``"lenient"``: as conlleval does, whatever the scheme.
            scheme: One of ``LETTERS``; a tag of the run that it does not know is no entity.
        """
        memo = (mode, "" if mode == "lenient" else scheme)
        if memo not in self._memo:
            self._memo[memo] = (self._extract(self.gold, mode, scheme), self._extract(self.predicted, mode, scheme))
        return self._memo[memo]

    def _extract(self, side: Sequence[Sequence[str]], mode: Mode, scheme: str) -> Entities:
        place = {name: position for position, name in enumerate(self.types)}
        extract = _lenient if mode == "lenient" else _strict(scheme)
        rows = [
            (sample, start, end, place[kind]) for sample, tags in enumerate(side) for kind, start, end in extract(tags)
        ]
        table = np.array(rows, dtype=np.int64).reshape(-1, 4)
        return Entities(table[:, 0], table[:, 1], table[:, 2], table[:, 3])

    def counts(self, mode: Mode, scheme: str) -> TagCounts:
        """Correct, spurious and missed entities by unit."""
        gold, predicted = self.entities(mode, scheme)
        n = self._n_units
        wanted = np.bincount(self._units(gold), minlength=n)
        found = np.bincount(self._units(predicted), minlength=n)
        _, first, count = np.unique(
            np.concatenate([gold.rows, predicted.rows]), axis=0, return_index=True, return_counts=True
        )
        correct = np.bincount(self._units(gold)[first[count == 2]], minlength=n)
        return TagCounts(correct, found - correct, wanted - correct)

    @property
    def _n_units(self) -> int:
        return len(self.status)

    def _units(self, entities: Entities) -> Integers:
        return entities.sample

    def keyed(self, key: str) -> Keyed:
        """The view by (sample, type)."""
        return _by_type(self)


class _TagsByType(Tags):
    """Tags whose units are (sample, type) pairs."""

    def __init__(self, tags: Tags, units: Integers) -> None:
        super().__init__(tags.status, tags.gold, tags.predicted)
        self._memo = tags._memo
        self._pairs = units

    @property
    def _n_units(self) -> int:
        return len(self._pairs)

    def _units(self, entities: Entities) -> Integers:
        found: Integers = np.searchsorted(self._pairs, entities.sample * len(self.types) + entities.kind)
        return found


def _by_type(tags: Tags) -> Keyed:
    n = max(len(tags.types), 1)
    place = {name: position for position, name in enumerate(tags.types)}
    both = zip(tags.gold, tags.predicted, strict=True)
    pairs = {
        sample * n + place[kind]
        for sample, sides in enumerate(both)
        for tag in set().union(*sides)
        if (kind := _type(tag)) is not None
    }
    units = np.array(sorted(pairs), dtype=np.int64)
    sample, key = np.divmod(units, n)
    return Keyed(_TagsByType(tags, units), sample, key, tags.types)


def _type(tag: str) -> str | None:
    """The type of a tag: what seqeval makes of it."""
    return None if tag == "O" else tag[1:].strip("-") or _NO_TYPE


def _strict(scheme: str) -> Any:
    """Extracts (type, start, end) as seqeval does in strict mode."""
    try:
        from seqeval import scheme as schemes
    except ImportError:
        raise MissingExtra("seqeval", "nlp", "scoring NER tags") from None
    known, letters = getattr(schemes, scheme.upper()), LETTERS[scheme]

    def extract(tags: Sequence[str]) -> list[tuple[str, int, int]]:
        fitting = [tag if tag[0] in letters else "O" for tag in tags]
        return [(entity.tag, entity.start, entity.end) for entity in schemes.Tokens(fitting, known).entities]

    return extract


def _lenient(tags: Sequence[str]) -> list[tuple[str, int, int]]:
    """Extracts (type, start, end) as seqeval does by default; it does not know the letters L and U."""
    try:
        from seqeval.metrics.sequence_labeling import get_entities
    except ImportError:
        raise MissingExtra("seqeval", "nlp", "scoring NER tags") from None
    known = [tag[0].translate(_AS_LENIENT) + tag[1:] for tag in tags]
    return [(kind.strip("-") or _NO_TYPE, start, end + 1) for kind, start, end in get_entities(known)]


class TagsBuilder:
    """Compiles batches into `Tags`."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.sides = Sides("tags")
        self.gold: dict[int, Sequence[str]] = {}
        self.predicted: dict[int, Sequence[str]] = {}
        self.strange: list[str] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for sample, where, gold, predicted in self.sides.pairs(batch):
            wrong = min((tag for tag in set(gold or ()) if not _WITH_TYPE.fullmatch(tag)), default=None)
            if wrong is not None:
                self._refuse(
                    f"{where} gold.tags", f"{shorten(wrong, 30)!r} is no tag", "O, or a letter and a type: B-PER"
                )
            elif gold is not None and predicted is not None and len(gold) != len(predicted):
                got = f"{len(predicted)} tags, but gold.tags has {len(gold)}"
                self._refuse(f"{where} run.tags", got, "one tag per token on both sides")
            else:
                self.gold[sample] = gold or ()
                self.predicted[sample] = self._known(predicted or (), f"{where} run.tags")

    def _refuse(self, where: str, got: str, expected: str) -> None:
        self.inputs.problems.add(Finding("tags.sequence", "error", where, got, expected))

    def _known(self, tags: Sequence[str], where: str) -> Sequence[str]:
        wrong = {tag for tag in set(tags) if not _TAG.fullmatch(tag)}
        if not wrong:
            return tags
        self.strange += [f"{where}: {shorten(tag, 30)!r}" for tag in tags if tag in wrong]
        return ["O" if tag in wrong else tag for tag in tags]

    def build(self) -> Tags:
        """The view of all batches."""
        status = self.sides.status
        samples = range(len(status))
        view = Tags(status, [self.gold.get(n, ()) for n in samples], [self.predicted.get(n, ()) for n in samples])
        view.unmeasured = self.sides.unmeasured
        if self.strange:
            place, _, shown = self.strange[0].rpartition(": ")
            got = f"{len(self.strange)} predicted tags are none and count as O, the first is {shown}"
            expected = "O, or a letter and a type: B-PER"
            self.inputs.findings.append(
                Finding("tags.unknown", "warning", place, got, expected, count=len(self.strange))
            )
        return view
