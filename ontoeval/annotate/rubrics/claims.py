"""Steps about claims: taking a text apart, and holding each claim against the contexts."""

from __future__ import annotations

from ontoeval.annotate.protocol import Step
from ontoeval.records.verdicts import Claim, ClaimVerdict, Fields


class ClaimList(Fields):
    """The claims of a text."""

    refusal: bool
    claims: list[Claim]


class ClaimVerdictList(Fields):
    """A verdict for each claim."""

    verdicts: list[ClaimVerdict]


VERDICT_RULES = """\
For every claim give exactly one verdict, and none for a claim that is not listed.
- verdict "supported": the contexts state it or it follows from them directly. Copy into "quote" the words of one \
context that show it, character by character; failure is "none".
- verdict "unsupported": everything else, also what is true but not in the contexts. quote is null. failure is \
"fabrication" (nothing of the kind is there), "overgeneralization" (the contexts say it of less), "wrong_entity" (they \
say it of something else) or "stale_fact" (they say that it is no longer so).
Explain first, in one sentence, then decide."""

SPLIT = Step(
    "claims",
    "Take the answer apart into claims: the smallest statements that can be true or false on their own, each in a full "
    "sentence that needs no other to be understood. Number them from 1. Leave out questions, politeness, and what is "
    "only said about the answer itself. refusal is true when the answer declines to answer or says that it does not "
    "know; it then usually has no claims.",
    ClaimList,
)

VERIFY = Step(
    "claim_verdicts",
    f"Decide of each claim whether the contexts support it. Use nothing that you know yourself.\n{VERDICT_RULES}",
    ClaimVerdictList,
    decision="verdict",
    items="verdicts",
    key="claim",
)
