"""Final answers: against accepted ones, refusals, repeats, confidence, and the entities that they name."""

from ontoeval.views.answers.abstentions import Abstentions, Detector
from ontoeval.views.answers.accepted import Answers
from ontoeval.views.answers.confidence import Confidences, Rightness
from ontoeval.views.answers.entities import Entities
from ontoeval.views.answers.repeats import Repeats, Sameness
from ontoeval.views.answers.texts import Language, is_refusal

__all__ = [
    "Abstentions",
    "Answers",
    "Confidences",
    "Detector",
    "Entities",
    "Language",
    "Repeats",
    "Rightness",
    "Sameness",
    "is_refusal",
]
