"""ELEVANT's published results, with and without NIL: all that the data holds (github ad-freiburg/elevant 8df933f)."""

import json

import pytest

from ontoeval.views.links import conventions

MODES = {"IGNORED": "in_kb", "REQUIRED": "all"}


def published(folder):
    """The results by system and benchmark, of those whose articles are there."""
    suffix = ".eval_results.json"
    for path in sorted(folder.glob(f"*{suffix}")):
        articles = folder / path.name.replace(suffix, ".linked_articles.jsonl")
        yield path.name.removesuffix(suffix), json.loads(path.read_text(encoding="utf-8")), articles


def test_every_published_result(reference_data, read_links):
    """tp, fp, fn of 29 systems and benchmarks in two modes; oracle.* are 143, 536 and 907 of as many."""
    compared = 0
    for name, results, articles in published(reference_data / "elevant"):
        links = read_links(articles)
        for mode, scope in MODES.items():
            theirs = results[mode]["mention_types"]["all"]
            ours = conventions.align("elevant", links, scope=scope)
            assert (int(ours.correct.sum()), int(ours.spurious.sum()), int(ours.missed.sum())) == (
                theirs["true_positives"],
                theirs["false_positives"],
                theirs["false_negatives"],
            ), (name, mode)
            f1 = conventions.f_score("elevant", links, ours).sums().value
            assert f1 == pytest.approx(theirs["f1"], abs=1e-12)
            compared += 1
    assert compared == 58


def test_gold_and_run_in_two_files(reference_data, read_links):
    """rel__2014_.kore50.eval_results.json: 92, 54, 51."""
    folder = reference_data / "elevant"
    links = read_links(folder / "kore50.benchmark.jsonl", folder / "rel__2014_.kore50.linked_articles.jsonl")
    ours = conventions.align("elevant", links, scope="in_kb")
    assert [int(part.sum()) for part in (ours.correct, ours.spurious, ours.missed)] == [92, 54, 51]


def test_it_matters(reference_data, read_links):
    """Plain sets see a perfect system on wiki-fair-no-coref as an imperfect one: the point of the convention."""
    links = read_links(reference_data / "elevant" / "oracle.wiki-fair-no-coref.linked_articles.jsonl")
    elevant = conventions.align("elevant", links, scope="in_kb")
    neleval = conventions.align("neleval", links, scope="in_kb")
    assert (int(elevant.missed.sum()), int(elevant.spurious.sum())) == (0, 0)
    assert int(neleval.missed.sum()) > 100
