import json
from pathlib import Path

import pytest

from ontoeval.evaluation.config import evaluate_config, read_config

DEMO = Path(__file__).parents[2] / "fixtures" / "demo"


@pytest.fixture(scope="session")
def demo():
    return evaluate_config(read_config(DEMO / "ontoeval.toml"))


@pytest.fixture(scope="session")
def manifest():
    return json.loads((DEMO / "manifest.json").read_text(encoding="utf-8"))
