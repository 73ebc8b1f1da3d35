"""Reading JSON lines into checked columns, against ``json.loads`` of each line with no check."""

import json
import random

import ontoeval as oe

ROWS, HITS = 10_000, 20


def test_reading_json_lines(bench, tmp_path):
    chance = random.Random(7)
    gold, run = tmp_path / "gold.jsonl", tmp_path / "run.jsonl"
    with gold.open("w") as golden, run.open("w") as given:
        for row in range(ROWS):
            docs = [f"doc{doc}" for doc in chance.sample(range(100_000), HITS)]
            scores = sorted((chance.random() for _ in docs), reverse=True)
            hits = [{"id": doc, "score": score} for doc, score in zip(docs, scores, strict=True)]
            truth = {"id": f"q{row}", "query": f"question {row}", "tags": {"intent": "fact"}, "docs": {docs[3]: 2}}
            golden.write(json.dumps(truth) + "\n")
            given.write(json.dumps({"id": f"q{row}", "retrieved": hits, "answer": "yes"}) + "\n")

    def plain() -> int:
        total = 0
        for path in (gold, run):
            with path.open() as lines:
                total += len([json.loads(line) for line in lines])
        return total // 2

    ours, expected = bench.compare(
        "JSON lines, 10k questions and runs of 20 scored hits",
        lambda: len(oe.read(gold, run)),
        plain,
        "json.loads per line",
        rounds=3,
    )
    assert ours == expected == ROWS
