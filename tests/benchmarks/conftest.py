"""Measures CPU time against peers in one run, as ratios; nothing here fails because it is slow.

``make bench`` prints the table; with ``ONTOEVAL_BENCH_OUT=results.json`` (or ``.md``) it is appended there too.
"""

import gc
import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

VARIABLE = "ONTOEVAL_BENCH_OUT"
DATA_VARIABLE = "ONTOEVAL_REFERENCE_DATA"


@dataclass(frozen=True)
class Line:
    """One line of the table; seconds are of CPU time, of all threads, the best of several rounds."""

    benchmark: str
    seconds: float
    peer: str
    peer_seconds: float
    target: str

    @property
    def faster(self) -> float:
        """How many times faster than the peer."""
        return self.peer_seconds / self.seconds


class Bench:
    """Times functions in turns and keeps the table."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def compare(
        self,
        benchmark: str,
        ours: Callable[[], Any],
        peer: Callable[[], Any],
        peer_name: str,
        *,
        target: str = "",
        rounds: int = 7,
    ) -> tuple[Any, Any]:
        """Time both in turns, so that a slow moment of the machine hits both; return what they returned."""
        ours(), peer()  # imports, caches of files, warm memory
        best = [float("inf"), float("inf")]
        results: list[Any] = [None, None]
        for _ in range(rounds):
            for place, function in enumerate((ours, peer)):
                results[place] = None
                seconds, results[place] = cpu_seconds(function)
                best[place] = min(best[place], seconds)
        self.lines.append(Line(benchmark, best[0], peer_name, best[1], target))
        return results[0], results[1]


def cpu_seconds(function: Callable[[], Any]) -> tuple[float, Any]:
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        result = function()
        return time.process_time() - start, result
    finally:
        gc.enable()


def table(lines: list[Line]) -> str:
    head = "| benchmark | ontoeval, CPU s | peer, CPU s | peer | times faster | target |\n|---|---|---|---|---|---|\n"
    return head + "".join(
        f"| {line.benchmark} | {line.seconds:.4f} | {line.peer_seconds:.4f} | {line.peer} | {line.faster:.2f} "
        f"| {line.target} |\n"
        for line in lines
    )


def machine() -> str:
    versions = " ".join(f"{name} {version(name)}" for name in ("ontoeval", "numpy", "pydantic"))
    return f"Python {platform.python_version()}, {versions}, {platform.machine()}, {os.cpu_count()} cores"


def append(path: Path, lines: list[Line]) -> None:
    when = datetime.now(UTC).isoformat(timespec="seconds")
    if path.suffix == ".json":
        runs = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        rows = [{**asdict(line), "times_faster": round(line.faster, 3)} for line in lines]
        runs.append({"when": when, "machine": machine(), "lines": rows})
        path.write_text(json.dumps(runs, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    else:
        with path.open("a", encoding="utf-8") as stream:
            stream.write(f"## {when}\n\n{machine()}\n\n{table(lines)}\n")


@pytest.fixture(scope="session")
def bench() -> Iterator[Bench]:
    """Times functions; the table comes at the end of the session."""
    result = Bench()
    yield result
    if result.lines:
        print(f"\n\n{machine()}\n\n{table(result.lines)}")
        if os.environ.get(VARIABLE):
            append(Path(os.environ[VARIABLE]), result.lines)


@pytest.fixture(scope="session")
def reference_data() -> Path:
    """The folder with published data sets; benchmarks that need it are skipped where it is absent."""
    beside = Path(__file__).resolve().parents[2].parent / "shared" / "data"
    folder = Path(os.environ.get(DATA_VARIABLE, beside))
    if not folder.is_dir():
        pytest.skip(f"reference data is not installed: set {DATA_VARIABLE} to its folder")
    return folder
