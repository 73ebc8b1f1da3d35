"""Saved replies of model APIs: what was answered, why the model stopped, and what went wrong.

The shapes are those of the API references of OpenAI (chat completions, responses, batches), Anthropic (messages,
message batches), Google (generateContent) and Ollama (chat), with the fields that do not matter left out.
"""

from __future__ import annotations

import json

import pytest

import ontoeval as oe
from ontoeval.audit.output_replies import Reply, reply_of
from ontoeval.audit.output_rows import Answers
from ontoeval.errors import UsageError
from ontoeval.records.batch import Problems


def completion(content, reason="stop", **message):
    choice = {"index": 0, "message": {"role": "assistant", "content": content, **message}, "finish_reason": reason}
    return {"id": "chatcmpl-1", "object": "chat.completion", "choices": [choice]}


def message(*blocks, reason="end_turn"):
    return {"id": "msg_1", "type": "message", "role": "assistant", "content": list(blocks), "stop_reason": reason}


def response(*items, **more):
    return {"id": "resp_1", "object": "response", "status": "completed", "output": list(items), **more}


def said(text):
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def function(arguments):
    return {"id": "call_1", "type": "function", "function": {"name": "annotate", "arguments": arguments}}


TEXT = {"type": "text", "text": "{}"}


@pytest.mark.parametrize(
    ("row", "reply"),
    [
        (completion("{}"), Reply("{}", "stop")),
        (completion(None, "length"), Reply("", "length")),
        (completion([{"type": "text", "text": "{}"}]), Reply("{}", "stop")),
        (completion(None, "tool_calls", tool_calls=[function("{}")]), Reply("{}", "tool_calls")),
        (completion("", "tool_calls", tool_calls=[function("1"), function("2")]), Reply("1", "tool_calls", left=1)),
        (completion(None, "function_call", function_call={"arguments": "{}"}), Reply("{}", "function_call")),
        (completion(None, refusal="I cannot."), Reply("I cannot.", "refusal")),
        ({**completion("a"), "choices": completion("a")["choices"] * 3}, Reply("a", "stop", left=2)),
        ({"object": "text_completion", "choices": [{"text": "{}", "finish_reason": "length"}]}, Reply("{}", "length")),
        (message(TEXT), Reply("{}", "end_turn")),
        (message({"type": "thinking", "thinking": "…"}, TEXT, TEXT), Reply("{}{}", "end_turn")),
        (
            message(TEXT, {"type": "tool_use", "id": "t", "name": "x", "input": {"a": 1}}, reason="tool_use"),
            Reply({"a": 1}, "tool_use"),
        ),
        (response({"type": "reasoning", "summary": []}, said("{}")), Reply("{}")),
        (response({"type": "function_call", "name": "x", "arguments": "{}"}), Reply("{}")),
        (
            response(said("{"), status="incomplete", incomplete_details={"reason": "max_output_tokens"}),
            Reply("{", "max_output_tokens"),
        ),
        (
            response({"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}),
            Reply("No.", "refusal"),
        ),
        (
            response(error={"code": "server_error", "message": "boom"}, status="failed"),
            Reply(error="server_error: boom"),
        ),
        (
            {"candidates": [{"content": {"parts": [{"text": "{"}, {"text": "}"}]}, "finishReason": "MAX_TOKENS"}]},
            Reply("{}", "MAX_TOKENS"),
        ),
        ({"candidates": [{"finishReason": "SAFETY"}]}, Reply("", "SAFETY")),
        (
            {"candidates": [{"content": {"parts": [{"functionCall": {"name": "x", "args": {"a": 1}}}]}}] * 2},
            Reply({"a": 1}, left=1),
        ),
        (
            {"model": "m", "message": {"role": "assistant", "content": "{}"}, "done": True, "done_reason": "length"},
            Reply("{}", "length"),
        ),
        (
            {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
            Reply(error="overloaded_error: Overloaded"),
        ),
    ],
)
def test_replies_of_every_api(row, reply):
    assert reply_of(row) == reply


@pytest.mark.parametrize(
    "row",
    [
        "{}",
        {"choices": ["A", "B"]},
        {"choices": [{"text": "A", "correct": True}]},
        {"type": "message", "content": "a letter"},
        {"error": "the answer says that it is one"},
        {"error": {"message": "x"}, "id": "q1"},
        {"candidates": [{"id": "HP:0001250"}]},
        {"message": {"role": "assistant"}},
        {"object": "response", "output": "text"},
    ],
)
def test_answers_that_only_look_like_a_reply(row):
    assert reply_of(row) is None


@pytest.mark.parametrize(
    ("row", "reply"),
    [
        ({"response": {"status_code": 200, "body": completion("{}")}, "error": None}, Reply("{}", "stop", id="d1")),
        ({"response": None, "error": {"code": "expired", "message": "late"}}, Reply(error="expired: late", id="d1")),
        ({"response": {"status_code": 429, "body": {"error": {"message": "rate"}}}}, Reply(error="rate", id="d1")),
        ({"result": {"type": "succeeded", "message": message(TEXT)}}, Reply("{}", "end_turn", id="d1")),
        (
            {"result": {"type": "errored", "error": {"type": "error", "error": {"type": "api_error", "message": "x"}}}},
            Reply(error="api_error: x", id="d1"),
        ),
        ({"result": {"type": "expired"}}, Reply(error="expired", id="d1")),
    ],
)  # fmt: skip
def test_results_of_batches_have_the_id_that_the_caller_gave(row, reply):
    assert reply_of({"id": "batch_req_1", "custom_id": "d1", **row}) == reply


def read(source, **options):
    problems = Problems()
    rows = [row for _, row in Answers(source, **options).rows(problems)]
    return [(row["id"], row["output"], row["error"]) for row in rows], problems.notes


def test_replies_are_opened_wherever_they_stand(tmp_path):
    assert read([completion("{}")])[0] == [("chatcmpl-1", "{}", None)]
    assert read([{"id": "q1", "response": completion("{}")}])[0] == [("q1", "{}", None)]
    assert read([{"id": "q1", "raw": message(TEXT)}], output="raw")[0] == [("q1", "{}", None)]
    assert read([completion("{}")], output="choices[0].message.content")[0] == [("chatcmpl-1", "{}", None)]
    (tmp_path / "PMID7.json").write_text(json.dumps(completion("{}")))
    assert read(tmp_path)[0] == [("PMID7", "{}", None)]
    assert read([{"id": "a", "custom_id": "d1", "response": None, "error": {"message": "m"}}])[0] == [("d1", None, "m")]


def test_what_was_opened_and_what_was_left_is_told():
    _, notes = read([completion("1"), {**completion("2"), "id": "2", "choices": completion("2")["choices"] * 3}])
    assert [(note.id, note.severity, note.got) for note in notes] == [
        ("answers.replies", "info", "2 rows are replies of a model API: what the model said is audited"),
        ("answers.left", "warning", "2 further choices or tool calls stand beside the first ones and are not read"),
    ]
    assert read([{"id": "a", "output": "{}"}])[1] == []


def test_a_path_to_many_places_is_no_answer():
    with pytest.raises(UsageError, match="names many places"):
        Answers([completion("{}")], output="choices[*].message.content")


CUT = [
    ({"id": "1", "output": '{"a": 1}', "finish_reason": "stop"}, None),
    ({"id": "1", "output": '{"a": 1}', "finish_reason": "length"}, None),  # it is whole
    ({"id": "1", "output": '{"a": [1', "finish_reason": "length"}, "parse.truncated"),
    ({"id": "1", "output": '```json\n{"a": 1}\n', "stop_reason": "max_tokens"}, "parse.truncated"),
    ({"id": "1", "output": "Let me think. First", "finishReason": "MAX_TOKENS"}, "parse.truncated"),
    ({"id": "1", "output": "12", "done_reason": "length"}, "parse.truncated"),  # of 123, perhaps
    ({"id": "1", "output": {"a": 1}, "stop_reason": "max_tokens"}, "parse.truncated"),  # nothing shows that it is whole
    ({"id": "1", "run": {"output": "{", "finish_reason": "length"}}, "parse.truncated"),
    ({"id": "1", "output": "", "finish_reason": "length"}, "response.empty"),
    ({"id": "1", "output": None, "finish_reason": "length"}, "response.empty"),
    ({"id": "1", "output": "", "finish_reason": "content_filter"}, "response.refusal"),
    ({"id": "1", "output": "I would rather", "stop_reason": "refusal"}, "response.refusal"),
    ({"id": "1", "output": '{"a": 1}', "finish_reason": "content_filter"}, None),
    (completion('{"a": ', "length"), "parse.truncated"),
    (completion(None, refusal="That is not something I do."), "response.refusal"),
    (message({"type": "tool_use", "input": {}}, reason="max_tokens"), "parse.truncated"),
]


@pytest.mark.parametrize("reader", ["strict", "lenient"])
@pytest.mark.parametrize(("row", "code"), CUT)
def test_why_the_model_stopped_says_what_the_answer_is(row, code, reader):
    report = oe.audit.outputs([row], parse=reader)
    assert [fault.id for fault in report.faults] == ([] if code is None else [code])
    rate = "strict_parse_rate" if reader == "strict" else "repaired_parse_rate"
    assert report[rate].value == (1.0 if code is None else 0.0)


def test_the_reason_is_named_and_what_to_do():
    report = oe.audit.outputs([{"id": "1", "output": '{"a', "finish_reason": "length"}])
    (fault,) = report.faults
    assert report.table("outputs")[0]["fault"] == "truncated JSON"
    assert fault.got == "cut off: the model stopped with 'length'"
    assert fault.mend == "raise the token limit of the answer"
    (fault,) = oe.audit.outputs([{"id": "1", "output": "", "finish_reason": "length"}]).faults
    assert fault.got == "the answer is empty: cut off: the model stopped with 'length'"


def test_nothing_of_a_cut_answer_is_used():
    """The first object of a fenced answer could be read: what came after it may have been the answer."""
    onto = oe.load(b"child,parent\nsedan,car\n", format="csv")
    row = {"id": "1", "output": '```json\n{"id": "sedan"}\n```\nNo, rather:', "finish_reason": "length"}
    report = oe.audit.outputs([row], ontology=onto, slots=["$.id"], parse="lenient")
    assert report['vocabulary_conformance(parse="lenient")'].value is None
