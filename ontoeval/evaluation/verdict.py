"""The verdict in a few sentences: the story of the funnel, or without one what linking and answers show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ontoeval.evaluation.advice_links import link_faults
from ontoeval.evaluation.advice_words import are, plural
from ontoeval.ontology.relation import Relation
from ontoeval.views.answers import Answers
from ontoeval.views.base import Status
from ontoeval.views.concepts import Concepts, ConceptSets
from ontoeval.views.links import Links
from ontoeval.views.outputs import Outputs

if TYPE_CHECKING:
    from ontoeval.evaluation.report import Report


def verdict(report: Report) -> list[str]:
    """The story, most important sentence first."""
    funnel = report.funnel
    if funnel.unmeasured is None:
        return funnel.sentences()
    told = [*_links(report), *_concepts(report), *_answers(report), *_outputs(report)]
    return [*(told or ["Nothing could be measured."]), *funnel.sentences()]


def _links(report: Report) -> Iterator[str]:
    links = report.compiled.view(Links)
    if links.unmeasured is not None or not len(links.gold):
        return
    faults = link_faults(links)
    wrong, missed, spurious = len(faults.wrong), len(faults.missed), len(faults.spurious)
    yield (
        f"Of {plural(faults.gold, 'gold mention')} {are(faults.right)} found and linked to the right concept, "
        f"{wrong:,} to a wrong one; {are(missed)} not found at all."
    )
    if spurious:
        yield f"{plural(spurious, 'predicted mention')} {'is' if spurious == 1 else 'are'} not in the golden set."


def _concepts(report: Report) -> Iterator[str]:
    compiled = report.compiled
    if compiled.ontology is None or not compiled.view(ConceptSets).any_gold:
        return
    view = compiled.view(Concepts)
    if view.unmeasured is not None:
        return
    kinds = np.bincount(view.pairs.relation, minlength=len(Relation))
    total = int(kinds.sum() - kinds[Relation.SPURIOUS])
    yield (
        f"Of {plural(total, 'gold concept')} {int(kinds[Relation.EXACT]):,} are predicted; "
        f"{int(view.pairs.wrong.sum()):,} times another concept stands instead."
    )


def _answers(report: Report) -> Iterator[str]:
    view = report.compiled.view(Answers)
    if view.unmeasured is None:
        scored = view.status == Status.OK
        right = int((scored & view.right).sum())
        yield f"Of {plural(int(scored.sum()), 'question')} with accepted answers {right:,} are answered rightly."


def _outputs(report: Report) -> Iterator[str]:
    view = report.compiled.view(Outputs)
    if view.unmeasured is None:
        scored = view.status == Status.OK
        what = "strict JSON" if report.compiled.settings.schema is None else "valid"
        yield f"Of {plural(int(scored.sum()), 'output')} {int((scored & view.valid).sum()):,} are {what}."
