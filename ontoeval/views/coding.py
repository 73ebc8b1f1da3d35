"""Texts that name concepts as integer codes, resolved on both sides before anything is compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ontoeval.errors import InputError
from ontoeval.findings import Finding, shorten
from ontoeval.ontology.identifiers import Normaliser
from ontoeval.ontology.nil import NilPolicy

if TYPE_CHECKING:
    from ontoeval.ontology import Ontology

Codes = NDArray[np.int32]
NIL = -1


class Coder:
    """Codes of concept ids: >= 0 a concept of the ontology, -1 NIL, -2 - k the k-th other id.

    With an ontology, aliases and replaced ids get the code of the concept that they stand for. Without one,
    spellings of one id (CURIE, OBO PURL, ``HP_0001250``) get one code and every id is a concept.
    """

    def __init__(self, ontology: Ontology | None) -> None:
        self.ontology = ontology
        self.absent: dict[str, int] = {}
        self._codes: dict[str | None, int] = {None: NIL}
        self._nil = NilPolicy()
        self._normaliser = Normaliser({})

    def codes(self, texts: Sequence[str | None]) -> Codes:
        """The codes of ids, shape ``(n,)``."""
        known = self._codes
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            if self.ontology is not None:
                for text, code in zip(new, self.ontology.encode(new).tolist(), strict=True):
                    known[text] = code if code >= NIL else self._private(str(text))
            else:
                for text in new:
                    known[text] = NIL if self._nil.is_nil(text) else self._private(str(text))
        return np.array([known[text] for text in texts], dtype=np.int32)

    def learn(self, texts: Iterable[str | None]) -> None:
        """Give all ids their codes at once: then no code depends on the order of the samples."""
        distinct: set[str] = {text for text in texts if text is not None}
        ordered = sorted(distinct, key=self._spelling)
        self.codes(ordered)

    def name(self, code: int) -> str:
        """The id that a code stands for."""
        if code >= 0 and self.ontology is not None:
            return self.ontology.ids[code]
        return "NIL" if code == NIL else list(self.absent)[-2 - code]

    def _spelling(self, text: str) -> str:
        """The one spelling for all of an id: its CURIE where it has one, http before https."""
        known = [text, *self._normaliser.spellings(text)]
        short = [spelling for spelling in known if "://" not in spelling]
        return short[-1] if short else min(spelling.strip(" <>") for spelling in known)

    def _private(self, text: str) -> int:
        return self.absent.setdefault(self._spelling(text), -2 - len(self.absent))

    def check_gold(self, codes: Codes, field: str) -> list[Finding]:
        """A finding for gold ids that the ontology does not hold.

        Raises:
            InputError: None of them is in the ontology: it is another one, or the field is.
        """
        if self.ontology is None or not len(codes):
            return []
        absent = np.unique(codes[codes < NIL])
        if not len(absent):
            return []
        names = list(self.absent)
        shown = ", ".join(shorten(names[-2 - int(code)], 40) for code in absent[::-1][:3])
        if not (codes >= 0).any():
            some = ", ".join(list(self.ontology.ids)[:2])
            raise InputError(
                f"none of the {len(absent)} ids in {field} is in the ontology, e.g. {shown}",
                where=self.ontology.source,
                expected=f"ids such as {some}",
                mend="check that this is the right ontology, and the right field",
            )
        return [
            Finding(
                "concept.absent",
                "warning",
                field,
                f"{len(absent)} ids are not in the ontology: {shown}",
                mend="they can match nothing but themselves",
                count=int((codes < NIL).sum()),
            )
        ]
