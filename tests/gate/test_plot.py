"""The drawn history: a panel per metric, lines that break, bands, no misleading bridge over a gap."""

import xml.etree.ElementTree as ET
from datetime import UTC, datetime

import pytest

import ontoeval as oe
from ontoeval.errors import UsageError
from ontoeval.gate.entry import entry
from ontoeval.gate.plot import plot

SVG = "{http://www.w3.org/2000/svg}"


def run(minute, right, name="q", metrics=("recall@1",)):
    gold = {f"{name}{i}": ["d"] for i in range(4)}
    found = {f"{name}{i}": ["d" if i < right else "x"] for i in range(4)}
    scored = oe.evaluate(oe.compile(gold, found), metrics)
    return entry(scored, time=datetime(2026, 1, 1, 12, minute, tzinfo=UTC), commit=(f"c<{minute}>", True))


def marks(drawn, element, class_):
    return [found for found in ET.fromstring(drawn).iter(SVG + element) if found.get("class") == class_]


def test_one_line_with_one_band_while_nothing_changes():
    drawn = plot([run(0, 3), run(1, 2), run(2, 4)])
    (line,) = marks(drawn, "polyline", "line")
    assert len(line.get("points").split()) == 3
    assert len(marks(drawn, "polygon", "band")) == 1
    assert marks(drawn, "line", "break") == []
    texts = ["".join(text.itertext()) for text in ET.fromstring(drawn).iter(SVG + "text")]
    assert {"recall@1 ↑", "1.0000", "2026-01-01 12:00 c<0>+", "2026-01-01 12:02 c<2>+"} <= set(texts)


def test_the_line_breaks_where_the_questions_change():
    drawn = plot([run(0, 3), run(1, 2), run(2, 4, name="other"), run(3, 4, name="other")])
    assert [len(line.get("points").split()) for line in marks(drawn, "polyline", "line")] == [2, 2]
    assert len(marks(drawn, "polygon", "band")) == 2
    assert [why.text for why in marks(drawn, "text", "why")] == ["another gold"]


def test_a_run_without_a_value_is_a_gap_and_no_zero():
    runs = [run(0, 3), run(1, 3), run(2, 3)]
    runs[1].content["values"][""]["recall@1"].update(value=None, low=None, high=None)
    drawn = plot(runs)
    assert [len(line.get("points").split()) for line in marks(drawn, "polyline", "line")] == [1, 1]
    assert len(marks(drawn, "circle", "dot")) == 2


def test_values_beyond_shares_get_a_scale_of_their_own():
    runs = [run(0, 3), run(1, 3)]
    for kept, value in zip(runs, (120.0, 480.0), strict=True):
        kept.content["values"][""]["recall@1"].update(value=value, low=value, high=value)
    quiet = [text.text for text in marks(plot(runs), "text", "quiet")]
    assert {"120", "300", "480"} <= set(quiet)


def test_headline_metrics_unless_others_are_named():
    runs = [run(0, 3, metrics=("recall@1", "precision@1"))]
    assert plot(runs, ["precision@1"]).count("<polyline") == 1
    with pytest.raises(UsageError, match="no run holds 'recall@2'"):
        plot(runs, ["recall@2"])
    with pytest.raises(UsageError, match="no run has the slice 'a=b'"):
        plot(runs, slice_name="a=b")
