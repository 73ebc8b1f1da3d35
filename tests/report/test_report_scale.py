"""A report of 10,000 questions in a process of its own: how much memory it takes, and how large the files are."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")

WRITE = """
import json, resource, sys
from pathlib import Path
from report_data import many

report = many(10_000)
sizes = {name: report.save(Path(sys.argv[1]) / name).stat().st_size for name in sys.argv[2:]}
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"sizes": sizes, "peak": peak}))
"""


def test_all_files_of_ten_thousand_questions_take_less_than_500_mb(tmp_path):
    names = ["report.html", "report.json", "report.csv", "report.items.json", "report.items.csv"]
    done = subprocess.run(
        [sys.executable, "-c", WRITE, str(tmp_path), *names],
        cwd=Path(__file__).parent, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    kilobyte = 1 if sys.platform == "darwin" else 1024  # macOS counts bytes
    assert said["peak"] * kilobyte < 500_000_000, "evaluation and all writers together"
    assert said["sizes"]["report.html"] < 2_000_000
