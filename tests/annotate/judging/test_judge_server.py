"""Judges behind a server: each way in which a server can misbehave has its documented status, never a number."""

import asyncio
import json
import time

import pytest
from loopback import MODEL, Reply, completion, good, record

import ontoeval as oe
from ontoeval.annotate import (
    HashedEmbedder,
    Judging,
    Limits,
    OpenAIEmbedder,
    OpenAIJudge,
    Patience,
    Price,
    Prices,
    Server,
)
from ontoeval.annotate.judges.prompt import wire_schema
from ontoeval.annotate.rubrics import shipped
from ontoeval.errors import InputError, UsageError
from ontoeval.records.verdicts import SCHEMAS

CLAIMS = json.dumps({"refusal": False, "claims": [{"id": 1, "text": "Helmets go back within 30 days."}]})


def test_a_good_server_gives_the_recomputed_score_and_says_what_it_took(server, judged):
    loopback, judge = server()
    [result] = judged(judge)["q1"]
    assert result["status"] == "ok"
    assert result["score"] == 0.5
    assert result["reason"] is None
    assert result["model"] == "loop-1"
    assert result["judge"].startswith("loop-1@127.0.0.1:")
    assert [v["verdict"] for v in result["fields"]["verdicts"]] == ["supported", "unsupported"]
    usage = result["usage"]
    assert (usage["calls"], usage["attempts"], usage["prompt_tokens"], usage["completion_tokens"]) == (2, 2, 200, 20)
    assert usage["cost"] is None
    assert [body["response_format"]["json_schema"]["name"] for body in loopback.bodies] == ["claims", "claim_verdicts"]


@pytest.mark.parametrize(
    ("reply", "reason", "attempts"),
    [
        (completion(CLAIMS[:20], finish="length"), "truncated: finish_reason is 'length'", 1),
        (completion(CLAIMS, finish="content_filter"), "filtered: ", 1),
        (completion(None, refusal="I will not"), "filtered: I will not", 1),
        (completion(CLAIMS[:20]), "not_json: ", 1),
        (completion("The answer looks faithful to me: 1.0"), "not_json: ", 1),
        (completion(""), "no_content: the message is empty", 1),
        (Reply({"model": MODEL, "choices": []}), "no_content: the response has no message", 1),
        (completion(CLAIMS, model="loop-2"), "other_model: asked for 'loop-1', 'loop-2' answered", 1),
        (completion('{"claims": []}'), "schema: refusal: Field required", 1),
        (completion('{"refusal": false, "claims": [{"id": "1", "text": "x"}]}'), "schema: claims.0.id: ", 1),
        (Reply({"error": {"message": "too long"}}, 400), "rejected: 400 too long", 1),
        (Reply({"error": {"message": "slow down"}}, 429), "rate_limited: 429 slow down", 3),
        (Reply({"error": "x"}, 429, {"retry-after": "3600"}), "rate_limited: 429 x; the server asks to wait 3600 s", 1),
        (Reply("<html>", 500), "server: 500 <html>", 3),
        (Reply("<html>", 200), "server: the response is no JSON: '<html>'", 3),
        (Reply(status=0), "connection: RemoteProtocolError", 3),
    ],
    ids=lambda value: value.partition(":")[0] if isinstance(value, str) else None,
)
def test_what_goes_wrong_is_invalid_and_says_why(server, judged, reply, reason, attempts):
    loopback, judge = server(always=lambda body: reply)
    [result] = judged(judge)["q1"]
    assert result["status"] == "invalid"
    assert result["score"] is None
    assert result["fields"] is None
    assert result["reason"].startswith(reason)
    assert result["usage"]["attempts"] == attempts == len(loopback.bodies)
    assert result["usage"]["calls"] == 1


def test_a_late_answer_is_a_timeout(server, judged):
    slow = completion(CLAIMS)
    slow.after = 1.0
    _, judge = server(always=lambda body: slow, patience=Patience(timeout=0.1, attempts=2, wait=0.01))
    start = time.monotonic()
    [result] = judged(judge)["q1"]
    assert result["reason"] == "timeout: no answer within 0.1 s"
    assert result["usage"]["attempts"] == 2
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("status", [429, 500, 503])
def test_one_bad_moment_is_retried_and_counted(server, judged, status):
    loopback, judge = server(Reply({"error": "x"}, status))
    [result] = judged(judge)["q1"]
    assert result["score"] == 0.5
    assert (result["usage"]["calls"], result["usage"]["attempts"]) == (2, 3)
    assert len(loopback.bodies) == 3


def test_retry_after_is_kept_to(server, judged):
    _, judge = server(Reply({"error": "x"}, 429, {"Retry-After": "0.4"}))
    start = time.monotonic()
    [result] = judged(judge)["q1"]
    assert result["status"] == "ok"
    assert time.monotonic() - start >= 0.4


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_no_retry_can_mend_ends_the_run_with_a_clear_error(server, judged, status):
    loopback, judge = server(always=lambda body: Reply({"error": {"message": "unknown"}}, status))
    with pytest.raises(InputError, match=rf"\({status}: unknown\)"):
        judged(judge)
    assert len(loopback.bodies) == 1


