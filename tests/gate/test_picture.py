"""The drawn history as PNG: looked at pixel by pixel."""

import sys
from datetime import UTC, datetime
from io import BytesIO

import numpy as np
import pytest

import ontoeval as oe
from ontoeval.errors import MissingExtra, UsageError
from ontoeval.gate.entry import entry
from ontoeval.gate.picture import png, save_picture
from ontoeval.gate.plot import plot

WHITE, BLUE = (255, 255, 255), (9, 105, 218)  # the page, and .dot in the style of the SVG


@pytest.fixture
def drawn():
    """One panel with two dots: recall@1 of 3 of 4 questions, then of all."""
    runs = []
    for minute, right in enumerate((3, 4)):
        gold = {f"q{i}": ["d"] for i in range(4)}
        found = {f"q{i}": ["d" if i < right else "x"] for i in range(4)}
        when = datetime(2026, 1, 1, 12, minute, tzinfo=UTC)
        runs.append(entry(oe.evaluate(oe.compile(gold, found), ["recall@1"]), time=when, commit=("abc", False)))
    return plot(runs)


def test_a_png_is_the_drawing_at_two_pixels_per_unit(drawn):
    pytest.importorskip("resvg_py", reason="PNG needs the extra png")
    image = pytest.importorskip("PIL.Image", reason="the test reads the PNG with Pillow")
    seen = np.asarray(image.open(BytesIO(png(drawn)), formats=["PNG"]).convert("RGB"))
    assert seen.shape == (372, 1800, 3)  # 186 units high, 900 wide
    assert tuple(seen[0, 0]) == WHITE
    # the axis goes from y = 144 (0) to y = 34 (1): .75 is at 61.5; the first run at x = 56, the last at x = 830
    assert tuple(seen[123, 112]) == BLUE
    assert tuple(seen[68, 1660]) == BLUE
    heading = seen[16:44, 112:240]  # 12 units of text on y = 20 from x = 56
    assert 100 < (heading.max(axis=2) < 100).sum() < 1500
    assert (seen[300:330, 112:300].max(axis=2) < 150).sum() > 100  # time and commit of the first run, in gray


def test_the_suffix_says_as_what_it_is_written(drawn, tmp_path):
    save_picture(drawn, tmp_path / "h.SVG")
    assert (tmp_path / "h.SVG").read_text(encoding="utf-8") == drawn
    with pytest.raises(UsageError, match=r"no writer for '.pdf'; expected .svg or .png"):
        save_picture(drawn, tmp_path / "h.pdf")


def test_without_the_extra_a_png_names_it_and_nothing_is_written(drawn, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtra, match=r"pip install 'ontoeval\[png\]'"):
        save_picture(drawn, tmp_path / "h.png")
    assert list(tmp_path.iterdir()) == []
