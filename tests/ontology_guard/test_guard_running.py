"""Scope, selection, baselines, exceptions, exit codes of ``ontology check``."""

import json
from datetime import date

import pytest

import ontoeval as oe
from ontoeval.errors import ConfigError, InputError, UsageError
from ontoeval.ontology.checking.exceptions import parse, read_settings

PLAIN = ("A:1 animal", "A:2 cat < A:1", "A:3 cat < A:1")
TODAY = date(2026, 12, 1)


@pytest.fixture
def file(write, obo):
    return write("a.obo", obo(*PLAIN))


def test_exit_codes(cli, file, write, obo, tmp_path):
    assert cli("ontology", "check", file).code == 1
    assert cli("ontology", "check", file, "--skip", "ONT302").code == 0
    assert cli("ontology", "check", file, "--skip", "ONT302", "--fail-on", "warning").code == 1
    assert cli("ontology", "check", tmp_path / "none.obo").code == 3
    assert cli("ontology", "check", write("page.owl", "<!doctype html><html></html>")).code == 3
    assert cli("ontology", "check", file, "--only", "ONT999").code == 2
    assert cli("ontology", "check", file, "--scope", "HP:").code == 2
    assert cli("ontology", "check", file, "--require-reasoner", "--only", "ONT402").code == 3


def test_unreadable_files_are_findings_for_machines_too(cli, write):
    outcome = cli("ontology", "check", write("page.owl", "<!doctype html><html></html>"), "--format", "sarif")
    assert outcome.code == 3
    result = json.loads(outcome.out)["runs"][0]["results"][0]
    assert (result["ruleId"], result["level"]) == ("ONT101", "error")
    assert "error: " in outcome.err


def test_scope_leaves_imported_concepts_out_and_says_how_many(write, obo):
    source = obo(*PLAIN, "B:1 dog", "B:2 dog < B:1")
    report = oe.ontology.check(source, only=["ONT302", "ONT107"], scope=["B:"])
    assert [finding.subjects for finding in report.findings if finding.id == "ONT302"] == [("B:1", "B:2")]
    assert report.out_of_scope == 1
    assert report.passed == ("ONT107",)  # of the two roots one is an import's
    with pytest.raises(UsageError, match="no concept starts with 'HP:'"):
        oe.ontology.check(source, scope=["HP:"])


def test_checks_are_chosen_in_one_word_and_explained(cli, file):
    assert cli("ontology", "check", file, "--only", "ONT302,ont203, roots").out.count("error   ONT302") == 1
    assert cli("ontology", "check", file, "--skip", "ONT3,ONT203").code == 0
    assert cli("ontology", "check", file, "--only", "ONT302,ONT999").code == 2
    told = cli("ontology", "check", "--explain", "ONT302")
    assert (told.code, "**Mend.**" in told.out, ">>>" in told.out) == (0, True, False)
    assert cli("ontology", "check", "--explain", "ONT999").code == 2


def test_scope_keeps_what_is_about_own_concepts_among_others(obo):
    clash = oe.ontology.check(obo("A:1 cat", "B:1 dog", "B:2 cat < B:1"), only=["ONT302"], scope=["B:"])
    assert [finding.subjects for finding in clash.findings] == [("A:1", "B:2")]
    roots = oe.ontology.check(obo("A:1 animal", "B:1 dog", "B:2 cat", "B:3 cub < B:1 | is_a: B:2"), scope=["B:"])
    assert [finding.subjects for finding in roots.findings if finding.id == "ONT107"] == [("B:1", "B:2")]


def test_scope_never_hides_what_is_about_the_whole_file(cli, write, obo):
    source = b"import: http://example.org/upper.owl\n" + obo("A:1 animal", "A:2 cat < A:1")
    outcome = cli("ontology", "check", write("a.obo", source), "--scope", "A:", "--only", "ONT111")
    assert (outcome.code, "http://example.org/upper.owl was not read" in outcome.out) == (1, True)


