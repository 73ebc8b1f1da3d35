"""Pages about published data say what the commands print about it."""

import doctest
import importlib.util
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "docs/how-to/real-data-hpo.md"]


@pytest.fixture(scope="module")
def generate():
    spec = importlib.util.spec_from_file_location("docs_generate_reference", ROOT / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["docs_generate_reference"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES)
def test_output_on_the_page_is_what_the_commands_print(generate, reference_data, page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert "<!-- reference: " in text
    only = re.sub(r"<!-- (run|screen): .*? -->", "", text)
    assert generate.refresh(only, reference_data).splitlines() == only.splitlines()


def test_python_on_the_page(reference_data, tmp_path, monkeypatch):
    (tmp_path / "data").symlink_to(reference_data)
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "how-to" / "real-data-hpo.md").read_text(encoding="utf-8")
    sessions = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S))
    test = doctest.DocTestParser().get_doctest(sessions, {}, "real-data-hpo", None, 0)
    said: list[str] = []
    assert not doctest.DocTestRunner().run(test, out=said.append).failed, "".join(said)
    assert test.examples


def test_figures_of_the_page():
    """Origin: neleval 3.1.1 (neleval_reference.tab) and the independent hierarchy_reference.txt of the data set."""
    text = (ROOT / "docs" / "how-to" / "real-data-hpo.md").read_text(encoding="utf-8")
    for figure in (
        "tp 1,052  fp 177  fn 1,070",
        "tp 1,119  fp 110  fn 1,003",
        "tp 721  fp 90  fn 712",
        "0.8624",
        "P 0.857  R 0.868",
        "51 of 601",
    ):
        assert figure in text
