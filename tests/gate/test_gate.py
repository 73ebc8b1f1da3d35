"""A gate passes only what is observed, finite and inside; everything else has its own reason."""

import io
import json

import pytest

import ontoeval as oe
from ontoeval.errors import ConfigError, InputError, UnknownMetric, UsageError
from ontoeval.gate.checking import check
from ontoeval.gate.presets import PRESETS
from ontoeval.gate.requirement import Requirement


def report(found, metrics=("recall@1",), by=(), tags=None):
    """A report over questions with one gold document each: True found, False not, None no row in the run."""
    rows = [
        {"id": name, "gold": {"docs": ["d"]}, "tags": (tags or {}).get(name, {})}
        | ({} if hit is None else {"run": {"retrieved": ["d" if hit else "x"]}})
        for name, hit in found.items()
    ]
    return oe.evaluate(rows, metrics, by=by)


def questions(right, wrong, missing=0):
    flags = [True] * right + [False] * wrong + [None] * missing
    return {f"q{place:03}": flag for place, flag in enumerate(flags)}


def only(verdict):
    (line,) = verdict.lines
    (check,) = line.checks
    return check


@pytest.mark.parametrize(
    ("limits", "state", "code", "reasons"),
    [
        ({"min": 0.75}, "pass", 0, ()),  # 3 of 4 are right
        ({"min": 0.8}, "fail", 1, ("0.7500 is below min 0.8",)),
        ({"max": 0.75}, "pass", 0, ()),
        ({"max": 0.7}, "fail", 1, ("0.7500 is above max 0.7",)),
        ({"min": 0.5, "min_n": 5}, "fail", 1, ("n = 4, at least 5 are wanted",)),
        # Clopper-Pearson for 3 of 4: .1941 to .9937
        ({"min": 0.19, "on": "bound"}, "pass", 0, ()),
        ({"min": 0.2, "on": "bound"}, "inconclusive", 4, ("0.7500 is inside, its bound 0.1941 is below min 0.2",)),
        ({"max": 0.9, "on": "bound"}, "inconclusive", 4, ("0.7500 is inside, its bound 0.9937 is above max 0.9",)),
        ({"min": 0.8, "on": "bound"}, "fail", 1, ("0.7500 is below min 0.8",)),
    ],
)  # fmt: skip
def test_limits(limits, state, code, reasons):
    verdict = oe.Gate([{"metric": "recall@1", **limits}]).check(report(questions(3, 1)))
    assert (verdict.state, verdict.exit_code, only(verdict).reasons) == (state, code, reasons)
    assert verdict.passed is (state == "pass")


def test_missing_results_are_allowed_only_when_said():
    scored = report(questions(3, 0, missing=1))
    verdict = oe.Gate([{"metric": "recall@1", "min": 0.7}]).check(scored)
    assert only(verdict).reasons == ("1 missing (no result of the run), 0 allowed",)
    assert verdict.lines[0].causes[0].startswith("The system gave nothing at all: 1 question.")
    assert oe.Gate([{"metric": "recall@1", "min": 0.7, "missing": 1}]).check(scored).passed


def test_a_failed_judge_is_inconclusive():
    rows = [
        {"id": f"q{i}", "gold": {"answers": ["a"]}, "run": {"answer": "a", "confidence": c}}
        for i, c in enumerate((0.9, 7))
    ]
    scored = oe.evaluate(rows, ["brier"])
    assert scored["brier"].n_invalid == 1
    verdict = oe.Gate([{"metric": "brier", "max": 1}]).check(scored)
    assert (verdict.exit_code, only(verdict).reasons) == (4, ("1 invalid (a judge or parser failed), 0 allowed",))
    assert oe.Gate([{"metric": "brier", "max": 1, "invalid": 1}]).check(scored).passed


def judged(judge, verdict="supported", questions=1):
    """A report on questions whose answers have one claim each, judged so."""
    fields = {"claims": [{"id": 0, "text": "c"}], "verdicts": [{"claim": 0, "verdict": verdict}]}
    result = {"judge": judge, "model": "m", "fields": fields}
    rows = [
        {"id": f"q{i}", "gold": {"docs": ["d"]}, "run": {"answer": "c", "retrieved": ["d"]}} for i in range(questions)
    ]
    return oe.evaluate(
        [{**row, "annotations": {"faithfulness": [result]}} for row in rows], ["faithfulness", "recall@1"]
    )


