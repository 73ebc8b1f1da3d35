"""HIPE-scorer's own expected results (github hipe-eval/HIPE-scorer, hipe_evaluation/tests/data)."""

import json

import pytest

from ontoeval.views.links import conventions
from ontoeval.views.links.conventions import hipe

LINKS = 'hipe(spans="links")'
ENTITIES = 'hipe(spans="entities")'
UNION = 'hipe(spans="links", links="NEL-LIT+NEL-METO")'
COUNTS = ("correct", "incorrect", "partial", "missed", "spurious", "TP", "FP", "FN")
BUNDLE_1, BUNDLE_2020 = "unittest-{}_bundle3_de_1.tsv", "unittest-{}_bundle3_de_2020.tsv"


def types(column):
    return f'hipe(entities="{column}", links=None)'


#: Files (gold, and run with "pred" for "true"), format, options of the scorer, expected results.
CASES = [
    (BUNDLE_1, LINKS, {"n_best": 3}, "ref_results_nel_all.json"),
    (BUNDLE_2020, UNION, {"n_best": 2}, "ref_results_nel_all.json"),
    (BUNDLE_2020, LINKS, {"n_best": 3}, "unittest-pred_bundle3_de_2020.ref_results_nel.json"),
    ("unittest-nel-1-{}.tsv", LINKS, {}, "unittest-nel-1-pred.tsv.ref_results.json"),
    ("unittest-nel-1-{}.tsv", ENTITIES, {}, "unittest-nel-1-pred.tsv.ref_results.json"),
    ("unittest-nel-2-{}.tsv", LINKS, {}, "unittest-nel-2-pred.concatNIL_ref_results.json"),
    ("unittest-nel-2-{}.tsv", ENTITIES, {}, "unittest-nel-2-pred.separatedNIL_ref_results.json"),
    ("unittest-nel-2-{}.tsv", LINKS, {}, "unittest-nel-2-pred.tsv.concatNIL_ref_results.json"),
    ("unittest-nel-2-{}.tsv", ENTITIES, {}, "unittest-nel-2-pred.tsv.separatedNIL_ref_results.json"),
    (BUNDLE_1, types("NE-FINE-LIT"), {"types": True}, "ref_results_nerc_fine_all.json"),
    (
        BUNDLE_2020,
        types("NE-FINE-LIT"),
        {"types": True},
        "unittest-pred_bundle3_de_2020.ref_results_nerc_fine.json",
    ),
    (
        "unittest-ner-1-{}.tsv",
        types("NE-COARSE-LIT"),
        {"types": True},
        "unittest-ner-1-pred.tsv.ner-coarse-lit_ref_results.json",
    ),
    (
        "unittest-ner-2-{}.tsv",
        types("NE-COARSE-LIT"),
        {"types": True},
        "unittest-ner-2-pred.tsv.coarse-lit_ref_results.json",
    ),
    ("unittest-ner-2-{}.tsv", types("NE-NESTED"), {"types": True}, "unittest-ner-2-pred.tsv.nested_ref_results.json"),
    (
        "unittest-ner-2-{}.tsv",
        types("NE-FINE-LIT"),
        {"types": True, "tags": ["pers.author"]},
        "unittest-ner-2-pred.tsv.fine-lit_ref_results.json",
    ),
    (
        "unittest-ner-2-IOBES-{}.tsv",
        types("NE-COARSE-LIT"),
        {"types": True},
        "unittest-ner-2-IOBES-pred.tsv.coarse-lit_ref_results.json",
    ),
    (
        "unittest-ner-lit-coarse-3-{}.tsv",
        types("NE-COARSE-LIT"),
        {"types": True},
        "unittest-ner-lit-coarse-3-pred.tsv.ref_results.json",
    ),
    (
        "unittest-ner-lit-coarse-4-{}.tsv",
        types("NE-COARSE-LIT"),
        {"types": True, "tags": ["pers", "loc", "org"]},
        "unittest-ner-lit-coarse-4-pred.tsv.ref_results.json",
    ),
]


@pytest.mark.parametrize(
    ("files", "form", "options", "expected"), CASES, ids=[f"{case[3]} {case[1]}" for case in CASES]
)
def test_expected_results(reference_data, read_links, files, form, options, expected):
    """All eight counts in all four schemes, over all names and for each."""
    folder = reference_data / "hipe"
    links = read_links(folder / files.format("true"), folder / files.format("pred"), form)
    found = [case for cases in hipe.cases(links, **options) for case in cases]
    results = json.loads((folder / expected).read_text(encoding="utf-8"))
    assert set(results) == {"ALL", *(case.name for case in found)}
    for name, schemes in results.items():
        mine = [case for case in found if name in ("ALL", case.name)]
        for scheme, theirs in schemes.items():
            tally = hipe.tally(mine, scheme)
            assert (*tally, *tally.counts) == tuple(theirs[count] for count in COUNTS), (name, scheme)


def test_every_expected_result_of_links_is_compared(reference_data):
    there = {path.name for path in (reference_data / "hipe").glob("*.json")}
    assert there == {case[3] for case in CASES}


@pytest.mark.parametrize(("n_best", "correct"), [(1, 6), (3, 7), (5, 7)])
def test_cut_offs(reference_data, read_links, n_best, correct):
    """Zagreb is linked to Qwrong|Q1435: wrong at 1, right at 3 (ref_results_nel_all.json) and at 5."""
    folder = reference_data / "hipe"
    links = read_links(folder / BUNDLE_1.format("true"), folder / BUNDLE_1.format("pred"), LINKS)
    found = [case for cases in hipe.cases(links, n_best=n_best) for case in cases]
    assert hipe.tally(found, "strict").correct == correct


@pytest.mark.parametrize(
    ("match", "part", "micro", "macro"),
    [
        ("strong", "precision", 0.6, 0.619047619047619),
        ("strong", "recall", 0.6666666666666666, 0.65),
        ("strong", "f_score", 0.631578947368421, 0.6190476190476191),
        ("weak", "precision", 0.8, 0.8571428571428572),
        ("weak", "recall", 0.8888888888888888, 0.875),
        ("weak", "f_score", 0.8421052631578948, 0.8452380952380952),
    ],
)
def test_averages(reference_data, read_links, match, part, micro, macro):
    """ref_results_nerc_fine_all.json: P_micro … F1_macro_doc of ALL, strict and ent_type."""
    from ontoeval.statistics.rows import averaged

    folder = reference_data / "hipe"
    links = read_links(folder / BUNDLE_1.format("true"), folder / BUNDLE_1.format("pred"), types("NE-FINE-LIT"))
    aligned = conventions.align("hipe", links, typed=True, spans_only=True, match=match)
    rows = getattr(conventions, part)("hipe", links, aligned)
    assert rows.sums().value == pytest.approx(micro, abs=1e-12)
    assert averaged(rows, "macro", len(links.status)).sums().value == pytest.approx(macro, abs=1e-12)
