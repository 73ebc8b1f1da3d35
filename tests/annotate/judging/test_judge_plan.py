"""The plan predicts the calls; embedders, prices, and a model held to the schema in this process."""

import json

import pytest
from loopback import Loopback, Reply, completion, record, serving

from ontoeval.annotate import (
    HashedEmbedder,
    Judging,
    Jury,
    Limits,
    OpenAIEmbedder,
    OutlinesJudge,
    Price,
    Prices,
    RuleJudge,
    SentenceTransformerEmbedder,
)
from ontoeval.annotate.embedders.vectors import cosine
from ontoeval.annotate.prices import read_prices
from ontoeval.errors import BadParameter, ConfigError, InputError

#: Four rubrics on six samples with 3, 2, 2, 2, 3 and 2 contexts: 12 + 18 + 14 + 6 = 50 judge calls, and 12 embeddings.
TUTORIAL = ["faithfulness", "answer_relevancy", "context_precision", "context_recall"]
CONTEXTS = (3, 2, 2, 2, 3, 2)


def tutorial_rows():
    for number, count in enumerate(CONTEXTS):
        texts = [{"id": f"c{n}", "text": f"Helmets go back within {n} days. Set {number}."} for n in range(count)]
        row = record(f"s{number}", f"Helmets go back within 30 days, says page {number}.", contexts=texts)
        yield row | {"query": f"What does page {number} say?"}


def answer(body):
    name = body["response_format"]["json_schema"]["name"]
    data = json.loads(body["messages"][1]["content"])
    return completion(json.dumps(RuleJudge()._rules[name](data)))


def test_the_tutorial_takes_62_calls_as_planned(server, samples):
    rows = samples(*tutorial_rows())
    loopback, judge = server(always=answer)
    embedder = OpenAIEmbedder("embed-1", judge.server)
    judging = Judging(TUTORIAL, judge, embedder)
    plan = judging.plan(rows)
    assert str(plan) == "62 calls = 50 judge + 12 embedding"
    assert {name: planned.total for name, planned in plan.rubrics.items()} == {
        "faithfulness": 12,
        "answer_relevancy": 30,
        "context_precision": 14,
        "context_recall": 6,
    }
    assert loopback.bodies == []
    done = list(judging.run(rows))
    assert len(done) == 6
    assert all(result["status"] == "ok" for _, found in done for results in found.values() for result in results)
    assert len(loopback.bodies) == 62
    assert sum("input" in body for body in loopback.bodies) == 12
    assert judging.usage.calls == 62
    assert {found["answer_relevancy"][0]["model"] for _, found in done} == {"loop-1"}


def test_repetitions_are_calls_of_their_own_since_they_measure_the_spread(server, samples):
    rows = samples(*tutorial_rows())
    loopback, judge = server(always=answer)
    judging = Judging(TUTORIAL, judge, OpenAIEmbedder("embed-1", judge.server), runs=3)
    assert judging.plan(rows).total == 186
    found = dict(judging.run(rows))
    assert len(loopback.bodies) == 186
    assert {len(results) for annotations in found.values() for results in annotations.values()} == {3}
    assert [result["run"] for result in found["s0"]["faithfulness"]] == [0, 1, 2]


def test_a_jury_is_planned_by_its_votes(samples):
    rows = samples(*tutorial_rows())
    jury = Jury([RuleJudge(0.7), RuleJudge(0.8), RuleJudge(0.9)])
    # faithfulness 6 + 3 * 6, context_precision 3 * 14; questions and the reference's claims by the first judge: 18 + 6
    assert Judging(TUTORIAL, jury).plan(rows).judge == 24 + 42 + 18 + 6


def test_the_same_calls_are_not_made_twice(server, samples):
    rows = samples(record())
    loopback, judge = server()
    judging = Judging(["faithfulness"], judge)
    first = list(judging.run(rows))
    assert list(judging.run(rows)) == first
    assert len(loopback.bodies) == 2
    assert judging.known == 2


@pytest.mark.parametrize("concurrency", [1, 8])
def test_samples_that_are_alike_share_their_calls_whatever_the_concurrency(server, samples, concurrency):
    rows = samples(*(record(f"q{n}") for n in range(6)))
    loopback, judge = server()
    judging = Judging(["faithfulness"], judge, limits=Limits(concurrency=concurrency))
    assert len({json.dumps(annotations) for _, annotations in judging.run(rows)}) == 1
    assert (len(loopback.bodies), judging.known) == (2, 10)


def test_failures_that_may_pass_are_not_remembered(server, samples):
    rows = samples(record())
    _, judge = server(*[Reply({"error": "x"}, 500)] * 3)
    judging = Judging(["faithfulness"], judge, limits=Limits(concurrency=1))
    [(_, first)] = judging.run(rows)
    assert first["faithfulness"][0]["reason"].startswith("server: 500")
    [(_, second)] = judging.run(rows)
    assert second["faithfulness"][0]["score"] == 0.5