def test_an_import_that_is_not_found_says_who_wants_it_and_how_to_find_it(write, obo, tmp_path):
    owl = "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
    owl += "<http://ex.org/{}> a owl:Ontology; owl:imports <http://ex.org/{}> .\n"
    file = write("own.ttl", owl.format("own", "units") + "<http://ex.org/own#A> a owl:Class .")
    alone = oe.ontology.check(file, only=["ONT111"]).findings[0]
    assert (alone.got, "(--imports)" in alone.mend) == ("owl:imports http://ex.org/units was not read", True)
    write("parts/units.ttl", owl.format("units", "nowhere"))
    nested = oe.ontology.check(file, only=["ONT111"], imports=tmp_path / "parts").findings[0]
    assert nested.got == "owl:imports http://ex.org/nowhere of http://ex.org/units was not read"
    assert "catalog-v001.xml" in nested.mend
    catalog = write("catalog-v001.xml", '<catalog><uri name="http://ex.org/x" uri="parts/units.ttl"/></catalog>')
    listed = oe.ontology.check(file, only=["ONT111"], imports=catalog).findings[0]
    assert listed.mend == f"list its file in {catalog}"


def test_a_baseline_keeps_known_findings_quiet_and_announces_fixed_ones(cli, file, write, obo, tmp_path):
    known = tmp_path / "known.json"
    assert cli("ontology", "check", file, "--write-baseline", known).code == 0
    assert cli("ontology", "check", file, "--baseline", known, "--fail-on", "info").code == 0
    # Another line and another label of the same concepts are still the same finding; a further one is new.
    moved = write(
        "b.obo", obo("A:9 thing", "A:1 animal < A:9", "A:2 tomcat < A:1", "A:3 tomcat < A:1", "A:4 thing < A:1")
    )
    report = oe.ontology.check(moved, baseline=known, only=["ONT302"])
    assert dict(zip((f.subjects for f in report.findings), report.states, strict=True)) == {
        ("A:2", "A:3"): "known", ("A:4", "A:9"): "new",
    }  # fmt: skip
    fixed = write("c.obo", obo("A:1 animal", "A:2 cat < A:1", "A:3 dog < A:1"))
    outcome = cli("ontology", "check", fixed, "--baseline", known)
    assert "fixed since the baseline (1)" in outcome.out
    assert "ONT302" in outcome.out
    assert outcome.code == 0


def test_what_was_not_looked_at_is_not_fixed(file, obo, tmp_path):
    oe.ontology.check(file).write_baseline(tmp_path / "known.json")
    report = oe.ontology.check(obo("A:1 x"), baseline=tmp_path / "known.json", only=["ONT301"])
    assert report.fixed == ()


def test_a_finding_that_comes_twice_is_known_only_as_often_as_in_the_baseline(obo, tmp_path):
    one = b"[Term]\nid: A:1\nname: a  b\n\n[Term]\nid: A:2\nname: c\nis_a: A:1\n"
    oe.ontology.check(one, only=["ONT305"]).write_baseline(tmp_path / "known.json")
    two = one + b'synonym: "x  y" EXACT []\n'
    report = oe.ontology.check(two, only=["ONT305"], baseline=tmp_path / "known.json")
    assert sorted(report.states) == ["known", "new"]


def test_a_baseline_is_the_same_whatever_the_order_of_the_file(obo, tmp_path):
    for name, terms in (("1", PLAIN), ("2", PLAIN[::-1])):
        oe.ontology.check(obo(*terms)).write_baseline(tmp_path / name)
    assert (tmp_path / "1").read_text(encoding="utf-8") == (tmp_path / "2").read_text(encoding="utf-8")


