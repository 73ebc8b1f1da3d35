"""`Places`: where in the ontology the gold concepts of each sample lie, for slices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import UsageError
from ontoeval.records.batch import Batch
from ontoeval.views.base import Inputs, Status, View, statuses

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

#: Slices that the ontology gives, beside those by tag.
ONTOLOGY_SLICES = ("branch", "depth", "frequency")
_FREQUENCIES = ((1, "1 sample"), (5, "2–5 samples"), (20, "6–20 samples"))


class Places(View):
    """The gold concepts of each sample, from ``gold.concepts`` and ``gold.mentions``.

    Attributes:
        codes: Codes of the live concepts of each sample, without repeats.
    """

    stage = "query understanding"

    def __init__(self, status: NDArray[np.int8], codes: list[tuple[int, ...]], ontology: Ontology | None) -> None:
        self.status = status
        self.codes = codes
        self.ontology = ontology

    @classmethod
    def builder(cls, inputs: Inputs) -> PlacesBuilder:
        """A new builder."""
        return PlacesBuilder(inputs)

    def slices(self, kind: str) -> Mapping[str, list[int]]:
        """The samples of each slice; a sample with several concepts may be in several slices.

        Args:
            kind: ``"branch"`` (child of the branch roots above the concept), ``"depth"`` (longest path from the root,
                root 1) or ``"frequency"`` (how many samples have the concept).

        Raises:
            UsageError: There is no ontology, or no gold concept.
        """
        if self.ontology is None:
            raise UsageError(f"slices by {kind} need an ontology", where=f"--by {kind}", mend="give --ontology")
        names = {code: self._names(kind, code) for code in {code for mine in self.codes for code in mine}}
        if not names:
            raise UsageError(f"no sample has gold concepts to slice by {kind}", where=f"--by {kind}")
        found: dict[str, list[int]] = {}
        for sample, mine in enumerate(self.codes):
            for name in dict.fromkeys(name for code in mine for name in names[code]):
                found.setdefault(name, []).append(sample)
        return dict(sorted(found.items(), key=lambda item: _order(item[0])))

    def _names(self, kind: str, code: int) -> list[str]:
        assert self.ontology is not None
        concept = self.ontology.ids[code]
        if kind == "depth":
            return [str(self.ontology.depth(concept))]
        if kind == "frequency":
            count = self._counts[code]
            return [next((name for most, name in _FREQUENCIES if count <= most), "over 20 samples")]
        above = {concept, *self.ontology.ancestors(concept)}
        mine = [branch for branch in self.ontology.branches if branch in above]
        return [self.ontology.label(branch) or branch for branch in mine] or ["(no branch)"]

    @cached_property
    def _counts(self) -> Counter[int]:
        return Counter(code for mine in self.codes for code in mine)


class PlacesBuilder:
    """Compiles batches into `Places`."""

    def __init__(self, inputs: Inputs) -> None:
        self.ontology = inputs.ontology
        self.texts: list[list[str]] = []

    def add(self, batch: Batch) -> None:
        """Read the next batch."""
        for concepts, mentions in zip(batch.column("gold.concepts"), batch.column("gold.mentions"), strict=True):
            mine = [text for text in concepts or () if text is not None]
            for mention in mentions or ():
                mine += [text for text in (mention.get("id"), *mention.get("ids", ())) if text is not None]
            self.texts.append(mine)

    def build(self) -> Places:
        """The view of all batches."""
        codes: list[tuple[int, ...]] = []
        for mine in self.texts:
            found = self.ontology.encode(mine).tolist() if self.ontology is not None and mine else []
            codes.append(tuple(sorted({code for code in found if code >= 0})))
        return Places(statuses([Status.OK] * len(codes)), codes, self.ontology)


def _order(name: str) -> tuple[int, int, str]:
    known = [label for _, label in _FREQUENCIES] + ["over 20 samples"]
    if name in known:
        return 0, known.index(name), name
    return (0, int(name), name) if name.isdigit() else (1, 0, name)
