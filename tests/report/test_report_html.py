import re
import time
from pathlib import Path

import pytest
from report_data import ATTACK, ODD, Page, hostile, linking_only, many, unmeasured

from ontoeval.report import html, svg
from ontoeval.report.markup import Html, h, text

REPORTS = {"demo": None, "linking_only": linking_only, "unmeasured": unmeasured, "hostile": hostile}


@pytest.fixture(scope="module", params=REPORTS)
def source(request):
    make = REPORTS[request.param]
    return html.render(make() if make else request.getfixturevalue("demo"))


@pytest.fixture(scope="module")
def page(source):
    return Page(source)


def test_tags_are_balanced_tables_have_captions_and_charts_titles(page):
    assert page.problems == []


def test_ids_are_unique_and_every_link_leads_somewhere_in_the_page(page):
    assert len(set(page.ids)) == len(page.ids)
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    named = [value for _, attrs in page.tags for key in ("aria-labelledby", "for") if (value := attrs.get(key))]
    assert all(name in page.ids for name in named)


def test_nothing_is_loaded_from_outside(page, source):
    for tag, attrs in page.tags:
        assert tag not in ("iframe", "object", "embed", "img", "base", "form", "use", "image"), tag
        for name in ("src", "href", "xlink:href", "srcset", "data", "action", "poster", "style"):
            assert attrs.get(name, "#").startswith("#") or (tag, attrs[name]) == ("link", "data:,"), (tag, attrs)
    style = page.texts["style"]
    assert "@import" not in style
    assert set(re.findall(r"url\((.*?)\)", style)) == {"#hatch"}
    assert "http" not in style
    assert "fetch(" not in source
    policies = [attrs["content"] for _, attrs in page.tags if attrs.get("http-equiv") == "Content-Security-Policy"]
    assert len(policies) == 1
    assert policies[0].startswith("default-src 'none'; style-src 'sha256-")


def test_no_attribute_runs_a_script(page):
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]
    assert [tag for tag, _ in page.tags].count("script") == 1


def test_the_page_can_be_read_by_everyone(page):
    tags = [tag for tag, _ in page.tags]
    assert dict(page.tags)["html"] == {"lang": "en"}
    assert [tags.count(name) for name in ("main", "header", "nav", "footer", "h1")] == [1, 1, 1, 1, 1]
    assert page.links[0] == "#report", "the skip link comes first"
    assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False))
    assert all(attrs.get("scope") in ("row", "col") for tag, attrs in page.tags if tag == "th")
    charts = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert all(attrs.get("role") == "img" or attrs.get("aria-hidden") == "true" for attrs in charts)
    boxes = [attrs for _, attrs in page.tags if attrs.get("class") == "scroll"]
    assert all(attrs["tabindex"] == "0" and attrs["aria-label"] for attrs in boxes)


def test_light_dark_print_and_little_motion_are_cared_for():
    style = Path(html.__file__).with_name("assets").joinpath("report.css").read_text(encoding="utf-8")
    for query in ("prefers-color-scheme: dark", "prefers-reduced-motion", "print", "forced-colors"):
        assert query in style
    assert ":focus-visible" in style


def contrast(first, second):
    def luminance(color):
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_at_least_that_of_wcag_aa_in_light_and_dark():
    assert round(contrast("#000000", "#ffffff"), 6) == 21
    style = Path(html.__file__).with_name("assets").joinpath("report.css").read_text(encoding="utf-8")
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#\w{6})", block)) for block in re.findall(r":root \{(.*?)\}", style, re.S)[:2]
    )
    for colors in (light, dark):
        for text_color in ("ink", "soft", "accent", "red", "green", "amber"):
            for ground in ("paper", "raised"):
                assert contrast(colors[text_color], colors[ground]) >= 4.5, (text_color, ground)
        for name in ("red", "green", "amber"):
            assert contrast(colors[name], colors[f"{name}-wash"]) >= 4.5, name
        assert contrast(colors["soft"], colors["track"]) >= 4.5


def test_the_same_report_gives_the_same_bytes(demo):
    assert html.render(demo) == html.render(demo)


