"""The views that funnel, tables, advice and stories read, made in one pass over the samples."""

from __future__ import annotations

from ontoeval.views.answers import Abstentions
from ontoeval.views.base import View
from ontoeval.views.compiled import Compiled
from ontoeval.views.concepts import Concepts
from ontoeval.views.failures import Failures
from ontoeval.views.naming import Naming
from ontoeval.views.outputs import Outputs
from ontoeval.views.rankings import Rankings
from ontoeval.views.stages import Stages

_VIEWS: tuple[type[View], ...] = (Stages, Concepts, Rankings, Abstentions, Outputs, Naming, Failures)


def prepare(compiled: Compiled) -> None:
    """Make the views that are not made yet; without it each first use of one reads the samples anew."""
    compiled.prepare(_VIEWS)
