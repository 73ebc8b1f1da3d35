"""Published worked examples, to every digit that was printed."""

from __future__ import annotations

import math

import pytest
from known import HEMKIT, HEMKIT_ROWS, METAL, WORDNET_NOUNS, WORDNET_VERBS, taxonomy

import ontoeval as oe


@pytest.fixture(scope="module")
def hemkit():
    return taxonomy(HEMKIT)


@pytest.mark.parametrize("row", HEMKIT_ROWS)
def test_each_row_of_the_hemkit_example(hemkit, row):
    gold, predicted, hp, hr, hf, lca_p, lca_r, lca_f = row
    found = hemkit.hierarchical([gold], [predicted], "hemkit")
    assert tuple(round(x, 6) for x in found) == tuple(round(x, 6) for x in (hp, hr, hf))
    samples = [{"id": "q", "concepts": gold}], [{"id": "q", "concepts": predicted}]
    report = oe.evaluate(oe.compile(*samples, ontology=hemkit), ["lca_precision", "lca_recall", "lca_f1"])
    assert [round(result.value, 6) for result in report] == [lca_p, lca_r, lca_f]


def test_mean_of_the_hemkit_example(hemkit):
    gold = [{"id": str(place), "concepts": row[0]} for place, row in enumerate(HEMKIT_ROWS)]
    run = [{"id": str(place), "concepts": row[1]} for place, row in enumerate(HEMKIT_ROWS)]
    names = [f'hierarchical_{name}(convention="hemkit")' for name in ("precision", "recall", "f1")]
    report = oe.evaluate(oe.compile(gold, run, ontology=hemkit), [*names, "lca_precision", "lca_recall", "lca_f1"])
    expected = [0.952381, 0.731481, 0.805128, 0.916667, 0.7, 0.777778]
    assert [round(result.value, 6) for result in report] == expected
    assert [result.average for result in report] == ["macro"] * 6
    found = hemkit.hierarchical([row[0] for row in HEMKIT_ROWS], [row[1] for row in HEMKIT_ROWS], "hemkit")
    assert [round(x, 6) for x in found] == expected[:3]


def test_figure_2_of_kiritchenko():
    """Kiritchenko et al. 2005, figure 2: true class G with B, C, E; predicted F with C; the root does not count."""
    onto = taxonomy("B-root C-root D-B E-B E-C F-C G-E")
    precision, recall, f = onto.hierarchical(["G"], ["F"], "kiritchenko")
    assert (precision, recall, f) == (1 / 2, 1 / 4, pytest.approx(1 / 3))


def test_hiclass_on_label_paths():
    """By hand, with hiclass's rule on roots (hiclass itself: tests/reference): two labels of four; and a mermaid."""
    onto = taxonomy("2-1 3-2 4-3 5-2 6-5")
    assert onto.hierarchical(["4", "6"], ["6", "4"], "kiritchenko") == (pytest.approx(2 / 6),) * 3
    forest = taxonomy("2-1 3-2 4-3 5-2 6-5 x-y")
    assert forest.hierarchical(["4", "6"], ["6", "4"], "hiclass") == (0.5, 0.5, 0.5)
    beasts = taxonomy("mermaid-human mermaid-fish minotaur-human minotaur-bull")
    found = beasts.hierarchical(["mermaid", "minotaur"], ["mermaid", ["human", "fish"]], "hiclass")
    assert found == (4 / 5, 4 / 6, pytest.approx(8 / 11))


def test_nltk_values_of_wordnet_nouns():
    """NLTK 3.10.4 on WordNet 3.0 (its nouns are 20 nodes deep; the filler stands for the rest)."""
    onto = taxonomy(WORDNET_NOUNS, deepest=20, below="entity")
    assert onto.similarity("dog", "cat", "path") == 0.2
    assert onto.similarity("dog", "cat", "leacock_chodorow_edges") == pytest.approx(2.0281482472922856, abs=1e-12)
    assert onto.similarity("dog", "cat") == pytest.approx(0.857142857, abs=1e-9)
    assert onto.similarity("dog", "cat", depth="via_lcs") == pytest.approx(0.857142857, abs=1e-9)
    assert onto.similarity("car", "truck") == pytest.approx(0.916667, abs=1e-6)
    assert onto.similarity("car", "truck", "path") == pytest.approx(0.3333, abs=1e-4)
    assert onto.similarity("dog", "dog") == 1.0  # NLTK says .9286


def test_nltk_values_of_wordnet_verbs_which_have_many_roots():
    """NLTK 3.10.4 on WordNet 3.0 (with a root above all verbs the longest path has 14 nodes)."""
    onto = taxonomy(WORDNET_VERBS, deepest=13, below="deep")
    assert onto.similarity("hit", "slap") == 0.25
    assert onto.similarity("hit", "slap", "path") == pytest.approx(0.142857, abs=1e-6)
    assert onto.similarity("hit", "slap", "leacock_chodorow_edges") == pytest.approx(1.31218639, abs=1e-8)


#: DiShIn's README: the number of times each metal is annotated.
ANNOTATED = {"gold": 2, "silver": 2} | dict.fromkeys(
    ["copper", "platinum", "palladium", "metal", "coinage", "precious"], 1
)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        # intrinsic: -ln((descendants + 1) / (all + 1)), that is a count of 1 each
        (None, {"resnik": 0.587786664902119, "lin": 0.39079549108439265, "jiang_conrath": 0.35303485982596094}),
        (ANNOTATED, {"resnik": 0.45198512374305727, "lin": 0.3009190732403628, "jiang_conrath": 0.322574315537045}),
    ],
    ids=["intrinsic", "extrinsic"],
)
def test_copper_and_gold_of_dishin(counts, expected):
    """DiShIn's README, the most informative common ancestor: all printed digits."""
    onto = taxonomy(METAL)
    ic = onto.information_content("corpus", counts=counts or dict.fromkeys(onto.ids, 1), smoothing=1)
    found = {name: onto.similarity("copper", "gold", name, ic=ic) for name in expected}
    assert found == pytest.approx(expected, abs=1e-15)


def test_hill_and_coast_of_lin():
    """Lin 1998, table 2: P(hill) = .0000189, P(coast) = .0000216, P(geological-formation) = .00176 give .59."""
    onto = taxonomy("formation-entity hill-formation coast-formation")
    counts = {
        "hill": 0.0000189,
        "coast": 0.0000216,
        "formation": 0.00176 - 0.0000189 - 0.0000216,
        "entity": 1 - 0.00176,
    }
    ic = onto.information_content("corpus", counts=counts, smoothing=0)
    assert round(onto.similarity("hill", "coast", "lin", ic=ic), 4) == 0.5867
    assert onto.similarity("hill", "coast", "resnik", ic=ic) == pytest.approx(-math.log(0.00176))
