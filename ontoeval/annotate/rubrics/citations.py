"""What the answer claims, what it cites for it, and whether that supports it."""

from __future__ import annotations

from ontoeval.annotate.desk import Sitting
from ontoeval.annotate.material import Material
from ontoeval.annotate.protocol import Step
from ontoeval.annotate.rubrics.base import Rubric, assemble
from ontoeval.records.verdicts import Citations, CitationVerdict, CitedClaim, Fields, InvalidVerdict


class CitedClaimList(Fields):
    """The claims of an answer with their citations."""

    claims: list[CitedClaim]


class CitationVerdictList(Fields):
    """A verdict for each claim and citation of it."""

    verdicts: list[CitationVerdict]


_SPLIT = Step(
    "cited_claims",
    "Take the answer apart into claims, the smallest statements that can be true or false on their own, numbered from "
    "1. checkable is true when the claim states a fact that a source could show. citations lists the numbers (from 0) "
    "of the citations that the answer gives for the claim: those whose `claim` says the same, or whose mark stands "
    "with it; an empty list when it gives none.",
    CitedClaimList,
)
_VERIFY = Step(
    "citation_verdicts",
    "For every claim and every citation of it decide how far the cited text alone supports the claim: 'full', "
    "'partial' (a part of the claim) or 'none' (also when the text is null). Except for 'none', copy into quote the "
    "words of the cited text that show it, character by character; else quote is null. Use nothing that you know "
    "yourself. Explain first, in one sentence, then decide.",
    CitationVerdictList,
    decision="support",
    items="verdicts",
    key="claim,citation",
)


class CitationsRubric(Rubric):
    """Two calls: claims with their citations, then the verdicts. Without citations there is one."""

    name = "citations"
    schema = Citations
    needs = ("answer", "citations")
    steps = (_SPLIT, _VERIFY)

    def asked(self, material: Material) -> list[Step]:
        """Two calls, one without citations, none for an empty answer."""
        if not (material.answer or "").strip():
            return []
        return [_SPLIT, _VERIFY] if material.citations else [_SPLIT]

    def evidence(self, material: Material) -> list[str]:
        """The cited texts."""
        return [citation["text"] for citation in material.citations or () if citation["text"]]

    async def fill(self, material: Material, sitting: Sitting) -> Citations:
        """The claims, what they cite, and the verdicts."""
        if not self.asked(material):
            return Citations(claims=[], verdicts=[])
        cited = list(material.citations or ())
        marks = [{"number": number, "claim": citation["claim"]} for number, citation in enumerate(cited)]
        claims = (await sitting.ask(_SPLIT, CitedClaimList, {"answer": material.answer, "citations": marks})).claims
        pairs = [
            {"claim": claim.id, "text": claim.text, "citation": number, "cited": _cited(cited, number)}
            for claim in claims
            for number in claim.citations
        ]
        verdicts = (await sitting.ask(_VERIFY, CitationVerdictList, {"pairs": pairs})).verdicts if pairs else []
        for verdict in verdicts:
            if verdict.support != "none":
                sitting.check_quotes([verdict.quote], [_cited(cited, verdict.citation) or ""])
        return assemble(Citations, claims=claims, verdicts=verdicts)


def _cited(cited: list[dict[str, str | None]], number: int) -> str | None:
    if not 0 <= number < len(cited):
        raise InvalidVerdict(f"partition: citation {number} does not exist")
    return cited[number]["text"]