def test_a_judge_that_fails_everywhere_is_an_outage_and_no_failure():
    scored = judged("a", verdict="nonsense")
    assert (scored["faithfulness"].n_invalid, scored["faithfulness"].value) == (1, None)
    verdict = oe.Gate([{"metric": "faithfulness", "min": 0.85}]).check(scored)
    assert (verdict.state, verdict.exit_code) == ("inconclusive", 4)
    assert only(verdict).reasons[0] == "1 invalid (a judge or parser failed), 0 allowed"
    assert oe.Gate([{"metric": "faithfulness", "min": 0.85, "min_n": 2}]).check(scored).exit_code == 1


def test_a_baseline_of_another_judge_is_refused_for_what_it_judged_only(tmp_path):
    lines = [{"metric": name, "max_drop": 0.1} for name in ("faithfulness", "recall@1")]
    path = judged("a").save(tmp_path / "main.json")
    assert oe.Gate(lines, baseline=path).check(judged("a")).passed
    verdict = oe.Gate(lines, baseline=path).check(judged("b"))
    assert [line.state for line in verdict.lines] == ["inconclusive", "pass"]
    assert verdict.lines[0].checks[0].reasons == ("not comparable with the baseline: another judge: a m against b m",)


def test_what_is_not_measured_fails_with_its_reason():
    verdict = oe.Gate([{"metric": "linking_f1", "min": 0}]).check(report(questions(1, 0), ["linking_f1"]))
    assert verdict.exit_code == 1
    assert "unmeasured: no row has gold.mentions" in only(verdict).reasons
    assert "n = 0, at least 1 are wanted" in only(verdict).reasons


def test_a_value_that_is_not_finite_fails():
    (row,) = report(questions(1, 0)).rows()
    (found,) = check(Requirement("recall@1", min=0), [{**row, "value": float("inf")}], {})
    assert (found.state, found.reasons) == ("fail", ("the value is inf",))


def test_a_metric_that_the_report_does_not_hold_fails():
    verdict = oe.Gate([{"metric": "recall@10", "min": 0}]).check(report(questions(1, 0)))
    assert verdict.exit_code == 1
    assert only(verdict).reasons == ("the report does not hold this metric; the nearest there is recall@1",)


def test_failure_outweighs_what_is_inconclusive():
    lines = [{"metric": "recall@1", "min": 0.5, "on": "bound"}, {"metric": "recall@1", "min": 0.9}]
    verdict = oe.Gate(lines).check(report(questions(3, 1)))
    assert [line.state for line in verdict.lines] == ["inconclusive", "fail"]
    assert verdict.exit_code == 1
    assert verdict.failed == ["recall@1 ≥ 0.5 (bound)", "recall@1 ≥ 0.9"]


# ---- slices and compound lines ---------------------------------------------------------------------------------------

TAGS = {f"q{i:03}": {"intent": "lookup" if i < 2 else "howto"} for i in range(4)}


def sliced():
    return report(questions(3, 1), by=["intent"], tags=TAGS)


def test_one_slice():
    scored = sliced()
    assert oe.Gate([{"metric": "recall@1", "min": 1, "slice": "intent=lookup"}]).check(scored).passed
    assert not oe.Gate([{"metric": "recall@1", "min": 1, "slice": "intent=howto"}]).check(scored).passed
    verdict = oe.Gate([{"metric": "recall@1", "min": 0, "slice": "intent=other"}]).check(scored)
    assert only(verdict).reasons == ("the report has no such slice; it has intent=howto, intent=lookup",)
    verdict = oe.Gate([{"metric": "recall@1", "min": 0, "slice": "topic=a"}]).check(scored)
    assert only(verdict).reasons == ("the report has no such slice; it is not sliced by topic",)


def test_every_value_of_a_tag():
    (line,) = oe.Gate([{"metric": "recall@1", "min": 0.6, "by": "intent"}]).check(sliced()).lines
    assert [(check.slice, check.value, check.state) for check in line.checks] == [
        ("intent=howto", 0.5, "fail"),
        ("intent=lookup", 1.0, "pass"),
    ]


