"""Linking scores of 100,000 mentions against the shortest scorer that one would write oneself."""

import json
from pathlib import Path

import pytest
from mention_files import N_CONCEPTS, write
from synthetic import parents, write_obo

import ontoeval as oe

DOCUMENT = 'linking_f1(level="document")'
MEASURES = ["linking_f1", "linking_precision", "linking_recall", "mention_f1", DOCUMENT]


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> tuple[Path, Path]:
    return write(tmp_path_factory.mktemp("linking"), 1000)


def plain_sets(gold: Path, run: Path) -> dict[str, float]:
    """Micro P, R and F1 of links, F1 of spans and of documents, with sets of tuples and no check at all."""

    def read(path: Path) -> list[dict]:
        with path.open() as lines:
            return [json.loads(line) for line in lines]

    def links(rows: list[dict]) -> set[tuple]:
        return {(row["id"], m["start"], m["end"], m["id"]) for row in rows for m in row["mentions"]}

    def f1(both: int, found: int, wanted: int) -> float:
        return 2 * both / (found + wanted)

    wanted, found = links(read(gold)), links(read(run))
    both = len(wanted & found)
    gold_spans, run_spans = ({link[:3] for link in side} for side in (wanted, found))
    gold_ids, run_ids = ({(link[0], link[3]) for link in side} for side in (wanted, found))
    return {
        "linking_f1": f1(both, len(found), len(wanted)),
        "linking_precision": both / len(found),
        "linking_recall": both / len(wanted),
        "mention_f1": f1(len(gold_spans & run_spans), len(run_spans), len(gold_spans)),
        DOCUMENT: f1(len(gold_ids & run_ids), len(run_ids), len(gold_ids)),
    }


def values(report: oe.Report) -> dict[str, float | None]:
    return {result.metric: result.value for result in report}


def test_linking_scores_from_files(bench, files):
    report, expected = bench.compare(
        "5 linking metrics, 100k gold mentions, read and scored",
        lambda: oe.evaluate(oe.read(*files), MEASURES, intervals=False),
        lambda: plain_sets(*files),
        "plain sets",
        rounds=5,
    )
    assert values(report) == pytest.approx(expected, abs=1e-12)


def test_linking_scores_again_from_the_compiled_view(bench, files):
    compiled = oe.compile(*files)
    report, expected = bench.compare(
        "the same five again, already compiled",
        lambda: oe.evaluate(compiled, MEASURES, intervals=False),
        lambda: plain_sets(*files),
        "plain sets",
    )
    assert values(report) == pytest.approx(expected, abs=1e-12)


def test_relations_and_document_level_too(bench, tmp_path):
    """With an ontology of 20,000 classes: ids resolved, hierarchical scores and relations of all pairs."""
    path = tmp_path / "synthetic.obo"
    write_obo(path, parents(N_CONCEPTS, 24_000))
    gold, run = write(tmp_path, 1000, "SYN")
    onto = oe.load(path)
    names = [*MEASURES, 'hierarchical_f1(items="mentions")', 'parent_confusion(items="mentions")']
    report, expected = bench.compare(
        "the same five, hierarchical F1 and relations",
        lambda: oe.evaluate(oe.read(gold, run), names, ontology=onto, intervals=False),
        lambda: plain_sets(gold, run),
        "plain sets, without relations",
    )
    assert {name: values(report)[name] for name in MEASURES} == pytest.approx(expected, abs=1e-12)


def test_overlaps_from_the_compiled_view(bench, files):
    """Matching of overlapping spans, one to one, against sets of equal ones."""
    compiled = oe.compile(*files)
    names = ['linking_f1(match="weak")', 'mention_f1(match="weak")']

    def fresh() -> oe.Report:
        return oe.evaluate(oe.compile(*files), names, intervals=False)

    report, _ = bench.compare("weak match, read and scored", fresh, lambda: plain_sets(*files), "plain sets")
    assert values(report) == values(oe.evaluate(compiled, names, intervals=False))
