"""The cache of compiled ontologies: the same answers, keyed by content and choices, rebuilt when damaged."""

import json
import os
import pickle

import pytest

from ontoeval.errors import BadParameter
from ontoeval.ontology import Ontology, cache, load, reading

TURTLE = """@prefix : <http://ex.org/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix oio: <http://www.geneontology.org/formats/oboInOwl#> .
<http://ex.org/o> a owl:Ontology ; owl:versionInfo "3" ; owl:imports <http://ex.org/more> .
:A a owl:Class ; rdfs:label "animal"@en , "Tier"@de ; oio:hasExactSynonym "beast" ; oio:hasAlternativeId "X:9" .
:B a owl:Class ; rdfs:subClassOf :A , [ owl:onProperty :p ; owl:someValuesFrom :A ] ; owl:disjointWith :C .
:C a owl:Class ; owl:equivalentClass :D . :D a owl:Class . :E a owl:Class ; owl:deprecated true .
:p a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:domain [ owl:unionOf ( :A :B ) ] .
"""
EX = "http://ex.org/o#"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "o.ttl"
    path.write_text(TURTLE, encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "cache"


@pytest.fixture
def reads(monkeypatch):
    """How often a source was really read."""
    found = []
    whole = reading.read
    monkeypatch.setattr(reading, "read", lambda *args: found.append(1) or whole(*args))
    return found


def everything(onto: Ontology) -> object:
    parents = [sorted(onto.parents(x)) for x in onto.ids]
    names = [(onto.label(x), onto.synonyms(x), onto.synonyms(x, "exact"), onto.deprecated(x)) for x in onto.ids]
    return (
        onto.ids, parents, names, onto.roots, onto.aliases, onto.counts, onto.provenance, onto.warnings, onto.version,
        onto.fingerprint, onto.properties, onto.languages, onto.prefixes, onto.source, onto.resolve("X:9"),
        [onto.related(x) for x in onto.ids], [onto.disjoint(EX + "B", x) for x in onto.ids], onto.equivalents(EX + "C"),
        sorted(map(str, onto.graph.edges(data=True))), onto.similarity(EX + "B", EX + "A"),
    )  # fmt: skip


def test_a_warm_cache_gives_the_same_ontology_without_reading(file, folder, reads):
    cold = load(file, cache=folder)
    warm = load(file, cache=folder)
    assert len(reads) == 1
    assert everything(warm) == everything(cold) == everything(load(file, cache=False))


def test_content_and_choices_have_entries_of_their_own(file, folder, reads):
    load(file, cache=folder)
    load(file, cache=folder, lang="de")
    load(file, cache=folder, edges="asserted")
    load(file.read_bytes() + b"\n:F a owl:Class .", cache=folder)
    assert len(reads) == len(list(folder.iterdir())) == 4
    assert load(file, cache=folder, lang="de").label(EX + "A") == "Tier"
    assert len(reads) == 4


def test_an_entry_is_kept_for_a_renamed_copy(file, folder, reads):
    load(file, cache=folder)
    assert load(file.rename(file.with_name("p.ttl")), cache=folder).source == "p.ttl"
    assert len(reads) == 1


def test_a_changed_import_is_read_again(file, folder, reads):
    more = file.with_name("more.ttl")
    more.write_text("<http://ex.org/o#Z> a <http://www.w3.org/2002/07/owl#Class> .", encoding="utf-8")
    assert EX + "Z" in load(file, cache=folder, imports={"http://ex.org/more": more})
    more.write_text("<http://ex.org/o#Y> a <http://www.w3.org/2002/07/owl#Class> .", encoding="utf-8")
    assert EX + "Y" in load(file, cache=folder, imports={"http://ex.org/more": more})
    load(file, cache=folder, imports={"http://ex.org/more": more})
    assert len(reads) == 2


@pytest.mark.parametrize("damage", ["bit", "cut", "missing", "meta", "pickle"])
def test_a_damaged_entry_is_made_anew(file, folder, reads, damage):
    expected = everything(load(file, cache=folder))
    (entry,) = folder.iterdir()
    array = entry / "hierarchy.parents.npy"
    if damage == "bit":
        data = bytearray(array.read_bytes())
        data[-1] ^= 1
        array.write_bytes(data)
    elif damage == "cut":
        array.write_bytes(array.read_bytes()[:-3])
    elif damage == "missing":
        array.unlink()
    elif damage == "meta":
        (entry / "meta.json").write_text("{", encoding="utf-8")
    else:
        array.write_bytes(pickle.dumps([1]))
    assert everything(load(file, cache=folder)) == expected
    assert len(reads) == 2
    load(file, cache=folder)
    assert len(reads) == 2
    assert len(list(folder.iterdir())) == 1


def test_nothing_is_pickled(file, folder):
    load(file, cache=folder)
    (entry,) = folder.iterdir()
    assert {path.suffix for path in entry.iterdir()} == {".npy", ".json"}
    json.loads((entry / "meta.json").read_text(encoding="utf-8"))
    assert not any(b"\x80\x04" in path.read_bytes()[:10] for path in entry.iterdir())


def test_the_environment_says_where_the_cache_is(file, folder, reads, monkeypatch):
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    load(file)
    load(file)
    assert len(reads) == 2
    monkeypatch.setenv(cache.VARIABLE, str(folder))
    load(file)
    load(file)
    assert len(reads) == 3
    load(file, cache=False)
    assert len(reads) == 4
    with pytest.raises(BadParameter, match="say where"):
        load(file, cache=True)


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="the owner of all files can write anywhere")
def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(file, tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    assert len(load(file, cache=tmp_path / "locked")) == 5


def test_a_file_in_place_of_the_folder_is_no_reason_to_fail(file, tmp_path):
    (tmp_path / "taken").write_text("", encoding="utf-8")
    assert len(load(file, cache=tmp_path / "taken")) == 5
