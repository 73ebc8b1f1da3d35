"""Corpus BLEU of answers against references, by sacrebleu; it misleads for RAG."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ontoeval.metrics.definition import metric
from ontoeval.statistics.rows import Floats, Table
from ontoeval.views.answers.overlaps import BleuCounts


@metric(
    view=BleuCounts,
    average="micro",
    direction="higher",
    bounds=(0, 1),
    level="diagnostic",
    source="doi:10.18653/v1/W18-6319",
    missing=None,
)
def bleu(overlaps: BleuCounts) -> Table:
    """Corpus BLEU of answers against references, by sacrebleu; it misleads for RAG.

    **Definition.** sacrebleu's corpus BLEU (13a tokens, exponential smoothing) / 100, computed from the sums of its
    counts. As in its sentence BLEU, orders for which no answer is long enough are left out: answers are short.

    **Answers** how near answers are to the references' wording, to compare with published figures.

    **Misleads when** used for RAG: "two weeks" and "14 days" have nothing in common, "is covered" and "is not covered"
    almost everything. Reports say so. Take ``answer_correctness``.

    Args:
        overlaps: Counts of n-grams (needs the extra ``text``).

    Returns:
        One row per question. Value in [0, 1], higher is better.

    Undefined when:
        The golden set has no accepted answer.

    Example:
        >>> import ontoeval as oe
        >>> gold = [{"id": "q", "answers": ["the hut is open until eight"]}]
        >>> round(oe.score("bleu", gold, [{"id": "q", "answer": "the hut is open until ten"}]).value, 4)
        0.7598

    Reference value:
        sacrebleu 2.6.0: ``corpus_bleu([answer], [[reference]], use_effective_order=True)`` of the example gives 75.98.

    Source:
        Post 2018 (sacrebleu), doi:10.18653/v1/W18-6319.
    """
    places = np.flatnonzero(overlaps.known)
    columns = {name: counts[places] for name, counts in overlaps.counts.items()}
    key = np.zeros(len(places), dtype=np.int64)
    return Table(columns, key=key, labels=["all"], statistic=_score, sample=places)


def _score(columns: Mapping[str, Floats]) -> Floats:
    """BLEU of the summed counts; NaN without any answer."""
    sums = {name: values.sum(axis=-1) for name, values in columns.items()}
    answer, reference = sums["answer"], sums["reference"]
    logs = np.zeros(answer.shape)
    orders, empty = np.zeros(answer.shape), np.zeros(answer.shape)
    for n in range(1, 5):
        common, every = sums[f"common_{n}"], sums[f"all_{n}"]
        there = every > 0
        empty = empty + (there & (common == 0))  # the k-th order without anything in common counts as 1 / 2**k
        share = np.where(common > 0, common, 0.5**empty) / np.where(there, every, 1.0)
        logs = logs + np.where(there, np.log(share), 0.0)
        orders = orders + there
    brevity = np.minimum(0.0, 1 - reference / np.where(answer > 0, answer, 1.0))
    value = np.minimum(np.exp(brevity + logs / np.maximum(orders, 1)), 1.0)
    nothing = sum(sums[f"common_{n}"] for n in range(1, 5)) == 0
    return np.where(reference > 0, np.where(nothing, 0.0, value), np.nan)
