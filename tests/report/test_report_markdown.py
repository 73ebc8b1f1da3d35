import re
from pathlib import Path

from report_data import hostile, linking_only, unmeasured

from ontoeval.report import markdown

GOLDEN = Path(__file__).with_name("demo.md")


def test_demo_is_as_it_was(demo):
    """The story part of the demo report; to renew it, look at the difference and write the new text."""
    story = markdown.render(demo).partition("### Metrics")[0]
    assert story == GOLDEN.read_text(encoding="utf-8")


def test_without_a_story_only_results_are_written(demo):
    lines = markdown.render(demo, story=False).splitlines()
    assert lines[0].startswith("| stage | metric |")
    assert lines == markdown.render(demo).partition("### Metrics\n\n")[2].splitlines()


def test_reports_without_a_funnel_have_no_funnel_table():
    text = markdown.render(linking_only())
    assert "Loss funnel" not in text
    assert "1. **3 of 6 gold mentions are not found at all, in 1 question.**" in text
    assert "**Nothing could be measured.**" in markdown.render(unmeasured())


def test_hostile_texts_stay_text():
    text = markdown.render(hostile())
    assert not re.search(r"<(?!=)", text)
    assert "@" not in re.sub(r"`[^`]*`", "", text)
    for line in text.splitlines():
        if line.startswith("| "):
            assert line.endswith(" |")
