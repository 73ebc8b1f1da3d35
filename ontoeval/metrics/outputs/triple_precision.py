"""Share of the triples put out that are gold triples."""

from __future__ import annotations

from typing import cast

from ontoeval.metrics.definition import metric
from ontoeval.metrics.outputs._triples import AGREEMENT, TripleConvention
from ontoeval.statistics.rows import Ratio, Rows
from ontoeval.views.triples.text2kgbench import Text2kgbench
from ontoeval.views.triples.view import Triples


@metric(
    view=Triples,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://doi.org/10.1007/978-3-031-47243-5_14",
    missing=None,
    conventions=AGREEMENT,
)
def triple_precision(triples: Triples, *, convention: TripleConvention = "ontoeval") -> Rows:
    """Share of the triples put out that are gold triples.

    **Definition.** ``tp / (tp + fp)``, each triple once per sample, compared as in ``triple_f1``.

    **Answers** how far a fact that the model wrote down can be trusted.

    **Misleads when** little is put out, and when gold does not hold every fact of the text.

    Args:
        triples: Emitted against gold triples.
        convention: ``"ontoeval"``; or ``"text2kgbench"``: triples with a relation that gold does not have are not
            counted, and the score is the mean over all gold sentences.

    Returns:
        One row per sample: right, emitted; with the convention one value per gold sentence. Value in [0, 1], higher is
        better.

    Undefined when:
        Nothing is put out; samples without an answer are counted, but cannot be wrong.

    Example:
        >>> import ontoeval as oe
        >>> gold = {"q": [["Bleach", "director", "Abe"]]}
        >>> run = {"q": [["Bleach", "director", "Abe"], ["Bleach", "award", "film"]]}
        >>> oe.score("triple_precision", gold, run).value
        0.5

    Reference value:
        Text2KGBench, Vicuna-13B, wikidata_tekgen, movie: .33 with the convention (published).

    Source:
        Mihindukulasooriya et al. 2023, doi:10.1007/978-3-031-47243-5_14.
    """
    if convention == "text2kgbench":
        return cast(Text2kgbench, triples).mean("precision")
    return Ratio(triples.correct, triples.correct + triples.spurious)
