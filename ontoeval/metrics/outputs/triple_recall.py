"""Share of the gold triples that are put out."""

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
    conventions=AGREEMENT,
)
def triple_recall(triples: Triples, *, convention: TripleConvention = "ontoeval") -> Rows:
    """Share of the gold triples that are put out.

    **Definition.** ``tp / (tp + fn)``, each triple once per sample, compared as in ``triple_f1``. A sample without an
    answer finds nothing.

    **Answers** which facts of the text never reach the graph.

    **Misleads when** a model writes down whatever it can think of: read it with ``triple_precision``.

    Args:
        triples: Emitted against gold triples.
        convention: ``"ontoeval"``; or ``"text2kgbench"``: relations must have ``_`` for spaces and gold's case, and the
            score is the mean over all gold sentences, those without gold triples included.

    Returns:
        One row per sample: found, wanted; with the convention one value per gold sentence. Value in [0, 1], higher is
        better.

    Undefined when:
        Gold has no triple.

    Example:
        >>> import ontoeval as oe
        >>> gold = {"q": [["Bleach", "cast member", "Abe"], ["Bleach", "genre", "anime"]]}
        >>> run = {"q": [["Bleach", "cast member", "Abe"]]}
        >>> oe.score("triple_recall", gold, run).value
        0.5
        >>> oe.score('triple_recall(convention="text2kgbench")', gold, run).value
        0.0

    Reference value:
        Text2KGBench, Vicuna-13B, wikidata_tekgen, movie: .23 with the convention (published).

    Source:
        Mihindukulasooriya et al. 2023, doi:10.1007/978-3-031-47243-5_14.
    """
    if convention == "text2kgbench":
        return cast(Text2kgbench, triples).mean("recall")
    return Ratio(triples.correct, triples.correct + triples.missed)
