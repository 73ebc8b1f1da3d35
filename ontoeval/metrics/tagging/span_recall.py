"""Share of the gold typed spans that are found: strict, exact, partial or by type (SemEval 2013)."""

from __future__ import annotations

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Ratio
from ontoeval.views.typed_spans import SpanScheme, TypedSpans


@metric(
    view=TypedSpans,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://aclanthology.org/S13-2056",
)
def span_recall(spans: TypedSpans, *, scheme: SpanScheme = "strict") -> Ratio:
    """Share of the gold typed spans that are found: strict, exact, partial or by type (SemEval 2013).

    **Definition.** ``(COR + PAR / 2) / POS``: credit over the number of gold spans, see ``span_f1``.

    **Answers** what is overlooked.

    **Misleads when** everything is marked: read it with ``span_precision``.

    Args:
        spans: Predicted against gold mentions, by span and type.
        scheme: ``"strict"``, ``"exact"``, ``"partial"`` or ``"type"``, see ``span_f1``.

    Returns:
        One row per sample: credit, gold spans. Value in [0, 1], higher is better. A missing run finds nothing.

    Undefined when:
        Gold has no span that must be found.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "type": "drug"}, {"start": 5, "end": 9}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 2, "end": 4, "type": "drug"}]}]
        >>> oe.score('span_recall(scheme="type")', gold, run).value
        0.5

    Reference value:
        nervaluate 1.2.1 wherever no span overlaps two others.

    Source:
        Segura-Bedmar, Martínez, Herrero-Zazo 2013, https://aclanthology.org/S13-2056.
    """
    counts = spans.counts(scheme)
    return Ratio(counts.correct + counts.partial / 2, counts.possible)
