"""Random but valid verdicts of judges on a sample, and perfect ones."""

from __future__ import annotations

import random
from typing import Any

Row = dict[str, Any]

CLAIMS = ["It is blue.", "it is blue", "It is big.", "It weighs 3 kg.", "It is new."]
SUPPORT = ["full", "partial", "none"]


def judge(chance: random.Random, sample: Row, run: Row) -> None:
    """Put verdicts of every rubric beside a sample, some of them invalid, and the fields that only judges read."""
    gold = sample["gold"]
    if gold is not None and chance.random() < 0.8:
        gold["nuggets"] = [{"text": text, "vital": chance.random() < 0.6} for text in CLAIMS[: chance.randint(0, 4)]]
    if chance.random() < 0.8:
        run["other_answer"] = chance.choice(["no", "yes, of course", ""])
    if chance.random() < 0.8:
        run["repeats"] = [chance.choice(["yes", "Yes.", "no", "I do not know."]) for _ in range(chance.randint(0, 3))]
    turns = chance.choice([1, 1, 2])
    made = {
        "faithfulness": lambda: {**_claims(chance), "refusal": chance.random() < 0.2},
        "context_recall": lambda: _claims(chance),
        "context_precision": lambda: _contexts(chance, run),
        "answer_relevancy": lambda: _relevancy(chance),
        "semantic_similarity": lambda: {"similarity": chance.uniform(-1, 1)},
        "answer_correctness": lambda: _statements(chance),
        "nuggets": lambda: _nuggets(chance, gold),
        "citations": lambda: _citations(chance, run),
        "fluency": lambda: _rating(chance),
        "preference": lambda: _preference(chance),
        "abstention": lambda: {"refused": chance.random() < 0.4},
    }
    for rubric, fields in made.items():
        results = [_result(fields(), chance) for _ in range(turns)]
        if chance.random() < 0.08:
            results[-1] = {"status": "invalid", "fields": None, "score": None, "reason": "truncated: by length"}
        sample["annotations"][rubric] = results
    sample["annotations"]["entity_grounding"] = [
        {"text": text, "how": chance.choice(["label", "synonym", "descendant", "literal", "absent", "unnamed"])}
        for text in CLAIMS[: chance.randint(0, 3)]
    ]


def judge_well(sample: Row, run: Row) -> None:
    """Put perfect verdicts of every rubric beside a sample."""
    sample["gold"]["nuggets"] = [{"text": CLAIMS[0], "vital": True}]
    run |= {"other_answer": "no", "repeats": [run["answer"]]}
    claim, supported = {"id": 0, "text": CLAIMS[0]}, {"claim": 0, "verdict": "supported"}
    claims = {"claims": [claim], "verdicts": [supported]}
    useful = [{"context": place, "useful": True} for place in range(len(run["contexts"]))]
    fields = {
        "faithfulness": claims,
        "context_recall": claims,
        "context_precision": {"verdicts": useful},
        "answer_relevancy": {"questions": [{"question": "q", "noncommittal": False}], "similarities": [1.0]},
        "semantic_similarity": {"similarity": 1.0},
        "answer_correctness": {"both": CLAIMS[:1], "answer_only": [], "reference_only": []},
        "nuggets": {"verdicts": [{"nugget": 0, "support": "full"}]},
        "citations": {
            "claims": [{**claim, "checkable": True, "citations": [0]}],
            "verdicts": [{"claim": 0, "citation": 0, "support": "full"}],
        },
        "fluency": {"rating": 5, "probabilities": {"5": 1.0}},
        "preference": {"orders": [{"first": "answer", "winner": "first"}, {"first": "other", "winner": "second"}]},
    }
    fields["abstention"] = {"refused": not sample["gold"]["answerable"]}
    sample["annotations"] |= {rubric: [{"fields": verdict, "score": 1.0}] for rubric, verdict in fields.items()}
    sample["annotations"]["entity_grounding"] = [{"text": "left", "id": "T:1", "how": "label"}]


def _result(fields: Row, chance: random.Random) -> Row:
    return {"status": "ok", "fields": fields, "score": chance.choice([None, 0.25, 1.0])}


def _claims(chance: random.Random) -> Row:
    count = chance.randint(0, len(CLAIMS))
    verdicts = []
    for number in range(count):
        held = chance.random() < 0.7
        more = {"quote": "t"} if held else {"failure": chance.choice(["fabrication", "stale_fact"])}
        verdicts.append({"claim": number, "verdict": "supported" if held else "unsupported", **more})
    claims = [{"id": number, "text": text} for number, text in enumerate(CLAIMS[:count])]
    return {"claims": claims, "verdicts": chance.sample(verdicts, count)}


def _contexts(chance: random.Random, run: Row) -> Row:
    count = len(run["contexts"]) if run.get("contexts") is not None else 2
    return {"verdicts": [{"context": place, "useful": chance.random() < 0.5} for place in range(count)]}


def _relevancy(chance: random.Random) -> Row:
    count = chance.randint(0, 3)
    questions = [{"question": "What?", "noncommittal": chance.random() < 0.3} for _ in range(count)]
    return {"questions": questions, "similarities": [chance.uniform(-1, 1) for _ in range(count)]}


def _statements(chance: random.Random) -> Row:
    cuts = sorted(chance.choices(range(len(CLAIMS) + 1), k=2))
    return {
        "both": CLAIMS[: cuts[0]],
        "answer_only": CLAIMS[cuts[0] : cuts[1]],
        "reference_only": CLAIMS[cuts[1] :] if chance.random() < 0.7 else [],
    }


def _nuggets(chance: random.Random, gold: Row | None) -> Row:
    count = len((gold or {}).get("nuggets") or [])
    return {"verdicts": [{"nugget": place, "support": chance.choice(SUPPORT)} for place in range(count)]}


def _citations(chance: random.Random, run: Row) -> Row:
    listed = len(run.get("citations") or [])
    claims = [
        {"id": number, "text": text, "checkable": chance.random() < 0.8, "citations": [0][: chance.randint(0, listed)]}
        for number, text in enumerate(CLAIMS[: chance.randint(0, 4)])
    ]
    pairs = [(claim["id"], citation) for claim in claims for citation in claim["citations"]]
    verdicts = [{"claim": claim, "citation": place, "support": chance.choice(SUPPORT)} for claim, place in pairs]
    return {"claims": claims, "verdicts": verdicts}


def _rating(chance: random.Random) -> Row:
    share = chance.random()
    probabilities = {"4": share, "2": 1 - share} if chance.random() < 0.7 else None
    return {"rating": chance.randint(1, 5), "probabilities": probabilities}


def _preference(chance: random.Random) -> Row:
    winners = ["first", "second", "tie"]
    return {"orders": [{"first": first, "winner": chance.choice(winners)} for first in ("answer", "other")]}