def test_demo_tells_what_to_mend_first(demo):
    words = Page(html.render(demo)).text()
    assert "29 of 52 questions had an answer in the golden set and lost it" in words
    assert "The filter on category excludes the gold document of 11 questions." in words
    assert "The answer is wrong although the document was there: 5 questions." in words
    assert "44 questions have a fault, in the order of the stages. 20 questions have no fault." in words
    assert "filter: 50 entered, 13 lost, 37 left" in words
    assert "tp 57 fp 4 fn 7" in words
    assert "spans are drawn differently" in words.lower(), "metrics say when they mislead"


def test_demo_tells_every_faulty_question_and_links_to_it(demo, manifest):
    page = Page(html.render(demo))
    stories = [attrs for tag, attrs in page.tags if tag == "details" and attrs.get("class") == "story"]
    assert len(stories) == len(manifest["faults"]) == 44
    stages = [attrs["data-stage"] for attrs in stories]
    assert stages[:3] == ["index", "authorization", "filter"]
    assert stages.count("filter") == 13
    assert len([link for link in page.links if link.startswith("#question-")]) > 44


def test_report_without_a_funnel_says_what_linking_shows():
    words = Page(html.render(linking_only())).text()
    assert (
        "Of 6 gold mentions 2 are found and linked to the right concept, 1 to a wrong one; 3 are not found at all."
        in words
    )
    assert "3 of 6 gold mentions are not found at all, in 1 question." in words
    assert "There is no loss funnel: no row has gold.docs." in words
    assert "label of s is predicted for label of h – sibling" in words


def test_report_that_measures_nothing_names_what_would():
    words = Page(html.render(unmeasured())).text()
    assert "Nothing could be measured." in words
    assert "Nothing was measured, so nothing can be said." in words
    assert "log run.predicates, and give the corpus (docs)" in words
    assert "unmeasured: no row has gold.docs" in words


def test_hostile_texts_are_text():
    source = html.render(hostile())
    page = Page(source)
    assert page.problems == []
    assert "<script>alert" not in source
    assert "<img" not in source
    assert "<b>&" not in source
    assert "alert(1)" not in page.texts["script"]
    assert "alert(1)" in page.text(), "the attack is shown as text"
    assert "👩‍🔧 שלום" in page.text()
    assert "\x00" not in source
    source.encode("utf-8")
    for _, attrs in page.tags:
        assert not any("alert" in str(attrs.get(name, "")) for name in ("id", "class", "href", "data-stage"))


def test_markup_escapes_texts_and_attributes():
    assert h("p", ATTACK, title=ATTACK).count("<") == 2
    assert h("p", '"<', title='"<') == '<p title="&quot;&lt;">&quot;&lt;</p>'
    assert h("p", [Html("<i>x</i>"), None, ("a", 1)], hidden=True, id=None) == "<p hidden><i>x</i>a1</p>"
    assert text("a\x00\ud800b") == "a��b"
    assert ODD.split()[0] in text(ODD)


def test_charts_state_their_numbers():
    assert "filter: 5" in svg.loss("filter: 5 entered, 2 lost, 3 left", 3, 2, 10)
    bar = svg.interval("x", 0.5, 0.25, 0.75, "headline")
    assert 'x="25.000%"' in bar
    assert 'width="50.000%"' in bar
    assert 'cx="50.000%"' in bar
    assert "NaN" not in svg.loss("empty", 0, 0, 0)
    grid = svg.heat("t", "d", ["a", "b"], [[4, 1], [0, 0]])
    assert grid.count("<rect") == 6
    assert ">4</text>" in grid


def test_saving_writes_the_page(demo, tmp_path):
    path = demo.save(tmp_path / "report.html")
    assert path.read_text(encoding="utf-8") == html.render(demo)


def test_ten_thousand_questions_are_a_small_file_made_soon():
    report = many(10_000)
    start = time.process_time()
    source = html.render(report)
    assert time.process_time() - start < 10
    assert len(source.encode()) < 2_000_000
    page = Page(source)
    assert page.problems == []
    stories = [attrs["data-stage"] for tag, attrs in page.tags if attrs.get("class") == "story"]
    assert len(stories) == 200
    assert len(set(stories)) >= 3, "no stage hides the others"
    assert "200 of them are told here" in page.text()