def test_too_few_values_of_a_tag():
    (line,) = oe.Gate([{"metric": "recall@1", "min": 0.5, "by": "intent", "min_slices": 3}]).check(sliced()).lines
    assert line.state == "fail"
    assert line.checks[-1].reasons == ("2 values of intent, at least 3 are wanted",)
    (line,) = oe.Gate([{"metric": "recall@1", "min": 0.5, "by": "topic"}]).check(sliced()).lines
    assert line.checks[-1].reasons == ("0 values of topic, at least 1 are wanted; it is not sliced by topic",)


def test_a_compound_line_passes_when_all_its_parts_do():
    parts = [{"metric": "recall@1", "min": 0.7, "min_n": 4}, {"metric": "recall@1", "min": 0.5, "by": "intent"}]
    verdict = oe.Gate([{"name": "release", "all": parts}]).check(sliced())
    assert (verdict.passed, verdict.lines[0].name, len(verdict.lines[0].checks)) == (True, "release", 3)
    parts[1]["min"] = 0.6
    assert oe.Gate([{"name": "release", "all": parts}]).check(sliced()).failed == ["release"]


def test_full_lines_are_left_out_on_a_subset():
    lines = [{"metric": "recall@1", "min": 0.5}, {"metric": "recall@1", "min": 0.9, "full": True}]
    gate = oe.Gate(lines)
    assert gate.check(report(questions(3, 1))).exit_code == 1
    verdict = gate.check(report(questions(3, 1)), subset=True)
    assert [line.state for line in verdict.lines] == ["pass", "skipped"]
    assert verdict.exit_code == 0


def test_a_gate_that_looked_at_nothing_does_not_pass():
    gate = oe.Gate([{"metric": "recall@1", "min": 0.5, "full": True}])
    assert gate.check(report(questions(1, 0)), subset=True).exit_code == 4


# ---- baseline --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "limit", "code", "words"),
    [
        (questions(18, 2), {"max_drop": 0.1}, 0, ""),  # 18 of 20 against 20 of 20: 0.1 worse
        (questions(17, 3), {"max_drop": 0.1}, 1, "0.1500 worse than the baseline on 20 common questions, 0.1 allowed"),
        # McNemar, exact: three flips in one direction have p = 2 / 2**3 = .25; eight have 2 / 2**8 = .0078
        (questions(17, 3), {"max_drop": 0.1, "significant": True}, 0, "but no evidence (p = 0.2500)"),
        (questions(12, 8), {"max_drop": 0.1, "significant": True}, 1, "more than chance (p = 0.0078)"),
    ],
)  # fmt: skip
def test_drop_against_a_baseline(after, limit, code, words):
    gate = oe.Gate([{"metric": "recall@1", **limit}], baseline=report(questions(20, 0)))
    verdict = gate.check(report(after))
    assert verdict.exit_code == code
    assert words in "".join(only(verdict).reasons)


def test_a_drop_of_what_should_be_low_is_a_rise():
    rows = [{"id": f"q{i}", "docs": ["d"]} for i in range(4)]
    docs = [{"id": "d", "kind": "a"}]  # the filter lets everything through in one run, and nothing in the other
    before, after = (
        oe.evaluate(
            oe.compile(rows, [{"id": f"q{i}", "predicates": {"kind": kind}} for i in range(4)], docs=docs),
            ["false_exclusion_rate"],
        )
        for kind in ("a", "b")
    )
    line = {"metric": "false_exclusion_rate", "max_drop": 0.5}
    assert oe.Gate([line], baseline=after).check(before).passed
    assert "1.0000 worse" in only(oe.Gate([line], baseline=before).check(after)).reasons[0]


def test_a_baseline_of_another_ontology_is_refused_with_the_reason():
    rows = [{"id": "q", "gold": {"concepts": ["A:1"]}, "run": {"concepts": ["A:1"]}}]
    obo = "format-version: 1.2\n\n[Term]\nid: A:1\nname: one\n"

    def scored(text):
        return oe.evaluate(rows, ["hierarchical_f1"], ontology=oe.load(io.BytesIO(text.encode())))

    before, after = scored(obo), scored(obo + "\n[Term]\nid: A:2\nname: two\nis_a: A:1\n")
    verdict = oe.Gate([{"metric": "hierarchical_f1", "max_drop": 0.1}], baseline=before).check(after)
    assert verdict.exit_code == 4
    assert "not comparable with the baseline: another ontology" in only(verdict).reasons[0]


