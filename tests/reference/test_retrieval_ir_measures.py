"""Every retrieval metric against ir_measures 0.4.3 and its providers, on random graded runs with ties and holes.

pytrec_eval-terrier 0.5.11 (trec_eval 9), gdeval 1.2a (a Perl script, which prints five digits), MS MARCO's script and
ir_measures' own ``Judged``. Questions without a run, without relevant documents and without judged documents are among
them; scores differ by less than a 32-bit number can hold, and by nothing at all.
"""

from __future__ import annotations

import random

import pytest

import ontoeval as oe
from ontoeval.metrics import registry

ir_measures = pytest.importorskip("ir_measures")
pytrec_eval = pytest.importorskip("pytrec_eval")

CONVENTION = 'convention="ir_measures"'
TREC = {
    "precision({})@5": "P@5",
    "precision({}, rel=2.0)@5": "P(rel=2)@5",
    "precision({})": "SetP",
    "recall({})@5": "R@5",
    "recall({})@20": "R@20",
    "recall({})": "SetR",
    "recall({}, rel=2.0)@5": "R(rel=2)@5",
    "f_score({})": "SetF",
    "f_score({}, beta=2.0)": "SetF(beta=4.0)",  # trec_eval's parameter is the square
    "success({})@3": "Success@3",
    "success({}, rel=2.0)@3": "Success(rel=2)@3",
    "reciprocal_rank({})": "RR",
    "reciprocal_rank({}, rel=2.0)": "RR(rel=2)",
    "average_precision({})": "AP",
    "average_precision({})@7": "AP@7",
    "average_precision({}, rel=2.0)": "AP(rel=2)",
    "ndcg({})": "nDCG",
    "ndcg({})@5": "nDCG@5",
    "r_precision({})": "Rprec",
    "r_precision({}, rel=2.0)": "Rprec(rel=2)",
    "bpref({})": "Bpref",
    "bpref({}, rel=2.0)": "Bpref(rel=2)",
}
OTHERS = {
    "msmarco": {'reciprocal_rank(convention="msmarco")': "RR", 'reciprocal_rank(convention="msmarco")@3': "RR@3"},
    "judged": {f"judged({CONVENTION})": "Judged", f"judged({CONVENTION})@5": "Judged@5"},
}
GDEVAL = {
    'ndcg(convention="gdeval")@5': "nDCG(dcg='exp-log2')@5",
    'ndcg(convention="gdeval")@20': "nDCG(dcg='exp-log2')@20",
    'expected_reciprocal_rank(convention="gdeval")@5': "ERR@5",
    'expected_reciprocal_rank(convention="gdeval")@20': "ERR@20",
}


def random_runs(seed):
    """Eight questions; the numbers as names are what gdeval asks for."""
    chance = random.Random(seed)
    qrels, runs = {}, {}
    for number in range(1, 9):
        query, docs = str(number), [f"d{place}" for place in range(30)]
        judged = chance.sample(docs, chance.randint(1, 15))
        qrels[query] = {doc: chance.choice([-2, -1, 0, 0, 1, 1, 2, 3]) for doc in judged}
        qrels[query][judged[0]] = chance.choice([0, 1, 1, 1])  # pytrec_eval crashes when all grades are negative
        if chance.random() < 0.1:
            qrels[query] = dict.fromkeys(judged, 0)
        if chance.random() < 0.85:
            scores = [chance.choice([1 + 1e-9 * chance.random(), chance.randrange(6) / 4]) for _ in docs]
            runs[query] = dict(chance.sample(list(zip(docs, scores, strict=True)), chance.randint(1, 25)))
    return qrels, runs


def compare(provider, pairs, seeds, tolerance):
    """How many values were compared with those of a provider; a value that we do not define is 0 or absent there."""
    measures = [ir_measures.parse_measure(text) for text in pairs.values()]
    compared = 0
    for seed in seeds:
        qrels, runs = random_runs(seed)
        report = oe.evaluate(oe.compile(qrels, runs), list(pairs), intervals=False)
        theirs = {(each.measure, each.query_id): each.value for each in provider.iter_calc(measures, qrels, runs)}
        for name, measure in zip(pairs, measures, strict=True):
            for item in report.items(registry.parse(name).name):
                expected = theirs.get((measure, item["id"]), 0.0)
                if item["value"] is None:
                    assert expected == 0.0, (seed, name, item)
                    continue
                assert item["value"] == pytest.approx(expected, abs=tolerance), (seed, name, item)
                compared += 1
    return compared


