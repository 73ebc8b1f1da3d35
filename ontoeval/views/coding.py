"""Texts that name concepts as integer codes, resolved on both sides before anything is compared."""

from __future__ import annotations

import re
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
#: A CURIE, or one word: there is no other spelling of it that is shorter.
_PLAIN = re.compile(r"[A-Za-z_][\w.\-]*:[^\s/<>]+|[^\s/<>:_]+")


class Coder:
    """Codes of concept ids: >= 0 a concept of the ontology, -1 NIL, -2 - k the k-th other id.

    With an ontology, aliases and replaced ids get the code of the concept that they stand for. Without one,
    spellings of one id (CURIE, OBO PURL, ``HP_0001250``) get one code and every id is a concept.

    Args:
        ontology: The ontology, or None.
        nil: Which spellings mean NIL; by default the ontology's policy. Ids of the ontology never do.
    """

    def __init__(self, ontology: Ontology | None, nil: NilPolicy | None = None) -> None:
        self.ontology = ontology
        self.nil = nil or (ontology.nil if ontology is not None else NilPolicy())
        self.absent: dict[str, int] = {}
        self._codes: dict[str | None, int] = {None: NIL}
        self._spelled: dict[str, str] = {}
        self._listed: list[str] = []
        self._normaliser = Normaliser({})

    def codes(self, texts: Sequence[str | None]) -> Codes:
        """The codes of ids, shape ``(n,)``."""
        known = self._codes
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            if self.ontology is not None:
                found = self.ontology.encode(new).tolist()
            else:
                found = [NIL - 1] * len(new)
            for text, code in zip(new, found, strict=True):
                known[text] = code if code >= 0 else self._outside(str(text))
        return np.array([known[text] for text in texts], dtype=np.int32)

    def learn(self, texts: Iterable[str | None]) -> None:
        """Give all ids their codes at once: then no code depends on the order of the samples."""
        distinct: set[str] = {text for text in texts if text is not None}
        self._spelled = {text: self._spelling(text) for text in distinct}
        ordered: list[str] = sorted(distinct, key=self._spelled.__getitem__)
        self.codes(ordered)

    def name(self, code: int) -> str:
        """The id that a code stands for."""
        if code >= 0 and self.ontology is not None:
            return self.ontology.ids[code]
        return "NIL" if code == NIL else self._names[-2 - code]

    @property
    def _names(self) -> list[str]:
        """The ids outside the ontology in the order of their codes."""
        if len(self._listed) < len(self.absent):
            self._listed = list(self.absent)
        return self._listed

    def _outside(self, text: str) -> int:
        return NIL if self.nil.is_nil(text) else self._private(text)

    def nil_like(self, texts: Iterable[str]) -> list[str]:
        """The ids outside the ontology that look as if they meant NIL, sorted."""
        plain = [text for text in texts if ":" not in text and self._codes.get(text, NIL) < NIL]
        return sorted(filter(self.nil.looks_nil, plain))

    def _spelling(self, text: str) -> str:
        """The one spelling for all of an id: its CURIE where it has one, http before https."""
        if _PLAIN.fullmatch(text):
            return text
        known = [text, *self._normaliser.spellings(text)]
        short = [spelling for spelling in known if "://" not in spelling]
        return short[-1] if short else min(spelling.strip(" <>") for spelling in known)

    def _private(self, text: str) -> int:
        spelling = self._spelled.get(text) or self._spelling(text)
        return self.absent.setdefault(spelling, -2 - len(self.absent))

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
        shown = ", ".join(shorten(self.name(int(code)), 40) for code in absent[::-1][:3])
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
