"""What judges said, as arrays: one view per rubric, from ``annotations``; no model is called here."""

from ontoeval.views.judged.citations import Citations
from ontoeval.views.judged.claims import Claims, ReferenceClaims
from ontoeval.views.judged.nuggets import Nuggets
from ontoeval.views.judged.pairs import Pairs
from ontoeval.views.judged.ratings import Ratings
from ontoeval.views.judged.scores import ContextPrecisions, Relevancies, Similarities, StoredScores
from ontoeval.views.judged.statements import Statements

__all__ = [
    "Citations",
    "Claims",
    "ContextPrecisions",
    "Nuggets",
    "Pairs",
    "Ratings",
    "ReferenceClaims",
    "Relevancies",
    "Similarities",
    "Statements",
    "StoredScores",
]
