"""Five retrieval metrics on 10,000 questions of 100 documents, against trec_eval in C and ir_measures."""

import numpy as np
import pytest
from ranking_files import write

import ontoeval as oe

pytrec_eval = pytest.importorskip("pytrec_eval")

QUESTIONS, RETRIEVED, JUDGED, JUDGED_RETRIEVED = 10_000, 100, 25, 15
MEASURES = {
    'ndcg(gain="linear")@10': "ndcg_cut_10",
    "average_precision": "map",
    "reciprocal_rank": "recip_rank",
    "recall@100": "recall_100",
    "precision@10": "P_10",
}
PEER_MEASURES = {"ndcg_cut.10", "map", "recip_rank", "recall.100", "P.10"}

Qrels = dict[str, dict[str, int]]
Scores = dict[str, dict[str, float]]


def questions(*, ranked: bool) -> tuple[Qrels, Scores]:
    """Grades 0 to 3; scores that no other document of the question has; best first, or in any order."""
    random = np.random.default_rng(7)
    qrels: Qrels = {}
    run: Scores = {}
    for question in range(QUESTIONS):
        docs = random.choice(5000, RETRIEVED + JUDGED - JUDGED_RETRIEVED, replace=False)
        scores = random.choice(100_000, RETRIEVED, replace=False) / 1000
        judged = [*random.choice(docs[:RETRIEVED], JUDGED_RETRIEVED, replace=False), *docs[RETRIEVED:]]
        grades = random.integers(0, 4, JUDGED)
        qrels[f"q{question}"] = {f"doc{d:05d}": g for d, g in zip(judged, grades.tolist(), strict=True)}
        scored = zip(docs[:RETRIEVED].tolist(), scores.tolist(), strict=True)
        hits = sorted(scored, key=lambda hit: -hit[1]) if ranked else list(scored)
        run[f"q{question}"] = {f"doc{doc:05d}": score for doc, score in hits}
    return qrels, run


@pytest.fixture(scope="module")
def ranked() -> tuple[Qrels, Scores]:
    return questions(ranked=True)


def trec_eval(qrels: Qrels, run: Scores) -> dict[str, float]:
    found = pytrec_eval.RelevanceEvaluator(qrels, PEER_MEASURES).evaluate(run)
    return {name: float(np.mean([values[name] for values in found.values()])) for name in MEASURES.values()}


def values(report: oe.Report) -> dict[str, float | None]:
    return {MEASURES[result.metric]: result.value for result in report}


def test_five_metrics_from_dictionaries(bench, ranked):
    qrels, run = ranked
    report, expected = bench.compare(
        "5 retrieval metrics, 10k × 100, dictionaries, best first",
        lambda: oe.evaluate(oe.compile(qrels, run), [*MEASURES], intervals=False),
        lambda: trec_eval(qrels, run),
        "pytrec_eval",
        target="≥ 1",
    )
    assert values(report) == pytest.approx(expected, abs=1e-12)


def test_five_metrics_from_dictionaries_in_any_order(bench):
    qrels, run = questions(ranked=False)
    report, expected = bench.compare(
        "5 retrieval metrics, 10k × 100, dictionaries, any order",
        lambda: oe.evaluate(oe.compile(qrels, run), [*MEASURES], intervals=False),
        lambda: trec_eval(qrels, run),
        "pytrec_eval",
        target="≥ 1",
    )
    assert values(report) == pytest.approx(expected, abs=1e-12)


def test_five_metrics_again_from_the_compiled_view(bench, ranked):
    qrels, run = ranked
    compiled = oe.compile(qrels, run)
    report, expected = bench.compare(
        "the same five again, already compiled",
        lambda: oe.evaluate(compiled, [*MEASURES], intervals=False),
        lambda: trec_eval(qrels, run),
        "pytrec_eval",
        target="≥ 50",
    )
    assert values(report) == pytest.approx(expected, abs=1e-12)


def test_five_metrics_against_ir_measures(bench, ranked):
    ir_measures = pytest.importorskip("ir_measures")
    qrels, run = ranked
    names = dict(zip(MEASURES, ("nDCG@10", "AP", "RR", "R@100", "P@10"), strict=True))
    theirs = [ir_measures.parse_measure(name) for name in names.values()]
    report, expected = bench.compare(
        "5 retrieval metrics, 10k × 100, dictionaries, best first",
        lambda: oe.evaluate(oe.compile(qrels, run), [*MEASURES], intervals=False),
        lambda: ir_measures.calc_aggregate(theirs, qrels, run),
        "ir_measures",
        target="≥ 1",
        rounds=3,
    )
    found = {str(measure): value for measure, value in expected.items()}
    assert {names[result.metric]: result.value for result in report} == pytest.approx(found, abs=1e-9)


MILLION = """
import ontoeval as oe
report = oe.evaluate(oe.read(*sys.argv[1:3]), sys.argv[3:], intervals=False)
assert all(result.n_samples == 1_000_000 for result in report)
"""


def test_a_million_questions_from_parquet(bench, tmp_path):
    files = write(tmp_path, 1_000_000, 20)
    name = "5 retrieval metrics, 1M questions × 20 documents, from Parquet"
    bench.record(name, MILLION, *files, *MEASURES, budget="2,000 MB")
    assert bench.records[-1].megabytes <= 2_000
