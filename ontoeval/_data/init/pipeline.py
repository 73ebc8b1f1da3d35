"""Where ontoeval meets your pipeline: replace the body of `answer` with a call of it.

``ontoeval collect golden.jsonl --call pipeline:answer -o answers.jsonl`` asks it every question.
"""

import json
import re
import time
from pathlib import Path
from typing import Any

DOCS = [json.loads(line) for line in Path("docs.jsonl").read_text(encoding="utf-8").splitlines()]


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The reply to a question.

    Args:
        question: ``id``, ``query`` and ``tags``; never what is true.

    Returns:
        What the pipeline did, as far as it can tell; the more fields, the more stages can be measured.
    """
    start = time.perf_counter()
    words = set(_words(question["query"]))
    ranked = sorted(DOCS, key=lambda doc: (-len(words & set(_words(doc["text"]))), doc["id"]))
    best = ranked[0]
    return {
        "retrieved": [doc["id"] for doc in ranked[:3]],  # best first
        "contexts": [{"id": best["id"], "text": best["text"]}],  # what the generator was given
        "concepts": best["concepts"],  # concepts that the question was linked to
        "answer": best["text"],
        "latency_ms": {"retrieval": (time.perf_counter() - start) * 1000},
        # "filter": …, "candidates": […], "mentions": […], "citations": […], "cost": {…}, "tokens": {…}
    }


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
