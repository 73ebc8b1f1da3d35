"""``ontoeval filters``: how many questions a claim needs."""

import pytest


def test_size_for_a_claim(cli):
    """spec/filters.md 3.5: 149, 236, 313, 386."""
    done = cli("filters", "size", "--below", "0.02")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "to show a rate below 0.02 (one-sided 95 %, Clopper-Pearson):",
        "        149 questions with 0 failures",
        "        236 questions with 1 failure",
        "        313 questions with 2 failures",
        "        386 questions with 3 failures",
    ]


def test_size_for_a_claim_that_shall_succeed(cli):
    """386 and 456 questions for 80 % and 90 %: tests/statistics/test_power.py."""
    done = cli("filters", "size", "--below", "0.02", "--failures", "0", "--expect", "0.005")
    assert done.out.splitlines()[2:] == [
        "if the true rate is 0.005, in 80% of cases:",
        "        386 questions with at most 3 failures",
    ]
    done = cli("filters", "size", "--below", "0.02", "--expect", "0.002", "--power", "0.9")
    assert done.out.splitlines()[-1] == "        236 questions with at most 1 failure"


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ([], "--below"),
        (["--below", "2"], "rate=2.0"),
        (["--below", "0"], "rate=0.0"),
        (["--below", "nan"], "rate=nan"),
        (["--below", "x"], "--below"),
        (["--below", "0.000000001"], "10,000,000"),
        (["--below", "0.02", "--expect", "0.03"], "expected=0.03"),
        (["--below", "0.02", "--expect", "0.01", "--power", "1"], "--power"),
        (["--below", "0.02", "--power", "0.9"], "--expect RATE"),
        (["--below", "0.02", "--failures", "-1"], "--failures"),
    ],
)
def test_a_wrong_call_ends_with_2(cli, options, word):
    done = cli("filters", "size", *options)
    assert (done.code, done.out) == (2, "")
    assert word in done.err
