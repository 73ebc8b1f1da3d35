"""Linking scores of 100,000 mentions against the shortest scorer that one would write oneself."""

import random

import pytest

import ontoeval as oe

DOCUMENTS, MENTIONS = 10_000, 10
MEASURES = ["linking_f1", "linking_precision", "linking_recall", "mention_f1"]


def documents() -> tuple[list[dict], list[dict]]:
    chance = random.Random(7)
    gold, run = [], []
    for document in range(DOCUMENTS):
        starts = sorted(chance.sample(range(0, 4000, 20), MENTIONS))
        wanted = [{"start": at, "end": at + 12, "id": f"HP:{chance.randrange(20_000):07d}"} for at in starts]
        found = []
        for mention in wanted:
            draw = chance.random()
            if draw < 0.6:
                found.append(dict(mention))
            elif draw < 0.75:
                found.append({**mention, "id": f"HP:{chance.randrange(20_000):07d}"})
            elif draw < 0.9:
                found.append({**mention, "end": mention["end"] + 3})
        gold.append({"id": f"doc{document}", "mentions": wanted})
        run.append({"id": f"doc{document}", "mentions": found})
    return gold, run


def plain_sets(gold: list[dict], run: list[dict]) -> dict[str, float]:
    """Micro P, R and F1 of linked mentions, and F1 of spans, with sets of tuples and no check at all."""

    def links(rows: list[dict]) -> set[tuple]:
        return {(row["id"], m["start"], m["end"], m["id"]) for row in rows for m in row["mentions"]}

    def spans(rows: list[dict]) -> set[tuple]:
        return {(row["id"], m["start"], m["end"]) for row in rows for m in row["mentions"]}

    def f1(precision: float, recall: float) -> float:
        return 2 * precision * recall / (precision + recall)

    wanted, found = links(gold), links(run)
    both = len(wanted & found)
    precision, recall = both / len(found), both / len(wanted)
    gold_spans, run_spans = spans(gold), spans(run)
    same = len(gold_spans & run_spans)
    return {
        "linking_f1": f1(precision, recall),
        "linking_precision": precision,
        "linking_recall": recall,
        "mention_f1": f1(same / len(run_spans), same / len(gold_spans)),
    }


def values(report: oe.Report) -> dict[str, float | None]:
    return {result.metric: result.value for result in report}


def test_linking_scores_from_rows(bench):
    gold, run = documents()
    report, expected = bench.compare(
        "4 linking metrics, 100k gold mentions, from rows",
        lambda: oe.evaluate(oe.compile(gold, run), MEASURES, intervals=False),
        lambda: plain_sets(gold, run),
        "plain sets",
        rounds=3,
    )
    assert values(report) == pytest.approx(expected, abs=1e-12)


def test_linking_scores_again_from_the_compiled_view(bench):
    gold, run = documents()
    compiled = oe.compile(gold, run)
    report, expected = bench.compare(
        "the same four again, already compiled",
        lambda: oe.evaluate(compiled, MEASURES, intervals=False),
        lambda: plain_sets(gold, run),
        "plain sets",
    )
    assert values(report) == pytest.approx(expected, abs=1e-12)
