"""F score of the triples put out: subject, relation and object are those of a gold triple."""

from __future__ import annotations

from typing import cast

from ontoeval.metrics.definition import Beta, metric
from ontoeval.metrics.outputs._triples import AGREEMENT_BETA, TripleConvention
from ontoeval.statistics.rows import FScore, Rows
from ontoeval.views.triples.text2kgbench import Text2kgbench
from ontoeval.views.triples.view import Triples


@metric(
    view=Triples,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="headline",
    source="https://doi.org/10.1007/978-3-031-47243-5_14",
    conventions=AGREEMENT_BETA,
)
def triple_f1(triples: Triples, *, convention: TripleConvention = "ontoeval", beta: Beta = 1.0) -> Rows:
    """F score of the triples put out: subject, relation and object are those of a gold triple.

    **Definition.** Triples are compared part by part as texts, without regard to case, white space and underscores;
    each counts once per sample. With tp triples of both sides, fp of the run only and fn of gold only,
    ``F = (1 + β²) tp / ((1 + β²) tp + β² fn + fp)``. Nothing is filtered: a triple with a relation that gold does
    not have is wrong.

    **Answers** whether the facts that a model writes down are those of the text.

    **Misleads when** one thing has several names: ``"1962"`` and ``"01 January 1962"`` are two objects. For ids of
    concepts take ``relation_f1``.

    Args:
        triples: Emitted against gold triples.
        convention: ``"ontoeval"``; or ``"text2kgbench"``: emitted triples with a relation that gold does not have are
            dropped first, and the score is the mean over all gold sentences, answered or not.
        beta: Weight of recall.

    Returns:
        One row per sample: tp, tp + fp, tp, tp + fn; with the convention one value per gold sentence. Value in [0, 1],
        higher is better.

    Undefined when:
        There is neither a gold triple nor an emitted one. With only one of them it is 0.

    Example:
        One triple is right, and one has a wrong relation, which the convention drops:

        >>> import ontoeval as oe
        >>> gold = {"q": [["Bleach", "director", "Abe"]]}
        >>> run = {"q": [["Bleach", "director", "Abe"], ["Bleach", "award", "film"]]}
        >>> round(oe.score("triple_f1", gold, run).value, 3)
        0.667
        >>> oe.score('triple_f1(convention="text2kgbench")', gold, run).value
        1.0

    Reference value:
        Text2KGBench, Vicuna-13B, wikidata_tekgen, movie: .25 with the convention (published).

    Source:
        Mihindukulasooriya et al. 2023, doi:10.1007/978-3-031-47243-5_14.
    """
    if convention == "text2kgbench":
        return cast(Text2kgbench, triples).mean("f1")
    return FScore.counts(tp=triples.correct, fp=triples.spurious, fn=triples.missed, beta=beta)