def test_a_baseline_of_other_questions_is_refused():
    gate = oe.Gate([{"metric": "recall@1", "max_drop": 0.1}], baseline=report({"other": True}))
    verdict = gate.check(report(questions(1, 0)))
    assert (verdict.exit_code, only(verdict).reasons[0][:39]) == (4, "not comparable with the baseline: no co")


def test_max_drop_needs_a_baseline():
    with pytest.raises(UsageError, match="there is no baseline"):
        oe.Gate([{"metric": "recall@1", "max_drop": 0.1}]).check(report(questions(1, 0)))


def test_a_baseline_that_no_line_asks_for_is_said_to_be_ignored():
    before = report(questions(4, 0))
    verdict = oe.Gate([{"metric": "recall@1", "min": 0.1}], baseline=before).check(report(questions(3, 1)))
    assert verdict.notes == ("the baseline is not looked at: no line has max_drop",)
    assert oe.Gate([{"metric": "recall@1", "max_drop": 0.5}], baseline=before).check(before).notes == ()


def test_a_saved_report_gives_the_same_verdict(tmp_path):
    path, other = tmp_path / "now.json", tmp_path / "before.json"
    now, before = sliced(), report(questions(4, 0), by=["intent"], tags=TAGS)
    now.save(path), before.save(other)
    lines = [{"metric": "recall@1", "min": 0.9, "max_drop": 0.1}, {"metric": "recall@1", "min": 0.6, "by": "intent"}]
    in_memory = oe.Gate(lines, baseline=before).check(now).as_dict()
    assert in_memory["state"] == "fail"
    assert oe.Gate(lines, baseline=other).check(path).as_dict() == json.loads(
        json.dumps(in_memory), object_hook=_tuples
    )


def _tuples(found):
    return {key: tuple(v) if key in ("reasons", "checks", "causes") else v for key, v in found.items()}


def test_a_file_that_is_no_report_is_refused(tmp_path):
    path = tmp_path / "x.json"
    (row,) = report(questions(1, 0)).rows()
    for rows in ([{"metric": "recall"}], [{**row, "value": "0.9"}], [{**row, "n_missing": None}], ["recall"], {}):
        path.write_text(json.dumps({"results": rows}), encoding="utf-8")
        with pytest.raises(InputError, match="this is no saved report"):
            oe.Gate([{"metric": "recall@1", "min": 0}]).check(path)


BROKEN_BASELINES = {
    "missing": (None, None, "no such file"),
    "folder": ("folder", None, "this is a folder; expected a saved report.json"),
    "no rows": (lambda text: text, lambda _: None, "main.items.npz is not beside it"),
    "half a report": (lambda text: text[:100], lambda content: content, "this is no JSON"),
    "half the rows": (lambda text: text, lambda content: content[:100], "this is no saved report"),
    "empty": (lambda _: "", lambda content: content, "this is no JSON"),
    "another report": (lambda text: text.replace("0.75", "0.76"), lambda content: content, "belongs to another report"),
}


@pytest.mark.parametrize("case", BROKEN_BASELINES)
def test_a_baseline_that_cannot_be_used_is_known_before_anything_is_scored(tmp_path, case):
    change_text, change_rows, words = BROKEN_BASELINES[case]
    path = report(questions(3, 1)).save(tmp_path / "main.json")
    rows = path.with_name("main.items.npz")
    text, content = path.read_text(encoding="utf-8"), rows.read_bytes()
    path.unlink(), rows.unlink()
    if change_text == "folder":
        path.mkdir()
    elif change_text is not None:
        path.write_text(change_text(text), encoding="utf-8")
        if change_rows(content) is not None:
            rows.write_bytes(change_rows(content))
    with pytest.raises(InputError, match="the baseline cannot be used: ") as raised:
        oe.Gate([{"metric": "recall@1", "max_drop": 0.1}], baseline=path).prepare()
    assert words in str(raised.value)
    assert "\n  mend: save " in str(raised.value)
    oe.Gate([{"metric": "recall@1", "min": 0.1}], baseline=path).prepare()  # nobody asks for it


