"""Share of the triples put out whose subject or object the source text does not speak of."""

from __future__ import annotations

from typing import Literal, cast

from ontoeval.metrics.definition import metric
from ontoeval.metrics.outputs._triples import AGREEMENT, TripleConvention
from ontoeval.statistics.rows import Ratio, Rows
from ontoeval.views.triples.checks import Verdict
from ontoeval.views.triples.emitted import EmittedTriples
from ontoeval.views.triples.text2kgbench import Text2kgbench, Text2kgbenchSupport


@metric(
    view=EmittedTriples,
    average="micro",
    direction="lower",
    bounds=(0, 1),
    level="diagnostic",
    source="https://doi.org/10.1007/978-3-031-47243-5_14",
    missing=None,
    conventions=AGREEMENT,
)
def triple_unsupported(
    triples: EmittedTriples,
    *,
    part: Literal["subject", "object", "relation"] = "object",
    convention: TripleConvention = "ontoeval",
) -> Rows:
    """Share of the triples put out whose subject or object the source text does not speak of.

    **Definition.** Of the different triples of each sample, those whose subject (or object) is not in ``query`` as
    whole words in a row, without regard to case and punctuation; with an ontology, another name of the same concept
    will do. An empty one is in no text. For ``"relation"``: those whose relation is not in the vocabulary.

    **Answers** how much a model adds out of itself.

    **Misleads when** a text says it in other words: a date in another form is not found. So it is called not supported
    here, and not hallucinated.

    Args:
        triples: The triples put out.
        part: ``"object"``, ``"subject"`` or ``"relation"``.
        convention: ``"ontoeval"``; or ``"text2kgbench"``: its three rates of hallucination, which look for stemmed
            letters across words, in the text and in the labels of the concepts; the mean over all gold sentences, and
            0 for one without an answer.

    Returns:
        One row per triple: not supported, 1; with the convention one value per gold sentence. Value in [0, 1], lower is
        better.

    Undefined when:
        No triple is put out. Unmeasured without ``query``, and for ``"relation"`` without a vocabulary.

    Raises:
        MissingExtra: The convention needs NLTK (extra ``nlp``).

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "query": "Bleach was directed by Noriyuki Abe."}]
        >>> run = [{"id": "q", "triples": [["Bleach", "director", "Noriyuki Abe"], ["Bleach", "country", "Japan"]]}]
        >>> oe.score("triple_unsupported", gold, run).value
        0.5

    Reference value:
        Text2KGBench, Vicuna-13B, wikidata_tekgen, movie: SH .26, RH .11, OH .26 with the convention (published).

    Source:
        Mihindukulasooriya et al. 2023, doi:10.1007/978-3-031-47243-5_14.
    """
    if convention == "text2kgbench":
        if part == "relation":
            return cast(Text2kgbench, triples).mean("relation")
        return cast(Text2kgbenchSupport, triples).hallucinated(part)
    verdicts = triples.verdicts("predicate", "schema", lenient=False) if part == "relation" else triples.supported(part)
    return Ratio(verdicts == Verdict.FAULT, verdicts != Verdict.UNCHECKED, sample=triples.sample)
