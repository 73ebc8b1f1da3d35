"""Measures CPU time against peers in one run, as ratios; nothing here fails because it is slow.

``make bench`` prints the table; with ``ONTOEVAL_BENCH_OUT=results.json`` (or ``.md``) it is appended there too.
"""

import gc
import json
import os
import platform
import subprocess
import sys
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


@dataclass(frozen=True)
class Record:
    """One line of the second table, of work that has no peer: CPU seconds and peak memory of a process of its own."""

    benchmark: str
    seconds: float
    megabytes: float
    budget: str


_BEFORE = "import json, sys, time\nbegin = 0.0\n"
_AFTER = """
seconds = time.process_time() - begin
with open("/proc/self/status") as status:
    kilobytes = int(status.read().partition("VmHWM:")[2].split()[0])
print()
print(json.dumps([seconds, kilobytes * 1024 / 1e6]))
"""


class Bench:
    """Times functions in turns and keeps the two tables."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.records: list[Record] = []

    def compare(
        self,
        benchmark: str,
        ours: Callable[[], Any],
        peer: Callable[[], Any],
        peer_name: str,
        *,
        target: str = "",
        rounds: int = 7,
        children: bool = False,
    ) -> tuple[Any, Any]:
        """Time both in turns, so that a slow moment of the machine hits both; return what they returned.

        With ``children``, the time of the processes that they start and wait for counts instead of their own.
        """
        ours(), peer()  # imports, caches of files, warm memory
        best = [float("inf"), float("inf")]
        results: list[Any] = [None, None]
        for _ in range(rounds):
            for place, function in enumerate((ours, peer)):
                results[place] = None
                seconds, results[place] = cpu_seconds(function, _of_children if children else time.process_time)
                best[place] = min(best[place], seconds)
        self.lines.append(Line(benchmark, best[0], peer_name, best[1], target))
        return results[0], results[1]

    def record(self, benchmark: str, code: str, *words: object, budget: str = "") -> str:
        """Run code in a process of its own, once; return what it printed.

        Args:
            benchmark: What it does.
            code: The program; it may set ``begin = time.process_time()``: what came before is not counted.
            words: Its arguments.
            budget: What it may take.
        """
        if not Path("/proc/self/status").exists():
            pytest.skip("the peak of a process is read from /proc")
        command = [sys.executable, "-c", _BEFORE + code + _AFTER, *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        said, measured = done.stdout.rstrip().rsplit("\n", 1)
        self.records.append(Record(benchmark, *json.loads(measured), budget))
        return said.strip()


def cpu_seconds(function: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> tuple[float, Any]:
    gc.collect()
    gc.disable()
    try:
        start = clock()
        result = function()
        return clock() - start, result
    finally:
        gc.enable()


def _of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def table(lines: list[Line]) -> str:
    head = "| benchmark | ontoeval, CPU s | peer, CPU s | peer | times faster | target |\n|---|---|---|---|---|---|\n"
    return head + "".join(
        f"| {line.benchmark} | {line.seconds:.4f} | {line.peer_seconds:.4f} | {line.peer} | {line.faster:.2f} "
        f"| {line.target} |\n"
        for line in lines
    )


def second_table(records: list[Record]) -> str:
    head = "| benchmark | CPU s | peak MB | budget |\n|---|---|---|---|\n"
    return head + "".join(
        f"| {record.benchmark} | {record.seconds:.1f} | {record.megabytes:.0f} | {record.budget} |\n"
        for record in records
    )


def machine() -> str:
    versions = " ".join(f"{name} {version(name)}" for name in ("ontoeval", "numpy", "pydantic"))
    return f"Python {platform.python_version()}, {versions}, {platform.machine()}, {os.cpu_count()} cores"


def both_tables(bench: Bench) -> str:
    made = [table(bench.lines)] if bench.lines else []
    return "\n".join([*made, second_table(bench.records)] if bench.records else made)


def append(path: Path, bench: Bench) -> None:
    when = datetime.now(UTC).isoformat(timespec="seconds")
    if path.suffix == ".json":
        runs = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        rows = [{**asdict(line), "times_faster": round(line.faster, 3)} for line in bench.lines]
        records = [asdict(record) for record in bench.records]
        runs.append({"when": when, "machine": machine(), "lines": rows, "records": records})
        path.write_text(json.dumps(runs, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    else:
        with path.open("a", encoding="utf-8") as stream:
            stream.write(f"## {when}\n\n{machine()}\n\n{both_tables(bench)}\n")


@pytest.fixture(scope="session")
def bench() -> Iterator[Bench]:
    """Times functions; the table comes at the end of the session."""
    result = Bench()
    yield result
    if result.lines or result.records:
        print(f"\n\n{machine()}\n\n{both_tables(result)}")
        if os.environ.get(VARIABLE):
            append(Path(os.environ[VARIABLE]), result)


@pytest.fixture(scope="session")
def reference_data() -> Path:
    """The folder with published data sets; benchmarks that need it are skipped where it is absent."""
    beside = Path(__file__).resolve().parents[2].parent / "shared" / "data"
    folder = Path(os.environ.get(DATA_VARIABLE, beside))
    if not folder.is_dir():
        pytest.skip(f"reference data is not installed: set {DATA_VARIABLE} to its folder")
    return folder