# ---- what a gate cannot be -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"metric": "recall@1", "min": "0.85"}, "min = '0.85'; expected a number without quotes"),
        ({"metric": "recall@1", "min": True}, "a number without quotes"),
        ({"metric": "recall@1", "min": float("nan")}, "a number without quotes"),
        ({"metric": "recall@1", "max": float("inf")}, "a number without quotes"),
        ({"metric": "recall@1", "min": 85}, "min = 85 is no value of recall@1; expected 0 to 1\n  mend: 85 % is"),
        ({"metric": "recall@1", "max": -0.1}, "max = -0.1 is no value of recall@1; expected 0 to 1"),
        ({"metric": "recall@1", "max_drop": 2}, "expected less than 1\n  mend: 2 % is max_drop = 0.02"),
        ({"metric": "recall@1", "max_drop": -0.1}, "max_drop = -0.1"),
        ({"metric": "recall@1", "min": 0, "min_n": 2.5}, "a whole number ≥ 0"),
        ({"metric": "recall@1", "min": 0, "on": "low"}, '"value" or "bound"'),
        ({"metric": "recall@1"}, "recall@1 has no limit; expected min, max or max_drop"),
        ({"min": 0.5}, "no metric is named"),
        ({"metric": "recall@1", "mni": 0.5}, "did you mean min"),
        ({"metric": "recall@1", "min": 0.9, "max": 0.1}, "min = 0.9 is above max = 0.1"),
        ({"metric": "recall@1", "min": 0, "slice": "intent"}, '"tag=value"'),
        ({"metric": "recall@1", "min": 0, "slice": "a=b", "by": "a"}, "both slice and by"),
        ({"metric": "recall@1", "min": 0, "min_slices": 2}, "min_slices without by"),
        ({"metric": "recall@1", "min": 0, "significant": True}, "significant without max_drop"),
        ({"metric": "recall@1", "max_drop": 0, "on": "bound"}, "without min or max"),
        ({"all": []}, "a list of tables"),
        ({"all": [{"metric": "recall@1", "min": "x"}]}, "gate line 1 all[0]: min = 'x'"),
        ({"all": [{"metric": "recall@1", "min": 0}], "min": 1}, "unknown key min"),
        ({"all": ["recall@1 > 0.5"]}, "is no table"),
        ({"metric": "recall@1", "min": 0, "full": 1}, "true or false"),
        ({"metric": "recall@1", "min": 0, "name": 1}, "a text"),
        ("recall@1 > 0.5", "is no table"),
    ],
)  # fmt: skip
def test_a_line_that_is_off(content, words):
    with pytest.raises(ConfigError) as raised:
        oe.Gate([content])
    assert words in str(raised.value)


def test_an_unknown_metric_suggests():
    with pytest.raises(UnknownMetric, match="did you mean recall"):
        oe.Gate([{"metric": "recal@1", "min": 0.5}])


def test_an_unknown_metric_is_named_with_its_line():
    lines = [{"metric": "recall@1", "min": 0}, {"all": [{"metric": "recal@1", "min": 0.5}]}]
    with pytest.raises(UnknownMetric, match=r"^gate line 2 all\[0\]: there is no metric 'recal'"):
        oe.Gate(lines)


def test_a_preset_and_lines_of_ones_own_must_both_hold_and_the_verdict_says_so(tmp_path):
    content = {"preset": "starting-point", "require": [{"metric": "recall@10", "min": 0.3}]}
    gate = oe.Gate.of(content, tmp_path / "ontoeval.toml")
    assert gate.metrics == ["recall@10", "reciprocal_rank@10", "ndcg@10", "false_exclusion_rate"]
    assert [line.parts[0].min for line in gate.lines if line.parts[0].metric == "recall@10"] == [0.85, 0.3]
    assert gate.notes[1] == "the preset and lines of your own look at recall@10: both must hold"


def test_a_gate_without_lines_would_always_pass():
    with pytest.raises(ConfigError, match="it would pass whatever happens"):
        oe.Gate([])


def test_presets_are_the_figures_of_the_handbook_and_stricter_ones():
    figures = {line["metric"]: line.get("min", line.get("max")) for line in PRESETS["starting-point"]}
    # handbook: recall@10 .85, MRR .6, nDCG@10 .7, exclusion below 2 %
    assert figures == {"recall@10": 0.85, "reciprocal_rank@10": 0.6, "ndcg@10": 0.7, "false_exclusion_rate": 0.02}
    for line in PRESETS["high-stakes"]:
        assert line["on"] == "bound"
        usual = figures[line["metric"]]
        assert line.get("min", 1) > usual if "min" in line else line["max"] < usual
