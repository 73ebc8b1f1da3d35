"""Files that must be refused: which error, at which line, and with what advice."""

import gzip

import networkx as nx
import pytest

from ontoeval.errors import (
    BadParameter,
    EmptyOntology,
    FormatMismatch,
    OntologyError,
    ParseError,
    SecurityError,
    UnknownConcept,
)
from ontoeval.ontology import load

TERM = b"[Term]\nid: A:1\nname: a\n\n"
RDF_XML = b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'


def test_a_missing_file_and_a_directory_are_told_apart(tmp_path):
    with pytest.raises(OntologyError, match="no such file"):
        load(tmp_path / "none.obo")
    with pytest.raises(OntologyError, match="is a directory"):
        load(tmp_path)


def test_text_in_place_of_a_path_is_explained():
    with pytest.raises(OntologyError, match="as bytes"):
        load("format-version: 1.2\n[Term]\n")


@pytest.mark.parametrize("data", [b"", b" \n\t\n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0)])
def test_nothing_at_all_is_empty(data):
    with pytest.raises(EmptyOntology, match="empty"):
        load(data)


@pytest.mark.parametrize(
    "data",
    [
        b"format-version: 1.2\nontology: x\n",
        b"format-version: 1.2\n\n[Typedef]\nid: part_of\n",
        b"# nothing but a comment\n",
        b"@prefix owl: <http://www.w3.org/2002/07/owl#> . <http://ex.org/o> a owl:Ontology .",
        RDF_XML + b"</rdf:RDF>",
        b'{"graphs": [{"nodes": []}]}',
    ],
)
def test_a_file_without_concepts_is_empty(data):
    with pytest.raises(EmptyOntology, match="concept"):
        load(data)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"<!DOCTYPE html><html><head><title>404</title></head></html>", "HTML"),
        (b"\n<html>\n<head>\n<title>x</title>", "HTML"),
        (b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0" "x">\n<html xmlns="y"/>', "HTML"),
        (b"PK\x03\x04rest", "zip"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "Git LFS"),
        (
            gzip.compress(gzip.compress(b"[Term]\nid: A:1\nname: a\n", mtime=0), mtime=0),
            "gzip archive inside of another",
        ),
        (b"%PDF-1.7 rest", "PDF"),
        (b'{"error": "not found"}', "JSON"),
        (b"Prefix: : <http://ex.org/o#>\nOntology: <http://ex.org/o>\n", "Manchester"),
        (b'<?xml version="1.0"?><Ontology xmlns="http://ex.org/other"/>', "<Ontology>"),
        (b'<?xml version="1.0"?><rss version="2.0"/>', "<rss>"),
        (b"abc\0\0\0def", "binary"),
        (b"first,second\n1,2\n", "no reader knows"),
    ],
)
def test_other_content_is_named(data, kind):
    with pytest.raises(FormatMismatch, match=kind):
        load(data)


def test_a_format_that_the_content_denies_is_refused():
    with pytest.raises(FormatMismatch, match="obo, not turtle"):
        load(TERM, format="ttl")
    with pytest.raises(BadParameter, match="no reader"):
        load(TERM, format="docx")


@pytest.mark.parametrize(
    ("rest", "line", "reason"),
    [
        (b"[Ter", 5, "head"),
        (b"[Term]\nid: A:2", 6, "no name"),
        (b"[Term]\nid: A:2\nnam", 7, "no tag"),
        (b"[Term]\nid: A:2\nname:", 7, "no value"),
        (b'[Term]\nid: A:2\nname: b\ndef: "half a sen', 8, "not closed"),
        (b'[Term]\nid: A:2\nname: b\nsynonym: "x" EXACT [PMID', 8, "not closed"),
        (b"[Term]\nid: A:2\nname: b\nis_a: A:", 8, "shorter"),
    ],
)
def test_an_obo_file_that_is_cut_off_is_recognised_by_its_last_line(rest, line, reason):
    with pytest.raises(ParseError, match=reason) as caught:
        load(TERM + rest)
    assert caught.value.where == f"bytes:{line}"


def test_a_complete_obo_file_needs_no_line_break_at_its_end():
    assert len(load(TERM + b"[Term]\nid: A:2\nname: b")) == 2


def test_a_stanza_without_an_id_is_refused_with_its_line():
    with pytest.raises(ParseError, match="no id") as caught:
        load(TERM + b"[Term]\nname: b\n\n" + TERM)
    assert caught.value.where == "bytes:5"
    with pytest.raises(ParseError, match="no id"):
        load(TERM + b"[Term]\n")


def test_a_gzip_stream_that_is_cut_off_or_broken_is_refused():
    data = gzip.compress(TERM * 500)
    with pytest.raises(ParseError, match="ends too early"):
        load(data[:-12])
    with pytest.raises(ParseError, match="broken"):
        load(data[:20] + b"\xff\xff\xff\xff" + data[24:])


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<urn:a> a owl:Class .\n<urn:b> a owl:Cl", 3),
        (b"@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<urn:a> a owl:Class\n<urn:b> a owl:Class .\n", 3),
        (b"<urn:a> <urn:p> <urn:b> .\n<urn:a> <urn:p> <urn", 2),
        (RDF_XML + b'\n<rdf:Description rdf:about="urn:a">\n<x', 3),
        (RDF_XML + b"\n<a></b>\n</rdf:RDF>\n", 2),
    ],
)
def test_broken_rdf_is_refused_with_its_line(data, line):
    with pytest.raises(ParseError) as caught:
        load(data)
    assert caught.value.where == f"bytes:{line}"


