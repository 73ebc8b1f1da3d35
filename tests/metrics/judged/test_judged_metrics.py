"""Metrics over verdicts: worked examples by hand, awkward cases, and bad input."""

import pytest

import ontoeval as oe


def row(name="q", *, answer="It is blue.", gold=None, run=None, **notes):
    annotations = {rubric: [{"fields": each} for each in fields] for rubric, fields in notes.items()}
    return {"id": name, "gold": gold or {}, "run": {"answer": answer, **(run or {})}, "annotations": annotations}


def claims(*held, texts=None, **more):
    names = texts or [f"claim {number}" for number in range(len(held))]
    said = [{"claim": number, "verdict": "supported" if good else "unsupported"} for number, good in enumerate(held)]
    return {"claims": [{"id": number, "text": text} for number, text in enumerate(names)], "verdicts": said, **more}


def scored(rows, name):
    return oe.evaluate(rows, [name]).results[0]


def test_three_of_four_claims():
    assert scored([row(faithfulness=[claims(True, True, True, False)])], "faithfulness").value == 0.75


def test_perfect_is_exactly_one():
    perfect = row(
        faithfulness=[claims(*[True] * 7)],
        context_precision=[{"verdicts": [{"context": place, "useful": True} for place in range(7)]}],
        run={"contexts": [f"c{place}" for place in range(7)]},
    )
    report = oe.evaluate([perfect] * 1, ["faithfulness", "context_precision"])
    assert [result.value for result in report] == [1.0, 1.0]


def test_micro_counts_claims_and_macro_questions():
    rows = [row("a", faithfulness=[claims(True)]), row("b", faithfulness=[claims(True, False, False)])]
    assert scored(rows, "faithfulness").value == pytest.approx((1 + 1 / 3) / 2)
    assert scored(rows, 'faithfulness(average="micro")').value == 0.5


def test_repetitions_count_together():
    rows = [row(faithfulness=[claims(True, True), claims(True, False)])]
    assert scored(rows, "faithfulness").value == 0.75
    assert scored(rows, "faithfulness(repetition=1)").value == 0.5


@pytest.mark.parametrize("answer", ["", "I could not find this.", "Dazu habe ich nichts gefunden.", "Не знаю."])
def test_answers_that_decline_or_are_empty_are_undefined(answer):
    result = scored([row(answer=answer, faithfulness=[claims(False)])], "faithfulness")
    assert (result.value, result.n_undefined) == (None, 1)
    assert scored([row(answer=answer, faithfulness=[claims(False)])], 'faithfulness(convention="ragas")').value == 0.0


def test_an_answer_without_claims_has_one_with_deepeval_only():
    rows = [row("a", faithfulness=[claims()]), row("b", faithfulness=[claims(False)])]
    assert scored(rows, "faithfulness").value == 0.0
    assert scored(rows, 'faithfulness(convention="ragas")').value == 0.0
    assert scored(rows, 'faithfulness(convention="deepeval")').value == 0.5


def test_answers_in_other_scripts_and_long_contexts_are_read():
    text = "語" * 200_000
    held = claims(True, texts=["犬は別館に泊まれます。"])
    held["verdicts"][0]["quote"] = "語語"
    rows = [row(answer="犬は別館に泊まれます。", run={"contexts": [{"id": "c", "text": text}]}, faithfulness=[held])]
    assert scored(rows, 'factscore(order="checked")').value == 1.0


def test_repeated_claims_count_once_and_a_contradiction_among_them_is_no_support():
    said = claims(True, True, False, texts=["It is blue.", "it is BLUE", "It is big."])
    assert scored([row(faithfulness=[said])], "factscore").value == 0.5
    assert scored([row(faithfulness=[said])], "factscore(fold=false)").value == pytest.approx(2 / 3)
    torn = claims(True, False, texts=["It is blue.", "It is blue."])
    assert scored([row(faithfulness=[torn])], "factscore").value == 0.0


def test_length_penalty_of_factscore():
    """exp(1 - 10 / 2) = .0183 of an answer with two facts, both true."""
    assert scored([row(faithfulness=[claims(True, True)])], "factscore(gamma=10)").value == pytest.approx(
        0.018316, abs=1e-6
    )


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (
            {"claims": [], "verdicts": [{"claim": 3, "verdict": "supported"}]},
            "a verdict for claim 3, which does not exist",
        ),
        ({"claims": [{"id": 0, "text": "x"}], "verdicts": []}, "claim 0 has no verdict"),
        ("all is well", "schema"),
        (None, "schema"),
    ],
)
def test_a_broken_verdict_is_invalid_and_never_a_number(broken, reason):
    rows = [row("good", faithfulness=[claims(True)]), row("bad", faithfulness=[claims(True), broken])]
    report = oe.evaluate(rows, ["faithfulness"])
    result = report.results[0]
    assert (result.value, result.n_ok, result.n_invalid) == (1.0, 1, 1)
    (finding,) = [each for each in report.compiled.findings if each.id == "judge.invalid"]
    assert reason in finding.got
    assert finding.got.startswith("1 samples are invalid")
    assert "bad: " in finding.got


def test_a_question_that_nobody_judged_is_invalid_where_others_are():
    result = scored([row("a", faithfulness=[claims(True)]), row("b")], "faithfulness")
    assert (result.n_ok, result.n_invalid) == (1, 1)