def test_the_baseline_of_another_ontology_is_refused(cli, file, write, obo, tmp_path):
    other = write("other.obo", obo("B:1 dog", "B:2 dog < B:1"))
    cli("ontology", "check", other, "--write-baseline", tmp_path / "known.json")
    outcome = cli("ontology", "check", file, "--baseline", tmp_path / "known.json")
    assert outcome.code == 3
    assert "the baseline of another ontology" in outcome.err


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"findings": [1]}', '{"format": 9, "findings": []}', "\x00"])
def test_a_broken_baseline_is_refused(cli, file, write, content):
    assert cli("ontology", "check", file, "--baseline", write("known.json", content)).code == 3


def test_exceptions_hold_until_their_day(obo):
    def states(text):
        report = oe.ontology.check(obo(*PLAIN), only=["ONT302"], exceptions=[text], today=TODAY)
        return report.states, report.notes

    assert states("ONT302 A:2: twins")[0] == ("excepted",)
    assert states("ONT302 A:3 until 2026-12-01: twins")[0] == ("excepted",)
    assert states("ONT302: all of them")[0] == ("excepted",)
    late, notes = states("ONT302 A:2 until 2026-11-30: twins")
    assert late == ("new",)
    assert "expired on 2026-11-30" in notes[0]
    assert "twins" in notes[0]
    assert "covers nothing any more" in states("ONT302 A:1: no")[1][0]


@pytest.mark.parametrize(
    "text", ["ONT302", "ONT302 A:1", "ONT302 A:1 until soon: x", ": x", "", "ONT302 A:1 until 2026-1: x"]
)
def test_exceptions_that_cannot_be_read(text):
    with pytest.raises(UsageError):
        parse(text)


def test_exceptions_about_an_iri_and_reasons_with_colons():
    waiver = parse("ont208 http://ex.org/a#b until 2027-01-01: see: the issue")
    assert (waiver.check, waiver.concept, waiver.reason) == ("ONT208", "http://ex.org/a#b", "see: the issue")


def test_settings_from_a_file(cli, file, write, tmp_path):
    config = write(
        "check.toml",
        'fail_on = "warning"\nskip = ["ONT306"]\n'
        '[[exceptions]]\ncheck = "ONT302"\nreason = "twins"\nexpires = 2999-01-01\n',
    )
    outcome = cli("ontology", "check", file, "--config", config)
    assert outcome.code == 0
    assert "1 excepted" in outcome.out


@pytest.mark.parametrize(
    "text",
    [
        "fail_om = 1", "scope = 'HP:'", "fail_on = 'never'", "[[exceptions]]\ncheck = 'ONT302'", "exceptions = 3",
        "x = [", "[[exceptions]]\ncheck = 'ONT302'\nreason = 'x'\nexpires = 'soon'", "max_children = 0", "baseline = 3",
        "[[exceptions]]\ncheck = 'ONT302'\nreason = ' '",
    ],
)  # fmt: skip
def test_settings_that_cannot_be_used(write, text):
    with pytest.raises(ConfigError):
        read_settings(write("check.toml", text))


def test_a_missing_baseline_says_how_to_make_one(file):
    with pytest.raises(InputError, match="--write-baseline"):
        oe.ontology.check(file, baseline=file.parent / "none.json")


def test_the_list_of_checks(cli):
    out = cli("ontology", "check", "--list").out
    assert len(out.splitlines()) == 37
    assert "ONT205  error    alt-id-alive" in out


def test_all_shows_what_is_shortened(cli, write, obo):
    file = write("many.obo", obo("A:0 root", *(f"A:{i} < A:0" for i in range(1, 30))))
    assert "… and 24 more (--all)" in cli("ontology", "check", file, "--only", "ONT301").out
    assert "more (--all)" not in cli("ontology", "check", file, "--only", "ONT301", "--all").out


def test_gzip_bytes_and_text_wrappers(write, obo):
    import gzip
    import io

    data = obo(*PLAIN)
    for source in (gzip.compress(data), io.BytesIO(data), data):
        assert [f.id for f in oe.ontology.check(source, only=["ONT302"]).findings] == ["ONT302"]
