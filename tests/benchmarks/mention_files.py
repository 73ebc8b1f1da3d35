"""Golden mentions and what a linker of middling quality makes of them, as JSON lines; the same every time."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MENTIONS = 100
N_CONCEPTS = 20_000

Row = dict[str, Any]


def documents(count: int, prefix: str = "HP") -> Iterator[tuple[Row, Row]]:
    """Golden documents of a hundred mentions each, and the run's."""
    chance = random.Random(7)
    for document in range(count):
        starts = sorted(chance.sample(range(0, 4000, 20), MENTIONS))
        wanted = [{"start": at, "end": at + 12, "id": f"{prefix}:{chance.randrange(N_CONCEPTS):07d}"} for at in starts]
        found = []
        for mention in wanted:
            draw = chance.random()
            if draw < 0.6:
                found.append(dict(mention))
            elif draw < 0.75:
                found.append({**mention, "id": f"{prefix}:{chance.randrange(N_CONCEPTS):07d}"})
            elif draw < 0.9:
                found.append({**mention, "end": mention["end"] + 3})
        yield {"id": f"doc{document}", "mentions": wanted}, {"id": f"doc{document}", "mentions": found}


def write(folder: Path, count: int, prefix: str = "HP") -> tuple[Path, Path]:
    """Write gold.jsonl and run.jsonl."""
    gold, run = folder / "gold.jsonl", folder / "run.jsonl"
    with gold.open("w", encoding="utf-8") as wanted, run.open("w", encoding="utf-8") as found:
        for left, right in documents(count, prefix):
            wanted.write(json.dumps(left) + "\n")
            found.write(json.dumps(right) + "\n")
    return gold, run
