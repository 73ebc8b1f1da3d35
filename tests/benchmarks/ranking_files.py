"""Golden sets and runs of any size as Parquet files, written piece by piece; the same for one seed.

``python tests/benchmarks/ranking_files.py FOLDER 1000000 20`` writes gold.parquet and run.parquet.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet

N_DOCS = 1_000_000
JUDGED = 4
_AT_ONCE = 10_000


def write(folder: Path, questions: int, retrieved: int, seed: int = 1) -> tuple[Path, Path]:
    """A golden set of four judged documents per question, half of which the run finds, and the run."""
    random = np.random.default_rng(seed)
    folder.mkdir(parents=True, exist_ok=True)
    gold, run = folder / "gold.parquet", folder / "run.parquet"
    text = [("query_id", pa.string()), ("doc_id", pa.string())]
    golden, ranked = pa.schema([*text, ("relevance", pa.int64())]), pa.schema([*text, ("score", pa.float64())])
    with pa.parquet.ParquetWriter(gold, golden) as judgements, pa.parquet.ParquetWriter(run, ranked) as rankings:
        for begin in range(0, questions, _AT_ONCE):
            size = min(_AT_ONCE, questions - begin)
            first = random.integers(0, N_DOCS, size)[:, None]
            docs = (first + 17 * np.arange(retrieved)) % N_DOCS  # all different within one question
            scores = np.sort(random.random((size, retrieved)), axis=1)[:, ::-1]
            found = docs[:, random.permutation(retrieved)[: JUDGED // 2]]
            judged = np.concatenate([found, (first + 5 + 17 * np.arange(JUDGED // 2)) % N_DOCS], axis=1)
            grades = random.integers(0, 4, judged.shape)
            names = np.char.add("q", np.arange(begin, begin + size).astype(str))
            rankings.write_table(_table(ranked, names, docs, scores))
            judgements.write_table(_table(golden, names, judged, grades))
    return gold, run


def _table(schema: pa.Schema, names: np.ndarray, docs: np.ndarray, numbers: np.ndarray) -> pa.Table:
    queries = np.repeat(names, docs.shape[1])
    texts = np.char.add("doc", docs.ravel().astype(str))
    return pa.table([queries.tolist(), texts.tolist(), numbers.ravel()], schema=schema)


if __name__ == "__main__":
    print(*write(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
