"""The views that funnel, tables, advice and stories read, made in one pass over the samples."""

from __future__ import annotations

from ontoeval.views.answers import Abstentions, Confidences, Entities
from ontoeval.views.base import View
from ontoeval.views.compiled import Compiled
from ontoeval.views.concepts import Concepts
from ontoeval.views.failures import Failures
from ontoeval.views.judged import Claims, Pairs
from ontoeval.views.naming import Naming
from ontoeval.views.outputs import Correctness, Outputs, Slots
from ontoeval.views.predicates.view import Predicates
from ontoeval.views.rankings import Rankings
from ontoeval.views.spent import Timings
from ontoeval.views.stages import Stages
from ontoeval.views.triples.emitted import EmittedTriples
from ontoeval.views.triples.text2kgbench import Text2kgbench
from ontoeval.views.verdicts import Verdicts

_VIEWS: tuple[type[View], ...] = (
    Stages,
    Concepts,
    Rankings,
    Abstentions,
    Outputs,
    Slots,
    Correctness,
    Naming,
    EmittedTriples,
    Text2kgbench,
    Failures,
    Timings,
    Predicates,
    Verdicts,
    Claims,
    Pairs,
    Entities,
    Confidences,
)


def prepare(compiled: Compiled) -> None:
    """Make the views that are not made yet; without it each first use of one reads the samples anew."""
    compiled.prepare(_VIEWS)