def test_a_bad_iri_does_not_excuse_a_file_that_is_cut_off():
    with pytest.raises(ParseError) as caught:
        load(b"@prefix : <http://ex.org/> .\n<http://ex.org/a b> a :C .\n:d a :C")
    assert caught.value.where == "bytes:3"


def test_a_context_behind_a_link_is_not_fetched():
    with pytest.raises(ParseError, match="nothing is ever fetched"):
        load(b'{"@context": "http://ex.org/context.jsonld", "@id": "http://ex.org/a"}')


@pytest.mark.parametrize(
    "data",
    [b"[Term]\nid: A:1\nname: caf\xe9\n", b"@prefix : <http://ex.org/> .\n:a\n:label 'caf\xe9' ."],
)
def test_a_wrong_encoding_is_refused_with_offset_line_and_advice(data):
    with pytest.raises(ParseError, match="encoding=") as caught:
        load(data)
    assert f"byte {data.index(0xE9)} (0xe9)" in str(caught.value)
    assert caught.value.where == "bytes:3"


def test_the_encoding_can_be_named():
    assert load(b"[Term]\nid: A:1\nname: caf\xe9\n", encoding="cp1252").label("A:1") == "café"
    with pytest.raises(ParseError, match="unknown encoding"):
        load(TERM, encoding="klingon")


@pytest.mark.parametrize(
    ("doctype", "reason"),
    [
        ('[<!ENTITY a "x"><!ENTITY b "&a;&a;">]', "refers to other entities"),
        ('[<!ENTITY a "x"><!ENTITY b "&#38;a;">]', "refers to other entities"),
        ('[<!ENTITY a "x"><!ENTITY b "&#x26;a;">]', "refers to other entities"),
        ('[<!ENTITY x SYSTEM "secret.txt">]', "external"),
        ('[<!ENTITY x PUBLIC "p" "secret.txt">]', "external"),
        ("[<!ENTITY % p \"<!ENTITY a 'x'>\"> %p;]", "parameter entity"),
        ("[ %p; ]", "parameter entity"),
        ('SYSTEM "http://ex.org/x.dtd"', "external"),
        ('PUBLIC "p" "http://ex.org/x.dtd" [<!ENTITY a "x">]', "external"),
    ],
)
@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
def test_dangerous_entities_are_refused(doctype, reason, codec):
    text = f'<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE rdf:RDF {doctype}>\n{RDF_XML.decode()}</rdf:RDF>'
    with pytest.raises(SecurityError, match=reason):
        load(text.encode(codec))


def test_a_flat_entity_that_is_used_too_often_is_refused():
    text = f'<!DOCTYPE rdf:RDF [<!ENTITY a "{"x" * 50_000}">]>{RDF_XML.decode()}{"&a;" * 50_000}</rdf:RDF>'
    with pytest.raises(SecurityError, match="2500000000 bytes"):
        load(text.encode())


def test_a_doctype_inside_the_document_is_refused_but_not_in_a_comment():
    with pytest.raises(SecurityError, match="inside the document"):
        load(RDF_XML + b'<!DOCTYPE x [<!ENTITY a "b">]></rdf:RDF>')
    with pytest.raises(EmptyOntology):
        load(RDF_XML + b"<!-- <!DOCTYPE x> --></rdf:RDF>")


def test_sources_of_other_kinds_are_refused(tmp_path):
    path = tmp_path / "a.obo"
    path.write_bytes(TERM)
    with path.open(encoding="utf-8") as stream, pytest.raises(BadParameter, match="binary mode"):
        load(stream)
    with pytest.raises(BadParameter, match="int"):
        load(5)


def test_a_graph_must_say_which_way_its_edges_point():
    graph = nx.DiGraph([("b", "a")])
    with pytest.raises(BadParameter, match="edges_point"):
        load(graph)
    with pytest.raises(BadParameter, match="undirected"):
        load(nx.Graph([("b", "a")]), edges_point="to_parent")
    with pytest.raises(BadParameter, match="networkx"):
        load(TERM, edges_point="to_parent")


def test_unknown_concepts_are_a_key_error_that_says_so():
    onto = load(TERM)
    for ask in (onto.label, onto.parents, onto.ancestors, onto.depth, onto.deprecated):
        with pytest.raises(UnknownConcept, match="'A:404' is no concept"):
            ask("A:404")
    with pytest.raises(KeyError):
        onto.similarity("A:1", "A:404")
    with pytest.raises(UnknownConcept):
        load(TERM, roots=["A:404"])


def test_a_file_cut_off_inside_a_name_is_recognised_by_the_parents_that_it_no_longer_declares():
    whole = "".join(f"[Term]\nid: X:{i:04}\nname: concept {i}\nis_a: X:0040\n\n" for i in range(40))
    whole += "[Term]\nid: X:0040\nname: root concept\n"
    cut = whole[: whole.index("name: concept 20") + 12]
    with pytest.raises(ParseError, match="does not declare 1 parents"):
        load(cut.encode())


def test_a_whole_file_without_a_final_line_break_is_read():
    assert len(load(b"[Term]\nid: X:1\nname: a\n\n[Term]\nid: X:2\nname: b\nis_a: X:1")) == 2


def test_a_table_of_curies_is_no_turtle():
    onto = load(b"id\tparent\tlabel\nHP:2\tHP:1\tb\nHP:1\t\ta\n")
    assert onto.parents("HP:2") == {"HP:1"}
