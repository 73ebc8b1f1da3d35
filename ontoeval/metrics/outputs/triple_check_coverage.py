"""Share of the triples put out that a check could decide about."""

from __future__ import annotations

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.triples.checks import Check, Verdict
from ontoeval.views.triples.emitted import EmittedTriples


@metric(
    view=EmittedTriples,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://www.w3.org/TR/shacl/",
    missing=None,
)
def triple_check_coverage(triples: EmittedTriples, *, check: Check = "predicate") -> Ratio:
    """Share of the triples put out that a check could decide about.

    **Definition.** ``checked / triples`` over the different triples of each sample, see ``triple_conformance``.

    **Answers** how much of a conformance of 1 is knowledge: what is not checked has not passed.

    **Misleads when** read as a quality of the model alone: an ontology that asks for little lets little be checked.

    Args:
        triples: The triples put out, checked.
        check: ``"predicate"``, ``"placeholder"``, ``"domain"``, ``"range"``, ``"swapped"``, ``"inverse"``,
            ``"disjoint"``, ``"functional"``, ``"inverse_functional"``, ``"datatype"``, ``"irreflexive"`` or
            ``"asymmetric"``.

    Returns:
        One row per triple: checked, 1. Value in [0, 1], higher is better.

    Undefined when:
        No triple is put out.

    Example:
        Nothing tells of what kind Bleach is:

        >>> import ontoeval as oe
        >>> text = b'''@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
        ... @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . :Film a owl:Class . :Person a owl:Class .
        ... :director a owl:ObjectProperty ; rdfs:label "director" ; rdfs:domain :Film ; rdfs:range :Person .'''
        >>> run = [{"id": "q", "triples": [["Bleach", "director", "Abe"]]}]
        >>> onto = oe.load(text)
        >>> oe.score('triple_check_coverage(check="domain")', [{"id": "q"}], run, ontology=onto).value
        0.0

    Reference value:
        None published.

    Source:
        SHACL, where a shape without a target says nothing.
    """
    verdicts = triples.verdicts(check, "schema", lenient=False)
    return Ratio(verdicts != Verdict.UNCHECKED, np.ones(len(verdicts), dtype=np.int64), sample=triples.sample)
