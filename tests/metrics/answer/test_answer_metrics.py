"""Answers without a judge: refusals, languages, repeats, entities, confidence."""

import sys

import pytest

import ontoeval as oe
from ontoeval.errors import MissingExtra


def score(name, gold, run):
    return oe.score(name, gold, run)


@pytest.mark.parametrize(
    ("language", "answer", "accepted"),
    [
        ("de", "Die Hütte", "hütte"),
        ("fr", "L'annexe", "annexe"),
        ("fr", "l’annexe", "Annexe"),
        ("es", "La casa", "casa"),
        ("it", "Un'ora", "ora"),
        ("nl", "Het huis", "huis"),
        ("pt", "O rio", "rio"),
    ],
)
def test_articles_of_other_languages(language, answer, accepted):
    gold, run = [{"id": "q", "answers": [accepted]}], [{"id": "q", "answer": answer}]
    assert score(f'exact_match(language="{language}")', gold, run).value == 1.0
    assert score('exact_match(language="none")', gold, run).value == 0.0
    assert score(f'token_f1(language="{language}")', gold, run).value == 1.0


def test_english_articles_stay_where_no_language_is_wanted():
    gold, run = [{"id": "q", "answers": ["hut"]}], [{"id": "q", "answer": "the hut"}]
    assert score("exact_match", gold, run).value == 1.0
    assert round(score('token_f1(language="none")', gold, run).value, 4) == 0.6667


def test_scripts_without_spaces_overlap_by_character():
    """Three of four and three characters are common: 6 / 7."""
    gold, run = [{"id": "q", "answers": ["十四日間"]}], [{"id": "q", "answer": "十四日"}]
    assert score("token_f1", gold, run).value == pytest.approx(6 / 7)


def test_over_refusal_leaves_unanswerable_and_missing_questions_out():
    gold = [{"id": name, "answerable": name != "d"} for name in "abcde"]
    run = [
        {"id": "a", "answer": "I do not know."},
        {"id": "b", "answer": "14 days"},
        {"id": "c", "answer": ""},
        {"id": "d", "answer": "I do not know."},
    ]
    result = score("over_refusal_rate", gold, run)
    assert (result.value, result.n_ok, result.n_missing, result.n_undefined) == (pytest.approx(2 / 3), 3, 1, 1)


def test_agreement_of_repeats_by_mode_and_by_pairs():
    """yes, yes, no, no: the most frequent half; 2 of 6 pairs."""
    gold, run = [{"id": "q"}], [{"id": "q", "answer": "yes", "repeats": ["Yes.", "no", "No"]}]
    assert score("self_consistency", gold, run).value == 0.5
    assert score('self_consistency(agreement="pairs")', gold, run).value == pytest.approx(2 / 6)
    assert score('self_consistency(same="bytes")', gold, run).value == 0.25


def test_reproducibility_in_bytes_and_in_meaning():
    gold = [{"id": name} for name in "abcd"]
    run = [
        {"id": "a", "answer": "14 days", "repeats": ["14 days"]},
        {"id": "b", "answer": "14 days", "repeats": ["14 Days."]},
        {"id": "c", "answer": "I do not know.", "repeats": ["No information found."]},
        {"id": "d", "answer": "asked once", "repeats": []},
    ]
    same, meant = score("reproducibility_rate", gold, run), score('reproducibility_rate(same="meaning")', gold, run)
    assert (same.value, same.n_undefined) == (pytest.approx(1 / 3), 1)
    assert meant.value == 1.0


def test_entities_by_name_below_and_not_at_all():
    found = [
        {"text": "car", "id": "V:1", "how": "descendant"},
        {"text": "Oslo", "how": "literal"},
        {"text": "Bergen", "how": "absent"},
        {"text": "V:9", "id": "V:9", "how": "unnamed"},
    ]
    rows = [{"id": "q", "run": {"answer": "…"}, "annotations": {"entity_grounding": found}}]
    report = oe.evaluate(rows, ["entity_grounding", "entity_grounding(descendants=false)"])
    assert [result.value for result in report] == [pytest.approx(2 / 3), pytest.approx(1 / 3)]


def test_an_unknown_way_of_grounding_is_invalid():
    rows = [{"id": "q", "run": {"answer": "…"}, "annotations": {"entity_grounding": [{"text": "x", "how": "magic"}]}}]
    report = oe.evaluate(rows, ["entity_grounding"])
    assert report.results[0].n_invalid == 1
    assert "magic" not in str(report.results[0].value)


