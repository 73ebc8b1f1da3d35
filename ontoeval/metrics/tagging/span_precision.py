"""Share of the predicted typed spans that are right: strict, exact, partial or by type (SemEval 2013)."""

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
    missing=None,
)
def span_precision(spans: TypedSpans, *, scheme: SpanScheme = "strict") -> Ratio:
    """Share of the predicted typed spans that are right: strict, exact, partial or by type (SemEval 2013).

    **Definition.** ``(COR + PAR / 2) / ACT``: credit of the predicted spans over their number, see ``span_f1``.

    **Answers** how far a found span can be trusted.

    **Misleads when** little is found: read it with ``span_recall``.

    Args:
        spans: Predicted against gold mentions, by span and type.
        scheme: ``"strict"``, ``"exact"``, ``"partial"`` or ``"type"``, see ``span_f1``.

    Returns:
        One row per sample: credit, predicted spans. Value in [0, 1], higher is better.

    Undefined when:
        Nothing is predicted; samples that the system gave nothing for are counted, but cannot be wrong.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "type": "drug"}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 2, "end": 4, "type": "drug"}, {"start": 5, "end": 9}]}]
        >>> oe.score('span_precision(scheme="partial")', gold, run).value
        0.25

    Reference value:
        nervaluate 1.2.1 wherever no span overlaps two others.

    Source:
        Segura-Bedmar, Martínez, Herrero-Zazo 2013, https://aclanthology.org/S13-2056.
    """
    counts = spans.counts(scheme)
    return Ratio(counts.correct + counts.partial / 2, counts.actual)
