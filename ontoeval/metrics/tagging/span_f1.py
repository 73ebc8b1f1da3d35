"""F score of typed spans: strict, exact, partial or by type (SemEval 2013)."""

from __future__ import annotations

from ontoeval.metrics.definition import Beta, metric
from ontoeval.statistics.rows import FScore
from ontoeval.views.typed_spans import SpanScheme, TypedSpans


@metric(
    view=TypedSpans,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="https://aclanthology.org/S13-2056",
)
def span_f1(spans: TypedSpans, *, scheme: SpanScheme = "strict", beta: Beta = 1.0) -> FScore:
    """F score of typed spans: strict, exact, partial or by type (SemEval 2013).

    **Definition.** Gold and predicted spans of a sample that overlap are paired one to one, with as much credit as can
    be had; a pair is correct (COR), partial (PAR, half the credit) or incorrect (INC), what is left is missing (MIS) or
    spurious (SPU). With ACT = COR + PAR + INC + SPU and POS = COR + PAR + INC + MIS,
    ``P = (COR + PAR / 2) / ACT``, ``R = (COR + PAR / 2) / POS``, and the value is their F-beta.

    **Answers** whether the entities are found (``"partial"``, ``"type"``) although their borders are off (``"exact"``)
    or their type is (``"strict"``): read the four side by side.

    **Misleads when** a partial overlap is of no use downstream, as when a concept depends on one word.

    Args:
        spans: Predicted against gold mentions, by span and type; their concepts do not matter.
        scheme: ``"strict"``: span and type are right; ``"exact"``: the span is; ``"partial"``: the span is, or half of
            it: an overlap; ``"type"``: the type is, for any overlap.
        beta: Weight of recall.

    Returns:
        One row per sample: COR + PAR / 2, ACT, COR + PAR / 2, POS. Value in [0, 1], higher is better;
        ``average="macro:type"`` is the mean over the types, where a paired span has the type of its gold span.

    Undefined when:
        There is neither a gold nor a predicted span. With only one of them it is 0.

    Example:
        One span of two is a word too long:

        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "mentions": [{"start": 0, "end": 4, "type": "drug"}, {"start": 5, "end": 9}]}]
        >>> run = [{"id": "q", "mentions": [{"start": 0, "end": 4, "type": "drug"}, {"start": 5, "end": 14}]}]
        >>> [oe.score(f'span_f1(scheme="{one}")', gold, run).value for one in ("strict", "exact", "partial", "type")]
        [0.5, 0.5, 0.75, 1.0]

    Reference value:
        nervaluate 1.2.1 gives the same wherever no span overlaps two others; there it depends on the order of the
        predictions, and is never higher.

    Source:
        Segura-Bedmar, Martínez, Herrero-Zazo 2013, SemEval-2013 task 9, https://aclanthology.org/S13-2056.
    """
    counts = spans.counts(scheme)
    right = counts.correct + counts.partial / 2
    return FScore(right, counts.actual, right, counts.possible, beta=beta)
