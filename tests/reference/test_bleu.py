"""Corpus BLEU against sacrebleu itself."""

import pytest
import sacrebleu

import ontoeval as oe

PAIRS = [
    ("The kitchen closes at 20:00.", ["The kitchen closes at 20:00."]),
    ("A night is 9 euros for members.", ["A night in the dormitory is 14 euros for members.", "14 euros"]),
    ("two weeks", ["14 days"]),
    ("Dogs may stay in the annex", ["Dogs may stay in the annex only."]),
    ("yes", ["yes"]),
]


def value(pairs):
    gold = [{"id": str(place), "answers": accepted} for place, (_, accepted) in enumerate(pairs)]
    run = [{"id": str(place), "answer": answer} for place, (answer, _) in enumerate(pairs)]
    return oe.evaluate(oe.compile(gold, run), ["bleu"]).results[0].value


@pytest.mark.parametrize("pairs", [PAIRS, PAIRS[:1], PAIRS[1:2], PAIRS[2:3], PAIRS[3:4], PAIRS[4:], PAIRS[2:4]])
def test_the_value_is_that_of_sacrebleu(pairs):
    references = [[accepted[min(turn, len(accepted) - 1)] for _, accepted in pairs] for turn in range(2)]
    expected = sacrebleu.corpus_bleu([answer for answer, _ in pairs], references, use_effective_order=True)
    assert value(pairs) == pytest.approx(expected.score / 100, abs=1e-12)


def test_the_same_words_are_exactly_one():
    assert value(PAIRS[:1]) == 1.0


def test_two_weeks_are_not_fourteen_days_and_the_report_says_so():
    gold, run = [{"id": "q", "answers": ["14 days"]}], [{"id": "q", "answer": "two weeks"}]
    report = oe.evaluate(oe.compile(gold, run), ["bleu", "rouge_l"])
    assert [result.value for result in report] == [0.0, 0.0]
    assert {finding.id for finding in report.compiled.findings} == {"answer.overlap"}
