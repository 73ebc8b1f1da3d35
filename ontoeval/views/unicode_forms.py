"""Ids that look the same and are written with other code points: ``é`` as one, or as ``e`` with an accent."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from unicodedata import normalize

from ontoeval.findings import Finding, shorten

_MOST_LISTED = 3


class UnicodeForms:
    """Counts the documents that are not found because gold and run write their ids in two Unicode forms."""

    def __init__(self) -> None:
        self.count = 0
        self.listed: list[str] = []

    def compare(self, gold: Mapping[str, float], docs: Collection[str], where: str) -> None:
        """Look at the ids of one sample."""
        if all(map(str.isascii, gold)):
            return
        ranked = set(docs)
        lost = {normalize("NFC", doc): doc for doc in gold if doc not in ranked and not doc.isascii()}
        for doc in docs:
            other = None if doc in gold or doc.isascii() else lost.get(normalize("NFC", doc))
            if other is not None:
                self.count += 1
                if len(self.listed) < _MOST_LISTED:
                    self.listed.append(f"{shorten(doc, 40)} ({doc!a}, in the gold {other!a}) at {where}")

    def findings(self, field: str) -> list[Finding]:
        """One finding, or none."""
        if not self.count:
            return []
        more = " …" if self.count > len(self.listed) else ""
        got = f"{self.count} ids differ from an id of gold.docs in nothing but their Unicode form: "
        mend = "write the ids of both in one form (NFC): they are not the same document here"
        return [
            Finding(
                "id.unicode_form", "warning", field, got + "; ".join(self.listed) + more, mend=mend, count=self.count
            )
        ]