def test_a_question_without_a_run_has_no_context_recall_and_no_faithfulness():
    gold = {"answers": ["blue"]}
    there = row("a", gold=gold, run={"contexts": ["c"]}, faithfulness=[claims(True)], context_recall=[claims(True)])
    lost = {"id": "b", "gold": gold, "run": {"error": "timeout"}}
    assert scored([there, lost], "context_recall").value == 0.5
    faithful = scored([there, lost], "faithfulness")
    assert (faithful.value, faithful.n_missing) == (1.0, 1)


def test_verdicts_on_other_contexts_than_the_run_has_are_invalid():
    said = {"verdicts": [{"context": 0, "useful": True}]}
    report = oe.evaluate([row(run={"contexts": ["a", "b"]}, context_precision=[said])], ["context_precision"])
    assert report.results[0].n_invalid == 1
    assert "1 verdicts on 2 contexts" in report.compiled.findings[0].got


def test_relevancy_is_zero_when_every_question_is_evasive_and_may_be_negative():
    def said(*cosines, evasive):
        return {
            "questions": [{"question": "Q", "noncommittal": evasive} for _ in cosines],
            "similarities": list(cosines),
        }

    assert scored([row(answer_relevancy=[said(0.9, 0.9, evasive=True)])], "answer_relevancy").value == 0.0
    assert scored([row(answer_relevancy=[said(-0.5, 0.25, evasive=False)])], "answer_relevancy").value == -0.125


def test_nuggets_strict_and_lenient_vital_and_all():
    """nuggetizer 0.0.6: strict_vital 1/2, vital 1.5/2, strict_all 1/3, all 1.5/3."""
    gold = {"nuggets": [{"text": "a"}, {"text": "b", "vital": True}, {"text": "c", "vital": False}]}
    said = [{"nugget": place, "support": degree} for place, degree in enumerate(("full", "partial", "none"))]
    rows = [row(gold=gold, nuggets=[{"verdicts": said}])]
    names = [
        "nugget_recall",
        'nugget_recall(credit="lenient")',
        'nugget_recall(which="all")',
        'nugget_recall(credit="lenient", which="all")',
    ]
    values = [result.value for result in oe.evaluate(rows, names)]
    assert values == [0.5, 0.75, pytest.approx(1 / 3), 0.5]


def test_without_a_vital_nugget_recall_is_undefined():
    rows = [
        row(
            gold={"nuggets": [{"text": "a", "vital": False}]},
            nuggets=[{"verdicts": [{"nugget": 0, "support": "full"}]}],
        )
    ]
    result = scored(rows, "nugget_recall")
    assert (result.value, result.n_undefined) == (None, 1)
    assert scored(rows, 'nugget_recall(which="all")').value == 1.0


def test_answer_correctness_by_counts():
    """Two statements in both, one in the answer only, three in the reference only: 2 * 2 / (4 + 1 + 3)."""
    said = {"both": ["a", "b"], "answer_only": ["c"], "reference_only": ["d", "e", "f"]}
    assert scored([row(gold={"answers": ["x"]}, answer_correctness=[said])], "answer_correctness").value == 0.5


def test_expected_grade_by_probabilities():
    """.2 * 2 + .3 * 3 + .5 * 5 = 3.8; probabilities that sum to ½ give the same."""
    said = {"rating": 3, "probabilities": {"2": 0.1, "3": 0.15, "5": 0.25}}
    assert scored([row(fluency=[said])], "g_eval").value == pytest.approx((3.8 - 1) / 4)
    assert scored([row(fluency=[said])], 'g_eval(weights="rating")').value == 0.5
    assert scored([row(fluency=[said])], "fluency").value == 0.5


def test_without_probabilities_g_eval_is_unmeasured():
    result = scored([row(fluency=[{"rating": 3}])], "g_eval")
    assert result.reason.startswith("unmeasured: no result in annotations.fluency has probabilities")


def test_a_rubric_of_ones_own_is_a_metric_like_any_other():
    rows = [{"id": "q", "run": {"answer": "x"}, "annotations": {"tone": [{"score": 2.0}, {"score": 3.0}]}}]
    assert scored(rows, 'rubric_score(rubric="tone")').value == 2.5
    grades = [{"id": "q", "run": {"answer": "x"}, "annotations": {"tone": [{"fields": {"rating": 5}}]}}]
    assert scored(grades, 'g_eval(rubric="tone", weights="rating")').value == 1.0


@pytest.mark.parametrize("score", ["high", float("inf"), [1]])
def test_a_score_that_is_no_number_is_invalid(score):
    rows = [{"id": "q", "run": {"answer": "x"}, "annotations": {"tone": [{"score": score}]}}]
    assert scored(rows, 'rubric_score(rubric="tone")').n_invalid == 1


def test_a_score_that_the_judge_claims_changes_nothing():
    rows = [row(faithfulness=[claims(True, False)], nuggets=[])]
    rows[0]["annotations"]["faithfulness"][0] |= {"score": 1.0, "claimed_score": 1.0}
    assert scored(rows, "faithfulness").value == 0.5


def test_verdicts_of_two_rubrics_do_not_mix():
    rows = [row(context_recall=[claims(False)], gold={"answers": ["x"]}, run={"contexts": ["c"]})]
    recall, faithful = oe.evaluate(rows, ["context_recall", "faithfulness"]).results
    assert recall.value == 0.0
    assert "ontoeval annotate RECORDS --rubric faithfulness" in faithful.reason
