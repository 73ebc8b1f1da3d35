"""The ids that an output may name, as a set and as constraints for what writes outputs.

``onto.vocabulary(roots=[…])`` gives a `Vocabulary`; its ``to_…`` methods give a JSON Schema, a pydantic type, a
regular expression and an outlines type, each with a stamp (``x-ontoeval``) that says what it was compiled from.
"""

from __future__ import annotations

from ontoeval.ontology.vocabulary.candidates import Recall, branch_choices, candidate_recall
from ontoeval.ontology.vocabulary.model import Vocabulary
from ontoeval.ontology.vocabulary.planning import Plan, plan
from ontoeval.ontology.vocabulary.selection import Selection

__all__ = ["Plan", "Recall", "Selection", "Vocabulary", "branch_choices", "candidate_recall", "plan"]