def test_a_dated_version_is_the_same_model_and_is_recorded(server, judged):
    _, judge = server(always=lambda body: Reply({**good(body).content, "model": "loop-1-2026-08-01"}))
    [result] = judged(judge)["q1"]
    assert (result["status"], result["model"]) == ("ok", "loop-1-2026-08-01")


def test_another_model_may_answer_when_it_is_allowed(server, judged):
    _, judge = server(always=lambda body: Reply({**good(body).content, "model": "loop-2"}), any_model=True)
    [result] = judged(judge)["q1"]
    assert (result["status"], result["model"]) == ("ok", "loop-2")


def answering(wrap):
    def reply(body):
        data = json.loads(body["messages"][1]["content"])
        from ontoeval.annotate.judges.rule import RuleJudge

        step = "claims" if "answer" in data else "claim_verdicts"
        return wrap(json.dumps(RuleJudge()._rules[step](data)))

    return reply


@pytest.mark.parametrize(
    ("mode", "wrap"),
    [
        ("json_object", completion),
        ("none", lambda text: completion(f"Gladly:\n```json\n{text}\n```\nAnything else?")),
        ("none", lambda text: completion(f"Here it is {text} as you wished.")),
        (
            "tool",
            lambda text: completion(
                None, finish="tool_calls", tool_calls=[{"function": {"name": "give_verdict", "arguments": text}}]
            ),
        ),
    ],
    ids=["json_object", "fenced", "in a sentence", "tool"],
)
def test_every_response_mode_reads_the_same_verdict(server, judged, mode, wrap):
    loopback, judge = server(always=answering(wrap), mode=mode)
    [result] = judged(judge)["q1"]
    assert result["score"] == 0.5
    body = loopback.bodies[0]
    assert ("tools" in body) == (mode == "tool")
    assert ("JSON Schema" in body["messages"][0]["content"]) == (mode != "tool")
    assert body.get("response_format") == ({"type": "json_object"} if mode == "json_object" else None)


def test_a_tool_that_was_not_called_is_no_content(server, judged):
    _, judge = server(always=lambda body: completion(CLAIMS), mode="tool")
    [result] = judged(judge)["q1"]
    assert result["reason"] == "no_content: the message is empty"


def test_the_schema_that_is_sent_requires_every_field_and_allows_no_other(server, judged):
    loopback, judge = server()
    judged(judge)
    shape = loopback.bodies[1]["response_format"]["json_schema"]
    assert shape["strict"] is True
    verdict = shape["schema"]["$defs"]["ClaimVerdict"]
    assert verdict["additionalProperties"] is False
    assert verdict["required"] == ["claim", "quote", "explanation", "verdict", "failure"]


def test_a_missing_key_is_an_error_before_any_call(monkeypatch, samples):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    judging = Judging(["faithfulness"], OpenAIJudge("gpt-x", Server("https://api.example.org/v1")))
    with pytest.raises(InputError, match="there is no API key") as caught:
        judging.prepare(samples(record()))
    assert "set OPENAI_API_KEY; nothing was sent" in str(caught.value)


