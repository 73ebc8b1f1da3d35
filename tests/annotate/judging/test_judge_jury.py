"""Several judges: juries decide by majority, rotating judges keep off their own family, self-preference is a number."""

import json
import re

import pytest
from loopback import MODEL, completion, good, record

from ontoeval.annotate import Jury, Rotation, RuleJudge, self_preference
from ontoeval.annotate.families import family, is_version
from ontoeval.annotate.protocol import Judge, Reply, Usage
from ontoeval.errors import UsageError


class Scripted(Judge):
    """A judge that calls the claims in ``accepted`` supported; it counts its calls and tokens."""

    def __init__(self, name, accepted, fault=None):
        self.name, self.models, self.accepted, self.fault = name, (name,), accepted, fault
        self.asked = []

    async def ask(self, task):
        self.asked.append(task.step.name)
        usage = Usage(1, 1, 10, 1, 0.0, None)
        if self.fault and task.step.name == "claim_verdicts":
            return Reply(fault=self.fault, usage=usage)
        if task.step.name == "claims":
            claims = [{"id": n, "text": text} for n, text in enumerate(task.data["answer"].split(". "), 1)]
            return Reply({"refusal": False, "claims": claims}, model=self.name, usage=usage)
        verdicts = [
            {
                "claim": claim["id"],
                "quote": "helmets go back within 30 days" if claim["id"] in self.accepted else None,
                "explanation": self.name,
                "verdict": "supported" if claim["id"] in self.accepted else "unsupported",
                "failure": "none" if claim["id"] in self.accepted else "fabrication",
            }
            for claim in task.data["claims"]
        ]
        return Reply({"verdicts": verdicts}, model=self.name, usage=usage)


def jury_of(*accepted, **options):
    return [Scripted(f"judge-{letter}", claims, **options) for letter, claims in zip("abcd", accepted, strict=False)]


def test_most_judges_decide_each_claim_and_disagreements_are_listed(judged):
    judges = jury_of({1}, {1, 2}, {1})
    [result] = judged(Jury(judges))["q1"]
    assert result["score"] == 0.5
    assert result["judge"] == "jury(judge-a,judge-b,judge-c)"
    assert result["disagreements"] == [
        {"item": "claim 2", "votes": {"judge-a": "unsupported", "judge-b": "supported", "judge-c": "unsupported"}}
    ]
    assert (result["usage"]["calls"], result["usage"]["prompt_tokens"]) == (4, 40)
    assert result["model"] == "judge-a,judge-b,judge-c"


def test_the_first_judge_takes_the_answer_apart_for_all(judged):
    judges = jury_of({1}, {1}, {1})
    judged(Jury(judges))
    assert [judge.asked for judge in judges] == [["claims", "claim_verdicts"], ["claim_verdicts"], ["claim_verdicts"]]


def test_no_majority_is_invalid(judged):
    [result] = judged(Jury(jury_of({1}, {1, 2})))["q1"]
    assert (result["status"], result["score"]) == ("invalid", None)
    assert result["reason"] == "no_majority: claim 2: judge-a: unsupported, judge-b: supported"
    assert len(result["disagreements"]) == 1


def test_a_judge_that_fails_makes_the_result_invalid(judged):
    judges = [*jury_of({1}, {1}), Scripted("judge-z", {1}, fault="timeout: late")]
    assert judged(Jury(judges))["q1"][0]["reason"] == "timeout: late [judge-z]"


def test_a_jury_votes_on_single_answers_too(server, judged):
    said = iter(["4", "5", "4"])

    def rate(body):
        text = {"observation": "", "explanation": "", "rating": int(next(said))}
        return completion(json.dumps(text))

    judges = [server(always=rate)[1] for _ in range(3)]
    [result] = judged(Jury(judges), rubric="fluency")["q1"]
    assert result["score"] == 0.75
    assert result["disagreements"][0]["item"] == "fluency"


@pytest.mark.parametrize("judges", [[], [RuleJudge()], [RuleJudge(), RuleJudge()]])
def test_a_jury_has_at_least_two_different_judges(judges):
    with pytest.raises(UsageError, match="at least two different judges"):
        Jury(judges)


