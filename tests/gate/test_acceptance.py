"""The handbook's acceptance line as one line of a gate."""

import pytest

import ontoeval as oe

LINE = {
    "name": "acceptance",
    "all": [
        {"metric": "faithfulness", "min": 0.85, "min_n": 200},
        {"metric": "faithfulness", "min": 0.85, "by": "intent", "min_slices": 3},
        {"metric": "latency_ms", "max": 1500},
        {"metric": "false_exclusion_rate", "max": 0.02},
    ],
}
INTENTS = ("lookup", "compare", "return")
DOCS = [{"id": "d1", "locale": "en"}, {"id": "d2", "locale": "de"}]


def verdict(n=210, intents=INTENTS, unfaithful=10, slow=10, excluded=4):
    """The gate on questions of which some are unfaithful, slow or lose their document to the filter."""
    gold, run = [], []
    for i in range(n):
        said = {"claim": 1, "verdict": "unsupported" if i < unfaithful else "supported"}
        fields = {"claims": [{"id": 1, "text": "It is so."}], "verdicts": [said]}
        notes = {"faithfulness": [{"fields": fields}]}
        tags = {"intent": intents[i % len(intents)]}
        gold.append({"id": f"q{i}", "tags": tags, "docs": ["d1"], "annotations": notes})
        wanted = "de" if i < excluded else "en"
        row = {"id": f"q{i}", "answer": "It is so.", "contexts": ["d1"], "predicates": {"locale": wanted}}
        run.append({**row, "latency_ms": {"total": 2000 if i < slow else 900}})
    compiled = oe.compile(gold, run, docs=DOCS)
    report = oe.evaluate(compiled, ["faithfulness", "latency_ms", "false_exclusion_rate"], by=["intent"])
    return oe.Gate([LINE]).check(report)


def test_it_passes_when_all_of_it_holds():
    found = verdict()
    assert found.state == "pass"
    assert found


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"unfaithful": 40}, "0.8095 is below min 0.85"),  # 170 of 210
        ({"n": 198, "slow": 9, "excluded": 3}, "n = 198, at least 200 are wanted"),
        ({"intents": INTENTS[:2]}, "2 values of intent, at least 3 are wanted"),
        ({"slow": 11}, "2,000.0 is above max 1500"),  # 199 of 210 are .948 of them
        ({"excluded": 5}, "0.0238 is above max 0.02"),
    ],
)
def test_it_fails_for_its_own_reason(change, reason):
    found = verdict(**change)
    reasons = [said for line in found.lines for check in line.checks for said in check.reasons]
    assert found.state == "fail"
    assert not found
    assert reasons[0] == reason