def test_the_key_is_sent(server, judged, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    loopback, judge = server()
    judged(judge)
    assert set(loopback.keys) == {"Bearer sk-test"}


def test_no_more_calls_at_the_same_time_than_allowed(server, judged):
    def slow(body):
        reply = good(body)
        reply.after = 0.05
        return reply

    loopback, judge = server(always=slow)
    results = judged(judge, *(record(f"q{n}", f"{n} days.") for n in range(8)), limits=Limits(concurrency=3))
    assert list(results) == [f"q{n}" for n in range(8)]
    assert 2 <= loopback.most <= 3


def test_the_order_and_the_results_do_not_depend_on_concurrency(server, judged):
    def strip(results):
        return {
            n: [{k: v for k, v in r.items() if k not in ("usage", "judge")} for r in rs] for n, rs in results.items()
        }

    rows = [record(f"q{n}", f"Helmets go back within {n} days. They are made of gold.") for n in range(28, 33)]
    one = strip(judged(server()[1], *rows, limits=Limits(concurrency=1)))
    many = strip(judged(server()[1], *rows, limits=Limits(concurrency=8)))
    assert one == many
    assert {name: results[0]["score"] for name, results in one.items()} == {
        "q28": 0.0, "q29": 0.0, "q30": 0.5, "q31": 0.0, "q32": 0.0,
    }  # fmt: skip


def test_costs_follow_the_price_table(server, judged):
    prices = Prices({MODEL: Price(2.5, 10.0)})
    _, judge = server(prices=prices)
    [result] = judged(judge)["q1"]
    # two calls of 100 and 10 tokens: 2 * (100 * 2.5 + 10 * 10) / 1e6
    assert result["usage"]["cost"] == pytest.approx(0.0007)


def test_a_spent_budget_stops_and_keeps_what_was_paid(server, samples):
    # each call costs 0.00035, so the third call finds 0.0007 spent
    loopback, judge = server(prices=Prices({MODEL: Price(2.5, 10.0)}))
    limits = Limits(concurrency=1, budget=0.0006)
    judging = Judging(["faithfulness"], judge, limits=limits)
    rows = samples(record("q1"), record("q2", "Bikes come in three sizes."))
    done = []
    with pytest.raises(oe.annotate.Stopped, match=r"the budget of 0\.0006 is spent"):
        done.extend(name for name, _ in judging.run(rows))
    assert done == ["q1"]
    assert len(loopback.bodies) == 2
    assert judging.usage.cost == pytest.approx(0.0007)


def test_a_budget_without_prices_is_refused(server):
    with pytest.raises(UsageError, match="a budget needs the prices"):
        Judging(["faithfulness"], server()[1], limits=Limits(budget=1))


def test_a_deadline_ends_calls_under_way(server, samples):
    slow = completion(CLAIMS)
    slow.after = 3.0
    _, judge = server(always=lambda body: slow, patience=Patience(timeout=30))
    judging = Judging(["faithfulness"], judge, limits=Limits(deadline=0.3))
    start = time.monotonic()
    with pytest.raises(oe.annotate.Stopped, match=r"the deadline of 0\.3 s has passed"):
        list(judging.run(samples(record())))
    assert time.monotonic() - start < 2.5


def test_it_works_inside_a_running_event_loop(server, samples):
    _, judge = server()
    rows = samples(record())
    judging = Judging(["faithfulness"], judge)

    async def inside():
        waiting = [annotations["faithfulness"][0]["score"] for _, annotations in judging.run(rows)]
        streamed = [annotations["faithfulness"][0]["score"] async for _, annotations in judging.arun(rows)]
        return waiting, streamed

    assert asyncio.run(inside()) == ([0.5], [0.5])


def test_embeddings_are_put_in_the_order_of_the_texts(server):
    loopback, judge = server()
    embedder = OpenAIEmbedder("embed-1", judge.server)

    async def call():
        reply = await embedder.embed(["a", "bbb"])
        await embedder.aclose()
        return reply

    reply = asyncio.run(call())
    assert reply.output == [[1.0, 1.0], [1.0, 3.0]]
    assert (reply.model, reply.usage.prompt_tokens) == ("embed-1", 7)
    assert len(loopback.bodies) == 1


def test_grades_are_weighed_by_their_probabilities(server, judged):
    text = '{"observation": "o", "explanation": "e", "rating": 4}'
    tokens = [text[: text.index("4")], "4", text[text.index("4") + 1 :]]
    content = [{"token": token, "logprob": 0.0, "top_logprobs": []} for token in tokens]
    # probabilities .75 for 4 and .25 for 2 (and something that is no grade): (.75 * 4 + .25 * 2 - 1) / 4 = .625
    content[1]["top_logprobs"] = [
        {"token": "4", "logprob": -0.2876820724517809},
        {"token": "2", "logprob": -1.3862943611198906},
        {"token": "x", "logprob": -9.0},
    ]
    reply = completion(text)
    reply.content["choices"][0]["logprobs"] = {"content": content}
    loopback, judge = server(always=lambda body: reply, logprobs=True)
    [result] = judged(judge, rubric="fluency")["q1"]
    assert loopback.bodies[0]["logprobs"] is True
    assert list(loopback.bodies[0]["response_format"]["json_schema"]["schema"]["properties"]) == [
        "observation",
        "explanation",
        "rating",
    ]
    assert result["score"] == pytest.approx(0.625)
    assert result["fields"]["probabilities"] == pytest.approx({"4": 0.75, "2": 0.25})


def test_the_default_embedder_is_named_as_no_model(judged, server):
    [result] = judged(server()[1], rubric="answer_relevancy")["q1"]
    assert result["embedder"] == "hashed_ngrams(1024,3-4)"
    assert HashedEmbedder().kind == "hashed"


def test_a_judge_that_is_down_stops_the_run(server, samples):
    loopback, judge = server(always=lambda body: Reply({"error": "x"}, 503), patience=Patience(attempts=1))
    rows = samples(*(record(f"q{n}", f"{n} days.") for n in range(30)))
    judging = Judging(["faithfulness"], judge, limits=Limits(concurrency=1, outage=5))
    with pytest.raises(oe.annotate.Stopped, match="5 calls in a row have failed, the last one by server: 503 x"):
        list(judging.run(rows))
    assert len(loopback.bodies) == 5


def test_further_fields_are_sent_and_are_part_of_the_judges_name(server, judged):
    loopback, judge = server(options={"reasoning_effort": "low"}, max_tokens=None)
    judged(judge)
    assert loopback.bodies[0]["reasoning_effort"] == "low"
    assert "max_tokens" not in loopback.bodies[0]
    assert judge.name.endswith("(json_schema,reasoning_effort=low,temperature=0.0)")


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_the_schemas_of_all_rubrics_are_in_the_subset_that_strict_servers_take(name):
    def check(node):
        if isinstance(node, list):
            for part in node:
                check(part)
        elif isinstance(node, dict):
            if node.get("type") == "object":
                assert node["additionalProperties"] is False
                assert node["required"] == list(node["properties"])
            for part in node.values():
                check(part)

    for step in shipped(name).steps:
        check(wire_schema(step.schema))
