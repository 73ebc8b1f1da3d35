"""Writers of findings: every format from one shape, and hostile texts in each of them."""

import json
import re
from xml.etree import ElementTree

import pytest

import ontoeval as oe
from ontoeval.errors import UsageError
from ontoeval.findings import Finding
from ontoeval.report import findings_page
from ontoeval.report.check_page import page_of
from ontoeval.report.findings_page import FORMATS, Page, Row, place, render, visible

HOSTILE = [
    "<script>alert(1)</script>", "line\nbreak", "::error file=x::gotcha", "\r\n::set-output name=a::b",
    "100% | `code` |", " ##[error]x",
    '"quoted" \\ back', "\x00\x07\x1b[31m", "\u202eright to left", "]]> <!-- &amp; <failure>",
    "@octocat #1 [x](http://e.vil)",
    "\ud800lone", "\ufffe\uffff", "%0A::error::x", "a,b:c", "\x85\u2028\u2029",
]  # fmt: skip


def hostile_page(texts=HOSTILE):
    rows = []
    for number, text in enumerate(texts):
        state = ("new", "known", "excepted")[number % 3]
        finding = Finding(
            "ONT305", "error", f"a.obo:{number + 1} A:{number} {text}", text, text, text, subjects=(f"A:{number}", text)
        )
        rows.append(Row(finding, state, text))
    return Page(
        title=f"check {texts[0]}",
        file="a.obo",
        path="ontology/a.obo",
        head=list(texts),
        rows=rows,
        passed=["ONT101"],
        skipped={"ONT402": texts[1]},
        fixed=list(texts),
        notes=list(texts),
        rules={"ONT305": texts[2], "ONT402": "reasoner"},
        sections=[("table", list(texts))],
    )


@pytest.mark.parametrize("format_", FORMATS)
def test_hostile_texts_can_be_written(format_):
    text = render(hostile_page(), format_)
    text.encode("utf-8")
    if format_ != "json":
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]", text)


def test_no_text_becomes_a_command_of_github():
    for format_ in ("github", "text", "md"):
        for line in render(hostile_page(), format_).split("\n"):
            if line.lstrip().startswith("::"):
                assert re.match(r"::(error|warning|notice) [^\n]*?::", line), line
                assert format_ == "github"
                assert "##[" not in line
                head = line.split("::")[1]
                assert "gotcha" not in head.partition("title=")[0]
    lines = render(hostile_page(), "github").split("\n")
    assert sum(line.startswith("::error ") for line in lines) == 6  # the new ones, one line each
    assert not any(line.startswith("::set-output") for line in lines)


def test_properties_of_github_commands_are_escaped():
    line = render(hostile_page(), "github").split("\n")[0]
    assert line.startswith("::error file=ontology/a.obo,line=1,title=ONT305 %3A%3Aerror file=x%3A%3Agotcha::")


def test_junit_is_xml_and_says_what_failed_and_what_was_skipped():
    root = ElementTree.fromstring(render(hostile_page(), "junit").encode())
    suite = root[0]
    assert {case.get("name").split()[0]: [child.tag for child in case] for case in suite} == {
        "ONT101": [], "ONT305": ["failure", "system-out"], "ONT402": ["skipped"],
    }  # fmt: skip
    assert suite.get("failures") == "1"
    assert "<script>" in "".join(suite.itertext())


def test_sarif_has_places_rules_states_and_suppressions():
    log = json.loads(render(hostile_page(), "sarif"))
    run = log["runs"][0]
    assert log["version"] == "2.1.0"
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for number, result in enumerate(run["results"]):
        assert ids[result["ruleIndex"]] == result["ruleId"] == "ONT305"
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "ontology/a.obo"
        assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == number + 1
        assert ("suppressions" in result) == (number % 3 == 2)
        assert result["baselineState"] == ("unchanged" if number % 3 == 1 else "new")
    prints = {result["partialFingerprints"]["ontoeval/v1"] for result in run["results"]}
    assert len(prints) == len(HOSTILE)


def test_sarif_identity_does_not_depend_on_the_line_or_the_label():
    def identity(where):
        page = Page("t", "a.obo", rows=[Row(Finding("ONT1", "info", where, "got", subjects=("A:1",)))])
        return json.loads(render(page, "sarif"))["runs"][0]["results"][0]["partialFingerprints"]

    assert identity('a.obo:3 A:1 "cat"') == identity('a.obo:9 A:1 "tomcat"')


def test_markdown_holds_no_html_link_or_mention():
    text = render(hostile_page(), "md")
    body = re.sub(r"</?pre>", "", text)
    assert "<script" not in body
    assert "@octocat" not in re.sub(r"<pre>.*?</pre>", "", text, flags=re.S)
    assert "](http://e.vil" not in re.sub(r"<pre>.*?</pre>", "", text, flags=re.S)
    table = [line for line in text.split("\n") if line.startswith("| line")]
    assert all(line.count("|") == 4 for line in table)