@pytest.mark.parametrize("text", TREC)
def test_trec_eval(text):
    pair = {text.format(CONVENTION): TREC[text]}
    assert compare(ir_measures.pytrec_eval, pair, range(60), 1e-9) == 480


@pytest.mark.parametrize("name", OTHERS)
def test_other_providers(name):
    assert compare(getattr(ir_measures, name), OTHERS[name], range(60), 1e-9) > 800


def test_gdeval():
    if not ir_measures.gdeval.is_available():
        pytest.skip("Perl is not installed")
    assert compare(ir_measures.gdeval, GDEVAL, range(20), 5.1e-6) > 400


def test_means_over_questions_as_pytrec_eval_and_ir_measures_have_them():
    """The first leaves out questions without a run or without judged documents, the second counts them as 0."""
    pairs = {
        "average_precision": ("map", "AP"),
        "ndcg": ("ndcg", "nDCG"),
        "reciprocal_rank": ("recip_rank", "RR"),
        "bpref": ("bpref", "Bpref"),
        "r_precision": ("Rprec", "Rprec"),
    }
    for seed in range(30):
        qrels, runs = random_runs(seed)
        qrels["9"], runs["9"] = {}, {"d1": 1.0}
        qrels["10"], runs["10"] = {"d1": 1}, {}
        names = [f'{name}(convention="{tool}")' for name in pairs for tool in ("trec_eval", "ir_measures")]
        ours = [result.value for result in oe.evaluate(oe.compile(qrels, runs), names, intervals=False)]
        found = pytrec_eval.RelevanceEvaluator(qrels, {trec for trec, _ in pairs.values()}).evaluate(runs)
        theirs = []
        for trec, name in pairs.values():
            theirs.append(sum(values[trec] for values in found.values()) / len(found))
            measure = ir_measures.parse_measure(name)
            theirs.append(ir_measures.pytrec_eval.calc_aggregate([measure], qrels, runs)[measure])
        assert ours == pytest.approx(theirs, abs=1e-9), seed


def test_burges_gain():
    """ranx 0.3.21's ``ndcg_burges`` by its closed form: gain 2^grade - 1, discount log2(rank + 1)."""
    assert oe.score("ndcg", {"q": {"a": 1, "b": 3}}, {"q": ["a", "b"]}).value == pytest.approx(0.7098, abs=5e-5)
    mapped = "ndcg(gain={1: 1, 2: 3, 3: 7})"
    for seed in range(20):
        qrels, runs = random_runs(seed)
        exponential, by_map = oe.evaluate(oe.compile(qrels, runs), ["ndcg", mapped], intervals=False)
        assert by_map.value == pytest.approx(exponential.value, abs=1e-12)


def test_mapped_gains():
    """ir_measures 0.4.3: nDCG(gains={1: 1, 2: 5, 3: 20})@5; our ties as trec_eval breaks them."""
    measure = ir_measures.nDCG(gains={1: 1, 2: 5, 3: 20}) @ 5
    compared = 0
    for seed in range(20):
        qrels, runs = random_runs(seed)
        runs = {query: {doc: round(score, 2) for doc, score in docs.items()} for query, docs in runs.items()}
        theirs = {each.query_id: each.value for each in ir_measures.pytrec_eval.iter_calc([measure], qrels, runs)}
        found = oe.score('ndcg(gain={1: 1, 2: 5, 3: 20}, ties="trec")@5', qrels, runs)
        for item in found.items:
            if item["value"] is not None:
                assert item["value"] == pytest.approx(theirs[item["id"]], abs=1e-9), seed
                compared += 1
    assert compared > 100


def test_random_runs_hold_every_awkward_case():
    everything = [random_runs(seed) for seed in range(60)]
    assert sum(len(runs) < len(qrels) for qrels, runs in everything) > 30
    assert sum(max(grades.values()) <= 0 for qrels, _ in everything for grades in qrels.values()) > 20
    assert sum(min(grades.values()) < 0 for qrels, _ in everything for grades in qrels.values()) > 200
    assert sum(len(set(scores.values())) < len(scores) for _, runs in everything for scores in runs.values()) > 200
