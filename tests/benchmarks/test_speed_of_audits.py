"""Large audits and reports, from files to tables and a page; there is no peer, so time and memory are recorded."""

from pathlib import Path

import numpy as np
import pytest
from mention_files import N_CONCEPTS
from mention_files import write as write_mentions
from synthetic import parents, write_obo

ROWS = 1_000_000
TESTS = Path(__file__).resolve().parents[1]

LINKS = """
import ontoeval as oe
onto, gold, run, page = sys.argv[1:]
report = oe.audit.links(gold, run, ontology=onto, intervals=False)
sizes = {name: len(rows) for name, rows in report.tables().items()}
assert sizes["link_outcomes"] and sizes["link_relations"] and sizes["link_errors"], sizes
if page:
    print(report.save(page).stat().st_size)
"""
CONCEPTS = """
import ontoeval as oe
onto, table, page = sys.argv[1:]
report = oe.audit.concepts(table, ontology=onto, intervals=False)
names = ("conventions", "relations", "branch_errors", "branches", "confusions")
assert all(report.table(name) for name in names)
if page:
    print(report.save(page).stat().st_size)
"""
QUESTIONS = """
sys.path.insert(0, sys.argv[1])
from report_data import many
report = many(10_000)
begin = time.process_time()
print(report.save(sys.argv[2]).stat().st_size)
"""


@pytest.fixture(scope="module")
def ontology(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("ontology") / "synthetic.obo"
    write_obo(path, parents(N_CONCEPTS, 24_000))
    return path


@pytest.fixture(scope="module")
def mentions(tmp_path_factory) -> tuple[Path, Path]:
    """A million gold mentions in 10,000 documents, and 900,000 predicted ones."""
    return write_mentions(tmp_path_factory.mktemp("mentions"), ROWS // 100, "SYN")


@pytest.fixture(scope="module")
def pairs(tmp_path_factory) -> Path:
    """A million rows of a gold and a predicted concept, about 60 % of them right."""
    random = np.random.default_rng(1)
    gold, other = random.integers(0, N_CONCEPTS, (2, ROWS))
    predicted = np.where(random.random(ROWS) < 0.6, gold, other)
    path = tmp_path_factory.mktemp("pairs") / "pairs.csv"
    with path.open("w", encoding="utf-8") as stream:
        stream.write("gold,predicted\n")
        stream.writelines(f"SYN:{g:07d},SYN:{p:07d}\n" for g, p in zip(gold.tolist(), predicted.tolist(), strict=True))
    return path


@pytest.mark.parametrize("page", [False, True])
def test_audit_of_links(bench, ontology, mentions, tmp_path, page):
    name = "audit links, 1M gold mentions in 10k documents, 20k classes: all tables" + (", and HTML" if page else "")
    size = bench.record(name, LINKS, ontology, *mentions, tmp_path / "report.html" if page else "")
    assert not page or int(size) < 4_000_000


@pytest.mark.parametrize("page", [False, True])
def test_audit_of_concepts(bench, ontology, pairs, tmp_path, page):
    name = "audit concepts, 1M rows, 20k classes: its five tables" + (", and HTML" if page else "")
    size = bench.record(name, CONCEPTS, ontology, pairs, tmp_path / "report.html" if page else "")
    assert not page or int(size) < 2_000_000


def test_page_of_ten_thousand_questions(bench, tmp_path):
    name = "HTML of 10k questions with every stage, without scoring"
    budget = "10 CPU s, 500 MB, a file of 2 MB"
    size = bench.record(name, QUESTIONS, TESTS / "report", tmp_path / "report.html", budget=budget)
    assert int(size) < 2_000_000