#: 3 wrong at .35, 1 of 3 right at .55, 3 of 4 right at .75.
CONFIDENCE = [0.35] * 3 + [0.55] * 3 + [0.75] * 4
RIGHT = [0, 0, 0, 1, 0, 0, 1, 1, 1, 0]
GOLD = [{"id": str(place), "answers": ["yes"]} for place in range(10)]
RUN = [
    {"id": str(place), "answer": "yes" if right else "no", "confidence": confidence}
    for place, (confidence, right) in enumerate(zip(CONFIDENCE, RIGHT, strict=True))
]


def test_calibration_of_ten_answers_by_hand():
    """(|0 - 1.05| + |1 - 1.65| + |3 - 3|) / 10, and (3 * .1225 + .2025 + 2 * .3025 + 3 * .0625 + .5625) / 10."""
    assert score("expected_calibration_error", GOLD, RUN).value == pytest.approx(0.1700)
    assert score("brier", GOLD, RUN).value == pytest.approx(0.1925)


def test_debiased_error_takes_off_what_noise_adds():
    """Mean of (.1225, .0469 - .1111, 0 - .0625) by 3, 3, 4 is below 0, hence 0."""
    assert score('expected_calibration_error(scheme="debiased")', GOLD, RUN).value == 0.0


def test_bins_of_equal_mass():
    """Two bins of two: (.1, .2) with one right, (.3, .9) with none: (|1 - .3| + |0 - 1.2|) / 4."""
    gold = [{"id": name, "answers": ["yes"]} for name in "abcd"]
    said = zip("abcd", ("yes", "no", "no", "no"), (0.1, 0.2, 0.3, 0.9), strict=True)
    run = [{"id": name, "answer": answer, "confidence": confidence} for name, answer, confidence in said]
    assert score('expected_calibration_error(bins=2, scheme="mass")', gold, run).value == pytest.approx(0.475)
    assert score("expected_calibration_error(bins=2)", gold, run).value == pytest.approx((abs(1 - 0.6) + 0.9) / 4)


def test_edges_belong_to_the_upper_bin_and_one_to_the_last():
    gold = [{"id": name, "answers": ["yes"]} for name in "ab"]
    run = [{"id": "a", "answer": "yes", "confidence": 1.0}, {"id": "b", "answer": "no", "confidence": 0.5}]
    rows = oe.evaluate(oe.compile(gold, run), ["brier"]).table("reliability")
    assert [(row["from"], row["to"], row["questions"], row["accuracy"]) for row in rows] == [
        (0.5, 0.6, 1, 0.0),
        (0.9, 1.0, 1, 1.0),
    ]


def test_a_confidence_that_is_no_probability_is_invalid():
    report = oe.evaluate(oe.compile(GOLD, [{**RUN[0], "confidence": 35}, *RUN[1:]]), ["brier"])
    assert report.results[0].n_invalid == 1
    assert [finding.id for finding in report.compiled.findings] == ["confidence.range"]


def test_refusals_by_a_judge_need_more_than_half_of_the_repetitions():
    """The phrases see no refusal in any of these; the judge sees one in a, not in b (one of two), and fails on c."""

    def row(name, *said):
        notes = {"abstention": [{"fields": {"refused": refused}} for refused in said]}
        return {"id": name, "gold": {"answerable": False}, "run": {"answer": "Ask at the desk."}, "annotations": notes}

    rows = [row("a", True, True), row("b", True, False), row("c", True, "perhaps")]
    judged = oe.evaluate(rows, ['abstention_recall(by="judge")']).results[0]
    assert (judged.value, judged.n_ok, judged.n_invalid) == (0.5, 2, 1)
    assert oe.evaluate(rows, ["abstention_recall"]).results[0].value == 0.0


def test_refusals_by_a_judge_that_nobody_asked_name_the_command():
    rows = [{"id": "a", "gold": {"answerable": True}, "run": {"answer": "Ask."}}]
    result = oe.evaluate(rows, ['over_refusal_rate(by="judge")']).results[0]
    assert result.reason == (
        "unmeasured: no row has annotations.abstention: ontoeval annotate RECORDS --rubric abstention makes them"
    )


def test_bleu_without_sacrebleu_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics.bleu", None)
    with pytest.raises(MissingExtra, match=r"ontoeval\[text\]"):
        score("bleu", GOLD, RUN)
