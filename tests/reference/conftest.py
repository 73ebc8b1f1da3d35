"""Where reference tests find data that is too large, or not ours, to be part of the project."""

import os
from pathlib import Path

import pytest

import ontoeval as oe
from ontoeval.views.links import Links

VARIABLE = "ONTOEVAL_REFERENCE_DATA"


@pytest.fixture(scope="session")
def reference_data() -> Path:
    """The folder with published data sets; tests that need it are skipped where it is absent."""
    beside = Path(__file__).resolve().parents[2].parent / "shared" / "data"
    folder = Path(os.environ.get(VARIABLE, beside))
    if not folder.is_dir():
        pytest.skip(f"reference data is not installed: set {VARIABLE} to its folder")
    return folder


@pytest.fixture(scope="session")
def read_links():
    """Reads a golden set and a run (or both from one file) as `Links`."""

    def read(gold, run=None, form=None):
        return oe.compile(oe.read(gold, run, gold_format=form, run_format=form)).view(Links)

    return read