def test_json_keeps_texts_as_they_are():
    content = json.loads(render(hostile_page(HOSTILE[:10]), "json"))
    assert [row["got"] for row in content["findings"]] == HOSTILE[:10]
    assert content["findings"][0]["file"] == "ontology/a.obo"
    assert content["counts"] == {
        "error": 4,
        "warning": 0,
        "info": 0,
        "known": 3,
        "excepted": 3,
        "fixed": 10,
        "failing": 4,
    }


def test_hostile_labels_from_a_file_end_up_on_one_line(cli, write):
    source = (
        "@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        ':A a owl:Class ; <http://www.w3.org/2000/01/rdf-schema#label> "a\\n::error::gotcha <b> | \\u0007" .'
    )
    file = write("a b.ttl", source)
    for format_ in FORMATS:
        outcome = cli("ontology", "check", file, "--only", "ONT305", "--format", format_)
        assert outcome.code == 1
        assert not any(line.startswith("::error::") for line in outcome.out.splitlines())
    sarif = json.loads(cli("ontology", "check", file, "--only", "ONT305", "--format", "sarif").out)
    assert sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith(
        "a%20b.ttl"
    )


@pytest.mark.parametrize(
    ("where", "file", "parts"),
    [
        ('a.obo:12 A:1 "x"', "a.obo", ("a.obo", 12, 'A:1 "x"')),
        ('my file.obo:12 A:1 "x"', "my file.obo", ("my file.obo", 12, 'A:1 "x"')),
        ("my file.obo http://ex.org/a#b", "my file.obo", ("my file.obo", None, "http://ex.org/a#b")),
        ("a.obo", "a.obo", ("a.obo", None, "")),
        ("run.jsonl:12 run.retrieved[3].score", "", ("run.jsonl", 12, "run.retrieved[3].score")),
        ("--metric", "", ("--metric", None, "")),
        ("a.obo2:3 x", "a.obo", ("a.obo2", 3, "x")),
    ],
)
def test_places_are_taken_apart(where, file, parts):
    at = place(Finding("X", "info", where, "got"), file)
    assert (at.file, at.line, at.what) == parts


def test_visible_leaves_ordinary_text_alone():
    assert visible("Größe: 日本語 – “x”") == "Größe: 日本語 – “x”"


@pytest.mark.parametrize("suffix", [".json", ".md", ".xml", ".sarif", ".txt"])
def test_pages_are_saved_by_suffix(tmp_path, suffix, obo):
    report = oe.ontology.check(obo("A:1 a", "A:2 a < A:1"))
    path = findings_page.save(page_of(report, "a.obo", "error"), tmp_path / f"out{suffix}")
    assert "ONT302" in path.read_text(encoding="utf-8")


def test_an_unknown_suffix_is_refused(tmp_path, obo):
    with pytest.raises(UsageError, match="no writer"):
        findings_page.save(page_of(oe.ontology.check(obo("A:1 a")), "a.obo", "error"), tmp_path / "out.pdf")


def test_what_is_known_is_in_a_saved_summary_only_when_all_is_asked_for(cli, write, obo, tmp_path):
    file, known = write("a.obo", obo("A:1 a", "A:2 a < A:1")), tmp_path / "known.json"
    assert cli("ontology", "check", file, "--write-baseline", known).code == 0
    for options, shown in (((), False), (("--all",), True)):
        assert cli("ontology", "check", file, "--baseline", known, "--save", tmp_path / "o.md", *options).code == 0
        assert ("(known)" in (tmp_path / "o.md").read_text(encoding="utf-8")) is shown


def test_links_to_pages_that_the_readers_repository_does_not_have_are_not_written(cli, write, obo):
    file = write("a.obo", obo("A:1 a", "A:2 a < A:1"))
    for command in (("check", file), ("diff", file, write("b.obo", obo("A:1 a")))):
        outcome = cli("ontology", *command, "--format", "md")
        assert (outcome.code, "](docs/" in outcome.out) == (1, False)


def test_skipped_checks_with_one_reason_share_a_line(cli, write, obo):
    file = write("a.obo", obo("A:1 a", "A:2 b < A:1"))
    for format_ in ("text", "github", "md"):
        out = cli("ontology", "check", file, "--only", "SKOS", "--format", format_).out
        assert out.count("the concepts are no SKOS concepts") == 1, format_
        assert "SKOS01, SKOS02, SKOS03, SKOS04: " in out


def test_text_says_once_how_the_findings_of_a_rule_are_mended():
    def page(*mends):
        rows = [Row(Finding("ONT1", "error", f"a.obo A:{n}", "it is odd", mend=m)) for n, m in enumerate(mends)]
        return Page("t", "a.obo", rows=rows)

    assert render(page("mend it", "mend it"), "text").count("→ mend it") == 1
    assert "→" not in render(page("mend it", "drop it"), "text")
    assert "→" not in render(page("", ""), "text")


def test_code_scanning_gets_the_explanation_of_each_rule(cli, write, obo):
    out = cli("ontology", "check", write("a.obo", obo("A:1 a")), "--only", "ONT203", "--format", "sarif").out
    rule = json.loads(out)["runs"][0]["tool"]["driver"]["rules"][0]
    assert rule["help"]["text"].startswith("**What.** A deprecated concept with neither")
    assert ">>>" not in rule["help"]["text"]
