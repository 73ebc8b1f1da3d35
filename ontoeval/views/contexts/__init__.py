"""What the generator was given: how relevant it is, how much of it was used, and how long it is."""

from ontoeval.views.contexts.relevance import ContextScores, ScoreSource
from ontoeval.views.contexts.sizes import ContextSizes, LengthUnit
from ontoeval.views.contexts.use import ContextUse, Evidence

__all__ = ["ContextScores", "ContextSizes", "ContextUse", "Evidence", "LengthUnit", "ScoreSource"]
