"""Reasoning with HermiT: what it infers, and why it sometimes cannot."""

import shutil
import sys
import time
from pathlib import Path

import pytest

from ontoeval.errors import BadParameter, MissingExtra, OntologyError, ReasonerUnavailable
from ontoeval.ontology import check, load

pytest.importorskip("owlready2")

EX = "http://ex.org/o#"
TURTLE = b"""@prefix : <http://ex.org/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://ex.org/o> a owl:Ontology ; owl:imports <http://ex.org/never> .
:p a owl:ObjectProperty . :A a owl:Class . :B a owl:Class . :N a owl:Class ; owl:disjointWith :A .
:Defined a owl:Class ; owl:equivalentClass [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :A ] .
:Told a owl:Class ; rdfs:subClassOf :B , [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :A ] .
:Same a owl:Class ; owl:equivalentClass [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :A ] .
:Impossible a owl:Class ; rdfs:label "impossible" ; rdfs:subClassOf :A , :N .
"""
needs_java = pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java: reasoning was not tested")


@needs_java
def test_inferred_parents_equivalents_and_unsatisfiable_classes():
    plain, onto = load(TURTLE), load(TURTLE, edges="reasoned", time_limit=120)
    assert plain.parents(EX + "Told") == {EX + "B"}
    assert onto.ancestors(EX + "Told") == {EX + "B", EX + "Defined", EX + "Same"}
    assert onto.equivalents(EX + "Same") == {EX + "Defined"}
    assert onto.provenance["reasoned"] >= 1
    assert onto.unsatisfiable == (EX + "Impossible",)
    (finding,) = (found for found in onto.warnings if found.id == "ontology.unsatisfiable")
    assert (finding.severity, "(impossible)" in finding.got) == ("error", True)
    assert onto.fingerprint.endswith("+edges=reasoned")


@needs_java
def test_an_inconsistent_ontology_is_told_apart_from_missing_java():
    wrong = TURTLE + b":x a :A , :N ."
    with pytest.raises(OntologyError, match="inconsistent") as found:
        load(wrong, edges="reasoned", time_limit=120)
    assert not isinstance(found.value, ReasonerUnavailable)


@needs_java
def test_the_time_limit_holds():
    start = time.monotonic()
    with pytest.raises(ReasonerUnavailable, match=r"no result within 0\.01 s"):
        load(TURTLE, edges="reasoned", time_limit=0.01)
    assert time.monotonic() - start < 30


@needs_java
def test_reasoning_is_cached(tmp_path):
    onto = load(TURTLE, edges="reasoned", cache=tmp_path, time_limit=120)
    start = time.monotonic()
    assert load(TURTLE, edges="reasoned", cache=tmp_path).unsatisfiable == onto.unsatisfiable
    assert time.monotonic() - start < 1


def launcher(folder: Path, script: str) -> Path:
    (folder / "bin").mkdir()
    java = folder / "bin" / "java"
    java.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    java.chmod(0o755)
    return folder


def test_missing_java_is_said_with_the_version_that_is_needed(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(ReasonerUnavailable, match="Java is not installed") as found:
        load(TURTLE, edges="reasoned")
    assert (found.value.java, found.value.needed) == (None, "7")
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ReasonerUnavailable, match="on the PATH"):
        load(TURTLE, edges="reasoned")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell script")
@pytest.mark.parametrize(("said", "java"), [('java version "1.6.0_45"', "6"), ('openjdk version "5"', "5")])
def test_java_that_is_too_old_is_said_with_both_versions(monkeypatch, tmp_path, said, java):
    monkeypatch.setenv("JAVA_HOME", str(launcher(tmp_path, f"echo '{said}' >&2")))
    with pytest.raises(ReasonerUnavailable, match=f"Java {java} is too old: HermiT needs version 7") as found:
        load(TURTLE, edges="reasoned")
    assert (found.value.java, found.value.needed) == (java, "7")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell script")
def test_java_that_does_not_work_is_said_with_its_own_words(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(launcher(tmp_path, "echo 'libjvm.so not found' >&2; exit 1")))
    with pytest.raises(ReasonerUnavailable, match=r"libjvm\.so not found"):
        load(TURTLE, edges="reasoned")


def test_without_owlready2_the_extra_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"ontoeval\[owl\]"):
        load(TURTLE, edges="reasoned")


def test_formats_without_axioms_cannot_be_reasoned_with():
    with pytest.raises(BadParameter, match="cannot be reasoned with"):
        load(b"[Term]\nid: A:1\nname: a\n", edges="reasoned")


# ---- the check that asks the reasoner -----------------------------------------------------------------------------


@needs_java
def test_the_check_names_unsatisfiable_classes_with_their_label():
    report = check(TURTLE, only=["ONT402"], reasoner=True)
    (finding,) = report.findings
    assert (finding.id, finding.severity, finding.subjects) == ("ONT402", "error", (EX + "Impossible",))
    assert '"impossible"' in finding.where
    assert report.skipped == {}


@needs_java
def test_the_check_passes_when_every_class_can_have_members():
    fine = TURTLE.replace(b"rdfs:subClassOf :A , :N", b"rdfs:subClassOf :A , :B")
    assert check(fine, only=["ONT402"], reasoner=True).passed == ("ONT402",)


@needs_java
def test_an_inconsistent_ontology_is_found_and_not_skipped():
    report = check(TURTLE + b":x a :A , :N .", only=["ONT402"], reasoner=True)
    assert report.skipped == {}
    assert ["inconsistent" in finding.got for finding in report.findings] == [True]


@needs_java
def test_the_check_reads_the_file_as_it_was_loaded():
    text = TURTLE.decode().replace('"impossible"', '"unmöglich"').encode("cp1252")
    (finding,) = check(text, only=["ONT402"], reasoner=True, encoding="cp1252").findings
    assert finding.subjects == (EX + "Impossible",)
    assert '"unmöglich"' in finding.where


def test_without_java_the_check_is_skipped_and_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    report = check(TURTLE, only=["ONT402"], reasoner=True)
    assert (report.findings, report.passed) == ((), ())
    assert "Java is not installed" in report.skipped["ONT402"]
