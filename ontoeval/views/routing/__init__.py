"""Which intent a question was given and which pipeline it was sent to, against the golden set."""

from ontoeval.views.routing.choices import Choice, Choices
from ontoeval.views.routing.taxonomy import IntentConcepts

__all__ = ["Choice", "Choices", "IntentConcepts"]
