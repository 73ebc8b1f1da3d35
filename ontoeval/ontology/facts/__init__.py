"""What an ontology file says literally, statement by statement, before anything is folded or made whole.

Scoring reads the `Ontology`; checks also need what a good loader mends on the way: a second label, a self loop, an
``alt_id`` that is alive. `read_facts` reads a file once more for that.
"""

from ontoeval.ontology.facts.model import SELF_LOOPS, SEVERAL_LABELS, WRITTEN_VALUES, Facts, namespace
from ontoeval.ontology.facts.reading import facts_of, read_facts, read_lines

__all__ = [
    "SELF_LOOPS",
    "SEVERAL_LABELS",
    "WRITTEN_VALUES",
    "Facts",
    "facts_of",
    "namespace",
    "read_facts",
    "read_lines",
]