# ---- families ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "house"),
    [
        ("gpt-4o-mini", "openai"),
        ("o3-mini", "openai"),
        ("openai/gpt-oss-120b", "openai"),
        ("claude-sonnet-4", "anthropic"),
        ("models/gemini-2.5-flash", "google"),
        ("gemma3:27b", "google"),
        ("meta-llama/Llama-3.3-70B-Instruct", "meta"),
        ("mixtral-8x7b", "mistral"),
        ("Qwen/Qwen3-32B", "alibaba"),
        ("olmo-2", "olmo-2"),
    ],
)
def test_families(model, house):
    assert family(model) == house


@pytest.mark.parametrize(
    ("model", "base", "same"),
    [
        ("gpt-4o-2024-08-06", "gpt-4o", True),
        ("gpt-4o", "gpt-4o", True),
        ("gpt-4o-mini", "gpt-4o", False),
        ("gemini-2.0-flash-001", "models/gemini-2.0-flash", True),
        ("llama3", "llama3:latest", True),
        ("gpt-4", "gpt-4o", False),
    ],
)
def test_versions_of_a_model(model, base, same):
    assert is_version(model, base) is same


def test_a_judge_of_the_systems_family_is_refused_unless_allowed(judged):
    judge = Scripted("gpt-4.1", {1})
    with pytest.raises(UsageError, match="is of the same family as the system 'gpt-4o'"):
        judged(judge, system="gpt-4o")
    assert judge.asked == []
    assert judged(judge, system="gpt-4o", allow_same_family=True)["q1"][0]["score"] == 0.5
    assert judged(judge, system="claude-x")["q1"][0]["score"] == 0.5


def test_the_system_of_each_record_counts(judged):
    with pytest.raises(UsageError, match="same family"):
        judged(Scripted("gpt-4.1", {1}), record() | {"tags": {"system": "gpt-4o"}})


def test_rotating_judges_never_judge_their_family_and_share_the_work(judged):
    judges = [Scripted("gpt-4.1", {1}), Scripted("claude-x", {1}), Scripted("gemini-x", {1})]
    rows = [record(f"q{n}") | {"tags": {"system": "gpt-4o"}} for n in range(20)]
    results = judged(Rotation(judges), *rows)
    names = [result[0]["judge"] for result in results.values()]
    assert set(names) == {"claude-x", "gemini-x"}
    assert names == [result[0]["judge"] for result in judged(Rotation(judges), *rows[::-1]).values()][::-1]


def test_judges_of_one_family_cannot_rotate():
    with pytest.raises(UsageError, match="judges of one family cannot take turns"):
        Rotation([Scripted("gpt-4o", {1}), Scripted("gpt-4.1", {1})])


def test_self_preference_is_what_goes_beyond_leniency():
    # gpt: .2 above the others on its own answers, .1 below on others' -> .3; claude: -.2 below gpt on gpt's, ...
    rows = [
        ("a", "gpt-4o", "gpt-4.1", 0.9),
        ("a", "gpt-4o", "claude-x", 0.7),
        ("b", "claude-y", "gpt-4.1", 0.5),
        ("b", "claude-y", "claude-x", 0.6),
        ("c", "gpt-4o", "gpt-4.1", None),
    ]
    claude, gpt = self_preference(rows)
    assert (gpt.judge, gpt.n_own, gpt.n_others) == ("openai", 1, 1)
    assert gpt.own == pytest.approx(0.2)
    assert gpt.others == pytest.approx(-0.1)
    assert gpt.value == pytest.approx(0.3)
    assert claude.value == pytest.approx(0.1 - (-0.2))


def test_self_preference_without_another_judge_is_none():
    [row] = self_preference([("a", "gpt-4o", "gpt-4.1", 1.0)])
    assert (row.own, row.others, row.value, row.n_own) == (None, None, None, 0)


def test_a_jury_behind_servers(server, judged):
    judges = [server(always=good)[1] for _ in range(3)]
    [result] = judged(Jury(judges))["q1"]
    assert result["score"] == 0.5
    assert "disagreements" not in result
    assert result["usage"]["calls"] == 4
    assert len(re.findall(MODEL, result["judge"])) == 3
