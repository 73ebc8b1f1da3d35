"""NER tags: the same figures as seqeval, additive by sample, and clear words on tags that are none."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ontoeval as oe
from ontoeval.errors import BadParameter, RecordError

seqeval = pytest.importorskip("seqeval.metrics")

PREFIXES = {"iob1": "IB", "iob2": "BI", "ioe1": "IE", "ioe2": "EI", "iobes": "BIES", "bilou": "BILU"}
#: The example in the documentation of seqeval.metrics.classification_report (1.2.2).
GOLD = [["O", "O", "O", "B-MISC", "I-MISC", "I-MISC", "O"], ["B-PER", "I-PER", "O"]]
RUN = [["O", "O", "B-MISC", "I-MISC", "I-MISC", "I-MISC", "O"], ["B-PER", "I-PER", "O"]]


def random_tags(letters: str, seed: int, n: int = 40) -> tuple[list[list[str]], list[list[str]]]:
    """Sequences that are mostly right, many of them broken; types with hyphens."""
    chance = random.Random(seed)
    tags = ["O", "O", *(f"{letter}-{kind}" for letter in letters for kind in ("PER", "LOC", "GPE-X"))]
    gold = [[chance.choice(tags) for _ in range(chance.randint(1, 12))] for _ in range(n)]
    run = [[tag if chance.random() < 0.8 else chance.choice(tags) for tag in row] for row in gold]
    return gold, run


def report(gold: Any, run: Any, arguments: str) -> list[float | None]:
    names = [f"tagging_{part}({arguments})" for part in ("precision", "recall", "f1")]
    return [result.value for result in oe.evaluate(oe.compile(_rows(gold), _rows(run, "run")), names, intervals=False)]


def _rows(side: list[list[str]], part: str = "gold") -> list[dict[str, Any]]:
    return [{"id": str(place), part: {"tags": tags}} for place, tags in enumerate(side)]


@pytest.mark.parametrize("scheme", PREFIXES)
@pytest.mark.parametrize("seed", range(5))
def test_strict_mode_is_seqeval_in_strict_mode(scheme, seed):
    from seqeval import scheme as schemes

    gold, run = random_tags(PREFIXES[scheme], seed)
    options = {"mode": "strict", "scheme": getattr(schemes, scheme.upper()), "zero_division": 0}
    for average in ("micro", "macro"):
        expected = [
            getattr(seqeval, f"{part}_score")(gold, run, average=average, **options)
            for part in ("precision", "recall", "f1")
        ]
        how = f'scheme="{scheme}"' + (', average="macro:type"' if average == "macro" else "")
        assert report(gold, run, how) == pytest.approx(expected, abs=1e-12)
        assert 0 < expected[2] < 1


@pytest.mark.parametrize("letters", ["BI", "IE", "BIES"])
@pytest.mark.parametrize("seed", range(5))
def test_lenient_mode_is_seqeval_by_default(letters, seed):
    gold, run = random_tags(letters, seed)
    for average, how in (("micro", ""), ("macro", ', average="macro:type"')):
        expected = [
            getattr(seqeval, f"{part}_score")(gold, run, average=average) for part in ("precision", "recall", "f1")
        ]
        assert report(gold, run, 'mode="lenient"' + how) == pytest.approx(expected, abs=1e-12)


def test_lenient_mode_reads_bilou_like_iobes():
    """seqeval does not know L and U, and finds no entity that is a single U."""
    gold, run = random_tags("BIES", 3)
    turned = [[[tag.replace("E-", "L-").replace("S-", "U-") for tag in row] for row in side] for side in (gold, run)]
    assert report(*turned, 'mode="lenient"') == report(gold, run, 'mode="lenient"')


def test_documented_example_of_seqeval():
    """F1 .50; MISC 0, PER 1."""
    assert report(GOLD, RUN, "")[2] == 0.5
    assert report(GOLD, RUN, 'average="macro:type"') == [0.5, 0.5, 0.5]
    result = oe.score("tagging_f1", GOLD, RUN)
    assert {name: result.sums[name] for name in ("tp", "fp", "fn")} == {"tp": 1, "fp": 1, "fn": 1}
    assert [item["value"] for item in result.items] == [0.0, 1.0]


def test_gold_against_itself_and_order():
    gold, run = random_tags("BI", 7)
    assert report(gold, gold, "") == [1.0, 1.0, 1.0]
    assert report(gold[::-1], run[::-1], "") == report(gold, run, "")


def test_one_more_wrong_entity_never_raises_precision():
    for seed in range(20):
        gold, run = random_tags("BI", seed)
        before = report(gold, run, "")[0]
        worse = [[*row, "B-WRONG"] for row in run]
        assert report([[*row, "O"] for row in gold], worse, "")[0] < before


def test_missing_run_misses_all_entities():
    samples = oe.compile(_rows(GOLD), [{"id": "0", "run": {"tags": GOLD[0]}}, {"id": "1", "run": {"error": "boom"}}])
    results = oe.evaluate(samples, ["tagging_f1", "tagging_precision", "tagging_recall"], intervals=False)
    assert [result.value for result in results] == pytest.approx([2 / 3, 1.0, 0.5])


def test_sequences_of_different_length_are_all_listed():
    with pytest.raises(RecordError) as caught:
        oe.score("tagging_f1", [["O", "B-PER"], ["O"], ["O", "O"]], [["O"], ["O"], ["O", "O", "O"]])
    assert caught.value.total == 2
    assert "run.tags: 1 tags, but gold.tags has 2; expected one tag per token on both sides" in str(caught.value)


@pytest.mark.parametrize("tag", ["B", "B-", "PER", "X-PER", "b-PER"])
def test_gold_tag_that_is_none_is_an_error(tag):
    with pytest.raises(RecordError, match="is no tag; expected O, or a letter and a type: B-PER"):
        oe.score("tagging_f1", [["O", tag]], [["O", "O"]])


def test_predicted_tags_that_are_none_count_as_outside_and_are_listed():
    samples = oe.compile(_rows([["B-PER", "O"]]), _rows([["PER", "[UNK]"]], "run"))
    result = oe.evaluate(samples, ["tagging_f1"], intervals=False)["tagging_f1"]
    assert {name: result.sums[name] for name in ("tp", "fp", "fn")} == {"tp": 0, "fp": 0, "fn": 1}
    (finding,) = [finding for finding in samples.findings if finding.id == "tags.unknown"]
    assert finding.count == 2
    assert "'PER'" in finding.got


def test_predicted_tag_without_type_is_a_wrong_entity():
    result = oe.score("tagging_f1", [["B-PER", "O"]], [["B-PER", "B"]])
    assert {name: result.sums[name] for name in ("tp", "fp", "fn")} == {"tp": 1, "fp": 1, "fn": 0}


def test_gold_in_another_scheme_is_unmeasured_with_the_way_out():
    result = oe.score("tagging_f1", [["S-PER", "O"]], [["S-PER", "O"]])
    assert result.value is None
    assert result.reason == (
        'unmeasured: gold.tags has \'S-PER\', which iob2 does not know: scheme="iobes" or mode="lenient"'
    )
    assert oe.score('tagging_f1(scheme="iobes")', [["S-PER", "O"]], [["S-PER", "O"]]).value == 1.0


def test_predicted_tag_of_another_scheme_is_no_entity():
    assert oe.score("tagging_recall", [["B-PER", "O"]], [["S-PER", "O"]]).value == 0.0


def test_unknown_scheme():
    with pytest.raises(BadParameter, match='"iob1" or "iob2" or "ioe1" or "ioe2" or "iobes" or "bilou"'):
        oe.score('tagging_f1(scheme="bio")', GOLD, RUN)
