"""Share of the triples put out that keep to the vocabulary and to what the ontology says of its properties."""

from __future__ import annotations

from typing import cast

from ontoeval.metrics.definition import metric
from ontoeval.metrics.outputs._triples import CONFORMANCE, TripleCheck, TripleConvention
from ontoeval.statistics.rows import Ratio, Rows
from ontoeval.views.triples.checks import Verdict
from ontoeval.views.triples.emitted import EmittedTriples
from ontoeval.views.triples.text2kgbench import Text2kgbench
from ontoeval.views.triples.types import Reading


@metric(
    view=EmittedTriples,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://doi.org/10.1007/978-3-031-47243-5_14",
    missing=None,
    conventions=CONFORMANCE,
)
def triple_conformance(
    triples: EmittedTriples,
    *,
    check: TripleCheck = "all",
    reading: Reading = "schema",
    lenient: bool = False,
    convention: TripleConvention = "ontoeval",
) -> Rows:
    """Share of the triples put out that keep to the vocabulary and to what the ontology says of its properties.

    **Definition.** ``fine / checked`` over the different triples of each sample. The vocabulary is
    ``vocabulary``, else the ontology. What cannot be checked, since the kind of a subject or object is not known
    or the ontology asks for nothing, is in no denominator: ``triple_check_coverage`` says how much that is. For
    ``"all"``, checked are the triples whose predicate is, and fine those in which no check finds a fault.

    Kinds come from the emitted types, else the ontology (ids and labels), else the types in gold; what lies below a
    domain fits it. Domains of super-properties and of inverses hold too.

    **Answers** whether a graph made of these triples is one that the ontology describes.

    **Misleads when** read as correctness, and when hardly anything could be checked. A model that puts out nothing has
    no conformance at all.

    Args:
        triples: The triples put out, checked.
        check: ``"all"``; or one of ``"predicate"`` (in the vocabulary), ``"placeholder"`` (the object is merely the
            name of a kind of things), ``"domain"``, ``"range"``, ``"swapped"`` (wrong as it stands, right the other way
            round), ``"inverse"`` (the same where the ontology has the inverse property), ``"disjoint"`` (kinds that
            exclude the domain or range), ``"functional"`` and ``"inverse_functional"`` (per group of triples with one
            subject, or object), ``"datatype"`` (literal or thing, and its form), ``"irreflexive"``, ``"asymmetric"``,
            ``"duplicate"`` (of all triples put out, the first of each).
        reading: ``"schema"``: a closed world, as in SHACL: the kind has to fit; ``"owl"``: wrong is only what
            contradicts the ontology, through disjoint kinds or several literals of a functional property.
        lenient: Case and spaces of predicates do not matter.
        convention: ``"ontoeval"``; or ``"text2kgbench"``: predicates only, an empty answer conforms, no answer does
            not, and the score is the mean over all gold sentences.

    Returns:
        One row per triple that was checked: fine, 1; for ``"duplicate"`` one per sample; with the convention one value
        per gold sentence. Value in [0, 1], higher is better.

    Undefined when:
        No triple could be checked. Unmeasured without a vocabulary, and for checks of kinds without an ontology.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "vocabulary": {"relations": ["director"], "concepts": ["film"]}}]
        >>> run = [{"id": "q", "triples": [["Bleach", "director", "Abe"], ["Bleach", "award", "Abe"]]}]
        >>> oe.score("triple_conformance", gold, run).value
        0.5

    Reference value:
        Text2KGBench, Vicuna-13B, wikidata_tekgen, movie: OC .89 with the convention (published).

    Source:
        Mihindukulasooriya et al. 2023, doi:10.1007/978-3-031-47243-5_14 (OC).
    """
    if convention == "text2kgbench":
        return cast(Text2kgbench, triples).mean("conformance")
    if check == "duplicate":
        return Ratio(triples.distinct, triples.emitted)
    if check == "all":
        faulty, checked = triples.faulty(reading, lenient=lenient)
        return Ratio(checked & ~faulty, checked, sample=triples.sample)
    verdicts = triples.verdicts(check, reading, lenient=lenient)
    return Ratio(verdicts == Verdict.FINE, verdicts != Verdict.UNCHECKED, sample=triples.sample)