# ---- embedders -----------------------------------------------------------------------------------------------------


def test_hashed_n_grams_are_near_when_texts_are_spelled_alike():
    vector = HashedEmbedder().vector
    assert cosine(vector("Helmets go back"), vector("helmets  GO back")) == 1.0
    near = cosine(vector("returning helmets"), vector("return of helmets"))
    far = cosine(vector("returning helmets"), vector("тёплый хлеб"))
    assert near > 0.4
    assert far < 0.2
    assert cosine(vector(""), vector("x")) == 0.0


@pytest.mark.parametrize("arguments", [{"size": 0}, {"shortest": 0}, {"shortest": 5, "longest": 4}])
def test_hashed_n_grams_of_nothing_are_refused(arguments):
    with pytest.raises(BadParameter, match="are not allowed"):
        HashedEmbedder(**arguments)


def test_cosine_by_hand():
    # (1, 0) and (3, 4): 3 / 5
    assert cosine([1.0, 0.0], [3.0, 4.0]) == pytest.approx(0.6)
    assert cosine([1.0, 0.0], [-2.0, 0.0]) == -1.0
    assert cosine([0.0, 0.0], [0.0, 0.0]) == 0.0


class Loaded:
    """A loaded model, as sentence-transformers has it."""

    def encode(self, texts):
        return [[1.0, float("helmet" in text.lower())] for text in texts]


def test_a_loaded_sentence_transformer_embeds(judged):
    embedder = SentenceTransformerEmbedder(Loaded(), "tiny")
    row = record(answer="Helmets go back within 30 days.")
    [result] = judged(RuleJudge(), row, rubric="semantic_similarity", embedder=embedder)["q1"]
    assert (result["score"], result["judge"]) == (1.0, "sentence-transformers(tiny)")


def test_sentence_transformers_that_are_not_installed_are_named():
    with pytest.raises(InputError, match="needs sentence-transformers"):
        SentenceTransformerEmbedder("mini").check()


def test_an_embedder_that_fails_makes_the_result_invalid(judged):
    class Broken(Loopback):
        def reply(self, path, body, key):
            return Reply({"data": "none", "model": "embed-1"})

    with serving(Broken()) as url:
        from ontoeval.annotate import Server

        embedder = OpenAIEmbedder("embed-1", Server(url))
        [result] = judged(RuleJudge(), rubric="answer_relevancy", embedder=embedder)["q1"]
    assert (result["status"], result["reason"]) == ("invalid", "schema: the response has no embeddings")


# ---- prices --------------------------------------------------------------------------------------------------------


def test_prices_hold_for_dated_versions_and_not_for_other_models():
    prices = Prices({"gpt-x": Price(2.0, 8.0), "gpt-x-mini": Price(0.5, 1.0)})
    assert prices.cost("gpt-x-2026-08-01", 1_000_000, 500_000) == 6.0
    assert prices.cost("gpt-x-mini", 1_000_000, 0) == 0.5
    assert prices.cost("gpt-x-nano", 1, 1) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "this is no price table"),
        ("[models]\na = 3", "this is no price table"),
        ("[models.a]\ncompletion = 3", "this is no price table"),
        ("[models.a]\nprompt = -1", "a price is below 0"),
    ],
)
def test_what_is_no_price_table_is_an_error(tmp_path, text, message):
    path = tmp_path / "prices.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        read_prices(path)


# ---- constrained decoding ------------------------------------------------------------------------------------------


def test_a_model_in_this_process_can_only_write_what_the_schema_allows(judged, monkeypatch):
    from logits_stub import LogitsStub, steer

    steer(monkeypatch)
    pieces = ['"explanation"', '"winner"', '"first"', '"second"', '"tie"', '""', ": ", ", ", "{", "}"]
    judge = OutlinesJudge(LogitsStub(pieces, seed=3), "stub", options={"max_tokens": 4000})
    row = record(other_answer="14 days.")
    [result] = judged(judge, row, rubric="preference")["q1"]
    assert result["status"] == "ok", result["reason"]
    assert result["score"] in (0.0, 0.5, 1.0)
    assert result["judge"] == "outlines(stub,llguidance,max_tokens=4000)"
    assert result["model"] == "stub"


def test_output_that_was_cut_off_is_truncated(judged, monkeypatch):
    from logits_stub import LogitsStub, steer

    steer(monkeypatch)
    judge = OutlinesJudge(LogitsStub([], seed=3), "stub", options={"max_tokens": 5})
    [result] = judged(judge, record(other_answer="14 days."), rubric="preference")["q1"]
    assert result["reason"].startswith("truncated: ")
