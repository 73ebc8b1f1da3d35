"""A report of 10,000 questions in a process of its own: how much memory it takes, and how large the files are."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the peak of a process is read from /proc"
)

WRITE = """
import json, sys
from pathlib import Path
from report_data import many

report = many(10_000)
sizes = {name: report.save(Path(sys.argv[1]) / name).stat().st_size for name in sys.argv[2:]}
status = Path("/proc/self/status").read_text()
peak = int(status.partition("VmHWM:")[2].split()[0])  # getrusage would count what the parent had
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
    assert said["peak"] * 1024 < 500_000_000, "evaluation and all writers together"
    assert said["sizes"]["report.html"] < 2_000_000
