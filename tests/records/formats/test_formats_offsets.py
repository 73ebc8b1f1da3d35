"""Offsets in other units, inclusive ends, and surface texts that are not there."""

from __future__ import annotations

import pytest

from ontoeval.records.formats._units import Ruler

#: "😀" is one code point, two UTF-16 units, four bytes; "é" is one, one, two.
TEXT = "é😀 Rett 😀 naïve cold"
SPANS = {"codepoint": [(3, 7), (16, 20)], "utf16": [(4, 8), (18, 22)], "utf8": [(7, 11), (24, 28)]}


def pubtator(unit, added=0):
    rows = [f"1\t{s}\t{e - added}\t{t}\tD\tX" for (s, e), t in zip(SPANS[unit], ("Rett", "cold"), strict=True)]
    return "\n".join([f"1|t|{TEXT}", *rows]) + "\n"


@pytest.mark.parametrize("unit", ["codepoint", "utf16", "utf8"])
@pytest.mark.parametrize("added", [0, 1])
def test_units_and_ends_are_found_by_the_surface_texts(write, rows, unit, added):
    found, problems = rows(write("x.PubTator", pubtator(unit, added)), "pubtator")
    assert [(each["start"], each["end"]) for each in found["1"]["mentions"]] == [(3, 7), (16, 20)]
    assert [TEXT[each["start"] : each["end"]] for each in found["1"]["mentions"]] == ["Rett", "cold"]
    notes = [note.id for note in problems.notes]
    assert notes == ([] if (unit, added) == ("codepoint", 0) else ["offset.converted"])
    if notes:
        assert "2 of 2 surface texts are found so, 0 with code points, exclusive ends" in problems.notes[0].got


@pytest.mark.parametrize("unit", ["utf16", "utf8"])
def test_units_that_are_said_are_not_guessed(write, rows, unit):
    text = f"1|t|{TEXT}\n1\t{SPANS[unit][0][0]}\t{SPANS[unit][0][1]}\tRett\tD\tX\n"
    found, _ = rows(write("x.PubTator", text), f'pubtator(offsets="{unit}", ends="exclusive")')
    assert [(each["start"], each["end"]) for each in found["1"]["mentions"]] == [(3, 7)]
    found, problems = rows(write("x.PubTator", text), 'pubtator(offsets="codepoint", ends="exclusive")')
    assert found["1"]["mentions"][0]["start"] == SPANS[unit][0][0]
    assert [note.id for note in problems.notes] == ["offset.mismatch"]


def test_one_wrong_mention_does_not_change_the_unit_of_a_file(write, rows):
    good = "".join(f"{n}|t|é cold\n{n}\t2\t6\tcold\tD\tX\n\n" for n in range(5))
    lonely = "9|t|é cold\n9\t3\t7\tcold\tD\tX\n"  # right if offsets were bytes
    found, problems = rows(write("x.PubTator", good + lonely), "pubtator")
    assert found["9"]["mentions"][0]["start"] == 3
    assert [(note.id, note.count) for note in problems.notes] == [("offset.outside", 1)]


def test_mismatches_are_counted_and_listed_with_their_lines(write, rows):
    lines = ["1|t|A cold and a flu", "1\t2\t6\tcold\tD\tX", "1\t7\t10\tflu\tD\tX", "1\t13\t99\tflu\tD\tX"]
    found, problems = rows(write("x.PubTator", "\n".join(lines)), "pubtator")
    assert [each.get("text") for each in found["1"]["mentions"]] == ["cold", None, "flu"]  # noted here, not once more
    assert [(note.id, note.count, note.got) for note in problems.notes] == [
        (
            "offset.mismatch",
            1,
            "1 mentions whose text is not what the document has there: x.PubTator:3: 'flu' is 'and'",
        ),
        ("offset.outside", 1, "1 mentions end past the text: x.PubTator:4: 13–99 of 16"),
    ]


def test_spans_that_cannot_be_are_errors_with_their_lines(write, rows):
    lines = ["1|t|A cold", "1\t6\t2\tcold\tD\tX", "1\t2\t2\t\tD\tX", "1\t-2\t6\tcold\tD\tX"]
    found, problems = rows(write("x.PubTator", "\n".join(lines)), 'pubtator(ends="exclusive")')
    assert found["1"]["mentions"] == []
    assert sorted(finding.where for finding in problems.findings) == ["x.PubTator:2", "x.PubTator:3", "x.PubTator:4"]


@pytest.mark.parametrize(
    ("unit", "offset", "expected"),
    [("utf16", 3, 2), ("utf16", 2, 2), ("utf8", 2, 1), ("utf8", 6, 2), ("utf16", 99, 2 + 96), ("codepoint", 5, 5)],
)
def test_ruler(unit, offset, expected):
    """By hand for "é😀": ends of characters are 1, 3 in UTF-16 units and 2, 6 in bytes."""
    assert Ruler("é😀", unit).codepoint(offset) == expected
