"""Repeated verdicts of judges: stability, and agreement with people."""

import ontoeval as oe


def report(rows):
    return oe.evaluate(rows, [], intervals=False)


def row(name, runs, person=None):
    gold = {} if person is None else {"verdicts": {"faithful": person}}
    return {"id": name, "gold": gold, "run": {}, "annotations": {"faithful": runs}}


def test_flips_and_spread_of_repeated_verdicts():
    rows = [row("q1", [1, 1]), row("q2", [1, 0]), row("q3", [{"error": "timeout"}, 1]), {"id": "q4"}]
    (found,) = report(rows).table("stability")
    # Worked by hand: q2 flips; q3 has a run without a verdict and is left out. Sample variances: of (1, 1) 0 and of
    # (1, 0) .5, pooled .25, root .5; standard deviation of the run means 1 and .5: .3536.
    assert (found["items"], found["left_out"], found["flip_rate"]) == (2, 1, 0.5)
    assert found["within"] == 0.5
    assert round(found["between"], 4) == 0.3536


def test_one_run_has_no_stability():
    assert report([row("q1", [1])]).table("stability") == []


def test_agreement_with_people_gives_the_known_coefficients():
    # 20 / 5 / 10 / 15: kappa .4000 and AC1 .4059 (statsmodels, irrCAC).
    cells = [("y", "y", 20), ("y", "n", 5), ("n", "y", 10), ("n", "n", 15)]
    pairs = [(judge, person) for judge, person, count in cells for _ in range(count)]
    rows = [row(f"q{i:02}", [{"verdict": judge}], person) for i, (judge, person) in enumerate(pairs)]
    found = {entry["coefficient"]: entry for entry in report(rows).table("agreement")}
    assert {name: round(entry["value"], 4) for name, entry in found.items()} == {
        "accuracy": 0.7,
        "kappa": 0.4,
        "AC1": 0.4059,
    }
    assert all(entry["n"] == 50 and entry["low"] < entry["value"] < entry["high"] for entry in found.values())


def test_samples_without_both_verdicts_do_not_count():
    rows = [row("q1", ["y"], "y"), row("q2", ["y"]), row("q3", [], "n")]
    assert {entry["n"] for entry in report(rows).table("agreement")} == {1}
    assert report([row("q1", ["y"])]).table("agreement") == []
